// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/flame-boxes.h"
#include "ui/tui/view-flame.h"
#include "util/array.h"
#include "util/hash.h"

#define NR_HEADS    1 /* rows above the boxes */
#define MAX_HISTORY 64
#define NO_BOX	    SIZE_MAX

/* The way to a node from the root, by names: it outlives the nodes. */
struct flame_path {
	uint64_t *hashes; /* of labels */
	size_t nr, cap;
};

struct flame_view {
	struct flame flame;
	bool has_flame;
	struct flame_picture picture;  /* of the last drawing, and a row below it */
	unsigned int rows, cols;       /* of the boxes then */
	uint32_t focus, selected;      /* nodes */
	uint32_t top;		       /* depth of the first row */
	bool follow;		       /* the selected box has moved: scroll to it */
	uint32_t history[MAX_HISTORY]; /* what was in focus before */
	unsigned int nr_history;
	struct flame_path focus_path, selected_path;
	uint64_t hash_key;
	char *search; /* what matches are of, or NULL */
	struct flame_matches matches;
};

/* ---- paths ---- */

static uint64_t label_hash(const struct flame_view *fv, uint32_t node)
{
	char buf[FLAME_LABEL_LEN];
	const char *label = flame__label(&fv->flame, node, buf);

	return hash__bytes(fv->hash_key, label, strlen(label));
}

/* Without memory the way is forgotten: then the root is found. */
static void save_path(const struct flame_view *fv, uint32_t node, struct flame_path *path)
{
	size_t depth = fv->flame.nodes[node].depth;
	uint64_t *hashes = array__reserve(path->hashes, &path->cap, depth, sizeof(*hashes));

	path->nr = 0;
	if (!depth || !hashes)
		return;
	path->hashes = hashes;
	path->nr = depth;
	for (size_t i = depth; i-- > 0; node = fv->flame.nodes[node].parent)
		hashes[i] = label_hash(fv, node);
}

/* As far as it goes. */
static uint32_t find_path(const struct flame_view *fv, const struct flame_path *path)
{
	const struct flame_node *nodes = fv->flame.nodes;
	uint32_t node = FLAME_ROOT;

	for (size_t i = 0; i < path->nr; i++) {
		uint32_t child = nodes[node].first;

		while (child != FLAME_END && label_hash(fv, child) != path->hashes[i])
			child = nodes[child].next;
		if (child == FLAME_END)
			break;
		node = child;
	}
	return node;
}

/* ---- what is selected, and what is in focus ---- */

static void select_node(struct flame_view *fv, uint32_t node)
{
	fv->selected = node;
	fv->follow = true;
	save_path(fv, node, &fv->selected_path);
}

static void set_focus(struct flame_view *fv, uint32_t node)
{
	fv->focus = node;
	fv->follow = true;
	save_path(fv, node, &fv->focus_path);
}

static void zoom_in(struct flame_view *fv, uint32_t node)
{
	if (node == fv->focus)
		return;
	if (fv->nr_history == MAX_HISTORY)
		memmove(fv->history, fv->history + 1, --fv->nr_history * sizeof(*fv->history));
	fv->history[fv->nr_history++] = fv->focus;
	set_focus(fv, node);
}

/* False if all is shown. */
static bool zoom_out(struct flame_view *fv)
{
	if (!fv->nr_history && fv->focus == FLAME_ROOT)
		return false;
	set_focus(fv, fv->nr_history ? fv->history[--fv->nr_history] : FLAME_ROOT);
	return true;
}

static size_t find_box(const struct flame_view *fv, uint32_t node)
{
	for (size_t i = 0; i < fv->picture.nr; i++) {
		if (fv->picture.boxes[i].node == node && !fv->picture.boxes[i].nr_rest)
			return i;
	}
	return NO_BOX;
}

/* ---- search ---- */

static void drop_search(struct flame_view *fv)
{
	flame_matches__exit(&fv->matches);
	free(fv->search);
	fv->search = NULL;
}

/* Without memory nothing is found. */
static void search(struct flame_view *fv, const char *text)
{
	if (text && fv->search && !strcmp(text, fv->search))
		return;
	drop_search(fv);
	if (!text || !*text || !fv->has_flame)
		return;
	fv->search = strdup(text);
	if (flame__search(&fv->flame, text, &fv->matches, NULL))
		flame_matches__exit(&fv->matches);
}

