/* SPDX-License-Identifier: GPL-2.0-only */
/* spool: an unlinked temporary file in $TMPDIR, for what must be read more than once. */
#ifndef PERF_DEFER_UTIL_SOURCE_SPOOL_H
#define PERF_DEFER_UTIL_SOURCE_SPOOL_H

#include <stddef.h>

#include <perf/defer-error.h>

struct progress;

/* A new empty one: its descriptor, the caller's to close, or negative. */
int spool__new(struct defer_error *err);
/*
 * A new one with all that @fd gives until its end, or until what comes is no trace any more.
 * @progress, which may be NULL, counts the bytes. Refuses what does not begin as a trace does, and
 * what takes more than half of the space that is free in $TMPDIR.
 */
int spool__copy(int fd, struct progress *progress, struct defer_error *err);
int spool__write(int spool, const void *data, size_t size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_SPOOL_H */
