/* SPDX-License-Identifier: GPL-2.0-only */
/* The app's data: which trace is shown, what the loader has made of it, and which event of it. */
#ifndef PERF_DEFER_UI_TUI_APP_APP_DATA_H
#define PERF_DEFER_UI_TUI_APP_APP_DATA_H

#include "ui/tui/app/app.h"

/* Has app->path loaded. */
int app__load(struct tui_app *app, struct defer_error *err);
/* Another trace: @path is taken over, also on failure. Then there is no loader. */
int app__open(struct tui_app *app, char *path, struct defer_error *err);
/* There is no trace to go back to. */
void app__forget_path(struct tui_app *app);
/* Stops the loader and frees the data. If it cannot be stopped it is left at work: app->busy. */
void app__unload(struct tui_app *app);

/* Takes what the loader has made since, if anything, and lets views know. */
void app__take_data(struct tui_app *app);
/* Shows the event with that index. */
void app__set_event(struct tui_app *app, uint32_t event);

#endif /* PERF_DEFER_UI_TUI_APP_APP_DATA_H */
