/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inflate: the records inside COMPRESSED and COMPRESSED2 records.
 *
 * perf compresses one zstd stream per file and cuts it into records wherever its buffers end
 * (Linux 7.2, tools/perf/util/zstd.c), so one inner record may be split over several outer ones.
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

/* Is there input that has not all come out yet? */
bool inflate__busy(const struct inflate *inflate);
/* File offset of the compressed record that was pushed last. */
uint64_t inflate__offset(const struct inflate *inflate);
/* Bytes of an inner record that has not come whole. */
size_t inflate__left_over(const struct inflate *inflate);

/*
 * Gives the payload of @rec, copied, when not busy. It may inflate to @limit bytes, and all that was
 * given since the beginning to INFLATE_FREE and INFLATE_RATIO times its size: traces that were
 * recorded shrink to a 30th at most.
 */
int inflate__push(struct inflate *inflate, const struct defer_record *rec, uint64_t limit,
		  struct defer_error *err);

/* Appends what comes out to @chunk, up to its capacity. */
int inflate__pull(struct inflate *inflate, struct chunk *chunk, struct defer_error *err);

/* Bytes at the end of @chunk from @pos are kept for the start of the next one, and cut off. */
int inflate__keep_back(struct inflate *inflate, struct chunk *chunk, size_t pos,
		       struct defer_error *err);
/* Puts what was kept back at the start of the empty @chunk, which has room for it. */
void inflate__give_back(struct inflate *inflate, struct chunk *chunk);

#endif /* PERF_DEFER_UTIL_SOURCE_INFLATE_H */
