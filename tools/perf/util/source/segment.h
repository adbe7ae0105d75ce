/* SPDX-License-Identifier: GPL-2.0-only */
/* segment: the records of one file of a trace, cut into chunks, inflated where compressed. */
#ifndef PERF_DEFER_UTIL_SOURCE_SEGMENT_H
#define PERF_DEFER_UTIL_SOURCE_SEGMENT_H

#include "util/base/damage.h"
#include "util/source/chunk.h"

/* Bytes that one compressed record may inflate to, unless the file says how many. */
#define SEGMENT_INFLATE_LIMIT (64ULL << 20)

struct inflate;

struct segment {
	int fd;
	bool owns_fd;
	bool swap;
	bool ended;	      /* nothing more can be read in this pass */
	bool inflated_before; /* it has compressed records: plain ones stand in short runs */
	uint64_t file_size;
	uint64_t begin, end, pos; /* of its records, bytes in the file */
	uint64_t inflate_limit;
	struct inflate *inflate; /* NULL until the first compressed record */
	struct damage *damage;	 /* NULL: damage was said in an earlier pass */
};

void segment__init(struct segment *segment);
void segment__exit(struct segment *segment);

/* Takes @fd, to close it if @owns. */
int segment__set_fd(struct segment *segment, int fd, bool owns, const char *path,
		    struct defer_error *err);

/* Records stand in [begin, end) of the file. */
void segment__bound(struct segment *segment, uint64_t begin, uint64_t end);
void segment__rewind(struct segment *segment);

/* As defer_pread_fn: short only at the end of the file. */
int64_t segment__pread(const struct segment *segment, void *buf, size_t size, uint64_t offset,
		       struct defer_error *err);

/*
 * The next chunk in file order: 1, 0 at the end, negative if the system fails. A record that
 * cannot be stepped over, or inflated, ends the segment and goes to @damage.
 */
int segment__next(struct segment *segment, struct chunk *chunk, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_SEGMENT_H */
