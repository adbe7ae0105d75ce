/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * session: one trace, read in two passes.
 *
 *   open    source, header, features, events
 *   gather  pass 1: all chunks in parallel, the rare records: tasks, maps, losses, deferred
 *           callchains. Afterwards machine and stitch only answer.
 *   walk    pass 2: all chunks in parallel, each sample once, with its class and its user half.
 *           Samples that found no record are visited last, when every sign of why is known.
 */
#ifndef PERF_DEFER_UTIL_SESSION_SESSION_H
#define PERF_DEFER_UTIL_SESSION_SESSION_H

#include <perf/defer.h>

#include "util/base/budget.h"
#include "util/base/damage.h"
#include "util/machine/callchain.h"
#include "util/machine/machine.h"
#include "util/session/aux-area.h"

struct env;
struct source;
struct arena;
struct intern;
struct offcpu;
struct parallelism;
struct reads;
struct progress;

struct session_opts {
	const char *path;	   /* NULL: perf.data; "-": stdin */
	unsigned int nr_workers;   /* 0: as many as CPUs */
	struct progress *progress; /* of a stream, of each pass; or NULL; outlives the session */
	uint64_t limit;		   /* see source__set_limit(); of what is no stream */
	bool owned_only;	   /* see struct source_opts */
	bool bounded;		   /* memory follows the trace's size: see session.budget */
	bool parallelism;	   /* samples tell how many threads ran at once */
};

struct session_stats {
	uint64_t types[128];		/* records of each type; those from 128 on count in [0] */
	uint64_t unknown;		/* records of types without a name */
	uint64_t bytes;			/* of records, inflated */
	uint64_t first_time, last_time; /* of samples; UINT64_MAX and 0 if there is none */
	uint64_t throttled;
	uint64_t lost_samples; /* that LOST_SAMPLES told of */
	uint64_t cut_maps;     /* tasks whose maps the recorder gave up to list */
	struct aux_area aux;   /* stepped over */
};

struct session {
	struct source *source;
	struct env *env;
	struct defer_evlist *evlist;
	struct machine *machine;	    /* after gather */
	struct defer_stitch *stitch;	    /* after gather */
	struct offcpu *offcpu;		    /* after gather; NULL: not recorded with --off-cpu */
	struct reads *reads;		    /* after gather; NULL: no sample reads counters */
	struct parallelism *parallelism;    /* after gather; NULL: not asked for, or not recorded */
	struct intern *chains;		    /* callchains, arrays of addresses: see struct half */
	struct session_stats stats;	    /* after gather */
	struct defer_feed_stats feed_stats; /* after gather */
	struct damage damage;
	struct budget budget; /* no limit unless opts.bounded */
	unsigned int nr_workers;
	bool no_time;		   /* not all records tell the time: their order stands for it */
	struct arena *arenas;	   /* of what the workers intern; one each */
	struct progress *progress; /* or NULL */
	bool walked;		   /* what is wrong with samples was said */
	bool wants_parallelism;	   /* opts.parallelism */
};

int session__open(struct session **session, const struct session_opts *opts,
		  struct defer_error *err);
void session__close(struct session *session);
int session__gather(struct session *session, struct defer_error *err);

/*
 * Names events that have no name yet, tracepoints by the formats that were read so far. Both steps do
 * it: formats may come among the records.
 */
int session__name_events(struct session *session, struct defer_error *err);

/* One sample of pass 2. Pointers live until the callback returns, but @user's for the session. */
struct stitched {
	const struct defer_evsel *evsel;
	const struct defer_record *rec;
	const struct defer_sample *sample; /* of --off-cpu: weight and period are ns blocked; */
					   /* without PERIOD: period is the event's, else 1 */
	enum defer_class cls;		   /* final: never DEFER_NO_RECORD */
	uint64_t time;			   /* the sample's, or its order without timestamps */
	uint32_t parallelism;		   /* threads that ran then, this one too; 1 if not known */
	uint64_t cookie;		   /* 0: not deferred */
	const struct defer_stitch_record *record; /* merged: where the user half came from */
	struct half kernel;			  /* guests' kernels too */
	struct half user;			  /* empty if unmerged */
	struct task_view task;			  /* at the sample's time */
	uint32_t user_maps_id;	 /* of the user half: at the deferred record's time */
	uint32_t kernel_maps_id; /* of the kernel half: at the sample's time */
};

/* Negative stops the walk. @worker is less than session.nr_workers: contexts need no lock. */
typedef int (*session_sample_fn)(void *ctx, unsigned int worker, const struct stitched *sample,
				 struct defer_error *err);

/*
 * Each sample once, in no order. May be called again. A sample that reads counters is one of each
 * event whose counter went on since, with that as its period: see util/session/reads.h. These
 * follow one another, and share the record.
 */
int session__walk(struct session *session, session_sample_fn fn, void *ctx,
		  struct defer_error *err);

/* Each sample once in order of (time, order), from one thread: for verbs that write so. */
int session__walk_ordered(struct session *session, session_sample_fn fn, void *ctx,
			  struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SESSION_SESSION_H */
