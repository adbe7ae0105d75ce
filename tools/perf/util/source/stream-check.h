/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stream_check: decides if the bytes of a pipe are a trace. Checks them as they arrive, so that
 * input that is not a trace, or stops being one, is not copied to an end that may never come.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_STREAM_CHECK_H
#define PERF_DEFER_UTIL_SOURCE_STREAM_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* Longest head of a record that is needed to skip the record, bytes. */
#define STREAM_CHECK_HEAD 64

/* A zeroed struct is at the start of a stream. */
struct stream_check {
	bool known; /* starts as a trace does */
	bool pipe;  /* records follow the header and can be skipped one by one */
	bool ended; /* no further record can be found */
	bool swap;
	uint8_t head[STREAM_CHECK_HEAD]; /* head of the stream, then of each record */
	size_t nr_head, want_head;	 /* bytes of the head present, and wanted */
	uint64_t skip;			 /* bytes up to the next record */
};

/*
 * Checks the next @size bytes. Returns how many of them to keep, which is all unless the trace has
 * ended, or a negative code if the stream is not a trace.
 */
int64_t stream_check__feed(struct stream_check *check, const void *data, size_t size,
			   struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_STREAM_CHECK_H */
