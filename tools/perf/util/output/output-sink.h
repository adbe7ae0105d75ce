/* SPDX-License-Identifier: GPL-2.0-only */
/* output_sink: the destination of a recording's bytes: a file that grows, or a stream. */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include <perf/defer-error.h>

/*
 * What a stream and the caller tell each other about the end. The callback tells whether to end,
 * with or without a reader; it is called while waiting for a stream.
 */
struct output_end {
	bool (*is_asked)(void *ctx); /* NULL: never */
	void *ctx;
	bool *reader_gone; /* becomes true when the reader of a stream is gone; or NULL */
};

struct output_sink {
	int fd;
	bool is_stream;
	const char *why;	/* short reason of the last failure; or NULL */
	const char *name;	/* for messages; borrowed from the caller */
	uint64_t size;		/* bytes written */
	uint64_t limit;		/* RLIMIT_FSIZE: writing past it would raise SIGXFSZ */
	bool reserves;		/* takes blocks of the disk ahead: see output_sink__reserve() */
	uint64_t reserved;	/* end of the blocks that were taken, bytes */
	bool is_socket, blocks; /* stream that is a socket; stream to which write() may block */
	struct output_end end;
	uint64_t asked_ns, asked_size; /* time of the request to end, and @size at that time */
};

#define OUTPUT_SINK_MAX_PIECES 4

void output_sink__init(struct output_sink *sink, int fd, bool is_stream, const char *name,
		       const struct output_end *end);

/*
 * Appends all of @pieces. On DEFER_ERR_IO, with its reason, only @size bytes are there, perhaps
 * with a part of a piece. Waits for a slow reader; after a request to end, only while it reads at
 * least 64 KiB a second. A reader that has gone is an error of the same kind, provided that the
 * caller ignores SIGPIPE.
 */
int output_sink__append(struct output_sink *sink, const struct iovec *pieces, int nr,
			struct defer_error *err);

static inline int output_sink__append_bytes(struct output_sink *sink, const void *data, size_t size,
					    struct defer_error *err)
{
	const struct iovec piece = {(void *)data, size};

	return output_sink__append(sink, &piece, 1, err);
}

/*
 * Takes blocks of the disk for a file before they are written, from now on, as many as the file has
 * already. To take them one by one, for each block that is written, is half of the time that writing
 * takes on some file systems. release() gives back those that were not used, and has to follow.
 */
void output_sink__reserve(struct output_sink *sink);
int output_sink__release(struct output_sink *sink, struct defer_error *err);

/*
 * Opens FIFO @path for writing once it has a reader. Returns a nonblocking descriptor, or -1 and
 * errno, which is EINTR after a request to end.
 */
int output_sink__open_fifo(const char *path, const struct output_end *end);

/* Overwrites existing bytes of a file. */
int output_sink__overwrite(struct output_sink *sink, const void *data, size_t size, uint64_t at,
			   struct defer_error *err);

/* Reads bytes of a file that have been written. Returns DEFER_ERR_IO if they are gone. */
int output_sink__read_back(const struct output_sink *sink, void *data, size_t size, uint64_t at,
			   struct defer_error *err);

/* Truncates a file to @size. */
int output_sink__truncate(struct output_sink *sink, uint64_t size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_SINK_H */
