/* SPDX-License-Identifier: GPL-2.0-only */
/* parent: how to behave towards the process that started this one. */
#ifndef PERF_DEFER_UTIL_HOST_PARENT_H
#define PERF_DEFER_UTIL_HOST_PARENT_H

#include <stdbool.h>

/*
 * Returns whether the parent is perf, which runs perf-defer for `perf defer` and waits for it. perf
 * reports a death by signal as a program that could not be run, and status 127 as one that does not
 * exist (tools/lib/subcmd/run-command.c). Returns false if /proc does not tell.
 */
bool parent__is_perf(void);

/*
 * Makes the signals with which users end programs exit with status 128 + the signal's number, as a
 * shell reports it, instead of killing this process. Ignored signals stay ignored.
 */
void parent__end_by_status(void);

/*
 * Requests @signo when perf dies. perf waits and forwards no signals, so killing it would leave a
 * recording that nothing ends. Returns false if perf is dead already.
 */
bool parent__follow(int signo);

/*
 * Returns whether perf started this process and has died since: its traces are in the environment,
 * and the parent is one that adopts orphans. To be called before anything else.
 */
bool parent__was_perf(void);

/*
 * Returns the exit status that means @status to the parent: the same, except that perf gets 126 for
 * 127.
 */
int parent__status(int status);

#endif /* PERF_DEFER_UTIL_HOST_PARENT_H */
