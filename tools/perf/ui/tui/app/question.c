// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "ui/tui/app/input.h"
#include "ui/tui/app/question.h"
#include "ui/tui/app/screen.h"
#include "ui/text/utf8.h"

static void draw_question(struct tui_app *app, const char *prompt, const char *text)
{
	struct term_win win = term__win(app->term), line;
	unsigned int room, width = term__width(text);

	app__draw(app);
	line = term_win__sub(&win, win.rows - 1, 0, 1, win.cols);
	line.color = TERM_STATUS;
	term_win__printf(&line, " %s", prompt);
	/* Keeps the end visible: that is where the user types. */
	room = line.col + 2 < line.cols ? line.cols - line.col - 2 : 0;
	for (; *text && width > room; width = term__width(text)) {
		uint32_t ch;

		text += utf8__next(text, strlen(text), &ch);
	}
	term_win__puts(&line, text);
	line.color = TERM_SELECTED;
	term_win__puts(&line, " ");
	line.color = TERM_STATUS;
	term_win__fill(&line);
	term__flush(app->term);
}

bool app__ask(struct tui_app *app, const char *prompt, char *buf, size_t size)
{
	struct term_event event;

	for (;;) {
		if (app__is_due(app))
			draw_question(app, prompt, buf);
		if (!app__wait_text(app, &event))
			return false;
		if (event.kind != TERM_EVENT_KEY)
			continue;
		if (event.pasted)
			utf8__append(buf, size, event.key);
		else if (event.key == KEY_ENTER)
			return true;
		else if (event.key == KEY_ESC)
			return false;
		else if (event.key == KEY_BACKSPACE)
			utf8__drop(buf);
		else if (event.key == KEY_CTRL('u'))
			buf[0] = '\0';
		else if (event.key < 0x110000)
			utf8__append(buf, size, event.key);
	}
}
