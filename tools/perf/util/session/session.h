/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * session: one trace, read in two passes.
 *
 *   open    reads header, features and events
 *   gather  pass 1: reads all chunks in parallel and keeps the rare records: tasks, maps, losses,
 *           deferred callchains. Afterwards machine and stitch are read-only.
 *   walk    pass 2: reads all chunks in parallel and delivers each sample once, with its class and
 *           its user half. Samples without a record come last, once all signs are known.
 *
 *   source --+--> gather --> machine, stitch
 *            |                      |
 *            |                      v
 *            +-----------------> walk --> session_sample_fn()
 */
#ifndef PERF_DEFER_UTIL_SESSION_SESSION_H
#define PERF_DEFER_UTIL_SESSION_SESSION_H

#include <perf/defer-feed.h>

#include "util/base/budget.h"
#include "util/base/damage.h"
#include "util/machine/callchain.h"
#include "util/machine/machine.h"
#include "util/session/aux-area.h"

struct arena;
struct chunk;
struct defer_evlist;
struct defer_evsel;
struct defer_record;
struct defer_sample;
struct defer_stitch;
struct defer_stitch_record;
struct env;
struct intern;
struct jitdumps;
struct offcpu;
struct parallelism;
struct progress;
struct reads;
struct repair;
struct repairs;
struct source;
struct spill;
struct stages;
struct unwinder;

struct session_opts {
	const char *path;	    /* NULL: perf.data; "-": stdin */
	const char *const *sequels; /* files that go on with the recording; outlives the session */
	unsigned int nr_sequels;
	unsigned int nr_workers;   /* 0: as many as CPUs */
	struct progress *progress; /* bytes read, of each pass; or NULL; outlives the session */
	uint64_t limit;		   /* see source__set_limit(); ignored for streams */
	bool owned_only;	   /* see struct source_opts */
	bool bounded;		   /* memory is limited by the trace's size: see session.budget */
	bool parallelism;	   /* fill in stitched.parallelism */
	bool switches;		   /* make session.offcpu of any context switches */
	/* samples are only counted: leave out the halves that are not a record's, and maps */
	bool counts_only;
	struct stages *stages; /* takes the times of stages; or NULL; outlives the session */
	/* of a stream that is spooled, keep nothing in memory that grows with the records */
	bool spills;
	uint32_t chunk_size; /* see struct source_opts */
	/*
	 * How to find the kernel's symbols, which tell samples in sigreturn; outlives gather. NULL:
	 * they are not told.
	 */
	const struct symbol_conf *symbols;
	bool jitdumps; /* with symbols: place the code of JITs; then symbols outlives the session */
};

struct session_stats {
	uint64_t types[128];		/* records by type; types of 128 and more count in [0] */
	uint64_t unknown;		/* records of types without a name */
	uint64_t bytes;			/* size of all records, after decompression */
	uint64_t first_time, last_time; /* of samples; UINT64_MAX and 0 if there are none */
	uint64_t throttled;
	uint64_t lost_samples; /* from LOST_SAMPLES */
	uint64_t cut_maps;     /* tasks whose maps the recorder gave up listing */
	uint32_t largest_sample, largest_deferred; /* records of these types, bytes */
	struct aux_area aux;			   /* counted, not decoded */
};

