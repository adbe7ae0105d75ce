// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "ui/ledger/ledger-view.h"
#include "ui/tui/view/entry-draw.h"
#include "util/profile/profile.h"

/* ---- the list ---- */

/* A window of fewer columns leaves some of them out, and cuts others: user code needs room. */
#define WIDE_COLS    140
#define KIND_WIDTH   18
#define THREAD_WIDTH 15

static bool is_shown(enum entry_column column, const struct term_win *win)
{
	return win->cols >= WIDE_COLS || (column != ENTRY_STATE && column != ENTRY_ON_CPU &&
					  column != ENTRY_BEGIN && column != ENTRY_RETURN);
}

/* Returns the width of a column as term_win__pad() takes it: negative if numbers are on the right. */
static int width_of(enum entry_column column, const struct term_win *win)
{
	if (win->cols < WIDE_COLS && column == ENTRY_KIND)
		return KIND_WIDTH;
	if (win->cols < WIDE_COLS && column == ENTRY_THREAD)
		return THREAD_WIDTH;
	return -entry_cell__width(column);
}

void entry_row__draw_head(enum entry_column sorted, struct term_win *win)
{
	for (unsigned int column = 0; column < ENTRY_NR_COLUMNS; column++) {
		if (!is_shown(column, win))
			continue;
		term_win__color(win, column == sorted ? TERM_KEY : TERM_TITLE);
		term_win__pad(win, entry_cell__header(column), width_of(column, win));
		term_win__puts(win, "  ");
	}
	term_win__color(win, sorted == ENTRY_NR_COLUMNS ? TERM_KEY : TERM_TITLE);
	term_win__puts(win, ENTRY_USER_HEADER);
}

static enum term_color color_of(const struct entry *entry, enum entry_column column)
{
	if (column == ENTRY_REMAINING && entry->key.record == SAMPLE_NO_RECORD)
		return TERM_MISSING;
	return column == ENTRY_KIND ? TERM_SEAM : TERM_NORMAL;
}

static void draw_cell(const char *text, int width, const char *search, struct term_win *win)
{
	struct term_win cell = *win;

	if (width < 0 || !search || !*search) {
		term_win__pad(win, text, width);
		return;
	}
	/* Drawn over, in case the match is cut. */
	term_win__pad(win, "", width);
	cell.cols = cell.cols < cell.col + width ? cell.cols : cell.col + width;
	term_win__puts_match(&cell, text, search);
	if (!win->match.end)
		win->match = cell.match;
}

static void draw_user(const struct entry_list *list, const struct entry *entry, const char *search,
		      struct term_win *win)
{
	const struct chain_node *nodes = list->shown.profile->chains.nodes;
	uint32_t user = entry_list__stack(list, entry)->user;
	char buf[ENTRY_CELL_LEN];
	bool cut = false;

	for (uint32_t node = user; node != CHAIN_ROOT && win->col < win->skip + win->cols;
	     node = entry_list__caller(list, node, &cut)) {
		const struct func *func = funcs__at(&list->shown.profile->funcs, nodes[node].func);

		term_win__color(win, TERM_DIM);
		if (node != user)
			term_win__puts(win, ENTRY_CALLED_BY);
		term_win__color(win, func->kind == FUNC_NO_HALF ? TERM_MISSING : TERM_USER);
		term_win__puts_match(win, entry_cell__func(list, nodes[node].func, buf), search);
	}
	term_win__color(win, TERM_DIM);
	if (cut)
		term_win__puts(win, ENTRY_CALLED_BY ENTRY_NO_MAP);
}

void entry_row__draw(const struct entry_list *list, const struct entry *entry, const char *search,
		     struct term_win *win)
{
	char buf[ENTRY_CELL_LEN];

	term_win__hold(win);
	for (unsigned int column = 0; column < ENTRY_NR_COLUMNS; column++) {
		if (!is_shown(column, win))
			continue;
		term_win__color(win, color_of(entry, column));
		draw_cell(entry_cell__text(list, entry, column, buf), width_of(column, win), search,
			  win);
		term_win__color(win, TERM_NORMAL);
		term_win__puts(win, "  ");
	}
	term_win__release(win);
	draw_user(list, entry, search, win);
}

bool entry_row__has(const struct entry_list *list, const struct entry *entry, const char *text)
{
	static const enum entry_column columns[] = {ENTRY_STATE, ENTRY_KIND, ENTRY_THREAD,
						    ENTRY_REMAINING};
	const struct chain_node *nodes = list->shown.profile->chains.nodes;
	uint32_t node = entry_list__stack(list, entry)->user;
	char buf[ENTRY_CELL_LEN];
	bool cut = false;

	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
		if (strcasestr(entry_cell__text(list, entry, columns[i], buf), text))
			return true;
	}
	for (; node != CHAIN_ROOT; node = entry_list__caller(list, node, &cut)) {
		if (strcasestr(entry_cell__func(list, nodes[node].func, buf), text))
			return true;
	}
	return false;
}

