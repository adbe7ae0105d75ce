/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * samples: time, CPU and stack of each sample, in order of time. A fold drops times; zooms into a
 * span of time need them.
 */
#ifndef PERF_DEFER_UTIL_FOLD_SAMPLES_H
#define PERF_DEFER_UTIL_FOLD_SAMPLES_H

#include "util/fold/fold.h"

/* A sample without a deferred record. */
#define SAMPLE_NO_RECORD UINT32_MAX

struct sample_ref {
	uint64_t time; /* ns; the order without timestamps */
	struct weights weights;
	uint64_t cookie; /* 0: not deferred */
	uint64_t order;	 /* of its record in the stream */
	uint32_t record; /* place of its record for defer_stitch__record(), or SAMPLE_NO_RECORD */
	uint32_t stack; /* index for fold__stack(); before finish: position in the worker's table */
	int32_t cpu;	/* -1: not recorded */
	uint8_t why_left; /* see struct stitched */
};

/* Describes @sample, without its stack. */
void sample_ref__init(struct sample_ref *ref, const struct stitched *sample);

struct sample_list {
	struct sample_ref *refs;
	size_t nr, cap;
};

struct samples {
	struct sample_list *lists; /* one per worker; merged into the first by finish() */
	unsigned int nr_workers;
};

/*
 * Sets the time from the sample to its deferred record: see sample_delay(). Returns false if it is
 * not known.
 */
bool sample_ref__delay(const struct session *session, const struct sample_ref *ref,
		       uint64_t *delay);

int samples__init(struct samples *samples, unsigned int nr_workers, struct defer_error *err);
void samples__exit(struct samples *samples);

/* Adds @sample to @fold and keeps its time, on behalf of @worker. */
int samples__add(struct samples *samples, struct fold *fold, unsigned int worker,
		 const struct stitched *sample, struct defer_error *err);

/*
 * Merges the lists and sorts them by time, and by their place in the stream where times are equal.
 * Requires fold__finish(@fold).
 */
int samples__finish(struct samples *samples, const struct fold *fold, struct defer_error *err);

static inline size_t samples__nr(const struct samples *samples)
{
	return samples->lists[0].nr;
}

static inline const struct sample_ref *samples__at(const struct samples *samples, size_t i)
{
	return &samples->lists[0].refs[i];
}

/*
 * Returns the index of the first sample at @time or later; samples__nr() if there is none. Valid
 * after finish().
 */
size_t samples__from(const struct samples *samples, uint64_t time);

#endif /* PERF_DEFER_UTIL_FOLD_SAMPLES_H */
