/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reversal: keeps in the new trace what is needed to restore the old one byte by byte.
 *
 * Behind the records of each chunk stand records that hold the chunk's old bytes, compressed by zstd
 * with the new records as its dictionary, so that they have little more than what is no longer
 * there. They are of type HEADER_EVENT_TYPE, which every perf steps over, in files and streams. What
 * a chunk covers of the old file begins where the one before ends: headers are within the first, the
 * features within the last. See decision 0041.
 *
 *      new:  records of chunk 1   old bytes of chunk 1   records of chunk 2   old bytes ...
 */
#ifndef PERF_DEFER_UTIL_INJECT_REVERSAL_H
#define PERF_DEFER_UTIL_INJECT_REVERSAL_H

#include <perf/defer.h>

#include "util/inject/trace-out.h"

struct source;

/* ---- one record of them ---- */

enum reversal_flags {
	REVERSAL_MORE = 1 << 0, /* the old bytes continue in the next record */
	REVERSAL_TAIL = 1 << 1, /* after them come the bytes that follow the last new record */
	REVERSAL_LAST = 1 << 2, /* the old trace ends after them */
};

struct reversal_piece {
	uint64_t at;	/* offset of the old bytes in the old trace */
	uint32_t flags; /* enum reversal_flags */
	const uint8_t *data;
	uint32_t size; /* bytes of @data, a part of a zstd frame */
};

/* Most bytes of the new records that serve as the dictionary: the first of them. */
#define REVERSAL_DICT_MAX (16U << 20)
/* Most old bytes that one zstd frame holds. */
#define REVERSAL_FRAME_MAX (16U << 20)
/* Base 2 logarithm of the largest window of a frame, bytes. */
#define REVERSAL_WINDOW_MAX 26

/* Returns true if @rec is one of these records, and fills @piece, which points into it. */
bool reversal_piece__read(struct reversal_piece *piece, const struct defer_record *rec);

/* ---- all of them, while a trace is written ---- */

struct reversal {
	struct source *source;
	void *zstd;			     /* ZSTD_CCtx */
	uint64_t done;			     /* old bytes that can be restored so far */
	struct byte_buf old, frame, records; /* reused */
};

/* Refuses the directory of perf record --threads, which is more than one file. */
int reversal__init(struct reversal *reversal, struct source *source, struct defer_error *err);
void reversal__exit(struct reversal *reversal);

/*
 * Writes the old bytes up to the offset @until behind @records, which are all new records since the
 * last call. @flags: REVERSAL_TAIL or REVERSAL_LAST. The old tail is then at @until + @tail.
 */
int reversal__add(struct reversal *reversal, const struct byte_buf *records, uint64_t until,
		  uint64_t tail, uint32_t flags, struct trace_out *out, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_INJECT_REVERSAL_H */
