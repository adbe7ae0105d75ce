/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view_data: what views draw beside the rows of a profile: call trees, flame graphs, heat. Each
 * costs time and memory, so the loader makes it only when a view that is shown wants it.
 */
#ifndef PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H
#define PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H

#include <stdint.h>

#include <perf/defer-error.h>

struct flame;
struct fold;
struct heat;
struct profile;
struct samples;
struct trees;
struct zooms;

enum view_data_kind {
	VIEW_DATA_TREES = 1 << 0, /* of all events */
	VIEW_DATA_FLAME = 1 << 1, /* of one event */
	VIEW_DATA_HEAT = 1 << 2,  /* by thread, of one event */
};

struct view_data {
	struct trees *trees; /* or NULL, as are the others */
	struct flame *flame;
	struct heat *heat;
	uint32_t event; /* that flame and heat are of */
};

/* What they are made of; it outlives them. */
struct view_data_source {
	const struct profile *profile;
	const struct samples *samples; /* NULL: of which no heat can be made */
	const struct fold *all, *part;
	const struct zooms *zooms;
};

/*
 * Makes those kinds of @which (enum view_data_kind) of @event that @data does not have. The caller
 * exits @data also after an error.
 */
int view_data__make(struct view_data *data, unsigned int which, uint32_t event,
		    const struct view_data_source *source, struct defer_error *err);
void view_data__exit(struct view_data *data);

/*
 * Moves what is in @from to @data: what that has already stays, unless it is of another event.
 * @from is empty then.
 */
void view_data__take(struct view_data *data, struct view_data *from);

/* The heat of @event. The caller exits and frees it. */
int view_data__heat(struct heat **heat, uint32_t event, const struct view_data_source *source,
		    struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H */
