/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pending: which tasks still owe the deferred record of their last samples, and the figures of a
 * recording. It sees every record on its way out, so it looks at headers, and at what it needs
 * of samples, and no more.
 *
 * A task is in the kernel once at a time: its newest cookie is the only one that can still be
 * answered, and one entry a task is enough.
 */
#ifndef PERF_DEFER_UTIL_RECORD_PENDING_H
#define PERF_DEFER_UTIL_RECORD_PENDING_H

#include <perf/defer.h>

#include "util/record/stats.h"

struct pending_task {
	int32_t tid;	  /* 0: an empty slot */
	uint32_t samples; /* that wait for the cookie */
	uint64_t cookie;
	bool answered;
};

struct pending {
	struct pending_task *tasks; /* open addressing by tid */
	uint32_t nr, cap;
	uint32_t nr_waiting;
	const struct defer_evlist *evlist; /* the recording's; not owned */
	uint64_t first_time, last_time;	   /* of samples */
};

void pending__init(struct pending *pending, const struct defer_evlist *evlist);
void pending__exit(struct pending *pending);

/* The whole records of a buffer's two pieces; one may lie across both. */
int pending__see(struct pending *pending, const void *a, size_t a_size, const void *b,
		 size_t b_size, int32_t cpu, struct recorder_stats *stats, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_PENDING_H */
