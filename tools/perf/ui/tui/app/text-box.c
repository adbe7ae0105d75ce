// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/term/box.h"
#include "ui/tui/app/input.h"
#include "ui/tui/app/screen.h"
#include "ui/tui/app/text-box.h"

struct text_box {
	const char *const *lines;
	unsigned int nr, top, rows;
	unsigned int cols, left; /* of the longest line; scrolled out on the left */
};

#define SIDE_STEP 8

static void text_box__draw(struct text_box *text, const char *title, struct tui_app *app)
{
	struct term_win win = term__win(app->term), inside;

	text->cols = box__cols(text->lines, text->nr);
	app__draw(app);
	inside = box__draw(&win, title, text->nr, text->cols);
	text->rows = inside.rows;
	if (text->top + text->rows > text->nr)
		text->top = text->nr - text->rows;
	if (text->left + inside.cols > text->cols)
		text->left = text->cols > inside.cols ? text->cols - inside.cols : 0;
	for (unsigned int row = 0; row < inside.rows; row++) {
		struct term_win line = term_win__sub(&inside, row, 0, 1, inside.cols);

		line.skip = text->left;
		term_win__puts(&line, text->lines[text->top + row]);
	}
	box__draw_place(&win, &inside, text->top, text->nr);
	term__flush(app->term);
}

/* Handles a key. Returns false if the text is closed. */
static bool text_box__key(struct text_box *text, uint32_t key)
{
	unsigned int page = text->rows > 1 ? text->rows - 1 : 1;

	switch (key) {
	case KEY_UP:
		text->top -= text->top > 0;
		return true;
	case KEY_DOWN:
		text->top++;
		return true;
	case KEY_PGUP:
		text->top -= text->top < page ? text->top : page;
		return true;
	case KEY_PGDN:
	case ' ':
		text->top += page;
		return true;
	case KEY_HOME:
		text->top = 0;
		return true;
	case KEY_END:
		text->top = text->nr;
		return true;
	case KEY_RIGHT:
	case '>':
		text->left += SIDE_STEP;
		return true;
	case KEY_LEFT:
	case '<':
		if (!text->left && key == KEY_LEFT)
			return false; /* goes back, as everywhere */
		text->left -= text->left < SIDE_STEP ? text->left : SIDE_STEP;
		return true;
	default:
		break;
	}
	return false;
}

void app__show_text(struct tui_app *app, const char *title, const char *const *lines,
		    unsigned int nr)
{
	struct text_box text = {.lines = lines, .nr = nr};
	struct term_event event;
	bool open = true;

	while (open) {
		if (!text.rows || app__is_due(app))
			text_box__draw(&text, title, app);
		if (!app__wait(app, &event))
			return;
		if (event.kind == TERM_EVENT_KEY)
			open = text_box__key(&text, event.key);
		else if (event.kind != TERM_EVENT_MOUSE)
			continue;
		else if (event.mouse == MOUSE_WHEEL_UP)
			text_box__key(&text, KEY_UP);
		else if (event.mouse == MOUSE_WHEEL_DOWN)
			text_box__key(&text, KEY_DOWN);
		else if (event.mouse == MOUSE_PRESS)
			open = false;
	}
}

int app__show_lines(struct tui_app *app, const char *title, struct text_lines *text,
		    struct defer_error *err)
{
	int ret = text_lines__finish(text, err);

	if (!ret)
		app__show_text(app, title, text->lines, text->nr);
	text_lines__exit(text);
	return ret;
}
