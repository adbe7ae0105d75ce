/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pipeline: the stages of report.
 *
 *   open -> gather -> fold -> resolve -> profile
 *                       |                  ^
 *                       +-- zooms, part ---+   again for each zoom of the terminal UI
 *
 * stdio runs them one after the other. The terminal UI runs them in a thread and shows what is
 * ready meanwhile.
 */
#ifndef PERF_DEFER_UTIL_PIPELINE_H
#define PERF_DEFER_UTIL_PIPELINE_H

#include <stdatomic.h>

#include "util/entry/entries.h"
#include "util/fold/fold.h"
#include "util/profile/event-group.h"
#include "util/profile/hit-filter.h"
#include "util/profile/profile.h"
#include "util/profile/show-opts.h"
#include "util/profile/trace-column.h"
#include "util/session/losses.h"
#include "util/session/filter.h"
#include "util/session/ledger.h"

struct zooms;

/* The user's options. What they point to must outlive the pipeline. */
struct pipeline_opts {
	struct session_opts
		session; /* those of the user; what report needs of a session is added */
	struct sample_filter_opts filter;
	struct sample_filter_opts base; /* if sort.compares: samples to compare rows with */
	const char *base_path;		/* the file that has them; NULL: the same one */
	const char *dsos, *syms;	/* see strlist__parse(); NULL: all */
	struct sort_opts sort;
	struct show_opts show;
	bool graph_given;	   /* -g asked for call graphs */
	const struct zooms *zooms; /* what to leave out, for pipeline__part(); NULL: nothing */
	const struct symbol_conf *conf;
	bool raw_trace;		 /* how tracepoints are shown */
	uint64_t time_quantum;	 /* of the key time, ns; 0: perf's */
	struct fold_spans spans; /* for which stacks are added up; settled before fold */
	bool interactive; /* keep what zooms and further views need: tasks, times, a ledger */
	bool entries;	  /* gather the entries into the kernel, if no samples are kept */
	bool samples;	  /* keep each sample; interactive does */
	bool switches;	  /* know when tasks left their CPUs; entries and interactive do */
	bool ledger;	  /* keep a ledger; interactive does */
	bool by_task;	  /* tell threads apart, whatever the sort keys */
	struct event_group_opts groups;
};

/* The sort keys that a list with one name makes equal in all rows. */
#define PIPELINE_NR_ELIDED 3

struct elided {
	const char *key, *value;
};

struct pipeline_alone;

struct pipeline {
	struct pipeline_opts opts;
	struct session *session;
	struct sample_filter filter;
	struct hit_filter hits;
	struct sort_order order;
	bool bad_columns; /* -s or -F names what the trace does not have: an invalid command line */
	regex_t parent;
	bool has_parent;
	struct trace_columns trace; /* its tracing data is the pipeline's */
	struct elided elided[PIPELINE_NR_ELIDED];
	unsigned int nr_elided;
	struct sample_filter base_filter;
	struct fold *fold;
	struct fold *base;	      /* of opts.base; NULL: none */
	struct pipeline_other *other; /* of opts.base_path: what rows are compared with */
	struct sums *filtered;	      /* what the task filter keeps out, per worker and event */
	struct pipeline_alone *alone; /* per worker */
	struct samples samples;	      /* interactive, or if asked for */
	struct entries entries;	      /* if asked for */
	struct ledgers ledgers;	      /* interactive, or if asked for */
	struct losses losses;	      /* of whoever has a ledger */
};

/* Another trace, which rows are compared with. */
struct pipeline_other {
	char *path;
	struct pipeline pipeline; /* folded */
	struct resolve *names;	  /* of its frames */
	atomic_uint nr_users;	  /* the last one deletes it */
};

/* Parses the options. Fails with DEFER_ERR_INVAL before any trace is opened. */
int pipeline__init(struct pipeline *pipeline, const struct pipeline_opts *opts,
		   struct defer_error *err);
void pipeline__exit(struct pipeline *pipeline);

/* Open reads the header. Gather is pass 1; afterwards pipeline->session has gathered. */
int pipeline__open(struct pipeline *pipeline, struct defer_error *err);
int pipeline__gather(struct pipeline *pipeline, struct defer_error *err);

/* Runs pass 2; afterwards the fold and, if there is one, the ledger are finished. */
int pipeline__fold(struct pipeline *pipeline, struct defer_error *err);

/*
 * Prepares what rows do not need at once: samples in order of time, for zooms__apply(), and losses.
 * Samples if interactive or asked for, losses if there is a ledger.
 */
int pipeline__order_samples(struct pipeline *pipeline, struct defer_error *err);
int pipeline__read_losses(struct pipeline *pipeline, struct defer_error *err);

/*
 * Creates the resolve for pipeline__profile(); the caller owns it. Without @names, frames have only
 * addresses.
 */
int pipeline__resolve(const struct pipeline *pipeline, bool names, struct resolve **resolve,
		      struct defer_error *err);

/*
 * Makes the part of @fold, the pipeline's or its base, that opts.zooms let pass, which the caller
 * owns; NULL if they let all pass.
 */
int pipeline__part(const struct pipeline *pipeline, const struct fold *fold,
		   struct resolve *resolve, struct fold **part, struct defer_error *err);

/* Makes the rows of @fold, which is the pipeline's or a part of it. The caller owns the profile. */
int pipeline__profile(const struct pipeline *pipeline, const struct fold *fold,
		      struct resolve *resolve, struct profile **profile, struct defer_error *err);

/*
 * Returns the side to compare with that the options name, after fold: of this trace, whose frames @resolve names,
 * or of another. Its fold is NULL if there is none.
 */
struct profile_side pipeline__base(const struct pipeline *pipeline, struct resolve *resolve);

/*
 * Reads the trace at @path, to compare rows of @pipeline with: those that the options select for a baseline, and
 * named as its own. @pipeline has been folded. The caller is its first user.
 */
int pipeline_other__read(struct pipeline_other **other, const struct pipeline *pipeline,
			 const char *path, struct defer_error *err);
/* Adds a user, on any thread. Returns @other, which may be NULL. */
struct pipeline_other *pipeline_other__get(struct pipeline_other *other);
/* Removes a user. @other may be NULL. */
void pipeline_other__put(struct pipeline_other *other);
/* Returns it as the side to compare with. */
struct profile_side pipeline_other__side(const struct pipeline_other *other);

/* What rows are made of, and their columns. */
struct pipeline_look {
	const struct show_opts *show; /* outlives the profile, as the order does */
	const struct sort_order *order;
	struct profile_side before; /* what rows are compared with; without a fold: nothing */
};

/* Does the same for another look than that of the options. */
int pipeline__profile_look(const struct pipeline *pipeline, const struct fold *fold,
			   const struct pipeline_look *look, struct resolve *resolve,
			   struct profile **profile, struct defer_error *err);

/*
 * Sets the order that other @sort and @fields than those of the options lead to: see struct sort_opts.
 * @compares: the rows will be compared. After pipeline__fold(). Fails with DEFER_ERR_INVAL if one is invalid, or needs what was not kept of the
 * trace.
 */
int pipeline__order(const struct pipeline *pipeline, const char *sort, const char *fields,
		    bool compares, struct sort_order *order, struct defer_error *err);

static inline const struct ledger *pipeline__ledger(const struct pipeline *pipeline)
{
	return ledgers__all(&pipeline->ledgers);
}

#endif /* PERF_DEFER_UTIL_PIPELINE_H */
