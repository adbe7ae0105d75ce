/* SPDX-License-Identifier: GPL-2.0-only */
/* question: a line of input at the bottom of the screen. */
#ifndef PERF_DEFER_UI_TUI_APP_QUESTION_H
#define PERF_DEFER_UI_TUI_APP_QUESTION_H

#include "ui/tui/app/app.h"

/*
 * Lets the user write a line into @buf, which begins with what stands in it: false for Esc. As
 * with app__choose(), no data are taken meanwhile.
 */
bool app__ask(struct tui_app *app, const char *prompt, char *buf, size_t size);

#endif /* PERF_DEFER_UI_TUI_APP_QUESTION_H */
