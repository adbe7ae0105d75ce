/* SPDX-License-Identifier: GPL-2.0-only */
/* text_box: lines of text in a box that scrolls. */
#ifndef PERF_DEFER_UI_TUI_APP_TEXT_BOX_H
#define PERF_DEFER_UI_TUI_APP_TEXT_BOX_H

#include "ui/tui/app/app.h"
#include "ui/tui/term/text-lines.h"

/* Shows @nr lines until a key closes them. Takes no data meanwhile, like app__choose(). */
void app__show_text(struct tui_app *app, const char *title, const char *const *lines,
		    unsigned int nr);
/*
 * Shows the text that was printed to @text, and exits @text. What is typed narrows it to the lines
 * that have that, and to their headings, which follow empty lines; Esc, q or Enter closes it.
 */
int app__show_lines(struct tui_app *app, const char *title, struct text_lines *text,
		    struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_TEXT_BOX_H */
