/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * snapshot: a profile ready to be shown: limited by zooms, sorted, measured, with its view data.
 *
 *	snapshot
 *	  request     what it was made for
 *	  part        the fold within the zooms   owned
 *	  base        the one compared with       owned
 *	  other       the trace compared with     shared
 *	  profile     hists of part               owned, borrows strings of pipeline and other
 *	  view_data   trees, flame, heat          owned, filled in later on demand
 *	  pipeline    session, fold, losses       the loader's, outlives it
 */
#ifndef PERF_DEFER_UI_TUI_LOAD_SNAPSHOT_H
#define PERF_DEFER_UI_TUI_LOAD_SNAPSHOT_H

#include "ui/tui/load/view-data.h"
#include "util/pipeline.h"
#include "util/profile/hierarchy.h"
#include "util/profile/shown.h"
#include "util/profile/zoom.h"

#define LOAD_COLUMNS_LEN 512
#define LOAD_PATH_LEN	 512

/* What rows are compared with. */
enum load_compare {
	LOAD_COMPARE_NOT,
	LOAD_COMPARE_ZOOMS,    /* what passes load_request.base */
	LOAD_COMPARE_BASELINE, /* the samples of pipeline_opts.base that do */
	LOAD_COMPARE_FILE,     /* those that pipeline_opts.base selects in load_request.base_path */
};

/* The properties of a profile to be made. */
struct load_request {
	struct zooms zooms;
	double min_percent;   /* limit on rows, in percent */
	double graph_percent; /* limit on branches of call graphs, in percent */
	bool relative;	      /* percentages refer to what is within the zooms */
	bool short_names;     /* of functions */
	unsigned int kinds;   /* enum view_data_kind: the view data to make */
	uint32_t event;	      /* index of the event of view data */
	enum seam_mode seam;
	enum load_compare compare;
	/* No zooms if it compares with nothing, unless something is marked. To another trace all zooms apply. */
	struct zooms base;
	char base_path[LOAD_PATH_LEN];
	/* As -s and -F, in place of those of the options: see pipeline__order(); both "": theirs. */
	char sort[LOAD_COLUMNS_LEN], fields[LOAD_COLUMNS_LEN];
};

/*
 * Owned by the caller that took it, which deletes it after taking the next one, or together with
 * the loader, because view data are made from it meanwhile. All that it borrows is the loader's and
 * stays valid.
 */
struct snapshot {
	struct load_request request;
	struct fold *part; /* within the zooms; NULL: no zooms */
	struct fold *base; /* of what is compared with, within its zooms; NULL: no such zooms */
	struct pipeline_other *other; /* of LOAD_COMPARE_FILE; else NULL */
	struct profile *profile;
	struct sort_order order; /* of the profile */
	struct show_opts show;	 /* of the profile: the user's, with what the request says */
	struct view_data view_data;
	unsigned int (*widths)[MAX_COLUMNS]; /* per event: characters that the columns need */
	struct hierarchy **levels;	     /* per event; NULL: --hierarchy is off */
	const struct pipeline *pipeline;     /* that it was made from */
	bool partial;			     /* made from the beginning of the trace only */
	bool has_names;
	bool has_all; /* pipeline->samples and losses are complete */
};

/*
 * Makes a snapshot for @request; @like says from what, and has the trace of LOAD_COMPARE_FILE. The caller
 * deletes it.
 */
int snapshot__new(struct snapshot **snapshot, const struct load_request *request,
		  const struct snapshot *like, struct resolve *resolve, struct defer_error *err);
void snapshot__delete(struct snapshot *snapshot);

/* Returns what it shows; without has_all, it has no samples. */
struct shown snapshot__shown(const struct snapshot *snapshot);

/* Returns the first event that has samples: the default choice. */
uint32_t snapshot__first_event(const struct snapshot *snapshot);

/*
 * Makes those view data of @which that @data lacks, by means of the @resolve of @snapshot, which does not
 * change.
 */
int snapshot__make_data(const struct snapshot *snapshot, unsigned int which, uint32_t event,
			struct resolve *resolve, struct view_data *data, struct defer_error *err);

#endif /* PERF_DEFER_UI_TUI_LOAD_SNAPSHOT_H */