/* ---- the chart ---- */

/* Returns the sample that column @col of @cols shows: all are equally wide. */
static size_t sample_at(const struct entry_chart *chart, uint32_t col, uint32_t cols)
{
	return (uint64_t)col * chart->nr / (cols ? cols : 1);
}

uint32_t entry_chart__node_at(const struct entry_chart *chart, uint32_t col, uint32_t cols,
			      uint32_t depth)
{
	return chart->nr ? entry_chart__node(chart, sample_at(chart, col, cols), depth)
			 : CHAIN_ROOT;
}

bool entry_chart__node_has(const struct entry_chart *chart, uint32_t node, const char *text)
{
	const struct chain_node *nodes = chart->list->shown.profile->chains.nodes;
	char buf[ENTRY_CELL_LEN];

	return node != CHAIN_ROOT &&
	       strcasestr(entry_cell__func(chart->list, nodes[node].func, buf), text);
}

static void draw_entry(const struct entry_list *list, const struct entry *entry,
		       struct term_win *win)
{
	static const enum entry_column columns[] = {ENTRY_KIND, ENTRY_THREAD, ENTRY_STATE};
	char buf[ENTRY_CELL_LEN];
	uint64_t ns;

	term_win__color(win, TERM_TITLE);
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		term_win__printf(win, "%s%s", i ? ", " : "",
				 entry_cell__text(list, entry, columns[i], buf));
	term_win__printf(win, ", %" PRIu64 " sample%s", entry->nr, entry->nr == 1 ? "" : "s");
	if (entry_list__remaining(list, entry, &ns))
		term_win__printf(win, ", returned after %s", ledger_view__span(ns, buf));
	else
		term_win__printf(win, ", no return: %s", defer_class__name(entry->key.cls));
}

/* Draws which sample is at the cursor. */
static void draw_sample(const struct entry_chart *chart, const struct entry *entry, uint32_t at,
			struct term_win *win)
{
	size_t i = sample_at(chart, at, win->cols);
	const struct sample_ref *sample;
	char span[LEDGER_SPAN_LEN];

	if (!chart->nr)
		return;
	sample = chart->samples[i];
	term_win__printf(win, "+%s", ledger_view__span(sample->time - entry->begin, span));
	if (sample->cpu >= 0)
		term_win__printf(win, "  CPU %" PRId32, sample->cpu);
	term_win__printf(win, "  sample %zu of %zu%s", i + 1, chart->nr,
			 entry_chart__depth(chart, i) ? "" : ", in user mode");
}

void entry_chart__draw_heads(const struct entry_chart *chart, const struct entry *entry,
			     uint32_t at, struct term_win *win)
{
	struct term_win rows[4];

	for (unsigned int i = 0; i < 4; i++)
		rows[i] = term_win__sub(win, i, 0, 1, win->cols);
	draw_entry(chart->list, entry, &rows[0]);
	draw_user(chart->list, entry, NULL, &rows[1]);
	draw_sample(chart, entry, at, &rows[2]);
	term_win__color(&rows[3], TERM_DIM);
	for (uint32_t col = 0; col < win->cols; col++) {
		if (col == at)
			term_win__puts(&rows[3], "^");
		else
			term_win__glyph(&rows[3], GLYPH_HLINE, 1);
	}
}

static void draw_box(const struct entry_chart *chart, uint32_t node, uint32_t width, bool selected,
		     struct term_win *win)
{
	const struct chain_node *nodes = chart->list->shown.profile->chains.nodes;
	uint32_t func = nodes[node].func;
	char buf[ENTRY_CELL_LEN];

	if (selected)
		term_win__color(win, TERM_SELECTED);
	else
		term_win__color(win, node == CHAIN_ROOT ? TERM_NORMAL
							: TERM_FLAME_KERNEL + func % TERM_NR_FLAME);
	term_win__pad(win, node == CHAIN_ROOT ? "" : entry_cell__func(chart->list, func, buf),
		      width);
}

void entry_chart__draw_row(const struct entry_chart *chart, uint32_t depth, uint32_t at,
			   struct term_win *win)
{
	uint32_t cols = win->cols, begin = 0;
	bool cursor = win->selected;

	win->skip = 0; /* the whole of time stays visible */
	win->selected = false;
	while (begin < cols) {
		uint32_t node = entry_chart__node_at(chart, begin, cols, depth), end = begin + 1;

		while (end < cols && entry_chart__node_at(chart, end, cols, depth) == node)
			end++;
		draw_box(chart, node, end - begin, cursor && begin <= at && at < end, win);
		begin = end;
	}
}
