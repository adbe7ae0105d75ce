/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stages: the times that the stages of a run take, for `perf defer bench`. All functions accept
 * NULL, which is what every other run passes: then no clock is read.
 *
 * The main thread is in one stage at a time. A stage within another one takes its time from that.
 */
#ifndef PERF_DEFER_UTIL_BASE_STAGES_H
#define PERF_DEFER_UTIL_BASE_STAGES_H

#include <stdatomic.h>
#include <stdint.h>

#include "util/base/clock.h"

enum stage {
	STAGE_OTHER,   /* options, and whatever no other stage is */
	STAGE_OPEN,    /* the header */
	STAGE_GATHER,  /* pass 1 */
	STAGE_SEAL,    /* what pass 1 gathered becomes machine and stitcher */
	STAGE_WALK,    /* pass 2 */
	STAGE_FOLD,    /* the folds of all workers become one */
	STAGE_RESOLVE, /* names */
	STAGE_ROWS,    /* rows of the profile */
	STAGE_VIEW,    /* output */
	STAGE_NR,
};

struct stages {
	uint64_t ns[STAGE_NR];
	atomic_uint_least64_t reading_ns; /* bytes of the input in the passes, all workers' sum */
	uint64_t bytes, samples;	  /* of the trace, inflated */
	unsigned int nr_workers;
	enum stage current;
	uint64_t since; /* when it began, of clock__now() */
};

/* Enters @stage. Returns the stage before it, for stages__leave(). Only the main thread may call it. */
static inline enum stage stages__enter(struct stages *stages, enum stage stage)
{
	enum stage was;
	uint64_t now;

	if (!stages)
		return STAGE_OTHER;
	was = stages->current;
	now = clock__now();
	stages->ns[was] += now - stages->since;
	stages->current = stage;
	stages->since = now;
	return was;
}

static inline void stages__leave(struct stages *stages, enum stage was)
{
	stages__enter(stages, was);
}

/* Returns the time at which bytes are read, for stages__add_reading(). Any thread may call both. */
static inline uint64_t stages__start_reading(const struct stages *stages)
{
	return stages ? clock__now() : 0;
}

static inline void stages__add_reading(struct stages *stages, uint64_t began)
{
	if (stages)
		atomic_fetch_add_explicit(&stages->reading_ns, clock__now() - began,
					  memory_order_relaxed);
}

#endif /* PERF_DEFER_UTIL_BASE_STAGES_H */
