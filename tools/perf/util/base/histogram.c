// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "util/base/histogram.h"

/*
 * Returns the bucket of @value. Values below 2 * STEPS have a bucket each. Above that, each power
 * of 2 is divided into STEPS buckets of equal width, so the bucket's number is the exponent
 * followed by the next six bits.
 */
unsigned int histogram__bucket(uint64_t value)
{
	unsigned int shift;

	if (value < HISTOGRAM_STEPS)
		return value;
	shift = 63 - __builtin_clzll(value) - 6;
	return shift * HISTOGRAM_STEPS + (value >> shift);
}

/* Returns the largest value in bucket @i. */
uint64_t histogram__bucket_end(unsigned int i)
{
	unsigned int shift = i < 2 * HISTOGRAM_STEPS ? 0 : i / HISTOGRAM_STEPS - 1;

	return ((uint64_t)(i - shift * HISTOGRAM_STEPS) << shift) + ((1ULL << shift) - 1);
}

/* Adds with saturation, so that the order of additions does not matter. */
static uint64_t saturating_add(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t histogram__multiply(uint64_t a, uint64_t b)
{
	uint64_t product;

	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

void histogram__add(struct histogram *h, uint64_t value, uint64_t nr)
{
	if (!nr)
		return;
	if (!h->nr || value < h->min)
		h->min = value;
	if (!h->nr || value > h->max)
		h->max = value;
	h->nr += nr;
	h->sum = saturating_add(h->sum, histogram__multiply(value, nr));
	h->buckets[histogram__bucket(value)] += nr;
}

void histogram__merge(struct histogram *h, const struct histogram *from)
{
	if (!from->nr)
		return;
	if (!h->nr || from->min < h->min)
		h->min = from->min;
	if (!h->nr || from->max > h->max)
		h->max = from->max;
	h->nr += from->nr;
	h->sum = saturating_add(h->sum, from->sum);
	for (unsigned int i = 0; i < HISTOGRAM_BUCKETS; i++)
		h->buckets[i] += from->buckets[i];
}

double histogram__mean(const struct histogram *h)
{
	return h->nr ? (double)h->sum / h->nr : 0;
}

uint64_t histogram__rank(uint64_t nr, double percent)
{
	uint64_t rank = ceil(nr * percent / 100);

	return rank ? rank : 1;
}

uint64_t histogram__percentile(const struct histogram *h, double percent)
{
	uint64_t want = histogram__rank(h->nr, percent), seen = 0;
	unsigned int i = 0;

	if (!h->nr)
		return 0;
	while (i < HISTOGRAM_BUCKETS - 1 && seen + h->buckets[i] < want)
		seen += h->buckets[i++];
	return histogram__bucket_end(i) < h->max ? histogram__bucket_end(i) : h->max;
}

uint64_t histogram__power(const struct histogram *h, unsigned int power)
{
	unsigned int from = power ? histogram__bucket(1ULL << (power - 1)) : 0;
	unsigned int to = power < 64 ? histogram__bucket(1ULL << power) : HISTOGRAM_BUCKETS;
	uint64_t nr = 0;

	for (unsigned int i = from; i < to; i++)
		nr += h->buckets[i];
	return nr;
}
