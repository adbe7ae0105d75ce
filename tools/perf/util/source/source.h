/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * source: reads the bytes of a trace, wherever they come from, in chunks of whole records.
 *
 * The input is a file, several files of one recording, a directory of files (perf record --threads),
 * or a pipe stream, by path or "-". Callers that read chunks see no difference:
 *
 * - compressed records are inflated,
 * - AUX area data is skipped,
 * - a stream that cannot be read twice is spooled to an unlinked temporary file.
 *
 * Bytes are read, never mapped: a file that shrinks is an error, not a SIGBUS.
 *
 *      file, directory --------> segment[] -> inflate -> chunk, chunk, ... -> workers
 *      pipe -> temporary file -------^
 */
#ifndef PERF_DEFER_UTIL_SOURCE_SOURCE_H
#define PERF_DEFER_UTIL_SOURCE_SOURCE_H

#include <perf/defer-header.h>

#include "util/base/damage.h"
#include "util/source/chunk.h"

struct progress;
struct source;

struct source_opts {
	/* Counts the bytes of a stream, which is read to its end; or NULL. */
	struct progress *progress;
	bool owned_only;     /* refuse files of users other than root and this one */
	uint32_t chunk_size; /* bytes; 0: SEGMENT_CHUNK_SIZE; no result depends on it */
	/*
	 * Files that go on with the recording (record --switch-output), which are read after @path.
	 * The array and its paths outlive the source.
	 */
	const char *const *sequels;
	unsigned int nr_sequels;
};

/* One file of a recording that is in several. */
struct source_file {
	const char *path;
	const struct defer_header *header;
	defer_pread_fn pread; /* reads from this file */
	void *ctx;	      /* of pread */
};

/*
 * Opens @path and reads its header. Damage that leaves something to read (an unfinished or
 * truncated file) goes to @damage, which must outlive the source; any other error is returned as a
 * negative code. @opts may be NULL. With owned_only, the owner of each file is checked after it was
 * opened, as perf does (tools/perf/util/data.c), and before a byte of it is read; stdin is not
 * checked.
 */
int source__open(struct source **source, const char *path, struct damage *damage,
		 const struct source_opts *opts, struct defer_error *err);
void source__close(struct source *source);

/* Returns true if @path is a file that begins as recordings do. */
bool source__is_recording(const char *path);

const struct defer_header *source__header(const struct source *source);
const char *source__path(const struct source *source);
uint64_t source__size(const struct source *source); /* size of all its files, bytes */
/* Returns true if it is a stream, copied to a temporary file. */
bool source__is_spooled(const struct source *source);
/*
 * Returns true if records are missing at the end: the recorder was killed, the file was cut, or the
 * limit was reached. After a pass also if a record ended its file.
 */
bool source__is_cut(const struct source *source);
/* Returns true if the records are in several files, each of them ascending in time. */
bool source__is_directory(const struct source *source);
/* Returns a file that goes on with the recording; @i is less than the number of them in the options. */
struct source_file source__sequel(const struct source *source, unsigned int i);

/* Reads from the file with the header, as a defer_pread_fn. @ctx is the source. */
int64_t source__pread(void *ctx, void *buf, size_t size, uint64_t offset, struct defer_error *err);

/*
 * Fills @chunk with the next records. Returns 1, 0 at the end, or a negative code. Any number of
 * threads may call it at once, each with its own chunk, until all got 0. rewind() then starts the
 * next pass, which yields the same chunks with the same idx. A record with an unusable size ends
 * its file: earlier records are kept, and @damage has the offset.
 */
int source__next(struct source *source, struct chunk *chunk, struct defer_error *err);
void source__rewind(struct source *source);

/* Returns true if the chunk @idx has something that the pass is for. Any thread may call it. */
typedef bool (*source_wanted_fn)(const void *ctx, uint32_t idx);

/*
 * Lets the pass that begins leave out chunks that are not @is_wanted, where chunks can be read by
 * themselves: not of compressed records. rewind() ends it.
 */
void source__want(struct source *source, source_wanted_fn is_wanted, const void *ctx);

/* Returns true if a pass reads chunks by their places, so that source__complete() can be used. */
bool source__has_places(const struct source *source);

/*
 * Lets the pass that begins leave @gap out of samples: those bytes of a chunk with a gap mean nothing. Where it
 * saves no time, everything is read. rewind() ends it.
 */
void source__leave_out(struct source *source, const struct gap *gap);

/*
 * Reads bytes [from, to) of @chunk that were left out. Returns 0, or a negative code, also if the file shrank.
 * Only for passes that read by places.
 */
int source__complete(struct source *source, struct chunk *chunk, size_t from, size_t to,
		     struct defer_error *err);

/*
 * Ends each pass, from the next one on, with the chunk that reaches @bytes of records, to read only
 * the beginning. 0: no limit.
 */
void source__set_limit(struct source *source, uint64_t bytes);

/*
 * Enables reads of single chunks in any order. After a whole pass over a trace without compressed
 * records there is nothing to do; the records of any other trace are written to a temporary file.
 */
int source__make_seekable(struct source *source, struct defer_error *err);

/*
 * Reads the @size bytes at @order of the stream of a seekable source into @buf, and no others.
 * Returns how many there were, which are fewer only if a file shrank, or a negative code.
 */
int64_t source__read_at(struct source *source, uint64_t order, void *buf, size_t size,
			struct defer_error *err);

/*
 * Returns the offset in its file of the byte at @order of the stream of a seekable source, or of the compressed
 * record that it came from, as records have it.
 */
uint64_t source__offset_of(const struct source *source, uint64_t order);

/*
 * Sets the limit to which one compressed record may inflate, bytes: HEADER_COMPRESSED has the size
 * of the recorder's buffers. The default is generous.
 */
void source__set_inflate_limit(struct source *source, uint64_t bytes);

#endif /* PERF_DEFER_UTIL_SOURCE_SOURCE_H */
