/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recorder: a recording from its first to its last byte.
 *
 *   open    everything the plan says, the output last; or nothing
 *   run     buffers to output, round by round, until an end; then wait for the deferred
 *           records of tasks that are still in the kernel
 *   finish  features, and the figures
 *
 * Needs SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR2 blocked by its caller, since it reads them from
 * a descriptor, and SIGPIPE ignored.
 */
#ifndef PERF_DEFER_UTIL_RECORD_RECORDER_H
#define PERF_DEFER_UTIL_RECORD_RECORDER_H

#include "util/record/opts.h"
#include "util/record/plan.h"

enum recorder_end {
	RECORDER_TARGET_ENDED, /* the command, or all recorded tasks */
	RECORDER_SIGNALED,     /* SIGINT, SIGTERM or SIGHUP: see signal */
	RECORDER_STOPPED,      /* by the control file */
	RECORDER_MAX_SIZE,
	RECORDER_OUTPUT_FAILED, /* no space, closed pipe: the error says */
};

/* What one CPU's buffer lost, by LOST records. */
struct recorder_cpu_loss {
	int32_t cpu;
	uint64_t losses, lost; /* LOST records, what they add up to */
};

struct recorder_stats {
	enum recorder_end end;
	int signal;		   /* or 0 */
	int command_status;	   /* as waitpid() has it; 0 without a command */
	uint64_t bytes, raw_bytes; /* in the output; before compression */
	uint64_t records, samples, deferred_samples, deferred_records;
	uint64_t answered;		/* deferred samples whose record came, or had come */
	uint64_t lost;			/* records, by LOST records */
	uint64_t lost_samples;		/* as the kernel counts them itself, where it does */
	struct recorder_cpu_loss *cpus; /* that lost something */
	uint32_t nr_cpus;
	uint64_t pending;	    /* tasks that never answered */
	uint64_t drained_ns;	    /* how long we waited for them */
	uint64_t needed_mmap_bytes; /* of each buffer, that would have held; 0: nothing was lost */
	uint32_t nr_files;	    /* written, with --switch-output */
};

/* Called from run() twice a second, and at its end. */
typedef void (*recorder_status_fn)(void *ctx, const struct recorder_stats *stats,
				   uint64_t elapsed_ns);

struct recorder;

/* Forks the command and opens everything. On errors nothing was created or left running. */
int recorder__open(struct recorder **recorder, const struct record_opts *opts, struct plan *plan,
		   struct defer_error *err);

/*
 * Starts, records, stops. 0, or negative if the output failed or the command could not be run;
 * what was recorded until then is kept either way, and @stats tells.
 */
int recorder__run(struct recorder *recorder, recorder_status_fn status, void *ctx,
		  struct recorder_stats *stats, struct defer_error *err);

void recorder__close(struct recorder *recorder);
void recorder_stats__exit(struct recorder_stats *stats);
/* A LOST record of @lost records in the buffer of @cpu. */
int recorder_stats__add_loss(struct recorder_stats *stats, int32_t cpu, uint64_t lost,
			     struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_RECORDER_H */
