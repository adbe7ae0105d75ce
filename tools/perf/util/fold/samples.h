/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * samples: when each sample was taken and which stack of the fold it is of, in order of time.
 * What a fold forgets, and choices of time need.
 */
#ifndef PERF_DEFER_UTIL_FOLD_SAMPLES_H
#define PERF_DEFER_UTIL_FOLD_SAMPLES_H

#include "util/fold/fold.h"

struct sample_ref {
	uint64_t time; /* ns, or the order without timestamps */
	uint64_t period;
	uint64_t weight;
	uint64_t latency; /* sample_latency() */
	uint32_t stack;	  /* fold__stack(); before finish: of the worker's own */
	int32_t cpu;	  /* -1: not recorded */
};

struct sample_list {
	struct sample_ref *refs;
	size_t nr, cap;
};

struct samples {
	struct sample_list *lists; /* one a worker; after finish all is in the first */
	unsigned int nr_workers;
};

int samples__init(struct samples *samples, unsigned int nr_workers, struct defer_error *err);
void samples__exit(struct samples *samples);

/* Folds @sample into @fold and keeps its time, from worker @worker. */
int samples__add(struct samples *samples, struct fold *fold, unsigned int worker,
		 const struct stitched *sample, struct defer_error *err);

/* After fold__finish(@fold): one list in order of time. */
int samples__finish(struct samples *samples, const struct fold *fold, struct defer_error *err);

static inline size_t samples__nr(const struct samples *samples)
{
	return samples->lists[0].nr;
}

static inline const struct sample_ref *samples__at(const struct samples *samples, size_t i)
{
	return &samples->lists[0].refs[i];
}

/* The first sample at @time or later; samples__nr() if there is none. After finish. */
size_t samples__from(const struct samples *samples, uint64_t time);

#endif /* PERF_DEFER_UTIL_FOLD_SAMPLES_H */
