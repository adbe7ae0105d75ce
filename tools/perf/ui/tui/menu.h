/* SPDX-License-Identifier: GPL-2.0-only */
/* menu: boxes over the view: a choice, a line of input, text to read. Each has its own loop. */
#ifndef PERF_DEFER_UI_TUI_MENU_H
#define PERF_DEFER_UI_TUI_MENU_H

#include "ui/tui/app.h"

/*
 * Draws a box around the middle of @win, for contents of @rows and @cols, cut to what there is,
 * and returns the window of its inside, blank.
 */
struct term_win box__draw(const struct term_win *win, const char *title, unsigned int rows,
			  unsigned int cols);

#endif /* PERF_DEFER_UI_TUI_MENU_H */
