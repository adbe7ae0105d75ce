/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inflate: reads the records inside COMPRESSED and COMPRESSED2 records.
 *
 * perf compresses one zstd stream per file and cuts it into records wherever its buffers end (Linux
 * 7.2, tools/perf/util/zstd.c), so an inner record may be split over several outer ones:
 *
 *      outer:  |COMPRESSED   |COMPRESSED   |COMPRESSED |
 *      inner:  |rec |rec |rec   |rec |rec      |rec |rec|
 */
#ifndef PERF_DEFER_UTIL_SOURCE_INFLATE_H
#define PERF_DEFER_UTIL_SOURCE_INFLATE_H

#include "util/source/chunk.h"

#define INFLATE_FREE  (64ULL << 20)
#define INFLATE_RATIO 100

struct inflate;

struct inflate *inflate__new(void);
void inflate__delete(struct inflate *inflate);
void inflate__rewind(struct inflate *inflate);

/* Returns true if some of the input has not been inflated yet. */
bool inflate__busy(const struct inflate *inflate);
/* Returns the file offset of the compressed record pushed last. */
uint64_t inflate__offset(const struct inflate *inflate);
/* Returns the size of an inner record's incomplete start, bytes. */
size_t inflate__left_over(const struct inflate *inflate);

/*
 * Copies the payload of @rec as the next input. Must not be called while busy. The record may
 * inflate to @limit bytes, and all input so far to INFLATE_FREE bytes plus INFLATE_RATIO times its
 * size: real traces shrink to a 30th at most.
 */
int inflate__push(struct inflate *inflate, const struct defer_record *rec, uint64_t limit,
		  struct defer_error *err);

/* Appends inflated bytes to @chunk, up to its capacity. */
int inflate__pull(struct inflate *inflate, struct chunk *chunk, struct defer_error *err);

/* Cuts the bytes of @chunk from @pos off, and keeps them for the start of the next chunk. */
int inflate__keep_back(struct inflate *inflate, struct chunk *chunk, size_t pos,
		       struct defer_error *err);
/* Puts the bytes kept back at the start of the empty @chunk, which has room for them. */
void inflate__give_back(struct inflate *inflate, struct chunk *chunk);

#endif /* PERF_DEFER_UTIL_SOURCE_INFLATE_H */
