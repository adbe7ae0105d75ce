/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pipeline: what report does with a trace, stage by stage, each of which hands on to the next:
 * open, fold, names, profile. stdio runs them one after the other; the terminal UI runs them in
 * a thread, shows what is there already, and repeats the last one for each zoom.
 */
#ifndef PERF_DEFER_UTIL_PIPELINE_H
#define PERF_DEFER_UTIL_PIPELINE_H

#include "util/fold/samples.h"
#include "util/profile/profile.h"
#include "util/session/losses.h"
#include "util/session/filter.h"
#include "util/session/ledger.h"

struct progress;

/* What the user said; what it points to outlives the pipeline. */
struct pipeline_opts {
	const char *path;
	struct sample_filter_opts filter;
	const char *dsos, *symbols; /* lists of names; NULL: all */
	struct sort_opts sort;
	struct graph_conf graph;
	bool graph_given; /* -g asked for call graphs */
	const char *symbol_filter;
	double min_percent;
	uint32_t max_stack; /* 0: all frames */
	bool say_cut;	    /* a frame stands for those beyond it */
	const struct symbol_conf *conf;
	bool inlines, relative, hide_unresolved, full_paths;
	bool interactive; /* keep what zooms and the other views need: tasks, times, a ledger */
	bool owned_only;  /* see struct source_opts */
	struct progress *progress; /* or NULL */
	uint64_t limit;		   /* bytes of records after which reading ends; 0: all are read */
};

/* Keys that a list of one name makes the same in all rows. */
#define PIPELINE_NR_ELIDED 3

struct elided {
	const char *key, *value;
};

struct filtered;
struct pipeline_alone;

struct pipeline {
	struct pipeline_opts opts;
	struct session *session;
	struct sample_filter filter;
	struct strlist dsos, symbols;
	struct sort_order order;
	struct elided elided[PIPELINE_NR_ELIDED];
	unsigned int nr_elided;
	struct fold *fold;
	struct filtered *filtered;    /* of each worker, of each event */
	struct pipeline_alone *alone; /* of each worker */
	struct samples samples;	      /* interactive */
	struct ledger **ledgers;      /* interactive: one a worker; all is in the first */
	struct losses losses;	      /* interactive */
};

/* Reads what lists and numbers of @opts say: DEFER_ERR_INVAL before any trace is opened. */
int pipeline__init(struct pipeline *pipeline, const struct pipeline_opts *opts,
		   struct defer_error *err);
void pipeline__exit(struct pipeline *pipeline);

/* Reads the header; then pass 1, after which pipeline->session has gathered. */
int pipeline__open(struct pipeline *pipeline, struct defer_error *err);
int pipeline__gather(struct pipeline *pipeline, struct defer_error *err);

/* Pass 2: afterwards fold is finished, and so is the ledger. */
int pipeline__fold(struct pipeline *pipeline, struct defer_error *err);

/* What rows can wait for: samples in order of time, for zooms__apply(), and losses. Interactive. */
int pipeline__order_samples(struct pipeline *pipeline, struct defer_error *err);
int pipeline__read_losses(struct pipeline *pipeline, struct defer_error *err);

/* For pipeline__profile(); the caller owns it. Without @names frames have only addresses. */
int pipeline__resolve(const struct pipeline *pipeline, bool names, struct resolve **resolve,
		      struct defer_error *err);

/* The rows of @fold, which is the pipeline's or a part of it. The caller owns the profile. */
int pipeline__profile(const struct pipeline *pipeline, const struct fold *fold,
		      struct resolve *resolve, struct profile **profile, struct defer_error *err);

static inline const struct ledger *pipeline__ledger(const struct pipeline *pipeline)
{
	return pipeline->ledgers ? pipeline->ledgers[0] : NULL;
}

#endif /* PERF_DEFER_UTIL_PIPELINE_H */
