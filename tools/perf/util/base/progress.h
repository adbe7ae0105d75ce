/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * progress: how far reading has come, shown by another thread, and that thread's request to stop.
 */
#ifndef PERF_DEFER_UTIL_BASE_PROGRESS_H
#define PERF_DEFER_UTIL_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* A zeroed struct is at the beginning. */
struct progress {
	atomic_uint_least64_t done; /* bytes of records; restarts with each pass */
	atomic_bool stop;
};

/* Counts @bytes as done. Returns DEFER_ERR_IO if a stop was requested. @progress may be NULL. */
static inline int progress__add(struct progress *progress, uint64_t bytes, struct defer_error *err)
{
	if (!progress)
		return 0;
	atomic_fetch_add_explicit(&progress->done, bytes, memory_order_relaxed);
	if (!atomic_load_explicit(&progress->stop, memory_order_relaxed))
		return 0;
	return defer_error__set(err, DEFER_ERR_IO, "reading was interrupted");
}

static inline void progress__restart(struct progress *progress)
{
	if (progress)
		atomic_store_explicit(&progress->done, 0, memory_order_relaxed);
}

#endif /* PERF_DEFER_UTIL_BASE_PROGRESS_H */
