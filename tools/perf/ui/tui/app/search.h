/* SPDX-License-Identifier: GPL-2.0-only */
/* Search: asks for a text, and goes to the places of the view that have it. */
#ifndef PERF_DEFER_UI_TUI_APP_SEARCH_H
#define PERF_DEFER_UI_TUI_APP_SEARCH_H

#include "ui/tui/app/app.h"

int app__search(struct tui_app *app, struct defer_error *err);
/* For the same text again. */
int app__search_next(struct tui_app *app, struct defer_error *err);
int app__search_back(struct tui_app *app, struct defer_error *err);
/* The next slice, while app->walk.on. */
void app__search_on(struct tui_app *app);

#endif /* PERF_DEFER_UI_TUI_APP_SEARCH_H */
