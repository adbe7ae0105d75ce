/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reads: how much each counter that a sample brings along has counted since it was read before.
 *
 * With PERF_SAMPLE_READ a sample has the value of its event's counter, with PERF_FORMAT_GROUP those
 * of all events of its group, which need not sample themselves: {a,b,c}:S. As in perf such a sample
 * is one of each of these events, and what its counter counted since is its period; a counter that
 * stood still makes none. Linux 7.2, kernel/events/core.c, perf_output_read(), and
 * tools/perf/util/session.c, evlist__deliver_sample().
 *
 * A counter is known by its id, which is that of one CPU, or of one thread. Where threads inherit
 * events (since Linux 6.12 together with READ) each has a counter of its own under the same id.
 */
#ifndef PERF_DEFER_UTIL_SESSION_READS_H
#define PERF_DEFER_UTIL_SESSION_READS_H

#include <perf/defer.h>

/* Do samples of @evsel bring along counters that can be told apart? */
static inline bool evsel__reads(const struct defer_evsel *evsel)
{
	return evsel->attr.sample_type & DEFER_SAMPLE_READ &&
	       evsel->attr.read_format & DEFER_FORMAT_ID;
}

/* What one worker saw of them. Zeroed is empty. */
struct reads_log {
	struct read_sample *samples;
	struct read_value *values;
	size_t nr_samples, cap_samples, nr_values, cap_values;
};

void reads_log__exit(struct reads_log *log);

/* At the sample @rec of @evsel, which evsel__reads(). One that is broken adds nothing. */
int reads_log__add(struct reads_log *log, const struct defer_evsel *evsel,
		   const struct defer_record *rec, bool no_time, struct defer_error *err);

/* Adds all that another worker saw. */
int reads_log__merge(struct reads_log *log, const struct reads_log *from, struct defer_error *err);

struct reads;

/* Takes over what stands in @log, which is empty then; NULL if it was. */
int reads__new(struct reads **reads, struct reads_log *log, struct defer_error *err);
void reads__delete(struct reads *reads);

/* The counters of one sample, in the order in which they stand in it. */
struct read_periods {
	const struct read_value *values;
	uint32_t nr;
};

/*
 * Those of the sample at @order of the stream; none if it was not logged. @hint is the caller's, 0
 * at first: it makes asking in the order of the stream fast. For any number of threads.
 */
struct read_periods reads__find(const struct reads *reads, uint64_t order, size_t *hint);

/* What counter @i, which had @id, has counted. */
uint64_t read_periods__get(const struct read_periods *periods, uint32_t i, uint64_t *id);

struct reads_stats {
	uint64_t samples;   /* records with counters */
	uint64_t values;    /* counters in them */
	uint64_t unchanged; /* of those, the ones that make no sample */
};

void reads__stats(const struct reads *reads, struct reads_stats *stats);

#endif /* PERF_DEFER_UTIL_SESSION_READS_H */
