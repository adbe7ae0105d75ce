/* SPDX-License-Identifier: GPL-2.0-only */
/* box: a frame on top of the view. */
#ifndef PERF_DEFER_UI_TUI_TERM_BOX_H
#define PERF_DEFER_UI_TUI_TERM_BOX_H

#include "ui/tui/term/term.h"

/* Returns the width of the longest of @nr lines, columns. */
unsigned int box__cols(const char *const *lines, unsigned int nr);

/*
 * Draws a box in the middle of @win for contents of @rows and @cols, cut to what fits. Returns the
 * blank window inside it.
 */
struct term_win box__draw(const struct term_win *win, const char *title, unsigned int rows,
			  unsigned int cols);

/*
 * Draws the position in the list, @top of @nr, onto the lower edge of the box around @inside, which
 * lies in @win. Draws nothing if all lines are visible.
 */
void box__draw_place(const struct term_win *win, const struct term_win *inside, unsigned int top,
		     unsigned int nr);

#endif /* PERF_DEFER_UI_TUI_TERM_BOX_H */
