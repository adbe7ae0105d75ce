/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * flame_place: where a user is in a flame graph: the box that is selected, the one that is as wide
 * as the window, those that were so before, and the part that can be seen.
 */
#ifndef PERF_DEFER_UI_TUI_VIEW_FLAME_PLACE_H
#define PERF_DEFER_UI_TUI_VIEW_FLAME_PLACE_H

#include "util/view/flame.h"

#define FLAME_MAX_HISTORY 64
#define FLAME_NO_BOX	  UINT32_MAX

/* The way to a node from the root, by names: it outlives the nodes. */
struct flame_path {
	uint64_t *hashes; /* of labels */
	size_t nr, cap;
};

struct flame_place {
	struct flame *flame;		     /* or NULL */
	struct flame_picture picture;	     /* of the last layout, and a row below it */
	unsigned int rows, cols;	     /* of the boxes then */
	uint32_t focus, selected;	     /* nodes */
	uint32_t top;			     /* depth of the first row */
	bool follow;			     /* the selected box has moved: scroll to it */
	bool moved;			     /* the picture is of another place */
	uint32_t history[FLAME_MAX_HISTORY]; /* what was in focus before */
	unsigned int nr_history;
	struct flame_path focus_path, selected_path;
	uint64_t hash_key;
};

void flame_place__init(struct flame_place *place);
void flame_place__exit(struct flame_place *place);

/* The same place in another flame graph, as far as it is there; NULL: none for now. */
void flame_place__set(struct flame_place *place, struct flame *flame);

void flame_place__select(struct flame_place *place, uint32_t node);
void flame_place__zoom_in(struct flame_place *place, uint32_t node);
/* False if all is shown. */
bool flame_place__zoom_out(struct flame_place *place);
/* Selects @node where it can be seen: what is in focus changes if need be. */
void flame_place__show(struct flame_place *place, uint32_t node);

/* The box that is @step away in the same row; the caller; the heaviest that is called. */
void flame_place__go_beside(struct flame_place *place, int step);
void flame_place__go_up(struct flame_place *place);
void flame_place__go_down(struct flame_place *place);
void flame_place__scroll(struct flame_place *place, int step);
/* The node whose box stands at @row and @col, or FLAME_NO_BOX. */
uint32_t flame_place__at(struct flame_place *place, uint32_t row, uint32_t col);

/*
 * Lays the picture out for @rows and @cols, with the selected box in it. What moves among boxes
 * does so by itself where the last picture is of another place: keys come faster than drawings.
 */
int flame_place__lay_out(struct flame_place *place, unsigned int rows, unsigned int cols);

#endif /* PERF_DEFER_UI_TUI_VIEW_FLAME_PLACE_H */
