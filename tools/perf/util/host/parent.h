/* SPDX-License-Identifier: GPL-2.0-only */
/* parent: who has started this process. */
#ifndef PERF_DEFER_UTIL_HOST_PARENT_H
#define PERF_DEFER_UTIL_HOST_PARENT_H

#include <stdbool.h>

/*
 * Is it perf, which runs perf-defer for `perf defer` and waits for it? perf takes a death by a
 * signal for a program that could not be run, and status 127 for one that is not there
 * (tools/lib/subcmd/run-command.c). False where /proc does not tell.
 */
bool parent__is_perf(void);

/*
 * Makes the signals by which users end programs end this one with status 128 + the signal's number,
 * as a shell puts it, where they would kill it. Those that are ignored stay so.
 */
void parent__end_by_status(void);

/*
 * perf waits for us and passes no signal on: who kills it would leave a recording that nobody ends.
 * From now on @signo comes when it dies. False where it is dead already.
 */
bool parent__follow(int signo);

/*
 * Has perf started this process and died since? Told by what perf leaves in the environment, where
 * the parent is one that adopts orphans: to be asked before anything is done.
 */
bool parent__was_perf(void);

/* The exit status that says @status to the parent: itself, but 126 for perf where it is 127. */
int parent__status(int status);

#endif /* PERF_DEFER_UTIL_HOST_PARENT_H */
