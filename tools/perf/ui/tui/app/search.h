/* SPDX-License-Identifier: GPL-2.0-only */
/* search: asks for a text and moves to the places of the view that contain it. */
#ifndef PERF_DEFER_UI_TUI_APP_SEARCH_H
#define PERF_DEFER_UI_TUI_APP_SEARCH_H

#include "ui/tui/app/app.h"

int app__search(struct tui_app *app, struct defer_error *err);
/* Searches for the same text again, up or down. */
int app__search_again(struct tui_app *app, int forward, struct defer_error *err);
/*
 * Has the user choose another view with functions, and goes to that of the cursor there: its first
 * place, or box. The next places are found as those of a search.
 */
int app__find_func(struct tui_app *app, struct defer_error *err);
/* Goes to the first place, or the box, of @func in the view called @view, as app__find_func() does. */
int app__go_to_func(struct tui_app *app, const struct func *func, const char *view,
		    struct defer_error *err);
/* Searches the next slice; for the loop, while app->walk.on. */
void app__search_on(struct tui_app *app);

#endif /* PERF_DEFER_UI_TUI_APP_SEARCH_H */
