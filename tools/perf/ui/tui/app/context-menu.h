/* SPDX-License-Identifier: GPL-2.0-only */
/* What can be done with what the cursor is on, in any view: show its source, zoom into it. */
#ifndef PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H
#define PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H

#include "ui/tui/app/app.h"

/* Offers all of it in a menu; if the cursor is on nothing, the menu of all zooms. */
int app__context_menu(struct tui_app *app, struct defer_error *err);

/* Is there a view of source? */
bool app__has_source(const struct tui_app *app);

/* Shows the source of the function that the cursor is on; DEFER_ERR_NOENT if it is on none. */
int app__source(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H */
