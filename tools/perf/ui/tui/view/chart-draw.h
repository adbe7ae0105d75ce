/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chart_draw: the parts of a flame chart:
 *
 *	12.5%  3 samples  +0.001000 for 3.00 ms  [.] main  prog     the cursor's box
 *	|+0.000     |+0.002     |+0.004                             the axis
 *	|prog 50
 *	|main                    |main                              boxes
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_CHART_DRAW_H
#define PERF_DEFER_UI_TUI_VIEW_CHART_DRAW_H

#include "ui/tui/term/term.h"
#include "ui/tui/view/chart-place.h"
#include "util/view/chart-find.h"

#define CHART_NR_HEADS 2

struct samples;

/* How times are shown, and what is searched for. */
struct chart_look {
	const struct samples
		*samples; /* times are relative to the first one; NULL: to the chart's start */
	const struct chart_matches *matches; /* drawn in TERM_MATCH; may be zeroed */
};

/* Draws what is in the cursor's box. Returns where its name is. */
struct term_span chart_draw__box(struct chart_place *place, const struct chart_look *look,
				 struct term_win *win);
/* Draw times on the axis of a part in @cols columns, relative to @zero, and where the cursor is. */
void chart_draw__ticks(const struct chart_part *shown, uint32_t cols, uint64_t zero, bool no_time,
		       struct term_win *win);
void chart_draw__cursor(uint32_t col, struct term_win *win);
void chart_draw__axis(const struct chart_place *place, const struct chart_look *look,
		      struct term_win *win);
void chart_draw__boxes(struct chart_place *place, const struct chart_look *look,
		       const struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_CHART_DRAW_H */
