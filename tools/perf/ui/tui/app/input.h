/* SPDX-License-Identifier: GPL-2.0-only */
/* Input: waiting for a key or the mouse, in the loop and in boxes, which have their own loops. */
#ifndef PERF_DEFER_UI_TUI_APP_INPUT_H
#define PERF_DEFER_UI_TUI_APP_INPUT_H

#include "ui/tui/app/app.h"

/*
 * Waits for an event, no longer than until progress is to be drawn. Keys that do the same
 * everywhere are seen to, and come as TERM_EVENT_RESIZE; what is pasted comes only while app->asks.
 * False if the user, or the system, wants to leave: app->leave.
 */
bool app__wait(struct tui_app *app, struct term_event *event);

#endif /* PERF_DEFER_UI_TUI_APP_INPUT_H */
