/* SPDX-License-Identifier: GPL-2.0-only */
/* sample_filter: which samples a user asked for. */
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

/* Options as the user wrote them; NULL: not given. They outlive the filter. */
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
	bool *comm_passes; /* by comm id; NULL: all do */
	uint32_t nr_comms; /* of them; ids from there on came up later */
};

/* Reads the options: DEFER_ERR_INVAL, and a text that says which one is wrong. */
int sample_filter__init(struct sample_filter *filter, const struct sample_filter_opts *opts,
			struct defer_error *err);
void sample_filter__exit(struct sample_filter *filter);

/*
 * Makes ready for a session that has gathered: percentages become times, comms become ids.
 * DEFER_ERR_INVAL if its samples lack what the filter asks for.
 */
int sample_filter__start(struct sample_filter *filter, const struct session *session,
			 struct defer_error *err);

/* Does the filter let @sample pass? Any number of threads may ask. */
bool sample_filter__match(const struct sample_filter *filter, const struct stitched *sample);

/*
 * The two halves of it. Samples of other times and CPUs count for nothing; those of other
 * tasks count in the total that percentages are of, unless the user wants them relative.
 */
bool sample_filter__match_place(const struct sample_filter *filter, const struct stitched *sample);
bool sample_filter__match_task(const struct sample_filter *filter, const struct stitched *sample);

#endif /* PERF_DEFER_UTIL_SESSION_FILTER_H */
