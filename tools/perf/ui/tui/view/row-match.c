// SPDX-License-Identifier: GPL-2.0-only
/* Search in a row_view: also in lines below a closed one, which is opened then. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/tui/view/row-view.h"
#include "util/base/error.h"

#define CELL_LEN    4096
#define COUNT_SLICE 15000000LL /* ns of counting between two looks at the keys */

/* ---- the functions that have the text in their name ---- */

void row_match__exit(struct row_match *match)
{
	free(match->text);
	free(match->funcs);
	free(match->chains);
	*match = (struct row_match){0};
}

static void mark_funcs(struct row_match *match, const struct funcs *funcs)
{
	for (size_t i = 0; i < funcs->nr; i++) {
		const char *name = funcs->funcs[i].name;

		match->funcs[i] = name && strcasestr(name, match->text);
		match->any |= match->funcs[i];
	}
}

/* A chain has what its callers have, and its own function. */
static void mark_chains(struct row_match *match, const struct chain_tree *chains)
{
	for (size_t i = CHAIN_ROOT + 1; i < chains->nr; i++)
		match->chains[i] = match->chains[chains->nodes[i].parent] ||
				   match->funcs[chains->nodes[i].func];
}

/* Prepares a search of @text, unless the last one was for the same. */
static int row_match__set(struct row_match *match, const struct hist_conf *conf, const char *text)
{
	if (match->text && !strcmp(match->text, text))
		return 0;
	row_match__exit(match);
	match->text = strdup(text);
	match->funcs = calloc(conf->funcs->nr + 1, sizeof(*match->funcs));
	match->chains = calloc(conf->chains->nr + 1, sizeof(*match->chains));
	if (!match->text || !match->funcs || !match->chains) {
		row_match__exit(match);
		return DEFER_ERR_NOMEM;
	}
	mark_funcs(match, conf->funcs);
	if (match->any)
		mark_chains(match, conf->chains);
	return 0;
}

/* Returns whether a call chain of @entry has the text somewhere. */
static bool is_in_chains(const struct row_view *rv, const struct hist_entry *entry)
{
	const struct hist *hist = rv->hist;
	uint32_t ref = rv->match.any ? entry->first_ref : HIST_NO_REF;

	while (ref != HIST_NO_REF && !rv->match.chains[hist->stacks[hist->refs[ref].stack].chain])
		ref = hist->refs[ref].next;
	return ref != HIST_NO_REF;
}

/* ---- lines ---- */

static bool entry_has(const struct row_view *rv, const struct hist_entry *entry, const char *text)
{
	const struct column_list *fields = &rv->hist->conf.order->fields;
	char cell[CELL_LEN];

	for (unsigned int i = 0; i < fields->nr; i++) {
		if (fields->columns[i]->kind != COLUMN_KEY)
			continue;
		column__format(fields->columns[i], rv->hist, entry, 0, true, cell, sizeof(cell));
		if (strcasestr(cell, text))
			return true;
	}
	return false;
}

static bool row_has(const struct row_view *rv, const struct row *row)
{
	return row->kind == ROW_ENTRY ? entry_has(rv, row->entry, rv->match.text)
				      : rv->match.funcs[row->graph->nodes[row->node].func];
}

/* Opens the way to a match below line @i, if it is closed. Returns the line of the match. */
static uint64_t find_below(struct row_view *rv, uint64_t i, const struct row *row, bool last)
{
	uint64_t line;

	if (!row->can_open || row->is_open || !is_in_chains(rv, row->entry))
		return UINT64_MAX;
	return rows__find_below(&rv->rows, i, rv->match.funcs, last, &line, NULL) > 0 ? line
										      : UINT64_MAX;
}

/* Returns the first match from line @i on; @below: below that line or after it. */
static uint64_t find_forward(struct row_view *rv, uint64_t i, bool closed, bool below)
{
	struct row row;

	for (unsigned int nr = 0; rows__get(&rv->rows, i, &row); nr++, i++, below = false) {
		uint64_t line;

		if (nr == VIEW_FIND_LINES)
			return VIEW_FIND_MORE;
		if (!below && row_has(rv, &row))
			return i;
		line = closed ? find_below(rv, i, &row, false) : UINT64_MAX;
		if (line != UINT64_MAX)
			return line;
	}
	return UINT64_MAX;
}

/* Returns the last match before line @i. */
static uint64_t find_backward(struct row_view *rv, uint64_t i, bool closed)
{
	struct row row;

	for (unsigned int nr = 0; i-- && rows__get(&rv->rows, i, &row); nr++) {
		uint64_t line;

		if (nr == VIEW_FIND_LINES)
			return VIEW_FIND_MORE;
		line = closed ? find_below(rv, i, &row, true) : UINT64_MAX;
		if (line != UINT64_MAX)
			return line;
		if (row_has(rv, &row))
			return i;
	}
	return UINT64_MAX;
}

uint64_t row_view__find(struct row_view *rv, uint64_t from, const char *text, bool forward)
{
	uint64_t line = from & VIEW_FIND_LINE;
	bool closed = from & VIEW_FIND_CLOSED;

	if (!rv->hist || row_match__set(&rv->match, &rv->hist->conf, text))
		return UINT64_MAX;
	return forward ? find_forward(rv, line, closed, from & VIEW_FIND_BELOW)
		       : find_backward(rv, line, closed);
}

/* ---- how many ---- */

static int64_t count_clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static void count_entry(struct row_view *rv, uint32_t pos, uint64_t *nr)
{
	const struct hist_entry *entry = &rv->hist->entries[rv->hist->rows[pos]];

	*nr += entry_has(rv, entry, rv->match.text);
	if (is_in_chains(rv, entry))
		rows__count_frames(&rv->rows, pos, rv->match.funcs, nr, NULL);
}

bool row_view__count(struct row_view *rv, const char *text, uint64_t *from, uint64_t *nr)
{
	int64_t end = count_clock() + COUNT_SLICE;

	if (!rv->hist || row_match__set(&rv->match, &rv->hist->conf, text))
		return false;
	while (*from < rv->rows.nr && count_clock() < end)
		count_entry(rv, (*from)++, nr);
	return *from < rv->rows.nr;
}
