// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/tui/row-view.h"
#include "ui/tui/view-symbols.h"

static int open_symbols(struct tui_view *view, struct defer_error *err)
{
	view->priv = calloc(1, sizeof(struct row_view));
	return view->priv ? 0
			  : defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					     "no memory for a view");
}

static void close_symbols(struct tui_view *view)
{
	row_view__exit(view->priv);
	free(view->priv);
}

static int refresh_symbols(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;

	return row_view__set(view->priv, data->event ? &data->event->hist : NULL, data->widths,
			     err);
}

static uint64_t nr_symbol_lines(const struct tui_view *view)
{
	const struct row_view *rv = view->priv;

	return rv->hist ? rows__nr(&rv->rows) : 0;
}

static void draw_symbol_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	row_view__draw_line(view->priv, line, view->search, win);
}

static unsigned int nr_symbol_heads(const struct tui_view *view)
{
	(void)view;
	return 1;
}

static void draw_symbol_head(const struct tui_view *view, struct term_win *win)
{
	row_view__draw_head(view->priv, win);
}

static int symbols_key(struct tui_view *view, const struct term_event *event,
		       struct defer_error *err)
{
	return row_view__key(view->priv, view, event, err);
}

static uint64_t find_symbol(const struct tui_view *view, uint64_t from, const char *text,
			    bool forward)
{
	return row_view__find(view->priv, from, text, forward);
}

static void symbol_target(const struct tui_view *view, struct tui_target *target)
{
	row_view__target(view->priv, view->cursor, target);
}

static const struct tui_key keys[] = {
	ROW_VIEW_KEYS,
	{{0}, NULL, false},
};

const struct tui_view_ops view_symbols_ops = {
	.name = "symbols",
	.title = "functions, with those that call them or that they call",
	.keys = keys,
	.open = open_symbols,
	.close = close_symbols,
	.refresh = refresh_symbols,
	.nr_lines = nr_symbol_lines,
	.draw_line = draw_symbol_line,
	.nr_heads = nr_symbol_heads,
	.draw_head = draw_symbol_head,
	.key = symbols_key,
	.find = find_symbol,
	.target = symbol_target,
};
