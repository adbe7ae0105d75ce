/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reads: how far each counter that samples carry went on since its previous reading.
 *
 * A sample with PERF_SAMPLE_READ has the value of its event's counter. With PERF_FORMAT_GROUP it
 * has those of all events of the group, which need not sample themselves: {a,b,c}:S. As in perf,
 * such a sample counts as one sample of each of these events, with
 *
 *   period = value - previous value of the same counter
 *
 * and a counter that stood still makes no sample. Linux 7.2, kernel/events/core.c,
 * perf_output_read(), and tools/perf/util/session.c, evlist__deliver_sample().
 *
 * A counter is identified by its id, which belongs to one CPU or one thread. Where threads inherit
 * events (together with READ since Linux 6.12), each thread has a counter of its own under the same
 * id: then (id, tid) identifies it.
 */
#ifndef PERF_DEFER_UTIL_SESSION_READS_H
#define PERF_DEFER_UTIL_SESSION_READS_H

#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>

struct defer_record;

/* Returns true if samples of @evsel carry counters that have ids. */
static inline bool evsel__reads(const struct defer_evsel *evsel)
{
	return evsel->attr.sample_type & DEFER_SAMPLE_READ &&
	       evsel->attr.read_format & DEFER_FORMAT_ID;
}

/* The readings that one worker saw. All zero is an empty log. */
struct reads_log {
	struct read_sample *samples;
	struct read_value *values;
	size_t nr_samples, cap_samples, nr_values, cap_values;
};

void reads_log__exit(struct reads_log *log);

/*
 * Logs the counters of the sample @rec of @evsel, for which evsel__reads() must hold. Ignores a
 * broken sample: pass 2 reports it.
 */
int reads_log__add(struct reads_log *log, const struct defer_evsel *evsel,
		   const struct defer_record *rec, bool no_time, struct defer_error *err);

/* Appends all of @from, the log of another worker. */
int reads_log__merge(struct reads_log *log, const struct reads_log *from, struct defer_error *err);

struct reads;

/* Builds *@reads from @log and leaves it empty. *@reads is NULL if @log was empty. */
int reads__new(struct reads **reads, struct reads_log *log, struct defer_error *err);
void reads__delete(struct reads *reads);

/* The counters of one sample, in the order of the record. */
struct read_periods {
	const struct read_value *values;
	uint32_t nr;
};

/*
 * Returns the counters of the sample at @order in the stream; none if it was not logged. *@hint, 0
 * at first, belongs to the caller and makes look-ups in ascending order fast. Any number of threads
 * may call it.
 */
struct read_periods reads__find(const struct reads *reads, uint64_t order, size_t *hint);

/* Returns how far counter @i went on, and its id in *@id. */
uint64_t read_periods__get(const struct read_periods *periods, uint32_t i, uint64_t *id);

struct reads_stats {
	uint64_t samples;   /* records with counters */
	uint64_t values;    /* counters in them */
	uint64_t unchanged; /* those among them that stood still and make no sample */
};

void reads__stats(const struct reads *reads, struct reads_stats *stats);

#endif /* PERF_DEFER_UTIL_SESSION_READS_H */
