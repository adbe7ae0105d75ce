/* SPDX-License-Identifier: GPL-2.0-only */
/* heat_strip: one row of a heat as cells: the more samples, the hotter. */
#ifndef PERF_DEFER_UI_TUI_VIEW_HEAT_STRIP_H
#define PERF_DEFER_UI_TUI_VIEW_HEAT_STRIP_H

#include "ui/tui/term/term.h"
#include "util/view/heat.h"

/* Columns that are drawn as selected. */
struct heat_mark {
	uint32_t first, last; /* both inclusive; none if first > last */
};

#define HEAT_NO_MARK ((struct heat_mark){.first = 1, .last = 0})

/* Draws @nr_cols cells from the pen of @win on. @strip is filled by heat__strip(). */
void heat_strip__draw(struct term_win *win, const double *strip, uint32_t nr_cols, double peak,
		      struct heat_mark mark);

#endif /* PERF_DEFER_UI_TUI_VIEW_HEAT_STRIP_H */