static uint64_t flame_view__find(const struct tui_view *view, uint64_t from, const char *text,
				 bool forward)
{
	struct flame_view *fv = view->priv;
	uint64_t nr;

	search(fv, text);
	nr = fv->matches.nr;
	if (forward)
		return from < nr ? from : UINT64_MAX;
	return from && nr ? (from < nr ? from : nr) - 1 : UINT64_MAX;
}

/* Is @node wide enough for a box if @focus is as wide as the window? */
static bool has_box(const struct flame_view *fv, uint32_t node, uint32_t focus)
{
	const struct flame_node *nodes = fv->flame.nodes;

	return (double)nodes[node].total * fv->cols >= nodes[focus].total;
}

/* Where it can be seen: what is in focus changes if need be. */
static void flame_view__select(struct tui_view *view, uint64_t found)
{
	struct flame_view *fv = view->priv;
	uint32_t node, focus;

	if (found >= fv->matches.nr)
		return;
	node = fv->matches.nodes[found];
	focus = flame__is_below(&fv->flame, node, fv->focus) ? fv->focus : FLAME_ROOT;
	if (!has_box(fv, node, focus)) {
		focus = node;
		while (focus != FLAME_ROOT && has_box(fv, node, fv->flame.nodes[focus].parent))
			focus = fv->flame.nodes[focus].parent;
	}
	zoom_in(fv, focus);
	select_node(fv, node);
}

/* ---- drawing ---- */

/* How much of all has what is searched for, drawn at the right end. */
static void draw_matched(const struct flame_view *fv, struct term_win *win)
{
	char text[160];
	unsigned int width;

	snprintf(text, sizeof(text), " \"%.100s\" %.2f%% in %zu place%s", fv->search,
		 flame__percent(&fv->flame, fv->matches.total), fv->matches.nr,
		 fv->matches.nr == 1 ? "" : "s");
	width = term__width(text);
	term_win__at(win, 0, width < win->cols ? win->cols - width : 0);
	term_win__color(win, TERM_MATCH);
	term_win__puts(win, text);
}

/* What the selected box is. */
static void draw_head(const struct flame_view *fv, struct term_win *win)
{
	const struct flame_node *node = &fv->flame.nodes[fv->selected];
	char buf[FLAME_LABEL_LEN];

	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "%6.2f%%  self %6.2f%%  ", flame__percent(&fv->flame, node->total),
			 flame__percent(&fv->flame, node->self));
	if (fv->selected != FLAME_ROOT) {
		const struct func *func = flame__func(&fv->flame, fv->selected);

		term_win__printf(win, "[%c] ", func->level);
		term_win__puts(win, flame__label(&fv->flame, fv->selected, buf));
		if (func->dso)
			term_win__printf(win, "  %s", func__dso_name(func, false));
	} else {
		term_win__puts(win, "all samples");
	}
	term_win__fill(win);
	if (fv->search)
		draw_matched(fv, win);
}

/* The selected box, or the one that it would be in, is among the rows. */
static void scroll(struct flame_view *fv)
{
	uint32_t depth = fv->flame.nodes[fv->selected].depth;

	if (fv->follow && depth < fv->top)
		fv->top = depth;
	if (fv->follow && depth >= fv->top + fv->rows)
		fv->top = depth - fv->rows + 1;
	fv->follow = false;
}

static int lay_out(struct flame_view *fv)
{
	const struct flame_opts opts = {
		.focus = fv->focus,
		.width = fv->cols,
		.min_width = 1,
		.max_depth = fv->top + fv->rows,
	};

	return flame__layout(&fv->flame, &opts, &fv->picture, NULL);
}

