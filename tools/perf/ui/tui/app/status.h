/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * status: the lines above the view (title, tabs, zooms) and below it (progress, cursor position).
 */
#ifndef PERF_DEFER_UI_TUI_APP_STATUS_H
#define PERF_DEFER_UI_TUI_APP_STATUS_H

#include "ui/tui/app/app.h"

/* Returns the number of rows above the view. */
unsigned int app__nr_heads(const struct tui_app *app);
/* Draws them at the top of @win. */
void app__draw_heads(const struct tui_app *app, struct term_win *win);
/* Draws the bottom line into @win. */
void app__draw_status(const struct tui_app *app, struct term_win *win);
/* Returns the tab at row @row and column @col, or -1. */
int app__tab_at(const struct tui_app *app, unsigned int row, unsigned int col);

#endif /* PERF_DEFER_UI_TUI_APP_STATUS_H */
