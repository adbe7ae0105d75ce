/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view_data: what views draw besides the rows of a profile: call trees, flame graphs, heat, entries. Each
 * kind costs time and memory, so the loader makes it only when a visible view wants it.
 */
#ifndef PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H
#define PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H

#include <stdint.h>

#include <perf/defer-error.h>

struct entry_list;
struct flame;
struct fold;
struct heat;
struct profile;
struct samples;
struct trees;
struct zooms;

enum view_data_kind {
	VIEW_DATA_TREES = 1 << 0,   /* for all events */
	VIEW_DATA_FLAME = 1 << 1,   /* for one event */
	VIEW_DATA_HEAT = 1 << 2,    /* for one event, by thread */
	VIEW_DATA_ENTRIES = 1 << 3, /* for all events */
};

struct view_data {
	struct trees *trees; /* NULL: not made; likewise the others */
	struct flame *flame;
	struct heat *heat;
	struct entry_list *entries; /* longest first */
	uint32_t event;		    /* index of the event of flame and heat */
};

/* The sources that view data are made from. They outlive the data. */
struct view_data_source {
	const struct profile *profile;
	const struct samples *samples; /* NULL: no heat and no entries can be made */
	const struct fold *all, *part;
	const struct zooms *zooms;
};

/*
 * Makes the kinds of @which (enum view_data_kind) that @data lacks for @event. The caller calls
 * exit on @data also after an error.
 */
int view_data__make(struct view_data *data, unsigned int which, uint32_t event,
		    const struct view_data_source *source, struct defer_error *err);
void view_data__exit(struct view_data *data);

/*
 * Moves the contents of @from to @data. A kind that @data already has stays, unless it is for
 * another event. @from is empty afterwards.
 */
void view_data__take(struct view_data *data, struct view_data *from);

/* Makes the heat of @event, which the caller exits and frees. */
int view_data__heat(struct heat **heat, uint32_t event, const struct view_data_source *source,
		    struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H */
