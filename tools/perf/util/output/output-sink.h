/* SPDX-License-Identifier: GPL-2.0-only */
/* output_sink: where the bytes of a recording go: a file that grows, or a stream. */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include <perf/defer-error.h>

struct output_sink {
	int fd;
	bool is_stream;
	const char *name; /* for messages; the caller's */
	uint64_t size;	  /* bytes that are there */
	uint64_t limit;	  /* RLIMIT_FSIZE: going past it would kill us */
};

#define OUTPUT_SINK_MAX_PIECES 4

void output_sink__init(struct output_sink *sink, int fd, bool is_stream, const char *name);

/*
 * Appends all of @pieces. DEFER_ERR_IO with the reason if not all could be: @size then says what
 * is there, maybe with a part of a piece. Waits for a reader that is slow. A reader that is gone
 * is such an error too, if the caller ignores SIGPIPE.
 */
int output_sink__append(struct output_sink *sink, const struct iovec *pieces, int nr,
			struct defer_error *err);

/* Overwrites bytes of a file that are there. */
int output_sink__overwrite(struct output_sink *sink, const void *data, size_t size, uint64_t at,
			   struct defer_error *err);

/* Cuts a file to @size. */
int output_sink__truncate(struct output_sink *sink, uint64_t size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H */
