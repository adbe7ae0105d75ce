/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * task_counts: the counts per task that READ records of a recording with `-s` hold.
 *
 * The kernel writes one for each event on each CPU when a task that inherited the event ends (Linux
 * 7.2, kernel/events/core.c, sync_child_event()). So tasks that were named on the command line have
 * none.
 */
#ifndef PERF_DEFER_UTIL_SESSION_TASK_COUNTS_H
#define PERF_DEFER_UTIL_SESSION_TASK_COUNTS_H

#include <stddef.h>

#include <perf/defer-error.h>

#include "util/base/hash-index.h"

struct defer_evsel;
struct session;

struct counted_task {
	int32_t pid, tid;
};

struct counted_event {
	const struct defer_evsel *evsel;
	uint64_t max; /* largest value of any task */
};

struct task_count {
	uint32_t task, event; /* indices of the arrays below */
	uint64_t value;	      /* sum over its records */
};

struct task_counts {
	struct counted_task *tasks; /* in file order */
	struct task_count *counts;
	struct counted_event *events; /* those that have records, in file order */
	uint32_t *event_of; /* by evsel idx: index in events[] + 1; 0: the event has no record */
	uint32_t nr_tasks, nr_counts, nr_events;
	size_t cap_tasks, cap_counts, cap_events;
	struct hash_index by_task, by_count;
	uint64_t hash_key;
};

/* Reads the trace once more, but only if it has such records. Requires session__gather(). */
int task_counts__init(struct task_counts *counts, struct session *session, struct defer_error *err);
void task_counts__exit(struct task_counts *counts);

/* Returns what tasks[@task] counted of events[@event]; 0 if no record tells. */
uint64_t task_counts__value(const struct task_counts *counts, uint32_t task, uint32_t event);

#endif /* PERF_DEFER_UTIL_SESSION_TASK_COUNTS_H */
