/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * time_side: the answer beside the view of time, or below it: which functions the range has most samples in, and
 * which have a larger or smaller share there than in the rest of the time.
 *
 *	| Most samples here
 *	| 33.12%  ~+0.20% rep_movs_alternative
 *	| More or less here than in the rest
 *	| 31.20%  +21.50% rwsem_spin_on_owner
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_TIME_SIDE_H
#define PERF_DEFER_UI_TUI_VIEW_TIME_SIDE_H

#include "ui/tui/term/term.h"
#include "ui/tui/view/time-span.h"

struct heat_samples;
struct time_funcs;

/* All zero: nothing is known. */
struct time_side {
	const struct heat_samples *by_func; /* NULL: not there yet */
	struct time_span span;		    /* that funcs are of */
	struct time_funcs *funcs;	    /* NULL: not counted */
};

/* Takes new data, or NULL. */
void time_side__set(struct time_side *side, const struct heat_samples *by_func);
void time_side__exit(struct time_side *side);

/* Sets *@cols and *@rows, which are those of a window, to the size that the answer has: see tui_view_ops.side(). */
void time_side__size(unsigned int *cols, unsigned int *rows);
/* Draws what is known of @span; that of another one is counted first. */
void time_side__draw(struct time_side *side, struct time_span span, struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_TIME_SIDE_H */
