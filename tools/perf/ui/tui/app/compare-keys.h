/* SPDX-License-Identifier: GPL-2.0-only */
/* compare_keys: compares what is shown with what was marked before, or with another file. */
#ifndef PERF_DEFER_UI_TUI_APP_COMPARE_KEYS_H
#define PERF_DEFER_UI_TUI_APP_COMPARE_KEYS_H

#include "ui/tui/app/app.h"

/* Marks the samples shown; at the next press compares with them; then ends the comparison. */
int app__compare(struct tui_app *app, struct defer_error *err);

/* Asks for another trace, and compares with it; without a name, ends the comparison. */
int app__compare_file(struct tui_app *app, struct defer_error *err);

/* Ends a comparison that is newer than the last zoom. Returns false if there is none. */
bool app__undo_compare(struct tui_app *app);

#endif /* PERF_DEFER_UI_TUI_APP_COMPARE_KEYS_H */
