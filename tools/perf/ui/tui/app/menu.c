// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/term/box.h"
#include "ui/tui/app/input.h"
#include "ui/tui/app/menu.h"
#include "ui/tui/app/screen.h"

struct menu {
	const char *title;
	const char *const *items;
	unsigned int nr, cursor, top;
	struct term_win inside; /* as of the last drawing */
};

static void menu__draw(struct menu *menu, struct tui_app *app)
{
	struct term_win win = term__win(app->term);

	app__draw(app);
	menu->inside = box__draw(&win, menu->title, menu->nr, box__cols(menu->items, menu->nr));
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
	box__draw_place(&win, &menu->inside, menu->top, menu->nr);
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
