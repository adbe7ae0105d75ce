/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stream_check: is what comes through a pipe a trace? Looks at the bytes while they come, so that
 * what is none, or ceases to be one, is not copied to its end, which it may not have.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_STREAM_CHECK_H
#define PERF_DEFER_UTIL_SOURCE_STREAM_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer.h>

/* The longest start of a record that must be known to step over it, bytes. */
#define STREAM_CHECK_HEAD 64

/* All zero is the beginning of a stream. */
struct stream_check {
	bool known; /* it begins as a trace does */
	bool pipe;  /* records follow its header: they can be stepped over */
	bool ended; /* no record can be found from here on */
	bool swap;
	uint8_t head[STREAM_CHECK_HEAD]; /* of the stream, then of each record */
	size_t nr_head, want_head;	 /* bytes of it that are there, that are wanted */
	uint64_t skip;			 /* bytes until the next record */
};

/*
 * Looks at the next @size bytes: how many of them are to be kept, all unless it has ended. Negative
 * if it is no trace.
 */
int64_t stream_check__feed(struct stream_check *check, const void *data, size_t size,
			   struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_STREAM_CHECK_H */
