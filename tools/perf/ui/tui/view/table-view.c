// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/table-view.h"
#include "util/base/error.h"
#include "util/profile/seam.h"

static uint32_t row_at(const struct table_view *tv, uint64_t line)
{
	return tv->table.rows[line];
}

uint32_t table_view__row(const struct tui_view *view)
{
	const struct table_view *tv = view->priv;

	return row_at(tv, tv->line);
}

uint64_t table_view__nr_lines(const struct tui_view *view)
{
	const struct table_view *tv = view->priv;

	if (!tv->has_table)
		return 0;
	return tv->open ? tv->ops->nr_lines(view) : tv->table.nr;
}

/* ---- drawing ---- */

/* A window of fewer columns leaves some of the table's out, and cuts others: frames need room. */
#define WIDE_COLS 140

/* Returns the width of column number @i, or TABLE_HIDDEN. */
static int width_of(const struct table *table, unsigned int i, const struct term_win *win)
{
	const struct table_column *column = &table->kind->columns[i];

	if (!table__shows(table, i))
		return TABLE_HIDDEN;
	return column->narrow && win->cols < WIDE_COLS ? column->narrow : column->width;
}

void table__draw_heads(const struct table *table, unsigned int sorted, struct term_win *win)
{
	for (unsigned int i = 0; i < table->kind->nr_columns; i++) {
		const char *header = table->kind->columns[i].header;
		int width = width_of(table, i, win);

		if (width == TABLE_HIDDEN)
			continue;
		term_win__color(win, i == sorted ? TERM_KEY : TERM_TITLE);
		term_win__pad(win, header, width ? -width : (int)strlen(header));
		term_win__puts(win, width ? "  " : "");
	}
}

void frames__draw(struct frames frames, const char *search, struct term_win *win)
{
	uint32_t node = frames.node, first = node;
	const struct func *func;
	char buf[FUNC_LABEL_LEN];

	if (frames.label) {
		term_win__color(win, TERM_MEDIUM);
		term_win__puts(win, frames.label);
		term_win__puts(win, "  ");
	}
	for (; win->col < win->skip + win->cols && (func = frames__next(&frames));
	     node = frames.node) {
		term_win__color(win, node == frames.seam ? TERM_SEAM : TERM_DIM);
		if (node != first)
			term_win__puts(win, node == frames.seam ? FRAMES_SEAM : FRAMES_CALLED_BY);
		term_win__color(win, func__color(func));
		term_win__puts_match(win, func__label(func, buf), search);
	}
	term_win__color(win, TERM_DIM);
	if (frames.cut && frames.node == frames.end)
		term_win__puts(win, FRAMES_CALLED_BY FRAMES_CUT);
}

/* Draws the bars of a histogram in @width columns. */
static void draw_times(const struct cell *cell, int width, struct term_win *win)
{
	for (unsigned int i = 0; i < CELL_NR_TIMES; i++) {
		unsigned int bar = cell__bar(cell, i);

		if (bar)
			term_win__glyph(win, GLYPH_LOWER + bar - 1, 1);
		else
			term_win__pad(win, "", 1);
	}
	term_win__pad(win, "", width - CELL_NR_TIMES);
}

void table__draw_row(const struct table *table, uint32_t row, const char *search,
		     struct term_win *win)
{
	static const enum term_color colors[] = {
		[CELL_PLAIN] = TERM_NORMAL,
		[CELL_MISSING] = TERM_MISSING,
		[CELL_SEAM] = TERM_SEAM,
	};
	struct cell cell;

	term_win__hold(win);
	for (unsigned int i = 0; i < table->kind->nr_columns; i++) {
		int width = width_of(table, i, win);

		if (width == TABLE_HIDDEN)
			continue;
		table__cell(table, i, row, &cell);
		if (!width)
			term_win__release(win);
		if (cell.kind == CELL_FRAMES) {
			frames__draw(cell.frames, search, win);
			continue;
		}
		term_win__color(win, colors[cell.look]);
		if (!width)
			term_win__puts_match(win, cell__text(&cell), search);
		else if (cell.kind == CELL_TIMES)
			draw_times(&cell, -width, win);
		else
			term_win__pad_match(win, cell__text(&cell), -width, search);
		term_win__color(win, TERM_NORMAL);
		term_win__puts(win, width ? "  " : "");
	}
}

