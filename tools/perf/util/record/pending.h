/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pending: which tasks still owe a deferred record, and the figures of a recording. It sees every
 * record on its way out, so it looks at headers, and at what it needs of samples, and no more.
 *
 * A task may move between CPUs, and buffers are emptied one after the other: a record may be seen
 * before its samples, or long after.
 */
#ifndef PERF_DEFER_UTIL_RECORD_PENDING_H
#define PERF_DEFER_UTIL_RECORD_PENDING_H

#include <perf/defer.h>

#include "util/record/attach.h"
#include "util/record/cookies.h"
#include "util/record/owing.h"
#include "util/record/stats.h"
#include "util/record/tail.h"

struct pending {
	struct cookies cookies;
	struct owing owing;
	const struct defer_evlist *evlist; /* the recording's; not owned */
	uint32_t trailer_size;		   /* bytes of each record's sample_id; 0: they differ */
	struct attach *attach;		   /* told who wrote what, or NULL; likewise */
	uint64_t first_time, last_time;	   /* of samples */
	struct tail *tail;		   /* sees each record, or NULL; not owned */
};

void pending__init(struct pending *pending, const struct defer_evlist *evlist);
void pending__exit(struct pending *pending);

/*
 * Tasks that were sampled in the kernel in the last @ns before the last sample and did not leave
 * it: they may be on their way out, or their record was lost. Others sleep there.
 */
uint32_t pending__recent(const struct pending *pending, uint64_t ns);

/* All buffers were read once more. */
void pending__next_round(struct pending *pending);

/* The whole records of the two pieces of buffer @from; one may lie across both. */
int pending__see(struct pending *pending, const void *a, size_t a_size, const void *b,
		 size_t b_size, const struct recorder_buffer *from, struct recorder_stats *stats,
		 struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_PENDING_H */
