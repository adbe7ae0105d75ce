// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/tui/view/row-memory.h"
#include "ui/tui/view/row-view.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/profile/profile.h"

struct symbols_view {
	struct row_view rv;
	struct row_memory memory;
};

static int open_symbols(struct tui_view *view, struct defer_error *err)
{
	view->priv = calloc(1, sizeof(struct symbols_view));
	return view->priv ? 0 : error__no_memory(err, "for a view");
}

static void close_symbols(struct tui_view *view)
{
	struct symbols_view *sv = view->priv;

	row_view__exit(&sv->rv);
	row_memory__exit(&sv->memory);
	free(sv);
}

static void save_symbols(struct tui_view *view)
{
	struct symbols_view *sv = view->priv;

	row_memory__save(&sv->memory, &sv->rv, view->cursor, view__nr_zooms(view));
}

static int refresh_symbols(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct symbols_view *sv = view->priv;
	int ret = row_view__set(&sv->rv, data->event ? &data->event->hist : NULL, data->levels,
				data->widths, err);

	return ret ? ret
		   : row_memory__restore(&sv->memory, &sv->rv, false, &view->cursor,
					 view__nr_zooms(view), err);
}

static uint64_t nr_symbol_lines(const struct tui_view *view)
{
	const struct symbols_view *sv = view->priv;

	return sv->rv.hist ? rows__nr(&sv->rv.rows) : 0;
}

static void draw_symbol_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct symbols_view *sv = view->priv;

	row_view__draw_line(&sv->rv, line, view->search, win);
}

static unsigned int nr_symbol_heads(const struct tui_view *view)
{
	(void)view;
	return 1;
}

static void draw_symbol_head(const struct tui_view *view, struct term_win *win)
{
	const struct symbols_view *sv = view->priv;

	row_view__draw_head(&sv->rv, win);
}

static int symbols_key(struct tui_view *view, const struct term_event *event,
		       struct defer_error *err)
{
	struct symbols_view *sv = view->priv;

	return row_view__key(&sv->rv, view, event, err);
}

static int work_symbols(struct tui_view *view, struct defer_error *err)
{
	struct symbols_view *sv = view->priv;

	return row_view__work(&sv->rv, view, err);
}

static enum find_result find_symbol(const struct tui_view *view, struct find_request *request)
{
	return row_view__find(&((struct symbols_view *)view->priv)->rv, request);
}

static bool count_in_symbols(struct tui_view *view, const char *text, uint64_t *from, uint64_t *nr)
{
	struct symbols_view *sv = view->priv;

	return row_view__count(&sv->rv, text, from, nr);
}

static void symbol_target(const struct tui_view *view, struct tui_target *target)
{
	const struct symbols_view *sv = view->priv;

	row_view__target(&sv->rv, view->cursor, target);
}

static const struct tui_key keys[] = {
	ROW_VIEW_KEYS,
	{{0}, NULL, false},
};

const struct tui_view_ops view_symbols_ops = {
	.name = "symbols",
	.title = "functions, with those that call them or that they call",
	.hint = "Enter: open  /: filter  w: callers  a: source",
	.has_funcs = true,
	.has_rows = true,
	.keys = keys,
	.open = open_symbols,
	.close = close_symbols,
	.save = save_symbols,
	.refresh = refresh_symbols,
	.nr_lines = nr_symbol_lines,
	.draw_line = draw_symbol_line,
	.indents = true,
	.nr_heads = nr_symbol_heads,
	.draw_head = draw_symbol_head,
	.key = symbols_key,
	.work = work_symbols,
	.find = find_symbol,
	.count = count_in_symbols,
	.target = symbol_target,
};
