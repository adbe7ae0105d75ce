/* SPDX-License-Identifier: GPL-2.0-only */
/* sample_filter: the samples that the user's options select. */
#ifndef PERF_DEFER_UTIL_SESSION_FILTER_H
#define PERF_DEFER_UTIL_SESSION_FILTER_H

#include <stdbool.h>

#include <perf/defer-error.h>

#include "util/base/id-list.h"
#include "util/base/strlist.h"
#include "util/base/time-range.h"

struct machine;
struct session;
struct stitched;

/* The options as the user wrote them, NULL if not given. The strings must outlive the filter. */
struct sample_filter_opts {
	const char *time;	 /* --time: see time_ranges__parse() */
	const char *cpus;	 /* -C: "0-3,5" */
	const char *pids;	 /* --pid */
	const char *tids;	 /* --tid */
	const char *comms;	 /* --comms: see strlist__parse() */
	const char *parallelism; /* --parallelism: "1-2,8" */
};

struct sample_filter {
	const char *time_str;
	struct time_ranges time;
	struct id_list cpus, pids, tids, parallelism;
	struct strlist comms;
	const struct machine *machine;
	bool by_place, by_task; /* there is something to match; set by start() */
	bool *comm_passes;	/* by comm id; NULL: no --comms, every sample passes */
	uint32_t nr_comms;	/* length of comm_passes; comms with greater ids were added later */
};

/* Parses the options. Fails with DEFER_ERR_INVAL and a message that names the wrong option. */
int sample_filter__init(struct sample_filter *filter, const struct sample_filter_opts *opts,
			struct defer_error *err);
void sample_filter__exit(struct sample_filter *filter);

/*
 * Prepares the filter for a session that has gathered: turns percentages into times, and comms into
 * ids. Fails with DEFER_ERR_INVAL if the samples lack a field that the filter needs.
 */
int sample_filter__start(struct sample_filter *filter, const struct session *session,
			 struct defer_error *err);

/* Returns true if @sample passes. Any number of threads may call it. */
bool sample_filter__match(const struct sample_filter *filter, const struct stitched *sample);

/*
 * The two halves of sample_filter__match():
 *
 * - match_place: samples outside the times and CPUs are not counted at all.
 * - match_task: samples of other tasks still count in the total that percentages refer to, unless
 *   the user asked for relative percentages.
 */
bool sample_filter__check_place(const struct sample_filter *filter, const struct stitched *sample);
bool sample_filter__check_task(const struct sample_filter *filter, const struct stitched *sample);

static inline bool sample_filter__match_place(const struct sample_filter *filter,
					      const struct stitched *sample)
{
	return !filter->by_place || sample_filter__check_place(filter, sample);
}

static inline bool sample_filter__match_task(const struct sample_filter *filter,
					     const struct stitched *sample)
{
	return !filter->by_task || sample_filter__check_task(filter, sample);
}

#endif /* PERF_DEFER_UTIL_SESSION_FILTER_H */
