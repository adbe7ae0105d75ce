/* SPDX-License-Identifier: GPL-2.0-only */
/* finder: one box over functions, threads and keys. */
#ifndef PERF_DEFER_UI_TUI_APP_FINDER_H
#define PERF_DEFER_UI_TUI_APP_FINDER_H

#include "ui/tui/app/app.h"

/*
 * Has the user choose a function, a thread or a key of this view; goes to the function, or zooms
 * into the thread. Sets *@key to the key that was chosen, for the caller to press, or to 0. @keys
 * are the keys that all views share; a zeroed one ends them.
 */
int app__find_anything(struct tui_app *app, const struct app_key *keys, uint32_t *key,
		       struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_FINDER_H */
