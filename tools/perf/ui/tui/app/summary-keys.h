/* SPDX-License-Identifier: GPL-2.0-only */
/* summary_keys: the view that stands before the rows, and the keys that lead from it to them. */
#ifndef PERF_DEFER_UI_TUI_APP_SUMMARY_KEYS_H
#define PERF_DEFER_UI_TUI_APP_SUMMARY_KEYS_H

#include "ui/tui/app/app.h"

/*
 * Goes to the rows if the view that is shown leaves @key to them. Returns whether it did, so that the key
 * acts there.
 */
bool app__pass_key(struct tui_app *app, uint32_t key);

#endif /* PERF_DEFER_UI_TUI_APP_SUMMARY_KEYS_H */
