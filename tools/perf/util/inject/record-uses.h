/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record_uses: which deferred records some sample has got its user half from. A record may come
 * before its samples, so this is known only after all of them were seen.
 */
#ifndef PERF_DEFER_UTIL_INJECT_RECORD_USES_H
#define PERF_DEFER_UTIL_INJECT_RECORD_USES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <perf/defer.h>

struct record_uses {
	const struct defer_stitch *stitch;
	uint64_t nr;		    /* records of the stitcher */
	atomic_uint_fast64_t *used; /* a bit for each of them, in the stitcher's order */
	uint64_t *refs;		    /* of the used ones, ascending; after seal */
	uint64_t nr_refs;
};

int record_uses__init(struct record_uses *uses, const struct defer_stitch *stitch,
		      struct defer_error *err);
void record_uses__exit(struct record_uses *uses);

/* Any number of threads. @record is one that match() gave. */
void record_uses__mark(struct record_uses *uses, const struct defer_stitch_record *record);

/* All were marked. */
int record_uses__seal(struct record_uses *uses, struct defer_error *err);

/* Was the record that stands at @ref of the stream used? After seal, any number of threads. */
bool record_uses__has(const struct record_uses *uses, uint64_t ref);

#endif /* PERF_DEFER_UTIL_INJECT_RECORD_USES_H */
