/* SPDX-License-Identifier: GPL-2.0-only */
/* menu: a box with items to choose from. */
#ifndef PERF_DEFER_UI_TUI_APP_MENU_H
#define PERF_DEFER_UI_TUI_APP_MENU_H

#include "ui/tui/app/app.h"

/*
 * Has the user choose one of @nr @items. Returns its index, or -1 if none is chosen. Draws progress
 * meanwhile but takes no data, so that what @items refer to stays valid.
 */
int app__choose(struct tui_app *app, const char *title, const char *const *items, unsigned int nr);

/*
 * Does the same with a box to check before each item: Space, or a click, changes that of @checked. Returns the
 * item on which Enter was pressed, which it checks if nothing else was changed. @checked NULL: app__choose().
 */
int app__check(struct tui_app *app, const char *title, const char *const *items, bool *checked,
	       unsigned int nr);

#endif /* PERF_DEFER_UI_TUI_APP_MENU_H */
