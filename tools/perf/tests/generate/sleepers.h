/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sleepers: threads that wait in the kernel all at once. In each copy every one of them has a
 * sample at the beginning and its deferred record at the end, with stacks of the trace.
 *
 * They are the threads of one process, which was there before the recording began and has the maps
 * of the process whose stacks they have: the one with the most deferred stacks, of sched_switch if
 * the trace has that event.
 */
#ifndef PERF_DEFER_TESTS_GENERATE_SLEEPERS_H
#define PERF_DEFER_TESTS_GENERATE_SLEEPERS_H

#include "tests/generate/template.h"

/* The ids of the threads begin here, above those of all copies. */
#define SLEEPERS_FIRST_TID (1 << 30)
#define SLEEPERS_MAX	   (1 << 24)

/* A sample and the deferred record of its cookie. */
struct sleep {
	int32_t pid;
	uint32_t sample, deferred; /* indexes into the template's records */
};

/* A zeroed one has no threads. */
struct sleepers {
	const struct trace_template *template;
	uint32_t nr;
	bool names; /* each thread has a name of its own */
	struct sleep *sleeps;
	size_t nr_sleeps, cap;
	int32_t pid;	    /* of the process in the template */
	uint64_t exec_time; /* of its last exec; 0: none */
};

/*
 * Finds the stacks. Returns DEFER_ERR_UNSUPPORTED if no process of the trace has maps and deferred
 * stacks.
 */
int sleepers__init(struct sleepers *sleepers, const struct trace_template *template, uint32_t nr,
		   struct defer_error *err);
void sleepers__exit(struct sleepers *sleepers);

/* Appends the process, its threads and its maps, as perf record writes what is there already. */
void sleepers__add_tasks(const struct sleepers *sleepers, struct byte_buf *bytes);

static inline const struct sleep *sleepers__sleep(const struct sleepers *sleepers, uint64_t n)
{
	return &sleepers->sleeps[n % sleepers->nr_sleeps];
}

#endif /* PERF_DEFER_TESTS_GENERATE_SLEEPERS_H */