static void flame_view__draw(struct tui_view *view, struct term_win *win)
{
	struct flame_view *fv = view->priv;
	struct term_win boxes = term_win__sub(win, NR_HEADS, 0, win->rows, win->cols);

	search(fv, view->search);
	if (!fv->has_flame || !fv->flame.nodes[FLAME_ROOT].total || !boxes.rows) {
		term_win__color(win, TERM_DIM);
		term_win__puts(win, fv->has_flame ? "No samples" : "");
		return;
	}
	fv->rows = boxes.rows;
	fv->cols = boxes.cols;
	if (!flame__is_below(&fv->flame, fv->selected, fv->focus) &&
	    !flame__is_below(&fv->flame, fv->focus, fv->selected))
		select_node(fv, fv->focus);
	while (fv->selected != FLAME_ROOT && !has_box(fv, fv->selected, fv->focus))
		select_node(fv, fv->flame.nodes[fv->selected].parent);
	scroll(fv);
	if (lay_out(fv)) {
		term_win__color(win, TERM_ERROR);
		term_win__puts(win, "no memory for the flame graph");
		return;
	}
	draw_head(fv, win);
	flame_boxes__draw(&(struct flame_boxes){.flame = &fv->flame,
						.picture = &fv->picture,
						.matches = &fv->matches,
						.selected = fv->selected,
						.top = fv->top},
			  &boxes);
}

/* ---- keys ---- */

static const struct tui_key keys[] = {
	{{KEY_UP}, "Go to the caller", false},
	{{KEY_DOWN}, "Go to the heaviest function that is called", false},
	{{KEY_LEFT}, "Go to the box on the left", false},
	{{KEY_RIGHT}, "Go to the box on the right", false},
	{{KEY_PGUP}, "Go a window up, from caller to caller", false},
	{{KEY_PGDN}, "Go a window down, the heaviest path", false},
	{{KEY_HOME}, "Show all again", false},
	{{KEY_ENTER}, "Zoom: the box becomes as wide as the window", false},
	{{KEY_ESC, KEY_BACKSPACE}, "Take the last zoom back", false},
	{{0}, "Click on a box: zoom into it, or out to a caller", true},
	{{0}, "Wheel: scroll", true},
	{{0}, NULL, false},
};

/* The box that is @step away in the same row. */
static void go_beside(struct flame_view *fv, int step)
{
	const struct flame_box *boxes = fv->picture.boxes;
	size_t at = find_box(fv, fv->selected), i = at;

	if (at == NO_BOX)
		return;
	do {
		i += step;
	} while (i < fv->picture.nr && boxes[i].nr_rest && boxes[i].depth == boxes[at].depth);
	if (i < fv->picture.nr && boxes[i].depth == boxes[at].depth)
		select_node(fv, boxes[i].node);
}

static void go_up(struct flame_view *fv)
{
	select_node(fv, fv->flame.nodes[fv->selected].parent);
}

/* Above the focus there is one way only. */
static void go_down(struct flame_view *fv)
{
	const struct flame_node *nodes = fv->flame.nodes;
	uint32_t node = fv->focus;

	if (nodes[fv->selected].depth < nodes[fv->focus].depth) {
		while (nodes[node].parent != fv->selected)
			node = nodes[node].parent;
	} else {
		if (flame__sort(&fv->flame, fv->selected, NULL))
			return;
		node = nodes[fv->selected].first;
		if (node == FLAME_END || !has_box(fv, node, fv->focus))
			return;
	}
	select_node(fv, node);
}

static int press_key(struct flame_view *fv, uint32_t key)
{
	switch (key) {
	case KEY_UP:
		go_up(fv);
		return TUI_DONE;
	case KEY_DOWN:
		go_down(fv);
		return TUI_DONE;
	case KEY_LEFT:
		go_beside(fv, -1);
		return TUI_DONE;
	case KEY_RIGHT:
		go_beside(fv, 1);
		return TUI_DONE;
	case KEY_PGUP:
	case KEY_PGDN:
		for (unsigned int i = 0; i < fv->rows; i++)
			key == KEY_PGUP ? go_up(fv) : go_down(fv);
		return TUI_DONE;
	case KEY_HOME:
		zoom_in(fv, FLAME_ROOT);
		select_node(fv, FLAME_ROOT);
		return TUI_DONE;
	case KEY_ENTER:
		zoom_in(fv, fv->selected);
		return TUI_DONE;
	case KEY_ESC:
	case KEY_BACKSPACE:
		return zoom_out(fv) ? TUI_DONE : TUI_PASS;
	default:
		return TUI_PASS;
	}
}

