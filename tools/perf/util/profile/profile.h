/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * profile: folded stacks, named and turned into the rows of each event.
 *
 * A half's frames are asked for once per (callchain, address space), and a user half becomes a
 * node of the chain tree once, however many stacks stand on it.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_PROFILE_H
#define PERF_DEFER_UTIL_PROFILE_PROFILE_H

#include "util/base/strlist.h"
#include "util/profile/hist.h"

struct budget;
struct fold;
struct resolve;
struct session;

struct profile_opts {
	const struct sort_order *order;
	const struct graph_conf *graph;
	const struct strlist *dsos, *symbols; /* only samples that hit these; NULL: all */
	const char *symbol_filter;
	double min_percent;
	uint32_t max_stack; /* innermost frames that are kept; 0: all */
	bool say_cut;	    /* FUNC_CUT_NAME stands for the others */
	bool full_paths;
	bool hide_unresolved;  /* frames without a symbol */
	bool relative;	       /* percentages are of what is shown, not of all samples */
	struct budget *budget; /* for rows and chains; or NULL */
};

/* One event of the trace. */
struct profile_event {
	const struct defer_evsel *evsel;
	struct hist hist;
	uint64_t nr, period;		 /* of all samples, filtered ones too */
	uint64_t shown_nr, shown_period; /* of those in the rows */
	uint64_t classes[DEFER_NR_CLASSES];
};

struct profile {
	struct profile_opts opts;
	struct funcs funcs;
	struct chain_tree chains;
	const char **comms; /* by comm id */
	struct profile_event *events;
	uint32_t nr_events;
};

/*
 * Names the stacks of @fold with @resolve and makes the rows. What the arguments point to
 * outlives the profile. After it, hist__sort() each event's hist.
 */
int profile__new(struct profile **profile, const struct session *session, const struct fold *fold,
		 struct resolve *resolve, const struct profile_opts *opts, struct defer_error *err);
void profile__delete(struct profile *profile);

/* Counts samples in that a filter kept out of the fold, unless percentages are relative. */
void profile__add_filtered(struct profile *profile, uint32_t evsel_idx, uint64_t nr,
			   uint64_t period, uint64_t latency);

#endif /* PERF_DEFER_UTIL_PROFILE_PROFILE_H */
