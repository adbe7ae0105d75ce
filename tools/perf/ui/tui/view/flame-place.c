// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/flame-place.h"
#include "util/base/array.h"
#include "util/base/hash.h"

#define NO_BOX SIZE_MAX

/* ---- paths ---- */

/* Hashes the whole name: what is shown of it may change. */
static uint64_t label_hash(const struct flame_place *place, uint32_t node)
{
	char buf[FLAME_LABEL_LEN];
	const struct func *func = flame__func(place->flame, node);
	const char *name = func ? func->name : NULL;

	if (!name)
		name = flame__label(place->flame, node, buf);
	return hash__bytes(place->hash_key, name, strlen(name));
}

/* Saves the path to @node. Without memory the path is empty, which leads to the root. */
static void save_path(const struct flame_place *place, uint32_t node, struct flame_path *path)
{
	size_t depth = place->flame->nodes[node].depth;

	path->nr = 0;
	if (!depth || !ARRAY_GROW(path->hashes, path->cap, depth))
		return;
	path->nr = depth;
	for (size_t i = depth; i-- > 0; node = place->flame->nodes[node].parent)
		path->hashes[i] = label_hash(place, node);
}

/* Follows @path as far as its nodes exist. Returns the last one found. */
static uint32_t find_path(const struct flame_place *place, const struct flame_path *path)
{
	const struct flame_node *nodes = place->flame->nodes;
	uint32_t node = FLAME_ROOT;

	for (size_t i = 0; i < path->nr; i++) {
		uint32_t child = nodes[node].first;

		while (child != FLAME_END && label_hash(place, child) != path->hashes[i])
			child = nodes[child].next;
		if (child == FLAME_END)
			break;
		node = child;
	}
	return node;
}

/* ---- what is selected, and what is in focus ---- */

static void select_node(struct flame_place *place, uint32_t node)
{
	place->selected = node;
	place->follow = place->moved = true;
	save_path(place, node, &place->selected_path);
}

static void set_focus(struct flame_place *place, uint32_t node)
{
	place->focus = node;
	place->follow = place->moved = true;
	save_path(place, node, &place->focus_path);
}

void flame_place__zoom_in(struct flame_place *place, uint32_t node)
{
	if (node == place->focus)
		return;
	if (place->nr_history == FLAME_MAX_HISTORY)
		memmove(place->history, place->history + 1,
			--place->nr_history * sizeof(*place->history));
	place->history[place->nr_history++] = place->focus;
	set_focus(place, node);
}

/* Returns false if everything is shown already. */
bool flame_place__zoom_out(struct flame_place *place)
{
	if (!place->nr_history && place->focus == FLAME_ROOT)
		return false;
	set_focus(place, place->nr_history ? place->history[--place->nr_history] : FLAME_ROOT);
	return true;
}

static size_t find_box(const struct flame_place *place, uint32_t node)
{
	for (size_t i = 0; i < place->picture.nr; i++) {
		if (place->picture.boxes[i].node == node && !place->picture.boxes[i].nr_rest)
			return i;
	}
	return NO_BOX;
}

/* Returns whether @node is wide enough for a box when @focus fills the window. */
static bool has_box(const struct flame_place *place, uint32_t node, uint32_t focus)
{
	const struct flame_node *nodes = place->flame->nodes;

	return (double)nodes[node].total * place->cols >= nodes[focus].total;
}

/* Scrolls until the row of the selected node is visible. */
static void flame_place__follow(struct flame_place *place)
{
	uint32_t depth = place->flame->nodes[place->selected].depth;

	if (place->follow && depth < place->top)
		place->top = depth;
	if (place->follow && depth >= place->top + place->rows)
		place->top = depth - place->rows + 1;
	place->follow = false;
}

static int make_picture(struct flame_place *place)
{
	const struct flame_opts opts = {
		.focus = place->focus,
		.width = place->cols,
		.min_width = 1,
		.max_depth = place->top + place->rows,
	};

	return flame__layout(place->flame, &opts, &place->picture, NULL);
}

/* Returns the picture as it would be drawn now; lays it out again if the place has moved. */
static const struct flame_picture *flame_place__picture(struct flame_place *place)
{
	if (place->moved && place->cols && place->flame->nodes[FLAME_ROOT].total)
		flame_place__lay_out(place, place->rows, place->cols);
	return &place->picture;
}

