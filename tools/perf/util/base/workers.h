/* SPDX-License-Identifier: GPL-2.0-only */
/* workers: one function on several threads. */
#ifndef PERF_DEFER_UTIL_BASE_WORKERS_H
#define PERF_DEFER_UTIL_BASE_WORKERS_H

#include <perf/defer-error.h>

/* Negative on error, with @err set. @worker counts from 0. */
typedef int (*workers_fn)(void *ctx, unsigned int worker, struct defer_error *err);

/*
 * Calls @fn once for each worker below @nr, on as many threads, one of them the caller's, and
 * returns when all have returned. Where the system has no more threads to give, the caller's
 * does the work of those that are missing. The workers' threads take no signals.
 *
 * 0, or the error that came first; @err is then what that worker set. The others are not told:
 * if they share a source of work, the one who fails closes it.
 */
int workers__run(unsigned int nr, workers_fn fn, void *ctx, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_WORKERS_H */
