/* SPDX-License-Identifier: GPL-2.0-only */
/* From any view to the source of the function that its cursor is on. */
#ifndef PERF_DEFER_UI_TUI_APP_SOURCE_KEY_H
#define PERF_DEFER_UI_TUI_APP_SOURCE_KEY_H

#include "ui/tui/app/app.h"

/* Is there a view of source, and is it the one that is shown? */
bool app__has_source(const struct tui_app *app);
bool app__shows_source(const struct tui_app *app);

/* DEFER_ERR_NOENT if the cursor is on no function. */
int app__source(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_SOURCE_KEY_H */
