// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "ui/tui/app-priv.h"
#include "ui/tui/menu.h"
#include "ui/utf8.h"

/* ---- boxes ---- */

static void draw_edge(struct term_win *win, unsigned int row, enum term_glyph left,
		      enum term_glyph right)
{
	term_win__at(win, row, 0);
	term_win__glyph(win, left, 1);
	term_win__glyph(win, GLYPH_HLINE, win->cols > 2 ? win->cols - 2 : 0);
	term_win__glyph(win, right, 1);
}

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

struct term_win box__draw(const struct term_win *win, const char *title, unsigned int rows,
			  unsigned int cols)
{
	unsigned int room_rows = win->rows > 2 ? win->rows - 2 : 1;
	unsigned int room_cols = win->cols > 4 ? win->cols - 4 : 1;
	unsigned int width = term__width(title) + 2;
	struct term_win box;

	rows = least(rows, room_rows);
	cols = least(cols > width ? cols : width, room_cols);
	box = term_win__sub(win, (win->rows - least(rows + 2, win->rows)) / 2,
			    (win->cols - least(cols + 4, win->cols)) / 2, rows + 2, cols + 4);
	box.color = TERM_BOX;
	draw_edge(&box, 0, GLYPH_TOP_LEFT, GLYPH_TOP_RIGHT);
	for (unsigned int row = 1; row <= rows; row++) {
		term_win__at(&box, row, 0);
		term_win__glyph(&box, GLYPH_VLINE, 1);
		term_win__fill(&box);
		term_win__at(&box, row, box.cols - 1);
		term_win__glyph(&box, GLYPH_VLINE, 1);
	}
	draw_edge(&box, rows + 1, GLYPH_BOTTOM_LEFT, GLYPH_BOTTOM_RIGHT);
	term_win__at(&box, 0, 2);
	term_win__printf(&box, " %s ", title);
	return term_win__sub(&box, 1, 2, rows, cols);
}

/* On the lower edge of the box around @inside, which of all lines it shows, unless it is all. */
static void draw_place(const struct term_win *win, const struct term_win *inside, unsigned int top,
		       unsigned int nr)
{
	struct term_win edge = term_win__sub(win, inside->top + inside->rows, inside->left,
					     win->rows > inside->top + inside->rows, inside->cols);

	if (nr <= inside->rows || !edge.rows)
		return;
	edge.color = TERM_BOX;
	term_win__printf(&edge, " %u-%u of %u ", top + 1, top + inside->rows, nr);
}

/* ---- choose ---- */

struct menu {
	const char *title;
	const char *const *items;
	unsigned int nr, cursor, top;
	struct term_win inside; /* of the last drawing */
};

static void menu__draw(struct menu *menu, struct tui_app *app)
{
	struct term_win win = term__win(app->term);
	unsigned int cols = 0;

	for (unsigned int i = 0; i < menu->nr; i++) {
		unsigned int width = term__width(menu->items[i]);

		cols = width > cols ? width : cols;
	}
	app__draw(app);
	menu->inside = box__draw(&win, menu->title, menu->nr, cols);
	if (menu->cursor < menu->top)
		menu->top = menu->cursor;
	if (menu->cursor - menu->top >= menu->inside.rows)
		menu->top = menu->cursor - menu->inside.rows + 1;
	for (unsigned int row = 0; row < menu->inside.rows && menu->top + row < menu->nr; row++) {
		struct term_win line = term_win__sub(&menu->inside, row, 0, 1, menu->inside.cols);

		line.selected = menu->top + row == menu->cursor;
		term_win__puts(&line, menu->items[menu->top + row]);
		term_win__fill(&line);
	}
	draw_place(&win, &menu->inside, menu->top, menu->nr);
	term__flush(app->term);
}

static void menu__move(struct menu *menu, int64_t by)
{
	int64_t to = (int64_t)menu->cursor + by;

	menu->cursor = to < 0 ? 0 : to >= menu->nr ? menu->nr - 1 : to;
}

#define MENU_OPEN   -2
#define MENU_CLOSED -1

static int menu__key(struct menu *menu, uint32_t key)
{
	int64_t page = menu->inside.rows;

	switch (key) {
	case KEY_UP:
		menu__move(menu, -1);
		break;
	case KEY_DOWN:
		menu__move(menu, 1);
		break;
	case KEY_PGUP:
		menu__move(menu, -page);
		break;
	case KEY_PGDN:
	case ' ':
		menu__move(menu, page);
		break;
	case KEY_HOME:
		menu__move(menu, -(int64_t)menu->nr);
		break;
	case KEY_END:
		menu__move(menu, menu->nr);
		break;
	case KEY_ENTER:
	case KEY_RIGHT:
		return menu->cursor;
	case KEY_ESC:
	case KEY_LEFT:
	case 'q':
		return MENU_CLOSED;
	}
	return MENU_OPEN;
}

