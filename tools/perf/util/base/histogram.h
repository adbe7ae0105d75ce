/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * histogram: the distribution of many values in little memory. Minimum, maximum and sum are exact
 * (the sum saturates at UINT64_MAX); a percentile is accurate to 1/64, for any number of values.
 * The order of merging does not matter.
 */
#ifndef PERF_DEFER_UTIL_BASE_HISTOGRAM_H
#define PERF_DEFER_UTIL_BASE_HISTOGRAM_H

#include <stdint.h>

#define HISTOGRAM_STEPS	  64 /* steps of equal width in each power of 2 */
#define HISTOGRAM_BUCKETS (59 * HISTOGRAM_STEPS)

struct histogram {
	uint64_t nr;
	uint64_t min, max; /* valid if @nr > 0 */
	uint64_t sum;
	uint64_t buckets[HISTOGRAM_BUCKETS];
};

/* Returns the bucket of @value, less than HISTOGRAM_BUCKETS, and the largest value in a bucket. */
unsigned int histogram__bucket(uint64_t value);
uint64_t histogram__bucket_end(unsigned int bucket);

/* Counts @value @nr times. A zeroed histogram is empty. */
void histogram__add(struct histogram *h, uint64_t value, uint64_t nr);
void histogram__merge(struct histogram *h, const struct histogram *from);

double histogram__mean(const struct histogram *h); /* 0 if empty */

/* Returns how many of @nr values, at least 1, @percent of them are, rounded up. */
uint64_t histogram__rank(uint64_t nr, double percent);

/*
 * Returns the smallest value that at least @percent of the values do not exceed, rounded up to the
 * end of its step but not beyond the maximum. 0 if empty.
 */
uint64_t histogram__percentile(const struct histogram *h, double percent);

/*
 * Returns the number of values v with 2^(@power - 1) <= v < 2^@power. @power is at most 64; for 0,
 * v is 0.
 */
uint64_t histogram__power(const struct histogram *h, unsigned int power);

/*
 * For a bar chart in log time: the number of spans, and the shortest time of each, ns. The first one ends at 1024 ns,
 * each other at 4 times its begin, and the last one nowhere.
 */
#define LOG_TIME_NR 12
static inline uint64_t log_time__from(unsigned int i)
{
	return i ? UINT64_C(1024) << (2 * (i - 1)) : 0;
}

#endif /* PERF_DEFER_UTIL_BASE_HISTOGRAM_H */
