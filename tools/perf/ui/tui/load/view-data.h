/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parts: what views draw beside the rows of a profile: call trees, flame graphs, heat. They cost
 * time and memory, so that each is made when a view that is shown wants it, by the loader.
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

enum part {
	PART_TREES = 1 << 0, /* of all events */
	PART_FLAME = 1 << 1, /* of one event */
	PART_HEAT = 1 << 2,  /* by thread, of one event */
};

struct parts {
	struct trees *trees; /* or NULL, as are the others */
	struct flame *flame;
	struct heat *heat;
	uint32_t event; /* that flame and heat are of */
};

/* What they are made of; it outlives them. */
struct parts_of {
	const struct profile *profile;
	const struct samples *samples; /* NULL: of which no heat can be made */
	const struct fold *all, *part;
	const struct zooms *zooms;
};

/* Makes those of @which (enum part) that there are not, of @event. Exit it also after an error. */
int parts__make(struct parts *parts, unsigned int which, uint32_t event, const struct parts_of *of,
		struct defer_error *err);
void parts__exit(struct parts *parts);

/*
 * Moves what is in @from to @parts: what that has already stays, unless it is of another event.
 * @from is empty then.
 */
void parts__take(struct parts *parts, struct parts *from);

/* The heat of @event. The caller exits and frees it. */
int parts__heat(struct heat **heat, uint32_t event, const struct parts_of *of,
		struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H */
