/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UTIL_BASE_DAMAGE_H
#define PERF_DEFER_UTIL_BASE_DAMAGE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#define DAMAGE_MAX_KEPT 16

/*
 * What was wrong with the input and did not stop us. The first few are kept in full, all are
 * counted; a verb prints them once and exits with a failure. Any thread may add.
 */
struct damage {
	pthread_mutex_t lock;
	struct defer_error kept[DAMAGE_MAX_KEPT]; /* in file order once sorted */
	unsigned int nr_kept;
	uint64_t nr; /* all, kept or not */
};

void damage__init(struct damage *damage);
void damage__exit(struct damage *damage);

/* Takes what @err says and clears it. Said already at the same offset: not counted again. */
void damage__add(struct damage *damage, struct defer_error *err);
void damage__addf(struct damage *damage, int code, uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Orders the kept ones by offset, so that output does not depend on threads. */
void damage__sort(struct damage *damage);

#endif /* PERF_DEFER_UTIL_BASE_DAMAGE_H */
