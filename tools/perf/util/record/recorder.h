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

#include "util/record/caller.h"
#include "util/plan/opts.h"
#include "util/plan/plan.h"
#include "util/record/control.h"
#include "util/record/stats.h"

/* Called from run() twice a second, and at its end. */
typedef void (*recorder_status_fn)(void *ctx, const struct recorder_stats *stats,
				   uint64_t elapsed_ns);

/* A command that was done, or not. */
struct control_answer {
	enum control_command command;
	const char *arg; /* "": none */
	bool has_event;	 /* is there an event that @arg names? */
};

/* Called from run() for each command that has something to say: enable, disable, evlist. */
typedef void (*recorder_answer_fn)(void *ctx, const struct control_answer *answer);

struct recorder;

/*
 * Forks the command, which gets what @caller had, and opens everything. On errors nothing was
 * created or left running.
 */
int recorder__open(struct recorder **recorder, const struct record_opts *opts, struct plan *plan,
		   const struct caller *caller, struct defer_error *err);

/* Before run(): who is to be told of commands. */
void recorder__set_listener(struct recorder *recorder, recorder_answer_fn answer, void *ctx);

/*
 * Starts, records, stops. 0, or negative if the output failed or the command could not be run;
 * what was recorded until then is kept either way, and @stats tells.
 */
int recorder__run(struct recorder *recorder, recorder_status_fn status, void *ctx,
		  struct recorder_stats *stats, struct defer_error *err);

void recorder__close(struct recorder *recorder);

#endif /* PERF_DEFER_UTIL_RECORD_RECORDER_H */
