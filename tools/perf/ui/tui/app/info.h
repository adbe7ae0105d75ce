/* SPDX-License-Identifier: GPL-2.0-only */
/* info: facts about the trace as a whole: damage, reasons for missing symbols, its header. */
#ifndef PERF_DEFER_UI_TUI_APP_INFO_H
#define PERF_DEFER_UI_TUI_APP_INFO_H

#include "ui/tui/app/app.h"

int app__info(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_INFO_H */
