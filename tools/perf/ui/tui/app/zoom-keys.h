/* SPDX-License-Identifier: GPL-2.0-only */
/* zoom-keys: the keys that zoom, by what the cursor is on or by a list. */
#ifndef PERF_DEFER_UI_TUI_APP_ZOOM_KEYS_H
#define PERF_DEFER_UI_TUI_APP_ZOOM_KEYS_H

#include "ui/tui/app/app.h"

/* Returns whether the trace has been read, so that it can be zoomed into. */
bool app__is_read(const struct tui_app *app);
/* Does the same, and shows a message if not. */
bool app__can_zoom(struct tui_app *app);

/*
 * Zoom into what the cursor is on, by @kind (enum zoom_kind), or into the kernel; a second call zooms out. If the
 * cursor is on nothing of that kind, the user chooses, unless the machine has only one socket.
 */
int app__zoom_here(struct tui_app *app, int kind, struct defer_error *err);
int app__zoom_kernel(struct tui_app *app, struct defer_error *err);
/* Asks for a kind of zoom, then for a value. */
int app__zoom_menu(struct tui_app *app, struct defer_error *err);
/* Asks for a text and hides rows without it; no text shows all rows. Searches if there are no rows. */
int app__filter_rows(struct tui_app *app, struct defer_error *err);

/* Returns whether the view has stacks whose recursion folds. */
bool app__folds(const struct tui_app *app);
/* Shows a function that calls itself once, with how often it does; a second call shows all again. */
int app__fold_recursion(struct tui_app *app, struct defer_error *err);

/* Has the user choose what to drop, of what the cursor is on first. */
int app__all_but(struct tui_app *app, struct defer_error *err);

/* Zooms into what the cursor is on, and shows its samples one by one. */
int app__samples(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_ZOOM_KEYS_H */
