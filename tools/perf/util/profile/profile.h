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

#include <regex.h>

#include "util/profile/hist.h"

struct budget;
struct defer_evsel;
struct fold;
struct resolve;
struct session;

struct profile_opts {
	const struct sort_order *order;
	const struct show_opts *show;
	const struct hit_filter *hits;	   /* show only samples that hit these; NULL: all */
	const regex_t *parent;		   /* what the key parent looks for; or NULL */
	const struct trace_columns *trace; /* or NULL */
	struct budget *budget;		   /* for rows and chains; or NULL */
	bool compares;			   /* profile__compare() will follow */
	bool by_name; /* that with another session: functions, DSOs and tasks are what they are called */
};

/* One event of the trace. */
struct profile_event {
	const struct defer_evsel *evsel;
	struct hist hist;
	struct sort_order order; /* of the rows, if it differs from that of other events */
	struct sample_sum all;	 /* including filtered ones */
	struct sample_sum shown; /* in rows */
	uint64_t classes[DEFER_NR_CLASSES];	  /* samples, including filtered ones */
	uint64_t shown_classes[DEFER_NR_CLASSES]; /* samples in rows */
	/* samples whose user stack gained frames, or lacks callers; 0 unless it can be repaired */
	uint64_t gained, gaps;

	/* Groups: see event-group.h. */
	uint32_t nr_group;	/* number of events of the group that it leads; 0: it leads none */
	bool is_member;		/* the leader of its group, before it, has its numbers too */
	const char *group_name; /* NULL: it leads none, or one that the user forced */
};

struct profile {
	struct profile_opts opts;
	struct funcs funcs;
	struct chain_tree chains;
	struct seam_sides sides;
	const char **comms; /* by comm id */
	uint32_t nr_comms;
	struct row_traits *traits;
	struct profile_event *events;
	uint32_t nr_events;
	uint32_t *stack_chains; /* whole chain of each stack of the fold, or PROFILE_NO_CHAIN */
	uint32_t *stack_hits;	/* func that it hit, if it has a chain */
	uint32_t *stack_places; /* index of each such stack in the stacks of its event's hist */
};

/* A stack that is not in the profile. */
#define PROFILE_NO_CHAIN UINT32_MAX

/*
 * Names the stacks of @fold with @resolve and adds them to the rows. The caller must then call
 * hist__sort() for each event. What the arguments point to must outlive the profile. If it compares,
 * percentages are relative, to all of each side.
 */
int profile__new(struct profile **profile, const struct session *session, const struct fold *fold,
		 struct resolve *resolve, const struct profile_opts *opts, struct defer_error *err);
void profile__delete(struct profile *profile);

/* Samples to compare with, and who names them. The fold need not outlive the profile. */
struct profile_side {
	const struct session *session;
	const struct fold *fold;
	struct resolve *resolve;
};

/*
 * Gives each event's hist a baseline, with the stacks of @before. It is named as the profile is, and each
 * has the stacks of both: so the same stack, row, and node of a graph or flame has one number in both.
 * The session and the resolve must outlive the profile. Of another session, opts.by_name is set; events are
 * then joined by name, and what the profile lacks is left out.
 */
int profile__compare(struct profile *profile, const struct profile_side *before,
		     struct defer_error *err);

/*
 * Returns the index of the event of that name, or, if @name is NULL, of the first that has samples, or else
 * the first of all; nr_events if there is none.
 */
/* Returns the name of the event, not of the group that it leads. */
const char *profile_event__own_name(const struct profile_event *event);

uint32_t profile__find_event(const struct profile *profile, const char *name);

/*
 * Returns the chain of each stack of @all, or PROFILE_NO_CHAIN. @profile is of @part, a part of it or
 * @all itself. The caller frees the array; NULL if out of memory.
 */
uint32_t *profile__chains_in(const struct profile *profile, const struct fold *all,
			     const struct fold *part);

/*
 * Adds samples that a filter kept out of the fold to the totals, unless percentages are relative.
 */
void profile__add_filtered(struct profile *profile, uint32_t evsel_idx, const struct sums *sums);

/*
 * Adds what @part, of which @profile is, leaves out of @all, in the way a filter does. Call graphs
 * open by their share of the part, which may be small, so with_chain stays as it is.
 */
int profile__add_rest(struct profile *profile, const struct fold *all, const struct fold *part,
		      struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PROFILE_PROFILE_H */
