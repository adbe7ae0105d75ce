// SPDX-License-Identifier: GPL-2.0-only
/* Search in a row_view: also in lines below a closed one, which is opened then. */
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/row-view.h"
#include "util/base/clock.h"
#include "util/base/error.h"

#define CELL_LEN    4096
#define COUNT_SLICE 15000000 /* ns of counting between two looks at the keys */

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
		match->funcs[i] = func__matches(&funcs->funcs[i], match->text);
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

/* Returns the columns that a row shows. */
static const struct column_list *fields_of(const struct row_view *rv, const struct row *row)
{
	return rv->rows.levels ? &rv->rows.levels->keys[row->level] : &rv->hist->conf.order->fields;
}

static bool entry_has(const struct row_view *rv, const struct row *row, const char *text)
{
	const struct column_list *fields = fields_of(rv, row);
	char cell[CELL_LEN];

	if (func_text__is_name(text))
		return column_list__has(fields, "symbol") && rv->match.funcs[row->entry->func];
	for (unsigned int i = 0; i < fields->nr; i++) {
		if (!column__is_key(fields->columns[i]))
			continue;
		column__format(fields->columns[i], row->hist, row->entry, 0, true, cell,
			       sizeof(cell));
		if (strcasestr(cell, text))
			return true;
	}
	return false;
}

static bool row_has(const struct row_view *rv, const struct row *row)
{
	switch (row->kind) {
	case ROW_ENTRY:
		return entry_has(rv, row, rv->match.text);
	case ROW_FRAME:
		return rv->match.funcs[row->graph->nodes[row->node].func];
	case ROW_REST:
	default:
		return false;
	}
}

/* Opens the way to a match in the call graph of line @i, if it is closed. Returns its line. */
static uint64_t find_in_graph(struct row_view *rv, uint64_t i, const struct row *row, bool last)
{
	uint64_t line;

	if (!is_in_chains(rv, row->entry))
		return UINT64_MAX;
	return rows__find_below(&rv->rows, i, rv->match.funcs, last, &line, NULL) > 0 ? line
										      : UINT64_MAX;
}

/* Opens the way to a match in the row of @slot, which is not shown, or in its call graph. */
static uint64_t find_in_slot(struct row_view *rv, uint32_t slot, bool last)
{
	bool in_row, in_graph;
	uint64_t line, found;
	struct row row;

	rows__get_slot(&rv->rows, slot, &row);
	in_row = row_has(rv, &row);
	in_graph = rows__has_graph(&rv->rows, slot) && is_in_chains(rv, row.entry);
	if (!in_row && !in_graph)
		return UINT64_MAX;
	line = rows__show_slot(&rv->rows, slot);
	if (in_row && (!last || !in_graph))
		return line;
	found = find_in_graph(rv, line, &row, last);
	return found == UINT64_MAX && in_row ? line : found;
}

/* Does the same with all that is below line @i, a row of an upper level that is closed. */
static uint64_t find_in_level(struct row_view *rv, uint64_t i, bool last)
{
	uint32_t slot = rows__slot(&rv->rows, i), nr = rows__slot_end(&rv->rows, slot) - slot;
	uint64_t line = UINT64_MAX;

	for (uint32_t at = 1; line == UINT64_MAX && at < nr; at++)
		line = find_in_slot(rv, last ? slot + nr - at : slot + at, last);
	return line;
}

/*
 * Opens the way to a match below line @i, if it is closed. Returns the line of the match. Nothing is below the rest of the
 * entries.
 */
static uint64_t find_below(struct row_view *rv, uint64_t i, const struct row *row, bool last)
{
	if (!row->entry)
		return UINT64_MAX;
	if (row->kind != ROW_ENTRY || row->hist == rv->hist)
		return find_in_graph(rv, i, row, last);
	return row->can_open && !row->is_open ? find_in_level(rv, i, last) : UINT64_MAX;
}

/* Returns whether line @request->from, which is @row, or what is closed below it, matches. */
static bool find_here(struct row_view *rv, struct find_request *request, const struct row *row)
{
	bool last = !request->forward, here = !request->below && row_has(rv, row);
	uint64_t line = UINT64_MAX;

	if (request->closed && (last || !here))
		line = find_below(rv, request->from, row, last);
	if (line != UINT64_MAX)
		request->from = line;
	return here || line != UINT64_MAX;
}

enum find_result row_view__find(const struct tui_view *view, struct find_request *request)
{
	bool forward = request->forward;
	struct row_view *rv = view->priv;
	struct row row;

	if (!rv->hist || row_match__set(&rv->match, &rv->hist->conf, request->text))
		return FIND_NONE;
	request->below &= forward;
	for (unsigned int nr = 0; forward || request->from; nr++) {
		if (!rows__get(&rv->rows, request->from - !forward, &row))
			break;
		if (nr == FIND_LINES)
			return FIND_MORE;
		request->from -= !forward;
		if (find_here(rv, request, &row))
			return FIND_FOUND;
		request->from += forward;
		request->below = false;
	}
	return FIND_NONE;
}

bool row_view__awaits(const struct tui_view *view)
{
	const struct row_view *rv = view->priv;

	return !rv->hist && view->data->event;
}

/* ---- how many ---- */

static void count_slot(struct row_view *rv, uint32_t slot, uint64_t *nr)
{
	struct row row;

	rows__get_slot(&rv->rows, slot, &row);
	*nr += row_has(rv, &row);
	if (rows__has_graph(&rv->rows, slot) && is_in_chains(rv, row.entry))
		rows__count_frames(&rv->rows, slot, rv->match.funcs, nr, NULL);
}

bool row_view__count(struct tui_view *view, const char *text, uint64_t *from, uint64_t *nr)
{
	const uint64_t end = clock__now() + COUNT_SLICE;
	struct row_view *rv = view->priv;

	if (!rv->hist || row_match__set(&rv->match, &rv->hist->conf, text))
		return false;
	while (*from < rv->rows.nr && clock__now() < end)
		count_slot(rv, (*from)++, nr);
	return *from < rv->rows.nr;
}
