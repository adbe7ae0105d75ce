/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * task_counts: what READ records say that each task counted, of a recording with `-s`. The kernel
 * writes one for each event and each CPU's part of it when a task ends that inherited the event
 * (Linux 7.2, kernel/events/core.c, sync_child_event()): so not of the tasks that were named.
 */
#ifndef PERF_DEFER_UTIL_SESSION_TASK_COUNTS_H
#define PERF_DEFER_UTIL_SESSION_TASK_COUNTS_H

#include <perf/defer.h>

#include "util/base/hash-index.h"

struct session;

struct counted_task {
	int32_t pid, tid;
};

struct counted_event {
	const struct defer_evsel *evsel;
	uint64_t max; /* of any task */
};

struct task_count {
	uint32_t task, event; /* indices of the arrays below */
	uint64_t value;	      /* the sum of what its records say */
};

struct task_counts {
	struct counted_task *tasks; /* in order of the file */
	struct task_count *counts;
	struct counted_event *events; /* that some record is of, in order of the file */
	uint32_t *event_of;	      /* index in events[] and 1, by evsel idx; 0: it has none */
	uint32_t nr_tasks, nr_counts, nr_events;
	size_t cap_tasks, cap_counts, cap_events;
	struct hash_index by_task, by_count;
	uint64_t hash_key;
};

/* Reads the trace once more, but only if it has such records. After session__gather(). */
int task_counts__init(struct task_counts *counts, struct session *session, struct defer_error *err);
void task_counts__exit(struct task_counts *counts);

/* What task number @task counted of event number @event of events[]; 0 if nothing says. */
uint64_t task_counts__value(const struct task_counts *counts, uint32_t task, uint32_t event);

#endif /* PERF_DEFER_UTIL_SESSION_TASK_COUNTS_H */
