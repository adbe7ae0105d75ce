/* SPDX-License-Identifier: GPL-2.0-only */
/* A menu of what can be done with what the cursor is on: its source, and zooms. */
#ifndef PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H
#define PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H

#include "ui/tui/app/app.h"

/* If it is on nothing, the menu of all zooms. */
int app__context_menu(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_CONTEXT_MENU_H */
