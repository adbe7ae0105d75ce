/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * histogram: many values in little room. Bounds and sum are exact (the sum stops at UINT64_MAX), a
 * percentile is within one part in 64, whatever the number of values. Merging in any order gives
 * the same.
 */
#ifndef PERF_DEFER_UTIL_BASE_HISTOGRAM_H
#define PERF_DEFER_UTIL_BASE_HISTOGRAM_H

#include <stdint.h>

#define HISTOGRAM_STEPS	  64 /* of equal width in each power of 2 */
#define HISTOGRAM_BUCKETS (59 * HISTOGRAM_STEPS)

struct histogram {
	uint64_t nr;
	uint64_t min, max; /* only if @nr */
	uint64_t sum;
	uint64_t buckets[HISTOGRAM_BUCKETS];
};

/* Counts @value @nr times. A zeroed histogram is empty. */
void histogram__add(struct histogram *h, uint64_t value, uint64_t nr);
void histogram__merge(struct histogram *h, const struct histogram *from);

double histogram__mean(const struct histogram *h); /* 0 if empty */

/*
 * The least value that @percent of the values do not exceed, rounded up to the end of its step,
 * but never beyond the maximum. 0 if empty.
 */
uint64_t histogram__percentile(const struct histogram *h, double percent);

/* How many values v have 2^(@power - 1) <= v < 2^@power; @power 0: v is 0. @power is up to 64. */
uint64_t histogram__power(const struct histogram *h, unsigned int power);

#endif /* PERF_DEFER_UTIL_BASE_HISTOGRAM_H */
