/* SPDX-License-Identifier: GPL-2.0-only */
/* order-keys: the keys that change the columns and the order of the rows. */
#ifndef PERF_DEFER_UI_TUI_APP_ORDER_KEYS_H
#define PERF_DEFER_UI_TUI_APP_ORDER_KEYS_H

#include "ui/tui/app/app.h"

/* Returns whether the view shows rows that have such columns. */
bool app__has_rows(const struct tui_app *app);

/* Have the user check what -s or -F takes, and make the rows that it leads to; nothing: those of the start. */
int app__ask_sort(struct tui_app *app, struct defer_error *err);
int app__ask_fields(struct tui_app *app, struct defer_error *err);
/* Sorts the rows by @column, one of those that are shown. */
int app__sort_by(struct tui_app *app, const struct column *column, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_ORDER_KEYS_H */
