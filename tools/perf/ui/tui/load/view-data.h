/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view_data: what views draw besides the rows of a profile: call trees, flame graphs, heat, entries,
 * samples. Each kind costs time and memory, so the loader makes it only when a visible view wants it.
 */
#ifndef PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H
#define PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H

#include <stdint.h>

#include <perf/defer-error.h>

struct chart;
struct entry_kinds;
struct entry_list;
struct flame;
struct heat_samples;
struct sample_rows;
struct shown;
struct summary;
struct trees;

#define VIEW_DATA_NR_FLAMES 3 /* FLAME_NR_TREES */
#define VIEW_DATA_NR_HEATS  4 /* HEAT_BY_TASK to HEAT_BY_FUNC */

enum view_data_kind {
	VIEW_DATA_TREES = 1 << 0,    /* for all events */
	VIEW_DATA_ENTRIES = 1 << 2,  /* for all events */
	VIEW_DATA_SAMPLES = 1 << 3,  /* for all events */
	VIEW_DATA_FLAME = 1 << 4,    /* for one event; << enum flame_shape */
	VIEW_DATA_HEAT = 1 << 8,     /* for one event; << enum heat_by */
	VIEW_DATA_SUMMARY = 1 << 12, /* for one event; << enum summary_part */
};

struct view_data {
	struct trees *trees;				/* NULL: not made; likewise the others */
	struct flame *flames[VIEW_DATA_NR_FLAMES];	/* by enum flame_shape */
	struct chart *chart;				/* FLAME_TIME */
	struct heat_samples *heats[VIEW_DATA_NR_HEATS]; /* by enum heat_by */
	struct entry_list *entries;			/* longest first */
	struct entry_kinds *kinds;			/* of these */
	struct sample_rows *sample_rows;
	struct summary *summary;
	uint32_t event; /* index of the event of flames, chart, heats and summary */
};

/*
 * Makes the kinds of @which (enum view_data_kind) that @data lacks for @event, but no summary, which
 * needs more than what is shown: see snapshot__make_data(). The caller calls
 * exit on @data also after an error. What @shown points to outlives the data. Without samples there are
 * no chart, heats, entries and lists of samples.
 */
int view_data__make(struct view_data *data, unsigned int which, uint32_t event,
		    const struct shown *shown, struct defer_error *err);
void view_data__exit(struct view_data *data);

/*
 * Moves the contents of @from to @data. A kind that @data already has stays, unless it is for
 * another event. @from is empty afterwards.
 */
void view_data__take(struct view_data *data, struct view_data *from);

/* Makes the heat of @event, with rows @by (enum heat_by), which the caller exits and frees. */
int view_data__heat(struct heat_samples **heat, uint32_t event, int by, const struct shown *shown,
		    struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_LOAD_VIEW_DATA_H */
