/* SPDX-License-Identifier: GPL-2.0-only */
/* context-menu: actions on what the cursor is on, in any view: show its source, zoom into it. */
#ifndef PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H
#define PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H

#include "ui/tui/app/app.h"

/* Offers all actions in a menu; the menu of all zooms if the cursor is on nothing. */
int app__context_menu(struct tui_app *app, struct defer_error *err);

/* Returns whether there is a view of source. */
bool app__has_source(const struct tui_app *app);

/* Shows the source of the function that the cursor is on; DEFER_ERR_NOENT if it is on none. */
int app__source(struct tui_app *app, struct defer_error *err);
/* Shows its callers and what it calls; DEFER_ERR_NOENT if there is no function. */
int app__calls(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H */
