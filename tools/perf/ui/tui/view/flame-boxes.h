/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_boxes: draws the boxes of a flame graph as cells: their labels and colours. */
#ifndef PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H
#define PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H

#include "ui/tui/term/term.h"
#include "ui/tui/view/flame-place.h"

/* Returns the colour of @func; neighbours differ if @nth does. */
enum term_color flame_box__color(const struct func *func, unsigned int nth);
/* Draws a box as wide as @win. That of the cursor ends with a mark, which is there without colours too. */
void flame_box__draw(struct term_win *win, const char *label, bool has_cursor);

/* Draws the picture of @place, which is laid out for @win, with @matches in TERM_MATCH. */
void flame_boxes__draw(const struct flame_place *place, const struct flame_matches *matches,
		       const struct term_win *win);

#endif /* PERF_DEFER_UI_TUI_VIEW_FLAME_BOXES_H */
