/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * Quiet times of tasks: spans in which no fork, no exec and no loss separates samples of a task from
 * its records.
 *
 *      exec of 7          fork of 7       loss
 *      ----|-----------------|--------------|------>  time
 *           \_quiet_________/ \_quiet______/
 *
 * Almost all samples lie in one quiet time with their record. So each thread keeps those that it met
 * last, and looks nothing else up for such a sample.
 */
#ifndef STITCH_QUIET_H
#define STITCH_QUIET_H

#include "stitch-index.h"

/* A quiet time of one task. @from > @to: there is none. */
struct stitch_quiet {
	int32_t pid, tid;
	uint64_t from, to; /* ns, both inclusive */
};

#define STITCH_QUIETS 256 /* a power of two */

/* The quiet times that one thread met last, by tid, and its last record. All zero is empty. */
struct stitch_quiets {
	struct stitch_quiet quiets[STITCH_QUIETS];
	struct stitch_hint hint;
};

/*
 * Sets @quiet to the quiet time of its task, @task, around @time. The margins of clocks are left
 * out, since they tell nothing for certain.
 */
void stitch_quiet__find(struct stitch_quiet *quiet, const struct defer_stitch *st,
			const struct stitch_task *task, uint64_t time);

/*
 * Returns true if the task of @origin is quiet from @low to @high. Both of its ids must be greater
 * than 0. @quiets is the calling thread's, or NULL.
 */
static inline bool stitch_quiets__has(struct stitch_quiets *quiets, const struct defer_stitch *st,
				      const struct stitch_origin *origin, uint64_t low,
				      uint64_t high)
{
	struct stitch_quiet once = {0};
	struct stitch_quiet *quiet =
		quiets ? &quiets->quiets[(uint32_t)origin->tid % STITCH_QUIETS] : &once;

	if (quiet->tid != origin->tid || quiet->pid != origin->pid || low < quiet->from ||
	    low > quiet->to) {
		quiet->tid = origin->tid;
		quiet->pid = origin->pid;
		stitch_quiet__find(quiet, st, &st->tasks[origin->task], low);
	}
	return low >= quiet->from && high <= quiet->to;
}

/* Returns the quiet times of the thread that fills @signs. NULL if that is NULL. */
struct stitch_quiets *signs__quiets(struct defer_signs *signs);

/* Does what defer_stitch__match() does. @quiets is the calling thread's, or NULL. */
void stitch_match(const struct defer_stitch *st, struct stitch_quiets *quiets,
		  const struct defer_stitch_sample *sample, struct defer_verdict *verdict);

#endif /* STITCH_QUIET_H */
