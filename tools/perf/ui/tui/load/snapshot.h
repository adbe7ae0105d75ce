/* SPDX-License-Identifier: GPL-2.0-only */
/* load_shot: a profile as it is shown: of the zooms, sorted, measured, with what views want. */
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
	unsigned int parts; /* enum part: with these */
	uint32_t event;	    /* that they are of */
};

/*
 * Owned by whoever took it, who deletes it when he has taken the next one, or with the loader:
 * parts are made of it meanwhile. What it points to otherwise is the loader's, and stays.
 */
struct load_shot {
	struct load_request request;
	struct fold *part; /* of the zooms; NULL: all */
	struct profile *profile;
	struct parts parts;
	unsigned int (*widths)[MAX_COLUMNS]; /* of each event: characters that columns need */
	const struct pipeline *pipeline;     /* that it was made by */
	bool partial;			     /* of the beginning of the trace alone */
	bool has_names;
	bool has_all; /* pipeline->samples and losses are there */
};

/*
 * A shot of what @request wants; @like says what it is made of. The caller deletes it.
 */
int load_shot__new(struct load_shot **shot, const struct load_request *request,
		   const struct load_shot *like, struct resolve *resolve, struct defer_error *err);
void load_shot__delete(struct load_shot *shot);

/* The first that has samples: what is shown if nobody says. */
uint32_t load_shot__first_event(const struct load_shot *shot);

/* Makes those of @which that @parts has not, of @shot, which does not change. */
int load_shot__make_parts(const struct load_shot *shot, unsigned int which, uint32_t event,
			  struct parts *parts, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_LOAD_SNAPSHOT_H */
