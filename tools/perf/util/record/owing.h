/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * owing: the tasks that were sampled in the kernel, and which of them have not left it since.
 *
 * A task is in one kernel entry, its last: what an earlier one still owed was lost. An entry may
 * last for hours, so the samples of it that wait are kept here once they have no place in cookies.
 */
#ifndef PERF_DEFER_UTIL_RECORD_OWING_H
#define PERF_DEFER_UTIL_RECORD_OWING_H

#include <perf/defer.h>

struct owing_task {
	int32_t tid;
	bool used;
	uint32_t samples;	    /* of @cookie that wait, beside those in cookies */
	uint64_t cookie, time;	    /* of its last sample */
	uint64_t left_cookie, left; /* of its last deferred record; time */
	uint64_t exited;	    /* time of its exit; 0: none */
	uint32_t exit_round;	    /* in which that was read */
};

struct owing {
	struct owing_task *tasks; /* open addressing, by tid */
	uint32_t nr, cap;
	uint64_t key;	    /* of their hashes */
	uint64_t last_time; /* of all samples and records */
	uint32_t round;
};

void owing__init(struct owing *owing);
void owing__exit(struct owing *owing);

/* A task of which something was seen; NULL if nothing was. */
struct owing_task *owing__find(const struct owing *owing, int32_t tid);

/* A sample of @tid, or its deferred record: the task, or NULL without memory. */
struct owing_task *owing__sample(struct owing *owing, int32_t tid, uint64_t cookie, uint64_t time,
				 struct defer_error *err);
struct owing_task *owing__record(struct owing *owing, int32_t tid, uint64_t cookie, uint64_t time,
				 struct defer_error *err);

/* The EXIT of @tid at @time: 0, or DEFER_ERR_NOMEM. */
int owing__exited(struct owing *owing, int32_t tid, uint64_t time, struct defer_error *err);
/* All buffers were read once more. */
void owing__next_round(struct owing *owing);

/*
 * Tasks that have not left the kernel since their last sample, if that was in the last @ns before
 * the last of all: they may be on their way out. Others sleep there. Of a task that has exited a
 * record may still come just after its EXIT, so that it counts for one more round.
 */
uint32_t owing__recent(const struct owing *owing, uint64_t ns);

#endif /* PERF_DEFER_UTIL_RECORD_OWING_H */
