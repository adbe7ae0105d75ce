/* SPDX-License-Identifier: GPL-2.0-only */
/* app_keys: the keys that all views have in common, and what to do with any key. */
#ifndef PERF_DEFER_UI_TUI_APP_APP_KEYS_H
#define PERF_DEFER_UI_TUI_APP_APP_KEYS_H

#include "ui/tui/app/app.h"

/* All of them, in the order in which the help lists them; ends with a zeroed one. */
const struct app_key *app_keys(void);

/* Has the view take @event, a key or the mouse, or does what the table says: TUI_DONE, TUI_PASS. */
int app__key(struct tui_app *app, const struct term_event *event, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_APP_KEYS_H */
