/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UTIL_BASE_DAMAGE_H
#define PERF_DEFER_UTIL_BASE_DAMAGE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#define DAMAGE_MAX_KEPT 16

/*
 * Errors in the input that did not stop the run. The first few are kept in full, all are counted; a
 * verb prints them once and exits with a failure. Any thread may add.
 */
struct damage {
	pthread_mutex_t lock;
	struct defer_error kept[DAMAGE_MAX_KEPT]; /* in file order after damage__sort() */
	unsigned int nr_kept;
	uint64_t nr; /* all errors, kept or not */
};

void damage__init(struct damage *damage);
void damage__exit(struct damage *damage);

/*
 * Adds the error in @err and clears @err. An error that is kept already, with equal text and
 * offset, is not counted again.
 */
void damage__add(struct damage *damage, struct defer_error *err);
void damage__addf(struct damage *damage, int code, uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Sorts the kept errors by offset, so that output does not depend on threads. */
void damage__sort(struct damage *damage);

#endif /* PERF_DEFER_UTIL_BASE_DAMAGE_H */
