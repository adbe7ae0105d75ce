/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * class_count: counts samples by class while they are visited for the first time. The class of a
 * sample without a record is known only at the end, so such a sample is kept until then, in 40 bytes.
 *
 *   each worker: add(), add(), ... --> merge() --> finish()
 */
#ifndef PERF_DEFER_UTIL_INJECT_CLASS_COUNT_H
#define PERF_DEFER_UTIL_INJECT_CLASS_COUNT_H

#include <perf/defer-stitch.h>

#include "util/session/session.h"

struct unsettled_sample {
	struct defer_stitch_sample key;
	uint32_t nr; /* samples that the record stands for */
};

struct class_count {
	uint64_t classes[DEFER_NR_CLASSES];
	struct defer_signs *signs; /* of all samples: for walker__stitch() */
	struct unsettled_sample *samples;
	size_t nr, cap;
};

int class_count__init(struct class_count *count, const struct defer_stitch *stitch,
		      struct defer_error *err);
/* All zero may be passed. */
void class_count__exit(struct class_count *count);

/* Keeps a sample without a record. */
int class_count__add_unsettled(struct class_count *count, const struct defer_stitch *stitch,
			       const struct stitched *sample, uint32_t nr, struct defer_error *err);

/* Counts the @nr samples that the record of @sample stands for. */
static inline int class_count__add(struct class_count *count, const struct defer_stitch *stitch,
				   const struct stitched *sample, uint32_t nr,
				   struct defer_error *err)
{
	if (sample->cls == DEFER_NO_RECORD)
		return class_count__add_unsettled(count, stitch, sample, nr, err);
	count->classes[sample->cls] += nr;
	return 0;
}

/* Adds what @from has. */
int class_count__merge(struct class_count *count, const struct class_count *from,
		       struct defer_error *err);

/* Counts the kept samples. */
void class_count__finish(struct class_count *count, const struct defer_stitch *stitch);

#endif /* PERF_DEFER_UTIL_INJECT_CLASS_COUNT_H */
