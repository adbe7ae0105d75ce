/* SPDX-License-Identifier: GPL-2.0-only */
/* heat_samples: the heat of a fold's samples that pass the zooms. */
#ifndef PERF_DEFER_UTIL_VIEW_HEAT_SAMPLES_H
#define PERF_DEFER_UTIL_VIEW_HEAT_SAMPLES_H

#include "util/profile/shown.h"
#include "util/view/heat.h"

/* The meaning of a row. */
enum heat_by {
	HEAT_BY_TASK,	 /* key: pid << 32 | tid */
	HEAT_BY_CPU,	 /* key: heat_task__key(-1, CPU) */
	HEAT_BY_PROCESS, /* key: that of its first thread */
	HEAT_BY_FUNC,	 /* that was hit; key: func.symbol_id in shown.profile, which is needed */
	HEAT_BY_CLASS,	 /* key: enum defer_class */
};

#define HEAT_ANY_EVENT UINT32_MAX

struct heat_want {
	uint32_t evsel_idx; /* or HEAT_ANY_EVENT */
	enum heat_by by;
	uint32_t nr_buckets;
};

static inline uint64_t heat_task__key(int32_t pid, int32_t tid)
{
	return (uint64_t)(uint32_t)pid << 32 | (uint32_t)tid;
}

static inline int32_t heat_task__pid(uint64_t key)
{
	return (int32_t)(key >> 32);
}

static inline int32_t heat_task__tid(uint64_t key)
{
	return (int32_t)key;
}

/* A heat and what it was made from, so that parts of its time can be made with more buckets. */
struct heat_samples {
	struct heat heat;
	struct shown shown;
	struct heat_want want;
	uint8_t *chosen; /* by stack of shown.all: CHOSEN_* of heat-samples.c */
	uint32_t *funcs; /* HEAT_BY_FUNC: likewise, what it hit */
};

/*
 * Builds a finished heat over the time that all zooms of time let pass, or else over that of the
 * samples. Reads the samples of that time once. With HEAT_BY_TASK it has spans:
 *
 *	HEAT_WAITING	from a sample to the return to user mode; of samples whose task did not return,
 *			to the end
 *	HEAT_OFF_CPU	how long the task was blocked, where the trace tells, whatever the event
 *
 * The caller must call heat_samples__exit() even after an error.
 */
int heat_samples__init(struct heat_samples *hs, const struct shown *shown,
		       const struct heat_want *want, struct defer_error *err);
void heat_samples__exit(struct heat_samples *hs);

/*
 * Sets @nr[row] to the samples of each row of @hs->heat from @start to @end, which are in its time. Reads only
 * those samples whose bucket is cut.
 */
void heat_samples__sum(const struct heat_samples *hs, uint64_t start, uint64_t end, uint64_t *nr);

/*
 * Builds a finished heat of @nr_buckets over a part of the time of @of, which may begin before that and end after
 * it. The caller must call heat__exit() even after an error.
 */
int heat__init_part(struct heat *heat, const struct heat_samples *of, uint64_t start, uint64_t end,
		    uint32_t nr_buckets, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_VIEW_HEAT_SAMPLES_H */