unsigned int table_view__nr_heads(const struct tui_view *view)
{
	const struct table_view *tv = view->priv;

	return tv->open ? tv->ops->nr_heads : 1;
}

void table_view__draw_head(const struct tui_view *view, struct term_win *win)
{
	const struct table_view *tv = view->priv;

	if (tv->open) {
		tv->ops->draw_heads(view, win);
	} else if (tv->has_table) {
		table__draw_heads(&tv->table, tv->column, win);
	} else {
		term_win__color(win, TERM_DIM);
		term_win__puts(win,
			       view->data->samples ? tv->ops->waiting : "The trace is being read");
	}
}

void table_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct table_view *tv = view->priv;

	if (tv->open)
		tv->ops->draw_line(view, line, win);
	else
		table__draw_row(&tv->table, row_at(tv, line), view->search, win);
}

/* ---- order ---- */

static unsigned int first_column(const struct table_kind *kind)
{
	return table_kind__next(kind, kind->nr_columns - 1, false);
}

/* Takes the table from the view's data, and sorts it. The data are sorted by the first column; @again: they are the same. */
static int take_table(struct tui_view *view, bool again, struct defer_error *err)
{
	struct table_view *tv = view->priv;
	const struct table_order order = {.by = {tv->column}, .nr = 1};
	const uint64_t left_out = tv->table.left_out;
	size_t size;

	free(tv->sorted);
	tv->sorted = NULL;
	tv->has_table = tv->ops->table(view->data, &tv->table);
	if (again)
		tv->table.left_out = left_out;
	else if (tv->has_table)
		table__leave_out(&tv->table);
	if (!tv->has_table || tv->column == first_column(tv->ops->kind))
		return 0;
	size = tv->table.nr * sizeof(*tv->sorted);
	tv->sorted = malloc(size + 1);
	if (!tv->sorted)
		return error__no_memory(err, "to sort rows");
	tv->table.rows = memcpy(tv->sorted, tv->table.rows, size);
	return table__sort(&tv->table, &order, err);
}

static int sort_by(struct tui_view *view, unsigned int column, struct defer_error *err)
{
	struct table_view *tv = view->priv;
	int ret;

	table_view__save(view);
	tv->column = column;
	ret = take_table(view, tv->has_table, err);
	if (ret)
		return ret;
	tui_host__say(view->host, "Sorted by %s", tv->ops->kind->columns[tv->column].name);
	view->cursor = view->top = 0;
	return TUI_DONE;
}

int table_view__click_head(struct tui_view *view, unsigned int col, const struct column **column,
			   struct defer_error *err)
{
	const struct table_view *tv = view->priv;
	const struct term_win win = {.cols = view->cols};
	unsigned int end = 0, i = 0;

	(void)column;
	if (tv->open || !tv->has_table)
		return 0;
	for (; i < tv->table.kind->nr_columns && end <= col; i++) {
		int width = width_of(&tv->table, i, &win);

		if (width != TABLE_HIDDEN)
			end += width ? abs(width) + 2 : UINT16_MAX;
	}
	if (i && end > col && tv->table.kind->columns[i - 1].name)
		return sort_by(view, i - 1, err);
	return 0;
}

/* ---- the open row ---- */

static void close_row(struct tui_view *view)
{
	struct table_view *tv = view->priv;

	if (tv->open && tv->ops->close)
		tv->ops->close(view);
	tv->open = false;
}

static int open_row(struct tui_view *view, uint64_t line, bool again, struct defer_error *err)
{
	struct table_view *tv = view->priv;
	int ret = tv->ops->open ? tv->ops->open(view, row_at(tv, line), again, err) : 0;

	if (ret)
		return ret;
	tv->open = true;
	tv->line = line;
	view->cursor = view->top = 0;
	return TUI_DONE;
}

/* ---- keys, search ---- */

static int key_in_list(struct tui_view *view, uint32_t key, struct defer_error *err)
{
	const struct table_view *tv = view->priv;

	switch (key) {
	case 'o':
	case 'O':
		return sort_by(view, table_kind__next(tv->ops->kind, tv->column, key == 'O'), err);
	case KEY_ENTER:
		if (!tv->ops->nr_lines)
			return TUI_PASS;
		return view->cursor < tv->table.nr ? open_row(view, view->cursor, false, err)
						   : TUI_DONE;
	default:
		return TUI_PASS;
	}
}

