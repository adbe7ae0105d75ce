/* SPDX-License-Identifier: GPL-2.0-only */
/* The lines above and below the view: title, tabs, zooms; what goes on, and where the cursor is. */
#ifndef PERF_DEFER_UI_TUI_APP_STATUS_H
#define PERF_DEFER_UI_TUI_APP_STATUS_H

#include "ui/tui/app/app.h"

/* Rows above the view. */
unsigned int app__nr_heads(const struct tui_app *app);
/* Draws them at the top of @win. */
void app__draw_heads(const struct tui_app *app, struct term_win *win);
/* Draws the line below it: all of @win. */
void app__draw_status(const struct tui_app *app, struct term_win *win);
/* The tab that column @col of row @row is on, or -1. */
int app__tab_at(const struct tui_app *app, unsigned int row, unsigned int col);

#endif /* PERF_DEFER_UI_TUI_APP_STATUS_H */
