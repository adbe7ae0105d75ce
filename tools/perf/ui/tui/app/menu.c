// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/term/box.h"
#include "ui/tui/app/input.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/app/narrow.h"
#include "ui/tui/app/screen.h"

struct menu {
	const char *title;
	struct narrow narrow;
	unsigned int cols; /* of the longest item */
	bool *checked;	   /* by item; NULL: one is chosen */
	bool changed;	   /* some were checked, or the opposite */
	unsigned int cursor, top;
	struct term_win inside; /* as of the last drawing */
};

#define CHECK_COLS 4 /* "[x] " */

static void menu__draw_item(const struct menu *menu, unsigned int i, struct term_win *line)
{
	const struct narrow *narrow = &menu->narrow;

	line->selected = i == menu->cursor;
	if (menu->checked)
		term_win__puts(line, menu->checked[narrow->shown[i]] ? "[x] " : "[ ] ");
	term_win__puts_match(line, narrow->lines[narrow->shown[i]],
			     narrow->text[0] ? narrow->text : NULL);
	term_win__fill(line);
}

static void menu__draw(struct menu *menu, struct tui_app *app)
{
	struct term_win win = term__win(app->term);
	char title[128];

	app__draw(app);
	narrow__title(&menu->narrow, menu->title, title, sizeof(title));
	/* The box stays as large as it is when fewer items are shown. */
	menu->inside = box__draw(&win, title, menu->narrow.nr_lines, menu->cols);
	if (menu->cursor < menu->top)
		menu->top = menu->cursor;
	if (menu->cursor - menu->top >= menu->inside.rows)
		menu->top = menu->cursor - menu->inside.rows + 1;
	for (unsigned int row = 0; row < menu->inside.rows && menu->top + row < menu->narrow.nr;
	     row++) {
		struct term_win line = term_win__sub(&menu->inside, row, 0, 1, menu->inside.cols);

		menu__draw_item(menu, menu->top + row, &line);
	}
	box__draw_place(&win, &menu->inside, menu->top, menu->narrow.nr);
	term__flush(app->term);
}

static void menu__move(struct menu *menu, int64_t by)
{
	int64_t to = (int64_t)menu->cursor + by;

	menu->cursor = to < 0 || !menu->narrow.nr ? 0
		       : to >= menu->narrow.nr	  ? menu->narrow.nr - 1
						  : to;
}

#define MENU_OPEN   -2
#define MENU_CLOSED -1

/* Returns the item at @i of those that are shown. */
static int menu__item(const struct menu *menu, unsigned int i)
{
	return i < menu->narrow.nr ? (int)menu->narrow.shown[i] : MENU_OPEN;
}

static void menu__check(struct menu *menu, int item)
{
	if (item < 0)
		return;
	menu->checked[item] = !menu->checked[item];
	menu->changed = true;
}

/* Takes Enter. A list in which nothing was changed checks the line that it was pressed on. */
static int menu__enter(struct menu *menu)
{
	int item = menu__item(menu, menu->cursor);

	if (menu->checked && !menu->changed && item >= 0)
		menu->checked[item] = true;
	return item;
}

static int menu__key(struct menu *menu, const struct term_event *event)
{
	int64_t page = menu->inside.rows;

	if (menu->checked && event->key == ' ' && !event->pasted) {
		menu__check(menu, menu__item(menu, menu->cursor));
		return MENU_OPEN;
	}
	if (narrow__key(&menu->narrow, event)) {
		menu->cursor = menu->top = 0;
		return MENU_OPEN;
	}
	if (event->pasted)
		return MENU_OPEN; /* only text can be pasted */
	switch (event->key) {
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
		menu__move(menu, INT32_MIN);
		break;
	case KEY_END:
		menu__move(menu, INT32_MAX);
		break;
	case KEY_ENTER:
	case KEY_RIGHT:
		return menu__enter(menu);
	case KEY_ESC:
	case KEY_LEFT:
	case 'q':
		return MENU_CLOSED;
	default:
		break;
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
	else if (row >= win->rows || col >= win->cols || menu->top + row >= menu->narrow.nr)
		return MENU_CLOSED;
	else if (menu->checked)
		menu__check(menu, menu__item(menu, menu->top + row));
	else
		return menu__item(menu, menu->top + row);
	return MENU_OPEN;
}

static int menu__run(struct menu *menu, struct tui_app *app)
{
	struct term_event event;
	int chosen = MENU_OPEN;

	while (chosen == MENU_OPEN) {
		if (!menu->inside.rows || app__is_due(app))
			menu__draw(menu, app);
		if (!app__wait_text(app, &event))
			return MENU_CLOSED;
		if (event.kind == TERM_EVENT_KEY)
			chosen = menu__key(menu, &event);
		else if (event.kind == TERM_EVENT_MOUSE)
			chosen = menu__mouse(menu, &event);
	}
	return chosen;
}

int app__check(struct tui_app *app, const char *title, const char *const *items, bool *checked,
	       unsigned int nr)
{
	struct menu menu = {.title = title,
			    .cols = box__cols(items, nr) + (checked ? CHECK_COLS : 0),
			    .checked = checked};
	struct defer_error err = DEFER_ERROR_INIT;
	int chosen;

	if (!nr)
		return -1;
	if (narrow__init(&menu.narrow, items, nr, false, &err)) {
		app__say_error(app, &err);
		return -1;
	}
	chosen = menu__run(&menu, app);
	narrow__exit(&menu.narrow);
	return chosen;
}

int app__choose(struct tui_app *app, const char *title, const char *const *items, unsigned int nr)
{
	return app__check(app, title, items, NULL, nr);
}
