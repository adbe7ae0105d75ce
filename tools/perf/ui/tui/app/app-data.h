/* SPDX-License-Identifier: GPL-2.0-only */
/* app-data: the trace that is shown, the data that the loader made of it, and the current event. */
#ifndef PERF_DEFER_UI_TUI_APP_APP_DATA_H
#define PERF_DEFER_UI_TUI_APP_APP_DATA_H

#include "ui/tui/app/app.h"

/* Starts to load app->path. */
int app__load(struct tui_app *app, struct defer_error *err);
/* Switches to another trace. Takes @path over, also on failure; then there is no loader. */
int app__open(struct tui_app *app, char *path, struct defer_error *err);
/* Frees the path of the previous trace, so that there is none to go back to. */
void app__forget_path(struct tui_app *app);
/*
 * Stops the loader and frees the data. If the loader cannot be stopped, leaves it running and sets
 * app->busy.
 */
void app__unload(struct tui_app *app);

/* Takes the data that the loader has made since, if any, and refreshes views. */
void app__take_data(struct tui_app *app);
/* Shows the event with this index of the profile in app->data. */
void app__set_event(struct tui_app *app, uint32_t event);

#endif /* PERF_DEFER_UI_TUI_APP_APP_DATA_H */
