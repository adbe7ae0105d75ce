// SPDX-License-Identifier: GPL-2.0-only
/* Functions, or whatever the rows are, with their callers or callees below them. */
#include "ui/tui/view/row-view.h"
#include "ui/tui/view/views.h"
#include "util/profile/profile.h"

static int refresh_symbols(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	const struct row_source source = {
		.hist = data->event ? &data->event->hist : NULL,
		.levels = data->levels,
		.widths = data->widths,
	};

	return row_view__set(view, &source, err);
}

static const struct tui_key keys[] = {
	ROW_VIEW_KEYS,
	{{0}, NULL},
};

const struct tui_view_ops view_symbols_ops = {
	.name = "symbols",
	.title = "functions, with those that call them or that they call",
	.hint = "Enter: open  /: filter  w: callers  a: source",
	.has_funcs = true,
	.folds = true,
	.has_rows = true,
	.keys = keys,
	.size = sizeof(struct row_view),
	.refresh = refresh_symbols,
	.draw_head = row_view__draw_head,
	.click_head = row_view__click_head,
	.key = row_view__key,
	ROW_VIEW_OPS,
};
