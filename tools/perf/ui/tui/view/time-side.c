// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>

#include "ui/tui/view/row-view.h"
#include "ui/tui/view/time-side.h"
#include "util/profile/profile.h"
#include "util/view/time-funcs.h"

#define MIN_COLS   110 /* of a window that has it on the right */
#define MIN_ROWS   8   /* of one that has it below */
#define MOST_ROWS  8   /* of it, below */
#define BLOCK_COLS 40  /* of a block, at least, where two are side by side */

static void drop_funcs(struct time_side *side)
{
	if (side->funcs)
		time_funcs__exit(side->funcs);
	free(side->funcs);
	side->funcs = NULL;
}

void time_side__set(struct time_side *side, const struct heat_samples *by_func)
{
	time_side__exit(side);
	side->by_func = by_func;
}

void time_side__exit(struct time_side *side)
{
	drop_funcs(side);
	*side = (struct time_side){0};
}

void time_side__size(unsigned int *cols, unsigned int *rows)
{
	if (*cols >= MIN_COLS) {
		*cols = *cols / 3;
		*rows = 0;
		return;
	}
	*cols = 0;
	*rows = *rows < MIN_ROWS ? 0 : *rows / 4 < MOST_ROWS ? *rows / 4 : MOST_ROWS;
}

/* Counts the functions of @span, unless that was done. Without memory there are none. */
static void count_funcs(struct time_side *side, struct time_span span)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (!side->by_func ||
	    (side->funcs && side->span.start == span.start && side->span.end == span.end))
		return;
	drop_funcs(side);
	side->span = span;
	side->funcs = calloc(1, sizeof(*side->funcs));
	if (side->funcs && time_funcs__init(side->funcs, side->by_func, span.start, span.end, &err))
		drop_funcs(side);
}

/* One of the two lists. */
struct block {
	const char *title, *none; /* the latter in place of a list without functions */
	const struct time_func *funcs;
	size_t nr;
};

static void draw_func(const struct time_side *side, const struct time_func *func,
		      struct term_win *win)
{
	const struct funcs *funcs = &side->by_func->shown.profile->funcs;
	char label[FUNC_LABEL_LEN];

	row_view__draw_percent(func->change.now, win);
	if (!func->change.is_noise)
		row_view__draw_change(func->change, win);
	else
		term_win__pad(win, "", CHANGE_COLS);
	term_win__puts(win, " ");
	term_win__color(win, func__color(funcs__at(funcs, func->func)));
	term_win__puts(win, func__label(funcs__at(funcs, func->func), label));
}

static void draw_block(const struct time_side *side, const struct block *block,
		       struct term_win *win)
{
	struct term_win line = term_win__sub(win, 0, 0, 1, win->cols);

	term_win__color(&line, TERM_TITLE);
	term_win__puts(&line, block->title);
	for (unsigned int row = 1; row < win->rows && row <= block->nr; row++) {
		line = term_win__sub(win, row, 0, 1, win->cols);
		draw_func(side, &block->funcs[row - 1], &line);
	}
	if (block->nr || win->rows < 2)
		return;
	line = term_win__sub(win, 1, 0, 1, win->cols);
	term_win__color(&line, TERM_DIM);
	term_win__puts(&line, block->none);
}

/* Draws @upper and @lower, or one beside the other if @win is wide, or one alone. */
static void draw_blocks(const struct time_side *side, const struct block *most,
			const struct block *changed, bool below, struct term_win *win)
{
	unsigned int half = below ? win->cols / 2 : win->rows / 2;
	struct term_win first, second;

	if (below && half < BLOCK_COLS) {
		draw_block(side, most, win);
		return;
	}
	first = below ? term_win__sub(win, 0, 0, win->rows, half - 1)
		      : term_win__sub(win, 0, 0, half, win->cols);
	second = below ? term_win__sub(win, 0, half, win->rows, win->cols - half)
		       : term_win__sub(win, half, 0, win->rows - half, win->cols);
	draw_block(side, most, &first);
	draw_block(side, changed, &second);
}

void time_side__draw(struct time_side *side, struct time_span span, struct term_win *win)
{
	static const struct time_funcs nothing;
	const struct time_funcs *funcs;
	bool below = !win->left;
	struct term_win part = *win;
	struct block most = {.title = "Most samples here",
			     .none = side->by_func ? "There are no samples here"
						   : "Functions are being counted"};
	struct block changed = {.title = "Share here; more or less than in the rest"};

	count_funcs(side, span);
	funcs = side->funcs ?: &nothing;
	changed.none = funcs->nr ? "None differs by more than chance" : "";
	most.funcs = funcs->most;
	most.nr = funcs->nr_most;
	changed.funcs = funcs->changed;
	changed.nr = funcs->nr_changed;
	if (!below) {
		for (unsigned int row = 0; row < win->rows; row++) {
			term_win__at(&part, row, 0);
			term_win__color(&part, TERM_DIM);
			term_win__glyph(&part, GLYPH_VLINE, 1);
		}
		part = term_win__sub(win, 0, 2, win->rows, win->cols - 2);
	}
	draw_blocks(side, &most, &changed, below, &part);
}
