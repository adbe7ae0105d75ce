/* SPDX-License-Identifier: GPL-2.0-only */
/* workers: runs one function on several threads. */
#ifndef PERF_DEFER_UTIL_BASE_WORKERS_H
#define PERF_DEFER_UTIL_BASE_WORKERS_H

#include <perf/defer-error.h>

/*
 * Does one worker's part. Returns a negative code on error, with @err set. @worker counts from 0.
 */
typedef int (*workers_fn)(void *ctx, unsigned int worker, struct defer_error *err);

/*
 * Calls @fn once for each worker below @nr, on as many threads including the caller's, and returns
 * when all calls have returned. If the system cannot start enough threads, the caller's thread runs
 * the workers that have none. The threads of the workers block all signals.
 *
 * Returns 0, or the first error, with @err as that worker set it. Other workers are not told: if
 * they share a source of work, the failing worker has to close it.
 */
int workers__run(unsigned int nr, workers_fn fn, void *ctx, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_WORKERS_H */
