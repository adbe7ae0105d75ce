// SPDX-License-Identifier: GPL-2.0-only
/* The code that all views of lines share: the cursor, the window over the lines, and drawing it. */
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/view.h"
#include "util/base/error.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"

#define WHEEL_LINES 3

unsigned int view__nr_zooms(const struct tui_view *view)
{
	return view->data->zooms ? view->data->zooms->nr : 0;
}

bool view__has_one_comm(const struct tui_view *view)
{
	const struct zooms *zooms = view->data->zooms;

	return zooms && (zooms__find(zooms, ZOOM_COMM) || zooms__find(zooms, ZOOM_THREAD));
}

enum term_color func__color(const struct func *func)
{
	if (func->kind == FUNC_NO_HALF)
		return TERM_MISSING;
	if (func->kind == FUNC_SEAM)
		return TERM_SEAM;
	return func->is_kernel ? TERM_KERNEL : TERM_USER;
}

uint32_t tui_data__hottest_func(const struct tui_data *data, bool needs_symbol)
{
	const struct hist *hist = &data->event->hist;
	const struct hist_entry *best = NULL;

	for (size_t i = 0; i < hist->nr; i++) {
		const struct hist_entry *entry = &hist->entries[i];
		const struct func *func = funcs__at(hist->conf.funcs, entry->func);

		if (entry->self.nr && (!needs_symbol || (func->sym && func->dso)) &&
		    (!best || entry->self.period > best->self.period))
			best = entry;
	}
	return best ? best->func : hist->conf.funcs->nr;
}

int view__open(struct tui_view *view, struct defer_error *err)
{
	int ret;

	view->priv = calloc(1, view->ops->size + 1);
	if (!view->priv)
		return error__no_memory(err, "for a view");
	ret = view->ops->open ? view->ops->open(view, err) : 0;
	if (ret)
		free(view->priv);
	return ret;
}

void view__close(struct tui_view *view)
{
	if (view->ops->close)
		view->ops->close(view);
	free(view->priv);
}

unsigned int view__nr_heads(const struct tui_view *view)
{
	return view->ops->nr_heads ? view->ops->nr_heads(view) : view->ops->draw_head != NULL;
}

static uint64_t nr_lines(const struct tui_view *view)
{
	return view->ops->nr_lines ? view->ops->nr_lines(view) : 0;
}

/* Keeps the cursor on a line, and the window around the cursor. */
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
	view->found = true;
	/* A line out of sight is moved to the middle. */
	if (line < view->top || line - view->top >= view->rows)
		view->top = line > view->rows / 2 ? line - view->rows / 2 : 0;
	keep_inside(view);
}

/* ---- sideways ---- */

#define SIDE_STEP 8
#define MIN_TEXT  24 /* columns of a line's text to keep visible, if it has so many */

