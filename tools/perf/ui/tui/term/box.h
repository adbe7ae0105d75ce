/* SPDX-License-Identifier: GPL-2.0-only */
/* box: a frame over the view. */
#ifndef PERF_DEFER_UI_TUI_TERM_BOX_H
#define PERF_DEFER_UI_TUI_TERM_BOX_H

#include "ui/tui/term/term.h"

/* Columns that the longest of @nr lines takes. */
unsigned int box__cols(const char *const *lines, unsigned int nr);

/*
 * Draws a box around the middle of @win, for contents of @rows and @cols, cut to what there is,
 * and returns the window of its inside, blank.
 */
struct term_win box__draw(const struct term_win *win, const char *title, unsigned int rows,
			  unsigned int cols);

/*
 * Draws onto the lower edge of the box around @inside, which is in @win, that its first line is
 * number @top of @nr; nothing if it has room for all.
 */
void box__draw_place(const struct term_win *win, const struct term_win *inside, unsigned int top,
		     unsigned int nr);

#endif /* PERF_DEFER_UI_TUI_TERM_BOX_H */