static void click(struct flame_view *fv, unsigned int row, unsigned int col)
{
	for (size_t i = 0; i < fv->picture.nr; i++) {
		const struct flame_box box = fv->picture.boxes[i];

		if (box.depth != fv->top + row || col < box.col || col >= box.col + box.width ||
		    box.nr_rest)
			continue;
		select_node(fv, box.node);
		zoom_in(fv, box.node);
		return;
	}
}

static void wheel(struct flame_view *fv, int step)
{
	uint32_t last = fv->picture.nr ? fv->picture.boxes[fv->picture.nr - 1].depth : 0;

	if (step < 0)
		fv->top -= fv->top ? 1 : 0;
	else if (last >= fv->top + fv->rows)
		fv->top++;
}

static int use_mouse(struct flame_view *fv, const struct term_event *event)
{
	switch (event->mouse) {
	case MOUSE_PRESS:
		if (event->row >= NR_HEADS)
			click(fv, event->row - NR_HEADS, event->col);
		return TUI_DONE;
	case MOUSE_WHEEL_UP:
		wheel(fv, -1);
		return TUI_DONE;
	case MOUSE_WHEEL_DOWN:
		wheel(fv, 1);
		return TUI_DONE;
	default:
		return TUI_PASS;
	}
}

static int flame_view__key(struct tui_view *view, const struct term_event *event,
			   struct defer_error *err)
{
	struct flame_view *fv = view->priv;

	(void)err;
	if (!fv->has_flame)
		return TUI_PASS;
	return event->kind == TERM_EVENT_MOUSE ? use_mouse(fv, event)
	       : event->kind == TERM_EVENT_KEY ? press_key(fv, event->key)
					       : TUI_PASS;
}

/* ---- the view ---- */

static int flame_view__open(struct tui_view *view, struct defer_error *err)
{
	struct flame_view *fv = calloc(1, sizeof(*fv));

	if (!fv)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for the flame graph");
	fv->hash_key = hash__key();
	view->priv = fv;
	return 0;
}

static void drop_flame(struct flame_view *fv)
{
	drop_search(fv);
	if (fv->has_flame)
		flame__exit(&fv->flame);
	fv->has_flame = false;
	fv->picture.nr = 0;
	fv->nr_history = 0;
	fv->focus = fv->selected = FLAME_ROOT;
}

static void flame_view__close(struct tui_view *view)
{
	struct flame_view *fv = view->priv;

	drop_flame(fv);
	flame_picture__exit(&fv->picture);
	free(fv->focus_path.hashes);
	free(fv->selected_path.hashes);
	free(fv);
	view->priv = NULL;
}

static int flame_view__refresh(struct tui_view *view, struct defer_error *err)
{
	struct flame_view *fv = view->priv;
	int ret;

	drop_flame(fv);
	if (!view->data || !view->data->event)
		return 0;
	ret = flame__init(&fv->flame, &view->data->event->hist, err);
	if (ret) {
		flame__exit(&fv->flame);
		return ret;
	}
	fv->has_flame = true;
	fv->focus = find_path(fv, &fv->focus_path);
	fv->selected = find_path(fv, &fv->selected_path);
	fv->follow = true;
	return 0;
}

static void flame_view__target(const struct tui_view *view, struct tui_target *target)
{
	const struct flame_view *fv = view->priv;

	if (!fv->has_flame || fv->selected == FLAME_ROOT)
		return;
	target->func = flame__func(&fv->flame, fv->selected);
	target->dso = target->func->dso;
}

static int flame_view__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct flame_view *fv = view->priv;
	size_t nr = 0;

	if (!fv->has_flame)
		return snprintf(buf, size, "%s", "");
	for (size_t i = 0; i < fv->picture.nr; i++)
		nr += !fv->picture.boxes[i].nr_rest;
	if (!fv->picture.nr_narrow)
		return snprintf(buf, size, "%zu boxes", nr);
	return snprintf(buf, size, "%zu boxes, %" PRIu64 " too narrow", nr, fv->picture.nr_narrow);
}

const struct tui_view_ops view_flame_ops = {
	.name = "flame",
	.title = "All call chains as a flame graph, callers above what they call",
	.keys = keys,
	.open = flame_view__open,
	.close = flame_view__close,
	.refresh = flame_view__refresh,
	.draw = flame_view__draw,
	.key = flame_view__key,
	.find = flame_view__find,
	.select = flame_view__select,
	.target = flame_view__target,
	.status = flame_view__status,
};
