/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * source: the bytes of a trace, wherever they come from, in chunks of whole records.
 *
 * A file, a directory of files (perf record --threads), or a pipe stream, from a path or "-".
 * Compressed records are inflated here, AUX area data is stepped over here, and a stream that
 * cannot be read twice is spooled to an unlinked temporary file, so that whoever reads chunks
 * sees one thing. Bytes are read, never mapped: a file that shrinks is an error, not a SIGBUS.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_SOURCE_H
#define PERF_DEFER_UTIL_SOURCE_SOURCE_H

#include <perf/defer.h>

#include "util/base/damage.h"
#include "util/source/chunk.h"

struct progress;
struct source;

struct source_opts {
	struct progress
		*progress; /* counts a stream's bytes, which are read to their end; or NULL */
	bool owned_only;   /* refuse what belongs to another user than root and this one */
};

/*
 * Opens @path and reads its header. Damage that leaves something to read (an unfinished file, a
 * tail cut off) goes to @damage, which must outlive the source; else negative. @opts may be NULL.
 * With owned_only each file is asked once it is open, as perf does (tools/perf/util/data.c), before
 * a byte of it is read; stdin is not.
 */
int source__open(struct source **source, const char *path, struct damage *damage,
		 const struct source_opts *opts, struct defer_error *err);
void source__close(struct source *source);

const struct defer_header *source__header(const struct source *source);
const char *source__path(const struct source *source);
uint64_t source__size(const struct source *source); /* bytes of all its files */
/* Do its records stand in several files, each ascending in time by itself? */
bool source__is_directory(const struct source *source);

/* A defer_pread_fn over the file that has the header; ctx is the source. */
int64_t source__pread(void *ctx, void *buf, size_t size, uint64_t offset, struct defer_error *err);

/*
 * Fills @chunk with the next records: 1, 0 at the end, or negative. Any number of threads may
 * call it at once, each with a chunk of its own, until all got 0; rewind() then starts the next
 * pass, which yields the same chunks with the same idx. A record that cannot be stepped over
 * ends its file: what stood before it is kept, and @damage says where.
 */
int source__next(struct source *source, struct chunk *chunk, struct defer_error *err);
void source__rewind(struct source *source);

/*
 * From the next pass on, passes end with the chunk in which @bytes of records are reached: for a
 * look at the beginning. 0: they do not.
 */
void source__set_limit(struct source *source, uint64_t bytes);

/*
 * Lets chunks be read one by one, in any order. After a whole pass over a trace without compressed
 * records they can be as it is; those of any other are written to a temporary file.
 */
int source__make_seekable(struct source *source, struct defer_error *err);

/* Fills @chunk with the one that holds the byte at @order of the stream: 1 or negative. */
int source__read_chunk_at(struct source *source, uint64_t order, struct chunk *chunk,
			  struct defer_error *err);

/*
 * The most that one compressed record may inflate to, bytes: what HEADER_COMPRESSED says of the
 * recorder's buffers. Before it is said, a generous default holds.
 */
void source__set_inflate_limit(struct source *source, uint64_t bytes);

#endif /* PERF_DEFER_UTIL_SOURCE_SOURCE_H */
