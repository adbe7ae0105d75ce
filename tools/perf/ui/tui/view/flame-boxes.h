/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_boxes: the boxes of a flame graph as cells: what they are called, and in which colours. */
#ifndef PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H
#define PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H

#include "ui/tui/term/term.h"
#include "util/view/flame.h"

struct flame_boxes {
	const struct flame *flame;
	const struct flame_picture *picture; /* as wide as the window */
	const struct flame_matches *matches; /* drawn so; may be all zero */
	uint32_t selected;		     /* node */
	uint32_t top;			     /* depth of the first row */
};

void flame_boxes__draw(const struct flame_boxes *fb, const struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H */
