/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace: a small complete trace of known records, for tests to corrupt.
 *
 * Two events: a sampling one with deferred callchains, and a tracking one that writes them. One
 * task execs, maps its program, and is sampled; each sample's chain follows a little later, so that
 * all of them are merged.
 */
#ifndef PERF_DEFER_TESTS_TRACE_H
#define PERF_DEFER_TESTS_TRACE_H

#include <perf/defer-event.h>

#include "tests/builder.h"

#define TRACE_NR_SAMPLES 12
#define TRACE_PID	 50
#define TRACE_ID	 100 /* of the sampling event */
#define TRACE_TRACKER_ID 200
#define TRACE_NR_IDS	 4
#define TRACE_NR_IPS	 3 /* in each deferred record */

struct trace {
	struct builder b;
	struct builder_event events[2];
	size_t fork, comm, mmap; /* offsets of the records */
	size_t samples[TRACE_NR_SAMPLES], deferred[TRACE_NR_SAMPLES];
};

/* Offsets in a sample: after the header come id, ip, pid and tid, time, cpu, period, nr, ips. */
#define TRACE_SAMPLE_ID	  8
#define TRACE_SAMPLE_PID  24
#define TRACE_SAMPLE_TIME 32
#define TRACE_SAMPLE_CPU  40
#define TRACE_SAMPLE_NR	  56
/* Offsets in a deferred record: cookie, nr, ips, then the sample_id. */
#define TRACE_DEFERRED_COOKIE 8
#define TRACE_DEFERRED_NR     16

/* Builds a complete trace. */
void trace__build(struct trace *trace, bool big, bool pipe);
/* Builds a complete trace with all its records in COMPRESSED2 records. */
void trace__build_compressed(struct trace *trace, bool big);
void trace__exit(struct trace *trace);

/* Build a trace in steps, so that a test can add records between them: begin, samples, end. */
void trace__begin(struct trace *trace, bool big, bool pipe);
void trace__add_samples(struct trace *trace, unsigned int from, unsigned int to);
void trace__end(struct trace *trace);

/*
 * Add further records at the time of sample @i: a sample in the kernel, and a deferred callchain. A
 * sample with cookie 0 has no user half.
 */
#define TRACE_COOKIE(n) ((uint64_t)(2 * (n) + 1) << 32 | 1)
void trace__sample(struct trace *trace, unsigned int i, int32_t tid, int32_t cpu, uint64_t cookie);
/* The same, in another process. */
void trace__sample_in(struct trace *trace, unsigned int i, int32_t pid, int32_t tid, int32_t cpu,
		      uint64_t cookie);
void trace__deferred(struct trace *trace, unsigned int i, int32_t cpu, uint64_t cookie);
/* Does the same, on CPU 0, for the thread @tid. */
void trace__deferred_of(struct trace *trace, unsigned int i, int32_t tid, uint64_t cookie);

/* Returns the sample_id of a record of the tracking event at the time of sample @i. */
struct defer_sample_id trace__id(unsigned int i);

#endif /* PERF_DEFER_TESTS_TRACE_H */
