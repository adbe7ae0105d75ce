/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * script_events: records other than samples that are shown between the samples, in order of time.
 */
#ifndef PERF_DEFER_UI_SCRIPT_EVENTS_H
#define PERF_DEFER_UI_SCRIPT_EVENTS_H

#include <perf/defer-event.h>

#include "util/session/session.h"

struct defer_evsel;

#define SHOW_TASK_EVENTS      (1 << 0) /* COMM, FORK, EXIT */
#define SHOW_MMAP_EVENTS      (1 << 1) /* MMAP, MMAP2 */
#define SHOW_LOST_EVENTS      (1 << 2) /* LOST, LOST_SAMPLES */
#define SHOW_SWITCH_EVENTS    (1 << 3) /* SWITCH, SWITCH_CPU_WIDE */
#define SHOW_CGROUP_EVENTS    (1 << 4) /* CGROUP */
#define SHOW_NAMESPACE_EVENTS (1 << 5) /* NAMESPACES */

struct script_event {
	uint64_t time, order; /* time 0: none; such records, which perf itself writes, come first */
	struct defer_sample_id id;
	const struct defer_evsel *evsel;
	int32_t pid, tid; /* of the task that the record is about */
	uint16_t misc;
	size_t text; /* offset of its text: its name and fields, and a newline */
};

struct script_events {
	struct script_event *events; /* sorted by (time, order) */
	size_t nr, cap;
	char *text;
};

/*
 * Reads the trace once more and keeps the events of @show; reads nothing if @show is 0. Call it
 * after session__gather().
 */
int script_events__init(struct script_events *events, struct session *session, unsigned int show,
			struct defer_error *err);
void script_events__exit(struct script_events *events);

#endif /* PERF_DEFER_UI_SCRIPT_EVENTS_H */
