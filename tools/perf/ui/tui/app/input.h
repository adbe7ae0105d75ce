/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * input: waits for a key or the mouse, for the main loop and for boxes, which have loops of their
 * own.
 */
#ifndef PERF_DEFER_UI_TUI_APP_INPUT_H
#define PERF_DEFER_UI_TUI_APP_INPUT_H

#include "ui/tui/app/app.h"

/*
 * Waits for an event, at most until progress has to be drawn. Handles keys that do the same
 * everywhere and returns them as TERM_EVENT_RESIZE. Returns pasted text only while app->asks.
 * Returns false if the user or the system wants to leave (app->leave).
 */
bool app__wait(struct tui_app *app, struct term_event *event);

/* Does the same where text may be typed or pasted. */
bool app__wait_text(struct tui_app *app, struct term_event *event);

/*
 * Handles a key that does the same everywhere, also in boxes, and makes @event TERM_EVENT_RESIZE then.
 */
void app__take_common_key(struct tui_app *app, struct term_event *event);

#endif /* PERF_DEFER_UI_TUI_APP_INPUT_H */