static unsigned int least_cols(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/*
 * Returns how far to move lines left so that columns @begin to @end are visible in @cols columns,
 * with @before columns before them; 0 if they are without.
 */
static unsigned int left_for(unsigned int begin, unsigned int end, unsigned int before,
			     unsigned int cols)
{
	if (end <= cols || begin <= before)
		return 0;
	return (begin - before) / SIDE_STEP * SIDE_STEP;
}

/*
 * Returns how far to move left so that enough of the text of @line is visible to recognize it; the
 * current value if it already is.
 */
static unsigned int left_for_text(const struct tui_view *view, const struct term_win *line)
{
	const struct term_span *text = &line->text;
	unsigned int width = text->end - text->begin;
	bool hidden = text->begin + least_cols(width, MIN_TEXT) > view->left + line->cols;

	/* After moving sideways, the user may want to see the ends of lines. */
	if (!hidden && !(view->moved && text->begin < view->left))
		return view->left;
	return left_for(text->begin, text->begin + least_cols(width, line->cols / 2),
			line->cols / 4, line->cols);
}

/* Returns how far to move the line left for a match in it: not at all if it fits without. */
static unsigned int left_for_match(const struct term_win *line)
{
	const struct term_span *match = &line->match;
	unsigned int before = line->cols / 4, held = line->held - line->indent, left;

	if (match->end <= line->cols)
		return 0;
	if (term_win__shows(line, match))
		return line->skip;
	left = left_for(line->text.begin, match->end, before, line->cols);
	if (match->end <= left + line->cols)
		return left;
	return left_for(match->begin, match->end,
			held + SIDE_STEP < before ? before : held + SIDE_STEP, line->cols);
}

/*
 * Moves the line of the cursor alone to the match in its long name. All lines move if it fits without, and if
 * it is indented so far that its place among the others would be lost.
 */
static void follow_match(struct tui_view *view, const struct term_win *line)
{
	bool is_deep = view->ops->indents && line->text.begin + MIN_TEXT > line->cols;
	unsigned int left = left_for_match(line);

	view->own_left = is_deep || left == view->left ? 0 : left;
	if (view->own_left || left == view->left)
		return;
	view->left = left;
	view->moved = left > 0;
}

/*
 * Moves sideways to the text of the cursor's line after the cursor has come to it, or to the match
 * of a search in it. @line: how the line was drawn.
 */
static void follow_line(struct tui_view *view, const struct term_win *line)
{
	unsigned int left = view->left;

	if (view->found || view->cursor != view->drawn)
		view->own_left = 0;
	if (view->found && line->match.end) {
		follow_match(view, line);
		return;
	}
	if (view->ops->indents && (view->found || view->cursor != view->drawn))
		left = left_for_text(view, line);
	if (left == view->left)
		return;
	view->left = left;
	view->moved = left > 0;
}

/* ---- drawing ---- */

/*
 * Draws line @nr, moved to the left. A line that holds a part, such as its numbers, moves no
 * further than its end needs.
 */
static struct term_win draw_line(const struct tui_view *view, uint64_t nr, struct term_win line)
{
	struct term_win drawn = line;

	drawn.skip = line.selected && view->own_left ? view->own_left : view->left;
	view->ops->draw_line(view, nr, &drawn);
	if (view->ops->indents && term_win__snug(&drawn) < drawn.skip) {
		line.skip = term_win__snug(&drawn);
		term_win__fill(&line);
		term_win__at(&line, 0, 0);
		view->ops->draw_line(view, nr, &line);
		drawn = line;
	}
	if (drawn.selected)
		term_win__fill(&drawn);
	return drawn;
}

/*
 * Draws as many lines as fit. Returns how that of the cursor was drawn; *@more is by how many columns
 * the longest is longer than the window.
 */
static struct term_win draw_lines(const struct tui_view *view, const struct term_win *win,
				  unsigned int *more)
{
	uint64_t nr = nr_lines(view);
	struct term_win at_cursor = {0};

	*more = 0;
	for (unsigned int row = 0; row < win->rows && view->top + row < nr; row++) {
		struct term_win line = term_win__sub(win, row, 0, 1, win->cols);

		line.selected = view->top + row == view->cursor;
		line = draw_line(view, view->top + row, line);
		if (line.selected)
			at_cursor = line;
		if (line.text.end > win->cols + *more)
			*more = line.text.end - win->cols;
	}
	return at_cursor;
}

static void blank_window(const struct term_win *win)
{
	for (unsigned int row = 0; row < win->rows; row++) {
		struct term_win line = term_win__sub(win, row, 0, 1, win->cols);

		term_win__fill(&line);
	}
}

static void draw_body(struct tui_view *view, const struct term_win *win)
{
	struct term_win line;
	const unsigned int left = view->left, own_left = view->own_left;
	unsigned int more;

	if (view->center)
		view->top = view->cursor > win->rows / 2 ? view->cursor - win->rows / 2 : 0;
	view->center = false;
	keep_inside(view);
	line = draw_lines(view, win, &more);
	if (line.cols)
		follow_line(view, &line);
	if (view->ops->indents && !view->moved && more < view->left)
		view->left = more; /* further would show nothing more */
	if (view->left != left || view->own_left != own_left) {
		blank_window(win);
		draw_lines(view, win, &more);
	}
	view->found = false;
	view->drawn = view->cursor;
}

/* Cuts off the side of @win, if the view has one, and returns it. */
static struct term_win cut_side(const struct tui_view *view, struct term_win *win)
{
	unsigned int cols = win->cols, rows = win->rows;
	struct term_win all = *win;

	if (view->ops->side)
		view->ops->side(view, &cols, &rows);
	else
		cols = rows = 0;
	*win = term_win__sub(&all, 0, 0, all.rows - rows, all.cols - cols);
	return cols ? term_win__sub(&all, 0, win->cols, all.rows, cols)
		    : term_win__sub(&all, win->rows, 0, rows, all.cols);
}

void view__draw(struct tui_view *view, struct term_win *whole, bool heads)
{
	unsigned int nr = heads ? view__nr_heads(view) : 0;
	struct term_win main = *whole, *win = &main, head, body, side = cut_side(view, &main);

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
		draw_body(view, &body);
	if (side.rows && side.cols)
		view->ops->draw_side(view, &side);
}

/* ---- moving ---- */

static void view__move(struct tui_view *view, int64_t by)
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
		view__move(view, -1);
		break;
	case KEY_DOWN:
		view__move(view, 1);
		break;
	case KEY_PGUP:
		view__move(view, -page);
		break;
	case KEY_PGDN:
	case ' ':
		view__move(view, page);
		break;
	case KEY_HOME:
		view__move(view, INT64_MIN / 2);
		break;
	case KEY_END:
		view__move(view, INT64_MAX / 2);
		break;
	case '<':
	case '{':
		view->left -= least_cols(view->left, SIDE_STEP);
		view->moved = false;
		view->own_left = 0;
		break;
	case '>':
	case '}':
		if (view->left < TERM_MAX_COLS)
			view->left += SIDE_STEP;
		view->moved = false;
		view->own_left = 0;
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
		view__move(view, -WHEEL_LINES);
		return TUI_DONE;
	case MOUSE_WHEEL_DOWN:
		view__move(view, WHEEL_LINES);
		return TUI_DONE;
	case MOUSE_PRESS:
	case MOUSE_RIGHT:
		if (event->row >= view->rows || view->top + event->row >= nr_lines(view))
			return TUI_PASS;
		if (event->mouse == MOUSE_PRESS && view->cursor == view->top + event->row)
			return TUI_PASS; /* a second click does more than select the line */
		view->cursor = view->top + event->row;
		return event->mouse == MOUSE_PRESS ? TUI_DONE : TUI_PASS;
	case MOUSE_DRAG:
	case MOUSE_RELEASE:
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

/* ---- search ---- */

bool view__can_find(const struct tui_view *view)
{
	return view->ops->find || view->ops->has;
}

static enum find_result find_line(const struct tui_view *view, struct find_request *request)
{
	uint64_t nr = nr_lines(view), looked = 0;

	if (request->from > nr)
		request->from = nr;
	while (request->forward ? request->from < nr : request->from > 0) {
		if (looked++ == FIND_LINES)
			return FIND_MORE;
		request->from -= !request->forward;
		if (view->ops->has(view, request->from, request->text))
			return FIND_FOUND;
		request->from += request->forward;
	}
	return FIND_NONE;
}

enum find_result view__find(const struct tui_view *view, struct find_request *request)
{
	if (view->ops->awaits && view->ops->awaits(view))
		return FIND_LATER;
	return view->ops->find ? view->ops->find(view, request) : find_line(view, request);
}
