/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * flame_place: the position of the user in a flame graph: the box that is selected, the one in
 * focus, which fills the window, those that were in focus before, and the visible rows.
 *
 *	[ root                               ]   one box each above the focus
 *	[ main                               ]   focus: as wide as the window
 *	[ read_all             ][ parse      ]   top: depth of the first visible row
 *	[ vfs_read      ][ ..  ][ scan  ]        selected: one of these boxes
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_FLAME_PLACE_H
#define PERF_DEFER_UI_TUI_VIEW_FLAME_PLACE_H

#include "util/view/flame.h"

#define FLAME_MAX_HISTORY 64

/* The path to a node from the root, by labels, so that it outlives the nodes. */
struct flame_path {
	uint64_t *hashes; /* of the labels */
	size_t nr, cap;
};

struct flame_place {
	struct flame *flame;		     /* NULL: none */
	struct flame_picture picture;	     /* of the last layout, and one row more */
	unsigned int rows, cols;	     /* size of the boxes' area at that time */
	uint32_t focus, selected;	     /* nodes */
	uint32_t top;			     /* depth of the first row */
	bool follow;			     /* the selected box has changed: scroll to it */
	bool moved;			     /* the picture shows another place */
	uint32_t history[FLAME_MAX_HISTORY]; /* nodes that were in focus before */
	unsigned int nr_history;
	struct flame_path focus_path, selected_path;
	uint64_t hash_key;
};

void flame_place__init(struct flame_place *place);
void flame_place__exit(struct flame_place *place);

/* Moves to the same place in another flame graph, as far as it exists there; NULL: none for now. */
void flame_place__set(struct flame_place *place, struct flame *flame);

void flame_place__zoom_in(struct flame_place *place, uint32_t node);
/* Returns false if everything is shown already. */
bool flame_place__zoom_out(struct flame_place *place);
/* Selects @node and makes it visible; changes the focus if necessary. */
void flame_place__show(struct flame_place *place, uint32_t node);

/* Select the box @step boxes away in the same row; the caller; the heaviest callee. */
void flame_place__go_beside(struct flame_place *place, int step);
void flame_place__go_up(struct flame_place *place);
void flame_place__go_down(struct flame_place *place);
void flame_place__scroll(struct flame_place *place, int step);
/* Selects the box at @row and @col of the window. Returns false if there is none. */
bool flame_place__go_to(struct flame_place *place, unsigned int row, unsigned int col);
/* Shows all, with the root selected. */
void flame_place__go_home(struct flame_place *place);

/*
 * Lays out the picture for @rows and @cols, with the selected box in it. The functions that move
 * call it themselves if the last picture shows another place, because several keys may arrive
 * between two drawings.
 */
int flame_place__lay_out(struct flame_place *place, unsigned int rows, unsigned int cols);

#endif /* PERF_DEFER_UI_TUI_VIEW_FLAME_PLACE_H */
