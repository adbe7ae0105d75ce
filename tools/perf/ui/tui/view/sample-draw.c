// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "ui/ledger/ledger-view.h"
#include "ui/tui/view/sample-draw.h"
#include "util/base/array.h"
#include "util/fold/samples.h"
#include "util/profile/profile.h"
#include "util/profile/seam.h"

/* ---- the list ---- */

/* A window of fewer columns leaves some of them out: stacks need room. */
#define WIDE_COLS    140
#define THREAD_WIDTH 12

static bool is_shown(enum sample_column column, const struct term_win *win)
{
	return win->cols >= WIDE_COLS || (column != SAMPLE_EVENT && column != SAMPLE_COOKIE);
}

/* Returns the width of a column as term_win__pad() takes it: negative if numbers are on the right. */
static int width_of(enum sample_column column, const struct term_win *win)
{
	if (win->cols < WIDE_COLS && column == SAMPLE_THREAD)
		return THREAD_WIDTH;
	return -sample_cell__width(column);
}

void sample_row__draw_head(enum sample_column sorted, struct term_win *win)
{
	for (int column = 0; column < SAMPLE_NR_COLUMNS; column++) {
		if (!is_shown(column, win))
			continue;
		term_win__color(win, column == (int)sorted ? TERM_KEY : TERM_TITLE);
		term_win__pad(win, sample_cell__header(column), width_of(column, win));
		term_win__puts(win, "  ");
	}
	term_win__color(win, sorted == SAMPLE_NR_COLUMNS ? TERM_KEY : TERM_TITLE);
	term_win__puts(win, SAMPLE_STACK_HEADER);
}

static enum term_color func_color(const struct func *func)
{
	if (func->kind == FUNC_NO_HALF)
		return TERM_MISSING;
	return func->is_kernel ? TERM_KERNEL : TERM_USER;
}

static const struct func *func_at(const struct sample_rows *rows, uint32_t node)
{
	const struct profile *profile = rows->shown.profile;

	return funcs__at(&profile->funcs, profile->chains.nodes[node].func);
}

/* Draws both halves from the inside, as far as the window is wide. */
static void draw_stack(const struct sample_rows *rows, uint32_t row, const char *search,
		       struct term_win *win)
{
	const struct chain_node *nodes = rows->shown.profile->chains.nodes;
	uint32_t from = sample_rows__chain(rows, row);
	const struct func *last = NULL;
	char buf[SAMPLE_CELL_LEN];

	for (uint32_t node = from; node != CHAIN_ROOT && win->col < win->skip + win->cols;
	     node = nodes[node].parent) {
		const struct func *func = func_at(rows, node);
		bool seam = last && last->is_kernel && !func->is_kernel;

		term_win__color(win, seam ? TERM_SEAM : TERM_DIM);
		if (node != from)
			term_win__puts(win, seam ? SAMPLE_SEAM : SAMPLE_CALLED_BY);
		term_win__color(win, func_color(func));
		term_win__puts_match(win, sample_cell__func(rows, node, buf), search);
		last = func;
	}
}

void sample_row__draw(struct sample_rows *rows, uint32_t row, const char *search,
		      struct term_win *win)
{
	int cls = sample_rows__stack(rows, row)->cls;
	char buf[SAMPLE_CELL_LEN];
	const char *trace;

	term_win__hold(win);
	for (int column = 0; column < SAMPLE_NR_COLUMNS; column++) {
		if (!is_shown(column, win))
			continue;
		term_win__color(win, column == SAMPLE_CLASS && defer_class__is_missing(cls)
					     ? TERM_MISSING
					     : TERM_NORMAL);
		term_win__pad(win, sample_cell__text(rows, row, column, buf),
			      width_of(column, win));
		term_win__puts(win, "  ");
	}
	term_win__color(win, TERM_NORMAL);
	term_win__release(win);
	trace = sample_rows__trace(rows, row);
	if (trace) {
		term_win__color(win, TERM_MEDIUM);
		term_win__puts(win, trace);
		term_win__puts(win, "  ");
	}
	draw_stack(rows, row, search, win);
}

bool sample_row__has(const struct sample_rows *rows, uint32_t row, const char *text)
{
	static const enum sample_column columns[] = {SAMPLE_THREAD, SAMPLE_CLASS, SAMPLE_COOKIE,
						     SAMPLE_TIME, SAMPLE_EVENT};
	const struct chain_node *nodes = rows->shown.profile->chains.nodes;
	char buf[SAMPLE_CELL_LEN];

	for (uint32_t node = sample_rows__chain(rows, row); node != CHAIN_ROOT;
	     node = nodes[node].parent) {
		if (strcasestr(sample_cell__func(rows, node, buf), text))
			return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		if (strcasestr(sample_cell__text(rows, row, columns[i], buf), text))
			return true;
	}
	return false;
}

/* ---- one sample ---- */

static void draw_columns(const struct sample_rows *rows, uint32_t row, enum sample_column from,
			 enum sample_column to, struct term_win *win)
{
	char buf[SAMPLE_CELL_LEN];

	for (unsigned int column = from; column <= to; column++) {
		term_win__color(win, TERM_DIM);
		term_win__printf(win, "%s%s ", column == from ? "" : "  ",
				 sample_cell__header(column));
		term_win__color(win, TERM_NORMAL);
		term_win__puts(win, sample_cell__text(rows, row, column, buf));
	}
}

void sample_one__draw_heads(struct sample_rows *rows, uint32_t row, struct term_win *win)
{
	struct term_win rows_of[SAMPLE_HEADS];
	const char *trace = sample_rows__trace(rows, row);

	for (unsigned int i = 0; i < SAMPLE_HEADS; i++)
		rows_of[i] = term_win__sub(win, i, 0, 1, win->cols);
	draw_columns(rows, row, SAMPLE_TIME, SAMPLE_EVENT, &rows_of[0]);
	term_win__printf(&rows_of[0], "  period %" PRIu64,
			 sample_rows__ref(rows, row)->weights.period);
	draw_columns(rows, row, SAMPLE_CLASS, SAMPLE_DELAY, &rows_of[1]);
	term_win__color(&rows_of[2], trace ? TERM_MEDIUM : TERM_DIM);
	term_win__puts(&rows_of[2], trace ? trace : "Its stack, from the inside");
}

void sample_one__draw_frame(const struct sample_rows *rows, uint32_t node, const char *search,
			    struct term_win *win)
{
	const struct func *func = func_at(rows, node);
	char buf[SAMPLE_CELL_LEN];

	term_win__color(win, func_color(func));
	if (func__is_frame(func))
		term_win__printf(win, "[%c] ", func->level);
	term_win__puts_match(win, sample_cell__func(rows, node, buf), search);
	term_win__color(win, TERM_DIM);
	if (func__is_frame(func))
		term_win__printf(win, "  %s", func__dso_name(func, false));
}
