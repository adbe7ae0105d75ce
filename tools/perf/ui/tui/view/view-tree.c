// SPDX-License-Identifier: GPL-2.0-only
/* The tree of calls, from either end. */
#include "ui/tui/load/trees.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/row-view.h"
#include "ui/tui/view/views.h"

struct tree_view {
	struct row_view rv;
	enum tree_kind kind;
};

static int refresh_tree(struct tui_view *view, struct defer_error *err)
{
	const struct hist *trees = view->data->trees;
	struct tree_view *tv = view->priv;
	const struct row_source source = {trees ? &trees[tv->kind] : NULL, .heaviest = true,
					  .says_rest = true};

	/* From the other end, the samples of a frame are those of the outermost callers. */
	tv->rv.shows_self = tv->kind == TREE_TOP_DOWN;
	if (!trees)
		tui_host__want(view->host, VIEW_DATA_TREES);
	return row_view__set(view, &source, err);
}

/* Returns what stands before the functions, where that is more than their share. */
static const char *columns_of(const struct row_view *rv)
{
	if (row_view__shows_changes(rv))
		return "  Share    Change  ";
	return rv->hist->conf.sides.on ? "  Share  " : "";
}

static const char *rows_of(const struct tree_view *tv)
{
	if (!tv->rv.hist)
		return "The call tree is being made";
	if (tv->rv.hist->conf.sides.on)
		return SEAM_HEADING ", open: both sides";
	return tv->kind == TREE_TOP_DOWN ? "From the outermost callers down (b: bottom up)"
					 : "From what was hit up to its callers (b: top down)";
}

static void draw_tree_head(const struct tui_view *view, struct term_win *win)
{
	const struct tree_view *tv = view->priv;

	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "  %s%s", tv->rv.hist ? columns_of(&tv->rv) : "", rows_of(tv));
	if (tv->rv.hist && tv->rv.hist->conf.show->graph.threshold > 0)
		term_win__printf(win, "; L: from %g%% on", tv->rv.hist->conf.show->graph.threshold);
	term_win__fill(win);
}

static int tree_key(struct tui_view *view, const struct term_event *event, struct defer_error *err)
{
	struct tree_view *tv = view->priv;
	int ret;

	if (event->kind != TERM_EVENT_KEY || event->key != 'b')
		return row_view__key(view, event, err);
	tv->kind = tv->kind == TREE_TOP_DOWN ? TREE_BOTTOM_UP : TREE_TOP_DOWN;
	row_memory__exit(&tv->rv.memory);
	view->cursor = 0;
	ret = refresh_tree(view, err);
	return ret ? ret : TUI_DONE;
}

static const struct tui_key keys[] = {
	{{'b'}, "From the outermost callers down, or from what was hit up"},
	ROW_VIEW_KEYS,
	{{0}, NULL},
};

const struct tui_view_ops view_tree_ops = {
	.name = "tree",
	.title = "the tree of calls, its heaviest path open",
	.hint = "Enter: open  b: other end  w: callers  f: search",
	.has_funcs = true,
	.folds = true,
	.keys = keys,
	.size = sizeof(struct tree_view),
	.refresh = refresh_tree,
	.draw_head = draw_tree_head,
	.key = tree_key,
	ROW_VIEW_OPS,
};
