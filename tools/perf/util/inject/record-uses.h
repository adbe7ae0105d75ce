/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record_uses: the deferred records from which a sample took its user half. A record may come
 * before its samples, so the set is complete only after all samples were seen.
 */
#ifndef PERF_DEFER_UTIL_INJECT_RECORD_USES_H
#define PERF_DEFER_UTIL_INJECT_RECORD_USES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct defer_stitch;
struct defer_stitch_record;

struct record_uses {
	const struct defer_stitch *stitch;
	uint64_t nr;		    /* places of the stitcher's records */
	atomic_uint_fast64_t *used; /* one bit for each place */
	uint64_t *refs;		    /* refs of the used records, ascending; after seal */
	uint64_t nr_refs;
};

int record_uses__init(struct record_uses *uses, const struct defer_stitch *stitch,
		      struct defer_error *err);
void record_uses__exit(struct record_uses *uses);

/* Marks @record, which match() returned. Any number of threads may call it. */
void record_uses__mark(struct record_uses *uses, const struct defer_stitch_record *record);

/* Ends the marking. */
int record_uses__seal(struct record_uses *uses, struct defer_error *err);

/*
 * Returns true if the record at @ref in the stream was used. Any number of threads may call it
 * after seal.
 */
bool record_uses__has(const struct record_uses *uses, uint64_t ref);

#endif /* PERF_DEFER_UTIL_INJECT_RECORD_USES_H */
