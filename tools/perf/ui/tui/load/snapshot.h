/* SPDX-License-Identifier: GPL-2.0-only */
/* snapshot: a profile as it is shown: of the zooms, sorted, measured, with what views want. */
#ifndef PERF_DEFER_UI_TUI_LOAD_SNAPSHOT_H
#define PERF_DEFER_UI_TUI_LOAD_SNAPSHOT_H

#include "ui/tui/load/view-data.h"
#include "util/pipeline.h"
#include "util/profile/zoom.h"

/* What a profile is to be of. */
struct load_request {
	struct zooms zooms;
	double min_percent; /* of rows */
	bool relative;	    /* percentages are of what is within the zooms */
	unsigned int kinds; /* enum view_data_kind: with these view data */
	uint32_t event;	    /* that they are of */
};

/*
 * Owned by whoever took it, who deletes it when he has taken the next one, or with the loader:
 * view data are made of it meanwhile. What it points to otherwise is the loader's, and stays.
 */
struct snapshot {
	struct load_request request;
	struct fold *part; /* of the zooms; NULL: all */
	struct profile *profile;
	struct view_data view_data;
	unsigned int (*widths)[MAX_COLUMNS]; /* of each event: characters that columns need */
	const struct pipeline *pipeline;     /* that it was made by */
	bool partial;			     /* of the beginning of the trace alone */
	bool has_names;
	bool has_all; /* pipeline->samples and losses are there */
};

/*
 * A snapshot of what @request wants; @like says what it is made of. The caller deletes it.
 */
int snapshot__new(struct snapshot **snapshot, const struct load_request *request,
		  const struct snapshot *like, struct resolve *resolve, struct defer_error *err);
void snapshot__delete(struct snapshot *snapshot);

/* The first that has samples: what is shown if nobody says. */
uint32_t snapshot__first_event(const struct snapshot *snapshot);

/* Makes those of @which that @data has not, of @snapshot, which does not change. */
int snapshot__make_data(const struct snapshot *snapshot, unsigned int which, uint32_t event,
			struct view_data *data, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_LOAD_SNAPSHOT_H */
