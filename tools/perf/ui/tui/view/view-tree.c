// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/row-memory.h"
#include "ui/tui/view/row-view.h"
#include "ui/tui/load/trees.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/profile/profile.h"

struct tree_view {
	struct row_view rv;
	struct row_memory memory;
	enum tree_kind kind;
};

static int open_tree(struct tui_view *view, struct defer_error *err)
{
	view->priv = calloc(1, sizeof(struct tree_view));
	return view->priv ? 0 : error__no_memory(err, "for a view");
}

static void close_tree(struct tui_view *view)
{
	struct tree_view *tv = view->priv;

	row_view__exit(&tv->rv);
	row_memory__exit(&tv->memory);
	free(tv);
}

static void save_tree(struct tui_view *view)
{
	struct tree_view *tv = view->priv;

	row_memory__save(&tv->memory, &tv->rv, view->cursor, view__nr_zooms(view));
}

static int refresh_tree(struct tui_view *view, struct defer_error *err)
{
	const struct hist *trees = view->data->trees;
	struct tree_view *tv = view->priv;
	int ret;

	if (!trees)
		tui_host__want(view->host, VIEW_DATA_TREES);
	ret = row_view__set(&tv->rv, trees ? &trees[tv->kind] : NULL, NULL, NULL, err);
	return ret ? ret
		   : row_memory__restore(&tv->memory, &tv->rv, true, &view->cursor,
					 view__nr_zooms(view), err);
}

static uint64_t nr_tree_lines(const struct tui_view *view)
{
	const struct tree_view *tv = view->priv;

	return tv->rv.hist ? rows__nr(&tv->rv.rows) : 0;
}

static void draw_tree_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct tree_view *tv = view->priv;

	row_view__draw_line(&tv->rv, line, view->search, win);
}

static unsigned int nr_tree_heads(const struct tui_view *view)
{
	(void)view;
	return 1;
}

static void draw_tree_head(const struct tui_view *view, struct term_win *win)
{
	const struct tree_view *tv = view->priv;

	term_win__color(win, TERM_TITLE);
	term_win__puts(win, !tv->rv.hist ? "  The call tree is being made"
			    : tv->kind == TREE_TOP_DOWN
				    ? "  From the outermost callers down (b: bottom up)"
				    : "  From what was hit up to its callers (b: top down)");
	term_win__fill(win);
}

static int tree_key(struct tui_view *view, const struct term_event *event, struct defer_error *err)
{
	struct tree_view *tv = view->priv;
	int ret;

	if (event->kind != TERM_EVENT_KEY || event->key != 'b')
		return row_view__key(&tv->rv, view, event, err);
	tv->kind = tv->kind == TREE_TOP_DOWN ? TREE_BOTTOM_UP : TREE_TOP_DOWN;
	row_memory__exit(&tv->memory);
	view->cursor = 0;
	ret = refresh_tree(view, err);
	return ret ? ret : TUI_DONE;
}

static int work_tree(struct tui_view *view, struct defer_error *err)
{
	struct tree_view *tv = view->priv;

	return row_view__work(&tv->rv, view, err);
}

static bool tree_awaits(const struct tui_view *view)
{
	const struct tree_view *tv = view->priv;

	return !tv->rv.hist && view->data->event;
}

static enum find_result find_in_tree(const struct tui_view *view, struct find_request *request)
{
	return row_view__find(&((struct tree_view *)view->priv)->rv, request);
}

static bool count_in_tree(struct tui_view *view, const char *text, uint64_t *from, uint64_t *nr)
{
	struct tree_view *tv = view->priv;

	return row_view__count(&tv->rv, text, from, nr);
}

static void tree_target(const struct tui_view *view, struct tui_target *target)
{
	const struct tree_view *tv = view->priv;

	row_view__target(&tv->rv, view->cursor, target);
}

static const struct tui_key keys[] = {
	{{'b'}, "From the outermost callers down, or from what was hit up", false},
	ROW_VIEW_KEYS,
	{{0}, NULL, false},
};

const struct tui_view_ops view_tree_ops = {
	.name = "tree",
	.title = "the tree of calls, its heaviest path open",
	.hint = "Enter: open  b: other end  w: callers  f: search",
	.has_funcs = true,
	.keys = keys,
	.open = open_tree,
	.close = close_tree,
	.save = save_tree,
	.refresh = refresh_tree,
	.nr_lines = nr_tree_lines,
	.draw_line = draw_tree_line,
	.indents = true,
	.nr_heads = nr_tree_heads,
	.draw_head = draw_tree_head,
	.key = tree_key,
	.work = work_tree,
	.find = find_in_tree,
	.awaits = tree_awaits,
	.count = count_in_tree,
	.target = tree_target,
};