int table_view__key(struct tui_view *view, const struct term_event *event, struct defer_error *err)
{
	struct table_view *tv = view->priv;

	if (!tv->has_table || event->kind != TERM_EVENT_KEY)
		return TUI_PASS;
	if (!tv->open)
		return key_in_list(view, event->key, err);
	if (event->key != KEY_ENTER && event->key != KEY_ESC)
		return tv->ops->key ? tv->ops->key(view, event->key) : TUI_PASS;
	close_row(view);
	view->cursor = tv->line;
	view->center = true;
	return TUI_DONE;
}

/* Returns true if one of them has @text, in any case. */
static bool frames__have(struct frames frames, const char *text)
{
	const struct func *func;
	char buf[FUNC_LABEL_LEN];

	while ((func = frames__next(&frames))) {
		if (strcasestr(func__label(func, buf), text))
			return true;
	}
	return false;
}

bool table__row_has(const struct table *table, uint32_t row, const char *text)
{
	struct cell cell;

	for (unsigned int i = 0; i < table->kind->nr_columns; i++) {
		if (!table->kind->columns[i].searched)
			continue;
		table__cell(table, i, row, &cell);
		if (cell.kind == CELL_FRAMES ? frames__have(cell.frames, text)
					     : strcasestr(cell__text(&cell), text) != NULL)
			return true;
	}
	return false;
}

bool table_view__has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct table_view *tv = view->priv;

	return tv->open ? tv->ops->has(view, line, text)
			: table__row_has(&tv->table, row_at(tv, line), text);
}

bool table_view__awaits(const struct tui_view *view)
{
	const struct table_view *tv = view->priv;

	return !tv->has_table && view->data->samples;
}

/* ---- the view ---- */

int table_view__open(struct tui_view *view, const struct table_view_ops *ops)
{
	struct table_view *tv = view->priv;

	tv->ops = ops;
	tv->column = first_column(ops->kind);
	return 0;
}

int table_view__switch(struct tui_view *view, const struct table_view_ops *ops,
		       struct defer_error *err)
{
	struct table_view *tv = view->priv;

	close_row(view);
	tv->ops = ops;
	tv->column = first_column(ops->kind);
	tv->has_place = false;
	view->cursor = view->top = 0;
	return take_table(view, false, err);
}

void table_view__close(struct tui_view *view)
{
	struct table_view *tv = view->priv;

	close_row(view);
	free(tv->sorted);
}

void table_view__save(struct tui_view *view)
{
	struct table_view *tv = view->priv;
	uint64_t line = tv->open ? tv->line : view->cursor;

	if (!tv->has_table)
		return; /* the place is still that in the table before */
	tv->has_place = line < tv->table.nr;
	if (tv->has_place)
		tv->place = tv->ops->place(&tv->table, row_at(tv, line));
}

/* Puts the cursor on the row that it was on, if that is there, and opens it again if @open. */
static int find_place(struct tui_view *view, bool open, struct defer_error *err)
{
	const struct table_view *tv = view->priv;
	int ret;

	for (uint64_t line = 0; tv->has_place && line < tv->table.nr; line++) {
		struct table_place place = tv->ops->place(&tv->table, row_at(tv, line));

		if (place.major != tv->place.major || place.minor != tv->place.minor)
			continue;
		view->cursor = line;
		view->center = true;
		ret = open ? open_row(view, line, true, err) : 0;
		return ret < 0 ? ret : 0;
	}
	return 0;
}

int table_view__refresh(struct tui_view *view, struct defer_error *err)
{
	struct table_view *tv = view->priv;
	bool open = tv->open && tv->ops->reopens;
	struct table table;
	int ret;

	if (tv->has_table && !view->replaced && tv->ops->table(view->data, &table) &&
	    table.source == tv->table.source)
		return 0;
	close_row(view);
	ret = take_table(view, false, err);
	if (ret || tv->has_table)
		return ret ? ret : find_place(view, open, err);
	if (view->data->samples)
		tui_host__want(view->host, tv->ops->data);
	return 0;
}

void table_view__target(const struct tui_view *view, struct zoom_target *target)
{
	const struct table_view *tv = view->priv;
	uint64_t line = tv->open ? tv->line : view->cursor;

	if (tv->has_table && line < tv->table.nr)
		tv->ops->target(view, row_at(tv, line), target);
}
