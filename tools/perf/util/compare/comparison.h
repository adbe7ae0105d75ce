/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * comparison: finished profiles of several runs, before and after a change, and how their rows differ.
 *
 *   init, then for each run: add(profile) -- which may then be freed -- then finish()
 *
 * Events are joined by name. One that only one side has is listed, and has no differences.
 */
#ifndef PERF_DEFER_UTIL_COMPARE_COMPARISON_H
#define PERF_DEFER_UTIL_COMPARE_COMPARISON_H

#include "util/compare/join.h"
#include "util/statistics/difference.h"

struct losses;
struct profile;
struct session;

/* How rows are ordered, and which number of their change is shown: perf diff's -c. */
enum comparison_compute {
	COMPUTE_DELTA,	   /* points of percent; the greatest rise first */
	COMPUTE_DELTA_ABS, /* the same; the greatest change first */
	COMPUTE_RATIO,	   /* after / before */
	COMPUTE_WDIFF,	   /* after * weight - before * weight */
};

struct comparison_opts {
	struct join_opts join;
	const bool *is_after; /* by run; outlives the comparison */
	enum difference_reference reference;
	const double *units; /* by run, of REFERENCE_UNIT; or NULL; outlives the comparison */
	enum comparison_compute compute;
	double weights[2]; /* of COMPUTE_WDIFF: before, after */
	bool by_baseline;  /* order rows by what they were before: perf diff's -o 0 */
	bool by_users; /* inclusive rows, and with stacks all, depend on which user stacks are known */
	double q;      /* see struct difference_opts */
	double run_cv;
};

/* What is known of a run beside its rows. */
struct comparison_run {
	double seconds;			     /* between the first sample and the last one */
	uint64_t lost_samples, lost_records; /* as the kernel counted them */
	char *machine;			     /* its kernel, arch and CPU; NULL: unknown */
};

/* What all runs of one side have of an event. */
struct comparison_side {
	struct sample_sum sum;
	struct user_halves users;
	uint64_t lost_samples, lost_records; /* of all events */
};

/* One event of all runs. */
struct comparison_event {
	char *name;
	struct join join;
	bool *has;		   /* by run: the run has the event */
	bool sides[2];		   /* before and after: a run of that side has it */
	bool periods;		   /* weights are periods, not samples */
	struct user_halves *users; /* by run: whether user stacks are known */

	struct difference *differences; /* by row of the join; NULL if a side is missing */
	struct difference total;	/* of all samples; without a method for shares */
	uint32_t *holds; /* by row, if inclusive: how many rows that it has samples of are found */
	uint32_t *order; /* rows to show, in order: the inclusive ones if there are any */
	size_t nr_order;
};

struct comparison {
	struct comparison_opts opts;
	struct comparison_run *runs;
	struct comparison_event *events;
	size_t nr_events, cap_events;
};

/* Returns the number of runs of a side. */
unsigned int comparison__nr_runs(const struct comparison *comparison, bool after);

int comparison__init(struct comparison *comparison, const struct comparison_opts *opts,
		     struct defer_error *err);
void comparison__exit(struct comparison *comparison);

/*
 * Returns the blocks of a run, after the session has gathered: of one run against one, they tell how much
 * its rows vary. None if the run is too short, or has no times.
 */
struct fold_spans comparison__blocks(const struct session *session);

/*
 * Adds the profile of a run, that of @fold; runs are added in their order. With @nr_blocks, for two runs, the fold has so
 * many spans.
 */
int comparison__add(struct comparison *comparison, unsigned int run, const struct profile *profile,
		    const struct fold *fold, const struct losses *losses, size_t nr_blocks,
		    struct defer_error *err);

/* Returns the number that -c chooses: a part of 1 for deltas, see difference.before. */
double comparison__value(const struct comparison_opts *opts, const struct difference *difference);

struct comparison_side comparison__side(const struct comparison *comparison,
					const struct comparison_event *event, bool after);

/* Returns the part of the samples with a user half whose user half is known. */
double comparison_side__known(const struct comparison_side *side);

/* Returns true if the sides differ in that so much that it should be told. */
bool comparison__users_differ(const struct comparison_side *before,
			      const struct comparison_side *after);

/*
 * Returns true if they do, and the row has user code: then its samples of one side may be among those whose user
 * stacks are missing, if it has not changed by more than these.
 */
bool comparison__may_be_missing(const struct comparison *comparison,
				const struct comparison_event *event, uint32_t row);

/* Returns the row that a caller is listed below; of any other row, itself. */
uint32_t comparison__top_row(const struct comparison_event *event, uint32_t row);

/* Returns the samples of a row in all runs of one side. */
struct sample_sum comparison__row_sum(const struct comparison *comparison,
				      const struct comparison_event *event, size_t row, bool after);

/* Returns what 100 % are of a difference's before and after: all of the side before, or 1 of shares. */
double comparison__whole(const struct comparison *comparison, const struct comparison_event *event);

/* Returns true if the row's q is not greater than that of the options; without a q, its p within the run. */
bool comparison__is_found(const struct comparison *comparison, const struct difference *difference);

/*
 * Returns true if the row is a node of the tree of calls that has risen, and what it rose by has moved there: the
 * interval of what its caller has in all lies within a quarter of that.
 */
bool comparison__is_moved(const struct comparison *comparison, const struct comparison_event *event,
			  uint32_t row);

/* Compares all rows and sorts those to show. The tree of calls is in order of depth first. */
int comparison__finish(struct comparison *comparison, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_COMPARE_COMPARISON_H */
