/* SPDX-License-Identifier: GPL-2.0-only */
/* help: the help, generated from the tables that dispatch the keys. */
#ifndef PERF_DEFER_UI_TUI_APP_HELP_H
#define PERF_DEFER_UI_TUI_APP_HELP_H

#include "ui/tui/app/app.h"

/* Shows the help. @keys are the keys that all views share; a zeroed one ends them. */
int app__help(struct tui_app *app, const struct app_key *keys, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_HELP_H */
