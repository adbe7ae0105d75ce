/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pending: the tasks that owe a deferred record, and the statistics of a recording. Every record
 * passes through here on its way to the output, so only headers and the necessary fields of samples
 * are read.
 *
 * A task may move between CPUs, and buffers are drained one after the other: a record may be seen
 * before its samples, or long after.
 */
#ifndef PERF_DEFER_UTIL_RECORD_PENDING_H
#define PERF_DEFER_UTIL_RECORD_PENDING_H

#include "util/record/attach.h"
#include "util/record/cookies.h"
#include "util/record/owing.h"
#include "util/record/stats.h"
#include "util/record/tail.h"

struct defer_evlist;

struct pending {
	struct cookies cookies;
	struct owing owing;
	const struct defer_evlist *evlist; /* the recording's; borrowed */
	uint32_t trailer_size;		   /* bytes of sample_id in each record; 0: varies */
	struct attach *attach;		/* told which task wrote which event, or NULL; borrowed */
	uint64_t first_time, last_time; /* times of samples */
	struct tail *tail;		/* passed each record, or NULL; borrowed */
};

void pending__init(struct pending *pending, const struct defer_evlist *evlist);
void pending__exit(struct pending *pending);

/*
 * Returns the number of tasks that were sampled in the kernel in the last @ns before the last
 * sample and have not left it: they may be about to leave, or their record was lost. Others are
 * asleep.
 */
uint32_t pending__recent(const struct pending *pending, uint64_t ns);

/* Starts a round: all buffers have been read once more. */
void pending__next_round(struct pending *pending);

/*
 * Reads the whole records of the two pieces of buffer @from. One record may continue from the first
 * piece to the second.
 */
int pending__see(struct pending *pending, const void *a, size_t a_size, const void *b,
		 size_t b_size, const struct recorder_buffer *from, struct recorder_stats *stats,
		 struct defer_error *err);
/*
 * Reads the whole records of @size bytes, which may end within a record. Returns the bytes of these
 * records, or DEFER_ERR_NOMEM.
 */
int64_t pending__see_part(struct pending *pending, const void *data, size_t size,
			  const struct recorder_buffer *from, struct recorder_stats *stats,
			  struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_PENDING_H */
