/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * time_draw: the parts of the view of time:
 *
 *	range +0.1 .. +0.4 (0.3 s) of +0.0 .. +0.9    which time
 *	90 of 300 samples, 30.00%: U user 67%         what is in the range; a legend of the states
 *	program 50    50.0% @@@@@   --@@              a strip: bars are samples, lines are spans
 *	         of range   -####^------              the range
 *	50.0 ms  .-+@:x. .                            cells of a heat map, in place of strips
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_TIME_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_TIME_DRAW_H

#include "ui/tui/term/term.h"
#include "ui/tui/view/time-axis.h"

/* How times are shown. */
struct time_text {
	uint64_t zero; /* ns: times are relative to this one */
	bool no_time;  /* they are the order of samples */
};

void time_draw__times(const struct time_axis *axis, const struct time_text *text,
		      struct term_win *win);
/* Draws the figures of the range for all threads. */
void time_draw__figures(const struct time_axis *axis, struct term_win *win);
/* Draws the range as a line that ends at the cursor. */
void time_draw__ruler(const struct time_axis *axis, struct term_win *win);

#define TIME_SHARE_COLS 6
/* Draws a share in @width columns: "20.8%" in TIME_SHARE_COLS, without decimals in less. */
void time_draw__share(uint64_t nr, uint64_t all, unsigned int width, struct term_win *win);

/* ---- the heat map: time-heat.c. There must be a grid ---- */

#define TIME_PART_COLS 8 /* columns before the cells */

/* Returns how many parts of a grid stand in one line. */
static inline unsigned int time_draw__parts_of_line(const struct term *term)
{
	return term__has_halves(term) ? 2 : 1;
}

/* Draws the lengths of columns and cells, and what their colours or glyphs stand for. */
void time_draw__levels(const struct time_axis *axis, struct term_win *win);
/* Draws the seconds from @zero on at which columns begin, the range, and the column of the cursor. */
void time_draw__seconds(const struct time_axis *axis, uint64_t zero, struct term_win *win);
/* Draws the cells of line @line, and when they begin in their columns. */
void time_draw__cells(const struct time_axis *axis, uint64_t line, struct term_win *win);
/*
 * Sets *@cell to the first one that is drawn in line @line and in column @col of the window, or to one near it.
 * Returns false if there is none.
 */
bool time_draw__find_cell(const struct time_axis *axis, unsigned int per_line, uint64_t line,
			  uint32_t col, uint32_t *cell);

/* ---- strips ---- */

/* Room for what is in the columns of a strip. */
struct time_strip {
	double nr[TERM_MAX_COLS];
	uint8_t states[TERM_MAX_COLS];
};

/* Fills the columns of a row of time_axis__heat(), or of HEAT_ALL. */
void time_strip__fill(struct time_strip *strip, const struct time_axis *axis, uint32_t row);
/* Draws a strip from the pen of @win on. @peak is the number that the highest bar stands for. */
void time_draw__strip(const struct time_axis *axis, double peak, const struct time_strip *strip,
		      struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_TIME_DRAW_H */