/* ---- moving ---- */

/* Selects the box @step boxes away in the same row. */
void flame_place__go_beside(struct flame_place *place, int step)
{
	const struct flame_box *boxes = flame_place__picture(place)->boxes;
	size_t at = find_box(place, place->selected), i = at;

	if (at == NO_BOX)
		return;
	do {
		i += step;
	} while (i < place->picture.nr && boxes[i].nr_rest && boxes[i].depth == boxes[at].depth);
	if (i < place->picture.nr && boxes[i].depth == boxes[at].depth)
		select_node(place, boxes[i].node);
}

void flame_place__go_up(struct flame_place *place)
{
	select_node(place, place->flame->nodes[place->selected].parent);
}

/* Selects a callee: the only one on the way to the focus, else the heaviest one. */
void flame_place__go_down(struct flame_place *place)
{
	const struct flame_node *nodes = place->flame->nodes;
	uint32_t node = place->focus;

	if (nodes[place->selected].depth < nodes[place->focus].depth) {
		while (nodes[node].parent != place->selected)
			node = nodes[node].parent;
	} else {
		if (flame__sort(place->flame, place->selected, NULL))
			return;
		node = nodes[place->selected].first;
		if (node == FLAME_END || !has_box(place, node, place->focus))
			return;
	}
	select_node(place, node);
}

void flame_place__scroll(struct flame_place *place, int step)
{
	const struct flame_picture *all = flame_place__picture(place);

	if (step < 0)
		place->top -= place->top ? 1 : 0;
	else if (all->nr && all->boxes[all->nr - 1].depth >= place->top + place->rows)
		place->top++;
	place->moved = true;
}

bool flame_place__go_to(struct flame_place *place, unsigned int row, unsigned int col)
{
	const struct flame_picture *all = flame_place__picture(place);

	for (size_t i = 0; i < all->nr; i++) {
		const struct flame_box *box = &all->boxes[i];

		if (box->depth != place->top + row || col < box->col ||
		    col >= box->col + box->width || box->nr_rest)
			continue;
		select_node(place, box->node);
		return true;
	}
	return false;
}

void flame_place__go_home(struct flame_place *place)
{
	flame_place__zoom_in(place, FLAME_ROOT);
	select_node(place, FLAME_ROOT);
}

/* ---- the place ---- */

void flame_place__init(struct flame_place *place)
{
	*place = (struct flame_place){.hash_key = hash__key()};
}

void flame_place__exit(struct flame_place *place)
{
	flame_picture__exit(&place->picture);
	free(place->focus_path.hashes);
	free(place->selected_path.hashes);
}

void flame_place__set(struct flame_place *place, struct flame *flame)
{
	place->flame = flame;
	place->picture.nr = 0;
	place->nr_history = 0;
	place->focus = flame ? find_path(place, &place->focus_path) : FLAME_ROOT;
	place->selected = flame ? find_path(place, &place->selected_path) : FLAME_ROOT;
	place->follow = place->moved = true;
}

void flame_place__show(struct flame_place *place, uint32_t node)
{
	uint32_t focus =
		flame__is_below(place->flame, node, place->focus) ? place->focus : FLAME_ROOT;

	if (!has_box(place, node, focus)) {
		focus = node;
		while (focus != FLAME_ROOT &&
		       has_box(place, node, place->flame->nodes[focus].parent))
			focus = place->flame->nodes[focus].parent;
	}
	flame_place__zoom_in(place, focus);
	select_node(place, node);
}

int flame_place__lay_out(struct flame_place *place, unsigned int rows, unsigned int cols)
{
	const struct flame *flame = place->flame;

	place->rows = rows;
	place->cols = cols;
	if (!flame__is_below(flame, place->selected, place->focus) &&
	    !flame__is_below(flame, place->focus, place->selected))
		select_node(place, place->focus);
	while (place->selected != FLAME_ROOT && !has_box(place, place->selected, place->focus))
		select_node(place, flame->nodes[place->selected].parent);
	flame_place__follow(place);
	place->moved = false;
	return make_picture(place);
}