static int menu__mouse(struct menu *menu, const struct term_event *event)
{
	const struct term_win *win = &menu->inside;
	unsigned int row = event->row - win->top, col = event->col - win->left;

	if (event->mouse == MOUSE_WHEEL_UP)
		menu__move(menu, -1);
	else if (event->mouse == MOUSE_WHEEL_DOWN)
		menu__move(menu, 1);
	else if (event->mouse != MOUSE_PRESS)
		return MENU_OPEN;
	else if (row >= win->rows || col >= win->cols || menu->top + row >= menu->nr)
		return MENU_CLOSED;
	else
		return menu->top + row;
	return MENU_OPEN;
}

int app__choose(struct tui_app *app, const char *title, const char *const *items, unsigned int nr)
{
	struct menu menu = {.title = title, .items = items, .nr = nr};
	struct term_event event;
	int chosen = nr ? MENU_OPEN : MENU_CLOSED;

	while (chosen == MENU_OPEN) {
		if (!menu.inside.rows || app__is_due(app))
			menu__draw(&menu, app);
		if (!app__wait(app, &event))
			return -1;
		if (event.kind == TERM_EVENT_KEY)
			chosen = menu__key(&menu, event.key);
		else if (event.kind == TERM_EVENT_MOUSE)
			chosen = menu__mouse(&menu, &event);
	}
	return chosen < 0 ? -1 : chosen;
}

/* ---- text ---- */

struct text {
	const char *const *lines;
	unsigned int nr, top, rows;
	unsigned int cols, left; /* of the longest line; of them to the left of the screen */
};

#define SIDE_STEP 8

static void text__draw(struct text *text, const char *title, struct tui_app *app)
{
	struct term_win win = term__win(app->term), inside;

	text->cols = 0;
	for (unsigned int i = 0; i < text->nr; i++) {
		unsigned int width = term__width(text->lines[i]);

		text->cols = width > text->cols ? width : text->cols;
	}
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
	draw_place(&win, &inside, text->top, text->nr);
	term__flush(app->term);
}

/* True if the text stays. */
static bool text__key(struct text *text, uint32_t key)
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
		text->top -= least(text->top, page);
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
			return false; /* back, as everywhere */
		text->left -= least(text->left, SIDE_STEP);
		return true;
	}
	return false;
}

void app__show_text(struct tui_app *app, const char *title, const char *const *lines,
		    unsigned int nr)
{
	struct text text = {.lines = lines, .nr = nr};
	struct term_event event;
	bool open = true;

	while (open) {
		if (!text.rows || app__is_due(app))
			text__draw(&text, title, app);
		if (!app__wait(app, &event))
			return;
		if (event.kind == TERM_EVENT_KEY)
			open = text__key(&text, event.key);
		else if (event.kind != TERM_EVENT_MOUSE)
			continue;
		else if (event.mouse == MOUSE_WHEEL_UP)
			text__key(&text, KEY_UP);
		else if (event.mouse == MOUSE_WHEEL_DOWN)
			text__key(&text, KEY_DOWN);
		else if (event.mouse == MOUSE_PRESS)
			open = false;
	}
}

/* ---- a line of input ---- */

static void draw_question(struct tui_app *app, const char *prompt, const char *text)
{
	struct term_win win = term__win(app->term), line;
	unsigned int room, width = term__width(text);

	app__draw(app);
	line = term_win__sub(&win, win.rows - 1, 0, 1, win.cols);
	line.color = TERM_STATUS;
	term_win__printf(&line, " %s", prompt);
	/* The end of it is where one writes. */
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

static void drop_char(char *buf)
{
	size_t len = strlen(buf);

	while (len && ((uint8_t)buf[--len] & 0xc0) == 0x80)
		;
	buf[len] = '\0';
}

static void add_char(char *buf, size_t size, uint32_t ch)
{
	size_t len = strlen(buf), nr;
	char bytes[4];

	if (!utf8__width(ch))
		return;
	nr = utf8__put(bytes, ch);
	if (len + nr >= size)
		return;
	memcpy(buf + len, bytes, nr);
	buf[len + nr] = '\0';
}

static bool wait_text(struct tui_app *app, struct term_event *event)
{
	bool ret;

	app->asks = true;
	ret = app__wait(app, event);
	app->asks = false;
	return ret;
}

bool app__ask(struct tui_app *app, const char *prompt, char *buf, size_t size)
{
	struct term_event event;

	for (;;) {
		if (app__is_due(app))
			draw_question(app, prompt, buf);
		if (!wait_text(app, &event))
			return false;
		if (event.kind != TERM_EVENT_KEY)
			continue;
		if (event.pasted)
			add_char(buf, size, event.key);
		else if (event.key == KEY_ENTER)
			return true;
		else if (event.key == KEY_ESC)
			return false;
		else if (event.key == KEY_BACKSPACE)
			drop_char(buf);
		else if (event.key == KEY_CTRL('u'))
			buf[0] = '\0';
		else if (event.key < 0x110000)
			add_char(buf, size, event.key);
	}
}
