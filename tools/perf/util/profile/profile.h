/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * profile: names folded stacks and turns them into the rows of each event.
 *
 *   stack of the fold = kernel half + user half + address that was hit
 *
 *   halves --> frames (once per half) --> funcs --> chain tree --> hist of the event
 *
 * A user half becomes a node of the chain tree once, no matter how many stacks share it.
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
	const struct strlist *dsos, *symbols; /* show only samples that hit these; NULL: all */
	const char *symbol_filter;
	double min_percent;
	uint32_t max_stack; /* innermost frames to keep; 0: all */
	bool say_cut;	    /* show FUNC_CUT_NAME in place of the others */
	bool full_paths;
	bool hide_unresolved;  /* hide frames without a symbol */
	bool relative;	       /* percentages of the samples shown, not of all */
	struct budget *budget; /* for rows and chains; or NULL */
};

/* One event of the trace. */
struct profile_event {
	const struct defer_evsel *evsel;
	struct hist hist;
	uint64_t nr, period;		 /* of all samples, including filtered ones */
	uint64_t shown_nr, shown_period; /* of the samples in rows */
	uint64_t classes[DEFER_NR_CLASSES];
};

struct profile {
	struct profile_opts opts;
	struct funcs funcs;
	struct chain_tree chains;
	const char **comms; /* by comm id */
	struct profile_event *events;
	uint32_t nr_events;
	uint32_t *stack_chains; /* chain of each stack of the fold, or PROFILE_NO_CHAIN */
};

/* A stack that is not in the profile. */
#define PROFILE_NO_CHAIN UINT32_MAX

/*
 * Names the stacks of @fold with @resolve and adds them to the rows. The caller must then call
 * hist__sort() for each event. What the arguments point to must outlive the profile.
 */
int profile__new(struct profile **profile, const struct session *session, const struct fold *fold,
		 struct resolve *resolve, const struct profile_opts *opts, struct defer_error *err);
void profile__delete(struct profile *profile);

/*
 * Adds samples that a filter kept out of the fold to the totals, unless percentages are relative.
 */
void profile__add_filtered(struct profile *profile, uint32_t evsel_idx, uint64_t nr,
			   uint64_t period, uint64_t latency);

#endif /* PERF_DEFER_UTIL_PROFILE_PROFILE_H */
