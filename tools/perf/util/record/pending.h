/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pending: which cookies still wait for their deferred record, and the figures of a recording.
 * It sees every record on its way out, so it looks at headers, and at what it needs of samples,
 * and no more.
 *
 * A task may move between CPUs, and buffers are emptied one after the other: a record may be seen
 * before its samples, or long after. So cookies are kept, waiting ones until they are answered,
 * answered ones for as long as a sample may still come out of another buffer.
 */
#ifndef PERF_DEFER_UTIL_RECORD_PENDING_H
#define PERF_DEFER_UTIL_RECORD_PENDING_H

#include <perf/defer.h>

#include "util/record/stats.h"

struct pending_cookie {
	uint64_t cookie;  /* 0: an empty slot */
	uint64_t time;	  /* of what was seen of it last */
	uint32_t samples; /* that wait */
	bool answered;
};

struct pending {
	struct pending_cookie *cookies; /* open addressing */
	uint32_t nr, cap;
	uint32_t nr_waiting;		   /* not answered */
	const struct defer_evlist *evlist; /* the recording's; not owned */
	uint64_t first_time, last_time;	   /* of samples */
};

void pending__init(struct pending *pending, const struct defer_evlist *evlist);
void pending__exit(struct pending *pending);

/*
 * Cookies that wait and were sampled in the last @ns before the last sample: those whose tasks
 * may be on their way out of the kernel. Others sleep there, or their record was lost.
 */
uint32_t pending__recent(const struct pending *pending, uint64_t ns);

/* The whole records of the two pieces of buffer @from; one may lie across both. */
int pending__see(struct pending *pending, const void *a, size_t a_size, const void *b,
		 size_t b_size, const struct recorder_buffer *from, struct recorder_stats *stats,
		 struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_PENDING_H */
