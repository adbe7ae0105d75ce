/* SPDX-License-Identifier: GPL-2.0-only */
/* screen: the current view with the lines above and below it. */
#ifndef PERF_DEFER_UI_TUI_APP_SCREEN_H
#define PERF_DEFER_UI_TUI_APP_SCREEN_H

#include "ui/tui/app/app.h"

/* Draws everything, but does not flush the term: boxes are drawn on top. */
void app__draw(struct tui_app *app);
/* Returns whether to draw now: not while input is waiting, unless the last drawing was long ago. */
bool app__is_due(struct tui_app *app);

#endif /* PERF_DEFER_UI_TUI_APP_SCREEN_H */
