/* SPDX-License-Identifier: GPL-2.0-only */
/* What the keys do that zoom: by what the cursor is on, or by a list of what there is. */
#ifndef PERF_DEFER_UI_TUI_APP_ZOOM_KEYS_H
#define PERF_DEFER_UI_TUI_APP_ZOOM_KEYS_H

#include "ui/tui/app/app.h"

/* Has the trace been read? Says so if not. */
bool app__can_zoom(struct tui_app *app);

/* Into what the cursor is on, else into what the user chooses; the same again zooms out. */
int app__zoom_thread(struct tui_app *app, struct defer_error *err);
int app__zoom_dso(struct tui_app *app, struct defer_error *err);
int app__zoom_kernel(struct tui_app *app, struct defer_error *err);
/* The socket is that of the CPU; if the machine has one only, nothing is asked. */
int app__zoom_socket(struct tui_app *app, struct defer_error *err);
/* Asks what kind of thing to zoom into, and then which. */
int app__zoom_menu(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_ZOOM_KEYS_H */
