/* SPDX-License-Identifier: GPL-2.0-only */
/* menu: a box of items to choose from. */
#ifndef PERF_DEFER_UI_TUI_APP_MENU_H
#define PERF_DEFER_UI_TUI_APP_MENU_H

#include "ui/tui/app/app.h"

/*
 * Lets the user choose one of @nr @items: its number, or -1 if none is taken. Progress is drawn
 * meanwhile, but no data are taken: what @items are about stays.
 */
int app__choose(struct tui_app *app, const char *title, const char *const *items, unsigned int nr);

#endif /* PERF_DEFER_UI_TUI_APP_MENU_H */
