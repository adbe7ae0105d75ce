/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recorder: a recording from its first to its last byte.
 *
 *   open    everything in the plan, the output last; or nothing
 *   run     buffers to output, round by round, until an end; then wait for the deferred
 *           records of tasks that are still in the kernel
 *   finish  features and statistics
 *
 * Requires from its caller that SIGINT, SIGTERM, SIGHUP, SIGCHLD and SIGUSR2 are blocked, since
 * they are read from a descriptor, and that SIGPIPE is ignored.
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

/* A command, executed or rejected. */
struct control_answer {
	enum control_command command;
	const char *arg; /* "": no argument */
	bool has_event;	 /* an event is named @arg */
};

/* Called from run() for each command with output: enable, disable, evlist. */
typedef void (*recorder_answer_fn)(void *ctx, const struct control_answer *answer);

struct recorder;

/*
 * Forks the command with the state of @caller, and opens everything. On errors nothing has been
 * created or left running.
 */
int recorder__open(struct recorder **recorder, const struct record_opts *opts, struct plan *plan,
		   const struct caller *caller, struct defer_error *err);

/* Sets the listener for commands. To be called before run(). */
void recorder__set_listener(struct recorder *recorder, recorder_answer_fn answer, void *ctx);

/*
 * Starts, records and stops. Returns 0, or a negative code if the output failed or the command
 * could not be run. What was recorded until then is kept in any case, and @stats is filled.
 */
int recorder__run(struct recorder *recorder, recorder_status_fn status, void *ctx,
		  struct recorder_stats *stats, struct defer_error *err);

void recorder__close(struct recorder *recorder);

#endif /* PERF_DEFER_UTIL_RECORD_RECORDER_H */
