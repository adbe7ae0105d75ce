/* SPDX-License-Identifier: GPL-2.0-only */
/* The help, made of the tables that the keys themselves go by. */
#ifndef PERF_DEFER_UI_TUI_APP_HELP_H
#define PERF_DEFER_UI_TUI_APP_HELP_H

#include "ui/tui/app/app.h"

/* Shows it: @keys, which end with a zeroed one, are those that all views have in common. */
int app__help(struct tui_app *app, const struct app_key *keys, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_HELP_H */
