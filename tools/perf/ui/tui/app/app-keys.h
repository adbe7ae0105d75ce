/* SPDX-License-Identifier: GPL-2.0-only */
/* app_keys: the keys that all views share, and the handling of any key. */
#ifndef PERF_DEFER_UI_TUI_APP_APP_KEYS_H
#define PERF_DEFER_UI_TUI_APP_APP_KEYS_H

#include "ui/tui/app/app.h"

/* Returns all keys in the order in which the help lists them; a zeroed one ends the table. */
const struct app_key *app_keys(void);

/*
 * Has the view handle @event, a key or the mouse, or runs the common key. Returns TUI_DONE or
 * TUI_PASS.
 */
int app__key(struct tui_app *app, const struct term_event *event, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_APP_KEYS_H */
