/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event-list: the events that a recording is asked for, before anything is opened.
 * Filled by parse-events from -e, made whole by plan, opened by rings.
 */
#ifndef PERF_DEFER_UTIL_RECORD_EVENT_LIST_H
#define PERF_DEFER_UTIL_RECORD_EVENT_LIST_H

#include <perf/defer.h>

/* One event. Its attr has what the user said: type, config*, exclusions, precision, period. */
struct event_spec {
	char *name;   /* as reports show it, modifiers included: "cycles:u"; owned */
	char *filter; /* of a tracepoint, or NULL; owned */
	char *cpus;   /* the PMU's own CPU list ("0-3"), or NULL: any; owned */
	char *pmu;    /* sysfs name of its PMU, or NULL; owned */
	struct defer_attr attr;
	uint32_t leader;    /* index of its group's leader; its own without a group */
	bool has_period;    /* the event itself said period= or freq= */
	bool has_callchain; /* the event itself said call-graph= */
	bool sample_read;   /* :S, the leader samples the counts of the group */
};

struct event_list {
	struct event_spec *specs;
	uint32_t nr, cap;
};

void event_list__init(struct event_list *list);
void event_list__exit(struct event_list *list);
/* Appends an event with @name (copied) that leads itself; NULL without memory. */
struct event_spec *event_list__add(struct event_list *list, const char *name);

#endif /* PERF_DEFER_UTIL_RECORD_EVENT_LIST_H */
