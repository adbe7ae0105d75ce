/* SPDX-License-Identifier: GPL-2.0-only */
/* moments: when tasks called exec, and when the kernel reported losses: rare records that have a time. */
#ifndef PERF_DEFER_UTIL_SESSION_MOMENTS_H
#define PERF_DEFER_UTIL_SESSION_MOMENTS_H

#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct session;

struct moment {
	uint64_t time; /* ns */
	int32_t tid;   /* of exec; of a loss, which no task has, -1 */
	int32_t cpu;   /* -1: not recorded */
	char *comm;    /* the task's new name; NULL: this is a loss */
	uint64_t lost; /* records; 0: an exec */
};

struct moments {
	struct moment *moments; /* in order of time, a thread's together; losses first */
	size_t nr, cap;
};

/* Reads the trace once more, but only if it may have such records. The caller exits it even after an error. */
int moments__init(struct moments *moments, struct session *session, struct defer_error *err);
void moments__exit(struct moments *moments);

#endif /* PERF_DEFER_UTIL_SESSION_MOMENTS_H */
