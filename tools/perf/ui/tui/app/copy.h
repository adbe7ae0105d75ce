/* SPDX-License-Identifier: GPL-2.0-only */
/* copy: the key that copies a name. */
#ifndef PERF_DEFER_UI_TUI_APP_COPY_H
#define PERF_DEFER_UI_TUI_APP_COPY_H

#include "ui/tui/app/app.h"

/* Copies the name of what the line stands for to the terminal's clipboard. */
int app__copy(struct tui_app *app, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_COPY_H */
