/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * segment: the records of one file of a trace, cut into chunks and inflated where compressed.
 *
 * Its range is divided into cells of one size. A chunk of plain records has those that begin in one cell,
 * or fewer:
 *
 *   cells     |      0      |      1      |      2      |
 *   records   | a | b  | c |  d  | e | f    | g | h |
 *   chunks     abcd           ef              gh
 *
 * So a cell can be read before it is known where its first record begins.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_SEGMENT_H
#define PERF_DEFER_UTIL_SOURCE_SEGMENT_H

#include "util/base/damage.h"
#include "util/source/chunk.h"

/* Limit to which one compressed record may inflate if the file gives none, bytes. */
#define SEGMENT_INFLATE_LIMIT (64ULL << 20)

/* Size of a cell, bytes. */
#define SEGMENT_CHUNK_SIZE (512U << 10)

struct inflate;

struct segment {
	int fd;
	bool owns_fd;
	bool swap;
	bool ended;	      /* nothing more can be read in this pass */
	bool broken;	      /* it had to end at a record that cannot be read */
	bool inflated_before; /* it has compressed records, so plain ones come in short runs */
	uint64_t file_size;
	uint64_t begin, end, pos; /* range of its records and current position, bytes in the file */
	uint32_t chunk_size;	  /* of a cell, bytes */
	uint64_t inflate_limit;
	struct gap gap;		 /* what a pass leaves out; changes between passes only */
	struct inflate *inflate; /* NULL until the first compressed record */
	struct damage *damage;	 /* NULL: an earlier pass reported the damage */
};

void segment__init(struct segment *segment);
void segment__exit(struct segment *segment);

/* Uses @fd, and closes it at exit if @owns. */
int segment__set_fd(struct segment *segment, int fd, bool owns, const char *path,
		    struct defer_error *err);

/* Sets the range [begin, end) of the file that holds records. */
void segment__bound(struct segment *segment, uint64_t begin, uint64_t end);
void segment__rewind(struct segment *segment);

/* Reads as defer_pread_fn does: a short read means the end of the file. */
int64_t segment__pread(const struct segment *segment, void *buf, size_t size, uint64_t offset,
		       struct defer_error *err);

/* Returns false if what is left of it is not read by cells: it is compressed, or at its end. */
bool segment__has_cells(const struct segment *segment);
/* Returns the number of the cell at the current position. */
uint64_t segment__cell(const struct segment *segment);

/*
 * Reads a cell into the buffer of @chunk for segment__next(), on which it may save that time. Any thread may
 * call it, while others read chunks. It reports nothing: segment__next() reads again what could not be read.
 * @is_known: the next chunk begins in that cell.
 */
void segment__read_ahead(const struct segment *segment, uint64_t cell, bool is_known,
			 struct chunk *chunk);

/*
 * Reads the next chunk in file order. Returns 1, 0 at the end, or a negative code if the system
 * fails. A record with an unusable size, or one that does not inflate, ends the segment and goes to
 * @damage.
 */
int segment__next(struct segment *segment, struct chunk *chunk, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_SEGMENT_H */
