// SPDX-License-Identifier: GPL-2.0-only
/* What all views of lines do alike: a cursor, a window over the lines, and the drawing of it. */
#include <string.h>

#include "ui/tui/view.h"

#define WHEEL_LINES 3

static uint64_t nr_lines(const struct tui_view *view)
{
	return view->ops->nr_lines ? view->ops->nr_lines(view) : 0;
}

/* Keeps the cursor on a line and the window around the cursor. */
static void keep_inside(struct tui_view *view)
{
	uint64_t nr = nr_lines(view), rows = view->rows ? view->rows : 1;

	if (view->cursor >= nr)
		view->cursor = nr ? nr - 1 : 0;
	if (view->top > view->cursor)
		view->top = view->cursor;
	if (view->cursor - view->top >= rows)
		view->top = view->cursor - rows + 1;
	if (view->top + rows > nr)
		view->top = nr > rows ? nr - rows : 0;
}

void view__go(struct tui_view *view, uint64_t line)
{
	view->cursor = line;
	/* What is out of sight comes to the middle. */
	if (line < view->top || line - view->top >= view->rows)
		view->top = line > view->rows / 2 ? line - view->rows / 2 : 0;
	keep_inside(view);
}

static void draw_lines(struct tui_view *view, const struct term_win *win)
{
	uint64_t nr = nr_lines(view);

	if (view->center)
		view->top = view->cursor > win->rows / 2 ? view->cursor - win->rows / 2 : 0;
	view->center = false;
	keep_inside(view);
	for (unsigned int row = 0; row < win->rows && view->top + row < nr; row++) {
		struct term_win line = term_win__sub(win, row, 0, 1, win->cols);

		line.skip = view->left;
		line.selected = view->top + row == view->cursor;
		view->ops->draw_line(view, view->top + row, &line);
		if (line.selected)
			term_win__fill(&line);
	}
}

void view__draw(struct tui_view *view, struct term_win *win, bool heads)
{
	unsigned int nr = heads && view->ops->nr_heads ? view->ops->nr_heads(view) : 0;
	struct term_win head, body;

	if (nr >= win->rows)
		nr = 0;
	head = term_win__sub(win, 0, 0, nr, win->cols);
	body = term_win__sub(win, nr, 0, win->rows - nr, win->cols);
	view->row = body.top;
	view->rows = body.rows;
	view->cols = body.cols;
	if (nr)
		view->ops->draw_head(view, &head);
	if (view->ops->draw)
		view->ops->draw(view, &body);
	else
		draw_lines(view, &body);
}

/* ---- moving ---- */

static void move_by(struct tui_view *view, int64_t by)
{
	uint64_t nr = nr_lines(view);

	if (by < 0)
		view->cursor = view->cursor > (uint64_t)-by ? view->cursor + by : 0;
	else if (nr)
		view->cursor = nr - 1 - view->cursor > (uint64_t)by ? view->cursor + by : nr - 1;
	keep_inside(view);
}

static int scroll_key(struct tui_view *view, uint32_t key)
{
	int64_t page = view->rows > 1 ? view->rows - 1 : 1;

	switch (key) {
	case KEY_UP:
		move_by(view, -1);
		break;
	case KEY_DOWN:
		move_by(view, 1);
		break;
	case KEY_PGUP:
		move_by(view, -page);
		break;
	case KEY_PGDN:
	case ' ':
		move_by(view, page);
		break;
	case KEY_HOME:
		move_by(view, INT64_MIN / 2);
		break;
	case KEY_END:
		move_by(view, INT64_MAX / 2);
		break;
	case '<':
	case '{':
		view->left -= view->left < 8 ? view->left : 8;
		break;
	case '>':
	case '}':
		if (view->left < TERM_MAX_COLS)
			view->left += 8;
		break;
	default:
		return TUI_PASS;
	}
	return TUI_DONE;
}

static int scroll_mouse(struct tui_view *view, const struct term_event *event)
{
	switch (event->mouse) {
	case MOUSE_WHEEL_UP:
		move_by(view, -WHEEL_LINES);
		return TUI_DONE;
	case MOUSE_WHEEL_DOWN:
		move_by(view, WHEEL_LINES);
		return TUI_DONE;
	case MOUSE_PRESS:
	case MOUSE_RIGHT:
		if (event->row >= view->rows || view->top + event->row >= nr_lines(view))
			return TUI_PASS;
		if (event->mouse == MOUSE_PRESS && view->cursor == view->top + event->row)
			return TUI_PASS; /* a second click is more than the first */
		view->cursor = view->top + event->row;
		return event->mouse == MOUSE_PRESS ? TUI_DONE : TUI_PASS;
	default:
		return TUI_PASS;
	}
}

int view__scroll(struct tui_view *view, const struct term_event *event)
{
	if (!view->ops->nr_lines)
		return TUI_PASS;
	return event->kind == TERM_EVENT_MOUSE ? scroll_mouse(view, event)
					       : scroll_key(view, event->key);
}
