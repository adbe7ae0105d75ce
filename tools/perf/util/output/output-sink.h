/* SPDX-License-Identifier: GPL-2.0-only */
/* output_sink: where the bytes of a recording go: a file that grows, or a stream. */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

#include <perf/defer-error.h>

/* Is it time to end, reader or not? Asked while a stream is waited for. */
struct output_end {
	bool (*is_asked)(void *ctx); /* NULL: never */
	void *ctx;
};

struct output_sink {
	int fd;
	bool is_stream;
	const char *why;	/* a word or two for what went wrong last; or NULL */
	const char *name;	/* for messages; the caller's */
	uint64_t size;		/* bytes that are there */
	uint64_t limit;		/* RLIMIT_FSIZE: going past it would kill us */
	bool is_socket, blocks; /* a stream that is one; one to which a write may wait */
	struct output_end end;
	uint64_t asked_ns, asked_size; /* when the end was asked for, and what was there then */
};

#define OUTPUT_SINK_MAX_PIECES 4

void output_sink__init(struct output_sink *sink, int fd, bool is_stream, const char *name,
		       const struct output_end *end);

/*
 * Appends all of @pieces. DEFER_ERR_IO with the reason if not all could be: @size then says what
 * is there, maybe with a part of a piece. Waits for a reader that is slow; once the end is asked
 * for, as long as it takes 64 KiB a second. A reader that is gone is such an error too, if the
 * caller ignores SIGPIPE.
 */
int output_sink__append(struct output_sink *sink, const struct iovec *pieces, int nr,
			struct defer_error *err);

/*
 * Opens FIFO @path for writing, when somebody reads it: a descriptor that never waits, or -1 and
 * errno, which is EINTR if the end was asked for before.
 */
int output_sink__open_fifo(const char *path, const struct output_end *end);

/* Overwrites bytes of a file that are there. */
int output_sink__overwrite(struct output_sink *sink, const void *data, size_t size, uint64_t at,
			   struct defer_error *err);

/* Cuts a file to @size. */
int output_sink__truncate(struct output_sink *sink, uint64_t size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H */
