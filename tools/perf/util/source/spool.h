/* SPDX-License-Identifier: GPL-2.0-only */
/* spool: an unlinked temporary file in $TMPDIR, for input that must be read more than once. */
#ifndef PERF_DEFER_UTIL_SOURCE_SPOOL_H
#define PERF_DEFER_UTIL_SOURCE_SPOOL_H

#include <stddef.h>

#include <perf/defer-error.h>

struct progress;

/* Makes an empty spool. Returns its descriptor, which the caller closes, or a negative code. */
int spool__new(struct defer_error *err);
/*
 * Makes a spool with everything read from @fd until its end, or until the input stops being a valid
 * trace. @progress, which may be NULL, counts the bytes. Refuses input that does not start as a
 * trace, and input larger than half of the free space in $TMPDIR.
 */
int spool__copy(int fd, struct progress *progress, struct defer_error *err);
int spool__write(int spool, const void *data, size_t size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_SPOOL_H */
