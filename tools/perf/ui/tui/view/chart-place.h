/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chart_place: the position of the user in a flame chart: the part that is shown, the parts that were
 * shown before, the visible lines, and the cursor, which is a line and a column of time.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_CHART_PLACE_H
#define PERF_DEFER_UI_TUI_VIEW_CHART_PLACE_H

#include "util/view/chart.h"

#define CHART_MAX_HISTORY 64

struct chart_place {
	const struct chart *chart;    /* NULL: none */
	uint64_t key;		      /* its hash_key: another chart may be where one was */
	struct chart_picture picture; /* of the last layout */
	unsigned int rows, cols;      /* size of the boxes' area at that time; at least 1 */
	struct chart_part shown;      /* all of the chart, or what the user zoomed into */
	struct chart_part history[CHART_MAX_HISTORY];
	unsigned int nr_history;
	uint64_t top; /* first visible line */
	/* The cursor. */
	uint64_t line;
	uint32_t col;
	bool moved; /* the picture shows another place */
	/* Where the cursor was, to be found in another chart. */
	int32_t pid, tid;
	uint32_t depth;
	uint64_t time;
};

void chart_place__init(struct chart_place *place);
void chart_place__exit(struct chart_place *place);

/* Moves to the same place in another chart, as far as it exists there; NULL: none for now. */
int chart_place__set(struct chart_place *place, const struct chart *chart, struct defer_error *err);

/* Lays out the picture for @rows and @cols, with the cursor in it. */
int chart_place__lay_out(struct chart_place *place, unsigned int rows, unsigned int cols,
			 struct defer_error *err);

/*
 * Returns the box of the cursor, in the picture as it is now, and what is in it, unless @facts is NULL; NULL
 * without a chart or memory.
 */
const struct chart_box *chart_place__box(struct chart_place *place, struct chart_facts *facts);

/* Select a caller, or the thread above; a callee, or the thread below. */
void chart_place__go_up(struct chart_place *place);
void chart_place__go_down(struct chart_place *place);
/* Selects the next box of the line, or the one before; moves by a column among threads. */
void chart_place__go_beside(struct chart_place *place, int step);
/* Selects the box at a row and column of the window. Returns false if there is none. */
bool chart_place__go_to(struct chart_place *place, unsigned int row, unsigned int col);
/* Shows all, with the cursor at its begin. */
void chart_place__go_home(struct chart_place *place);
/* Scrolls by a line. */
void chart_place__scroll(struct chart_place *place, int step);
/* Selects the frame of sample @i that is @depth deep; shows all if it is not in what is shown. */
void chart_place__show(struct chart_place *place, size_t i, uint32_t depth);

/* Shows the time and the thread of the cursor's box. */
void chart_place__zoom_in(struct chart_place *place);
/* Returns false if everything is shown already. */
bool chart_place__zoom_out(struct chart_place *place);
/* Shows half of the time, or twice as much, with the cursor where it is. */
void chart_place__scale(struct chart_place *place, bool in);
/* Shows what comes half a window later or earlier. */
void chart_place__pan(struct chart_place *place, bool later);

#endif /* PERF_DEFER_UI_TUI_VIEW_CHART_PLACE_H */
