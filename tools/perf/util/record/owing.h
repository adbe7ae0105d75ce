/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * owing: the tasks that were sampled in the kernel, and which of them have not left it since.
 *
 * A task is in at most one kernel entry, its last one: a record still missing for an earlier one is
 * lost. An entry may last for hours, so its waiting samples are kept here when their slot in
 * cookies is needed.
 */
#ifndef PERF_DEFER_UTIL_RECORD_OWING_H
#define PERF_DEFER_UTIL_RECORD_OWING_H

#include <stdbool.h>

#include <perf/defer-error.h>

struct owing_task {
	int32_t tid;
	bool used;
	uint32_t samples;	    /* waiting samples of @cookie that are not in cookies */
	uint64_t cookie, time;	    /* of the task's last sample */
	uint64_t left_cookie, left; /* of its last deferred record, with its time */
	uint64_t exited;	    /* time of exit; 0: not exited */
	uint32_t exit_round;	    /* round in which the EXIT was read */
};

struct owing {
	struct owing_task *tasks; /* open-addressing hash table, by tid */
	uint32_t nr, cap;
	uint64_t key;	    /* key of the hashes */
	uint64_t last_time; /* latest time of all samples and records */
	uint32_t round;
};

void owing__init(struct owing *owing);
void owing__exit(struct owing *owing);

/* Returns the task's state; NULL if none of its records was seen. */
struct owing_task *owing__find(const struct owing *owing, int32_t tid);

/* Note a sample of @tid, or its deferred record. Return the task, or NULL without memory. */
struct owing_task *owing__sample(struct owing *owing, int32_t tid, uint64_t cookie, uint64_t time,
				 struct defer_error *err);
struct owing_task *owing__record(struct owing *owing, int32_t tid, uint64_t cookie, uint64_t time,
				 struct defer_error *err);

/* Notes the EXIT of @tid at @time. Returns 0 or DEFER_ERR_NOMEM. */
int owing__exited(struct owing *owing, int32_t tid, uint64_t time, struct defer_error *err);
/* Starts a round: all buffers have been read once more. */
void owing__next_round(struct owing *owing);

/*
 * Returns the number of tasks that have not left the kernel since their last sample, and whose last
 * sample is at most @ns older than the last record of all: these may be about to leave. Older ones
 * are asleep. A task that has exited counts for one more round, since its record may follow its
 * EXIT.
 */
uint32_t owing__recent(const struct owing *owing, uint64_t ns);

#endif /* PERF_DEFER_UTIL_RECORD_OWING_H */
