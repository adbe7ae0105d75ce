/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_boxes: draws the boxes of a flame graph as cells: their labels and colours. */
#ifndef PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H
#define PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H

#include "ui/tui/term/term.h"
#include "util/view/flame.h"

struct flame_boxes {
	const struct flame *flame;
	const struct flame_picture *picture; /* laid out for the width of the window */
	const struct flame_matches *matches; /* drawn in TERM_MATCH; may be zeroed */
	uint32_t selected;		     /* node that is selected */
	uint32_t top;			     /* depth of the first row */
};

/* Returns the colour of @func; neighbours differ if @nth does. */
enum term_color flame_box__color(const struct func *func, unsigned int nth);
/* Draws a box as wide as @win. */
void flame_box__draw(struct term_win *win, const char *label);

void flame_boxes__draw(const struct flame_boxes *fb, const struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H */
