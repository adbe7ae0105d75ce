/* SPDX-License-Identifier: GPL-2.0-only */
/* text_box: lines to read, in a box that scrolls. */
#ifndef PERF_DEFER_UI_TUI_APP_TEXT_BOX_H
#define PERF_DEFER_UI_TUI_APP_TEXT_BOX_H

#include "ui/tui/app/app.h"
#include "ui/tui/term/text-lines.h"

/* Shows @nr lines until a key closes it. As with app__choose(), no data are taken meanwhile. */
void app__show_text(struct tui_app *app, const char *title, const char *const *lines,
		    unsigned int nr);
/* The same with what was printed to @text, which is exited in the end. */
int app__show_lines(struct tui_app *app, const char *title, struct text_lines *text,
		    struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_APP_TEXT_BOX_H */
