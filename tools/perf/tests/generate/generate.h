/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * generate: writes a trace of any size that repeats another one.
 *
 *   session -> template -> copy, copy, ... -> trace_out
 *
 * Each copy comes later in time and has cookies of its own, so that samples and deferred records
 * belong together as they did. Tasks that begin in the trace are other ones in each copy. The
 * header, its features and the events stay.
 */
#ifndef PERF_DEFER_TESTS_GENERATE_GENERATE_H
#define PERF_DEFER_TESTS_GENERATE_GENERATE_H

#include "util/output/output-sink.h"
#include "util/session/session.h"

struct generate_opts {
	const char *path;      /* of the output; "-": stdout */
	uint64_t size;	       /* bytes that the output has at least; 0: as @copies says */
	uint64_t copies;       /* 0: one */
	uint32_t sleepers;     /* threads that wait at once; see sleepers.h */
	bool names;	       /* each sleeper has a name of its own */
	uint32_t depth;	       /* frames of each user callchain; 0: as they are */
	double loss;	       /* percentage of samples and deferred records that are lost */
	uint64_t seed;	       /* of the random numbers for losses */
	bool new_tasks;	       /* all tasks are others in each copy */
	struct output_end end; /* asks for an early end; zeroed: never */
};

struct generate_stats {
	uint64_t copies, records, samples, bytes, lost;
};

/*
 * Writes the output, whose name appears once all of it was written. @session has been opened, not
 * gathered. Returns DEFER_ERR_UNSUPPORTED if the trace cannot be repeated, or if the copies need
 * more cookies or tasks than there are.
 */
int generate__run(struct session *session, const struct generate_opts *opts,
		  struct generate_stats *stats, struct defer_error *err);

#endif /* PERF_DEFER_TESTS_GENERATE_GENERATE_H */
