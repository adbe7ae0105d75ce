// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/term/box.h"
#include "ui/tui/app/input.h"
#include "ui/tui/app/narrow.h"
#include "ui/tui/app/screen.h"
#include "ui/tui/app/text-box.h"

struct text_box {
	struct narrow narrow;
	bool narrows; /* characters that are typed select lines */
	unsigned int top, rows;
	unsigned int cols, left; /* of the longest line; scrolled out on the left */
};

#define SIDE_STEP  8
#define WRAP_LEAST 36 /* narrower boxes are moved sideways */
#define BOX_EDGES  4  /* columns of the screen that a box has no room for text in */

static void text_box__draw(struct text_box *text, const char *title, struct tui_app *app)
{
	struct term_win win = term__win(app->term), inside;
	const struct narrow *narrow = &text->narrow;
	char head[128];

	app__draw(app);
	narrow__title(narrow, title, head, sizeof(head));
	inside = box__draw(&win, head, narrow->nr_lines, text->cols);
	text->rows = inside.rows;
	if (text->top + text->rows > narrow->nr)
		text->top = narrow->nr > text->rows ? narrow->nr - text->rows : 0;
	if (text->left + inside.cols > text->cols)
		text->left = text->cols > inside.cols ? text->cols - inside.cols : 0;
	for (unsigned int row = 0; row < inside.rows && text->top + row < narrow->nr; row++) {
		struct term_win line = term_win__sub(&inside, row, 0, 1, inside.cols);

		line.skip = text->left;
		term_win__puts_match(&line, narrow->lines[narrow->shown[text->top + row]],
				     narrow->text[0] ? narrow->text : NULL);
	}
	box__draw_place(&win, &inside, text->top, narrow->nr);
	term__flush(app->term);
}

/* Moves the window. Returns false if @key does not. */
static bool text_box__move(struct text_box *text, uint32_t key, unsigned int page)
{
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
		text->top = text->narrow.nr;
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

/* Handles a key. Returns false if the text is closed. */
static bool text_box__key(struct text_box *text, const struct term_event *event)
{
	unsigned int page = text->rows > 1 ? text->rows - 1 : 1;

	if (text->narrows && narrow__key(&text->narrow, event)) {
		text->top = 0;
		return true;
	}
	return event->pasted || text_box__move(text, event->key, page);
}

static void text_box__run(struct text_box *text, const char *title, struct tui_app *app)
{
	static const struct term_event up = {.key = KEY_UP}, down = {.key = KEY_DOWN};
	struct term_event event;
	bool open = true, waited;

	while (open) {
		if (!text->rows || app__is_due(app))
			text_box__draw(text, title, app);
		waited = text->narrows ? app__wait_text(app, &event) : app__wait(app, &event);
		if (!waited)
			return;
		if (event.kind == TERM_EVENT_KEY)
			open = text_box__key(text, &event);
		else if (event.kind != TERM_EVENT_MOUSE)
			continue;
		else if (event.mouse == MOUSE_WHEEL_UP)
			text_box__key(text, &up);
		else if (event.mouse == MOUSE_WHEEL_DOWN)
			text_box__key(text, &down);
		else if (event.mouse == MOUSE_PRESS)
			open = false;
	}
}

static void show_text(struct tui_app *app, const char *title, const char *const *lines,
		      unsigned int nr, bool narrows)
{
	struct text_box text = {.narrows = narrows, .cols = box__cols(lines, nr)};
	struct defer_error err = DEFER_ERROR_INIT;

	if (narrow__init(&text.narrow, lines, nr, true, &err)) {
		app__say_error(app, &err);
		return;
	}
	text_box__run(&text, title, app);
	narrow__exit(&text.narrow);
}

void app__show_text(struct tui_app *app, const char *title, const char *const *lines,
		    unsigned int nr)
{
	show_text(app, title, lines, nr, false);
}

int app__show_lines(struct tui_app *app, const char *title, struct text_lines *text,
		    struct defer_error *err)
{
	const unsigned int cols = term__cols(app->term);
	int ret = text_lines__finish(text, err);

	if (!ret)
		ret = text_lines__wrap(
			text, cols > WRAP_LEAST + BOX_EDGES ? cols - BOX_EDGES : WRAP_LEAST, err);
	if (!ret)
		show_text(app, title, text->lines, text->nr, true);
	text_lines__exit(text);
	return ret;
}
