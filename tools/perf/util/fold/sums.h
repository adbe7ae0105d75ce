/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sums: what samples count, and add up to: in stacks, rows, events, trees and totals. Weights are
 * added here alone, so that one more has to be added in one place.
 */
#ifndef PERF_DEFER_UTIL_FOLD_SUMS_H
#define PERF_DEFER_UTIL_FOLD_SUMS_H

#include <stdint.h>

#include <perf/defer-sample.h>

/* Samples and their period, which is all that nodes of trees have: there are many of them. */
struct sample_sum {
	uint64_t nr;	 /* samples */
	uint64_t period; /* of these samples */
};

static inline void sample_sum__add(struct sample_sum *to, const struct sample_sum *from)
{
	to->nr += from->nr;
	to->period += from->period;
}

/* Takes away @from, which was added before. */
static inline void sample_sum__take(struct sample_sum *to, const struct sample_sum *from)
{
	to->nr -= from->nr;
	to->period -= from->period;
}

/* The weights of one sample. */
struct weights {
	uint64_t period;
	uint64_t weight;
	uint64_t latency; /* sample_latency() */
};

/*
 * Returns a sample's share of the wall clock:
 *
 *   period * 1000 / parallelism
 *
 * in thousandths, as in perf, so that integers are exact enough. A @parallelism of 0 means unknown.
 * (Linux 7.3, tools/perf/util/event.c).
 */
static inline uint64_t sample_latency(uint64_t period, uint32_t parallelism)
{
	return period * 1000 / (parallelism ? parallelism : 1);
}

static inline struct weights weights__of(const struct defer_sample *sample, uint32_t parallelism)
{
	return (struct weights){.period = sample->period,
				.weight = sample->weight,
				.latency = sample_latency(sample->period, parallelism)};
}

/* The sums of the weights of samples. */
struct sums {
	uint64_t nr;
	uint64_t period;
	uint64_t weight;
	uint64_t latency;
};

static inline struct sums sums__of(const struct weights *one)
{
	return (struct sums){
		.nr = 1, .period = one->period, .weight = one->weight, .latency = one->latency};
}

static inline void sums__add(struct sums *to, const struct sums *from)
{
	to->nr += from->nr;
	to->period += from->period;
	to->weight += from->weight;
	to->latency += from->latency;
}

/* Takes away @from, which was added before. */
static inline void sums__take(struct sums *to, const struct sums *from)
{
	to->nr -= from->nr;
	to->period -= from->period;
	to->weight -= from->weight;
	to->latency -= from->latency;
}

static inline struct sample_sum sums__samples(const struct sums *sums)
{
	return (struct sample_sum){sums->nr, sums->period};
}

/* The times from samples to their deferred records, ns: see sample_delay(). */
struct waits {
	uint64_t sum;
	uint64_t longest;
};

static inline void waits__add(struct waits *to, const struct waits *from)
{
	to->sum += from->sum;
	to->longest = from->longest > to->longest ? from->longest : to->longest;
}

/* The samples that have a user half, known or not, and those of them whose user half is missing. */
struct user_halves {
	uint64_t nr;
	uint64_t nr_missing;
	uint64_t missing; /* period of the latter */
};

static inline void user_halves__add(struct user_halves *to, const struct user_halves *from)
{
	to->nr += from->nr;
	to->nr_missing += from->nr_missing;
	to->missing += from->missing;
}

#endif /* PERF_DEFER_UTIL_FOLD_SUMS_H */