struct session {
	struct source *source;
	struct env *env;
	struct env **sequels; /* of the files that go on with the recording */
	unsigned int nr_sequels;
	struct defer_evlist *evlist;
	struct machine *machine;     /* after gather */
	struct defer_stitch *stitch; /* after gather */
	/* after gather; NULL: no context switches were recorded, or neither opts.switches nor --off-cpu */
	struct offcpu *offcpu;
	struct reads *reads;		 /* after gather; NULL: no sample reads counters */
	struct parallelism *parallelism; /* after gather; NULL: not asked for, or not recorded */
	struct intern *chains;	    /* interned callchains, arrays of addresses: see struct half */
	struct session_stats stats; /* after gather */
	struct defer_feed_stats feed_stats; /* after gather */
	struct damage damage;
	struct budget budget; /* no limit unless opts.bounded */
	unsigned int nr_workers;
	bool no_time;		   /* some records have no timestamp: their order replaces it */
	struct intern_part *parts; /* of chains, one per worker */
	struct progress *progress; /* or NULL */
	struct stages *stages;	   /* or NULL */
	bool walked;		   /* broken samples were reported: later walks stay silent */
	bool wants_parallelism;	   /* opts.parallelism */
	bool wants_switches;	   /* opts.switches */
	/* with opts.switches: where samples have the state that the task left its CPU in; size 0: unknown */
	uint32_t left_in, left_in_size;
	bool counts_only;		   /* opts.counts_only */
	const struct symbol_conf *symbols; /* opts.symbols */
	/* after gather: there are deferred records, and no symbols tell which samples are in sigreturn */
	bool misses_sigreturn;
	bool wants_jitdumps;	   /* opts.jitdumps */
	struct jitdumps *jitdumps; /* after gather; NULL: none were looked for */
	struct spill *spill;	   /* what grows with the records */
	uint32_t max_branches;	   /* most calls that an LBR has; after gather; 0: not known */
	struct unwinder *unwinder; /* after gather; NULL: there are no stack dumps, or no symbols */
	/* after gather; NULL: no event was recorded to be repaired, or symbols->no_repair, or no symbols */
	struct repairs *repairs;
};

int session__open(struct session **session, const struct session_opts *opts,
		  struct defer_error *err);
void session__close(struct session *session);
/* Returns the size that limits of memory follow, bytes: a compressed trace holds more than its file. */
uint64_t session__size(const struct session *session);
int session__gather(struct session *session, struct defer_error *err);
/*
 * Frees the stitcher, the largest part of a session with deferred callchains, once nobody will ask
 * for records or walk again. The halves of samples stay.
 */
void session__drop_stitch(struct session *session);

/* Returns the size of the stack dumps in samples, bytes: the smallest if they differ; 0 if there are none. */
uint32_t session__dump_size(const struct session *session);

/* Calls source__next(), and times it as reading. */
int session__next(struct session *session, struct chunk *chunk, struct defer_error *err);

/*
 * Names events that have no name yet; tracepoints by the formats read so far. Both open and gather
 * call it, because formats may come among the records.
 */
int session__name_events(struct session *session, struct defer_error *err);

/*
 * One sample of pass 2. Pointers are valid until the callback returns; what @user points to, as
 * long as the session.
 */
struct stitched {
	const struct defer_evsel *evsel;
	const struct defer_record *rec;
	const struct defer_sample *sample; /* of --off-cpu: weight and period are the ns blocked; */
					   /* without PERIOD: period is the event's, else 1 */
	enum defer_class cls;		   /* final: never DEFER_NO_RECORD */
	uint64_t time;			   /* ns; the sample's order without timestamps */
	uint32_t parallelism; /* threads running at this time, including this one; 1 if unknown */
	uint8_t why_left;     /* enum offcpu_why, of a sample where the task left its CPU */
	uint64_t cookie;      /* 0: not deferred */
	const struct defer_stitch_record *record; /* source of the user half if merged, or NULL */
	struct half kernel;			  /* includes a guest's kernel */
	struct half user; /* empty if not merged and not recorded directly */
	const struct repair
		*repair; /* of @user, as long as that is valid; NULL: it is as it was recorded */
	struct task_view task;	 /* at the sample's time */
	uint32_t user_maps_id;	 /* resolves the user half: maps at the deferred record's time */
	uint32_t kernel_maps_id; /* resolves the kernel half: maps at the sample's time */
	/*
	 * True if the event counts user mode alone and its interrupt came in the kernel, which then tells
	 * address 0: Linux 7.3, kernel/events/core.c, perf_instruction_pointer().
	 */
	bool is_skid;
};

/*
 * Handles one sample; a negative result stops the walk. Calls with the same @worker never overlap,
 * and @worker < session.nr_workers: an array of contexts by worker needs no lock.
 */
typedef int (*session_sample_fn)(void *ctx, unsigned int worker, const struct stitched *sample,
				 struct defer_error *err);

/*
 * Delivers each sample once, in no particular order. May be called repeatedly. A sample that reads
 * counters is delivered once for each counter that went on, with the difference as its period: see
 * util/session/reads.h. These calls follow one another and share the record.
 */
int session__walk(struct session *session, session_sample_fn fn, void *ctx,
		  struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SESSION_SESSION_H */
