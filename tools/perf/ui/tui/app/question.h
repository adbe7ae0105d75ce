/* SPDX-License-Identifier: GPL-2.0-only */
/* question: a line of input at the bottom of the screen. */
#ifndef PERF_DEFER_UI_TUI_APP_QUESTION_H
#define PERF_DEFER_UI_TUI_APP_QUESTION_H

#include "ui/tui/app/app.h"

/*
 * Has the user edit the line in @buf. Returns false on Esc. Takes no data meanwhile, like
 * app__choose().
 */
bool app__ask(struct tui_app *app, const char *prompt, char *buf, size_t size);

#endif /* PERF_DEFER_UI_TUI_APP_QUESTION_H */
