/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen: the view that is shown, with the lines above and below it. */
#ifndef PERF_DEFER_UI_TUI_APP_SCREEN_H
#define PERF_DEFER_UI_TUI_APP_SCREEN_H

#include "ui/tui/app/app.h"

/* Draws all of it, but does not flush the term: boxes come on top. */
void app__draw(struct tui_app *app);
/* Is it time to draw? Not if more keys are there already, unless it was long ago. */
bool app__is_due(struct tui_app *app);

#endif /* PERF_DEFER_UI_TUI_APP_SCREEN_H */
