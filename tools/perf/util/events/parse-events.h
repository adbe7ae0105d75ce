/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parse-events: perf's event syntax:
 * - hardware, software and cache events by name, and rNNN;
 * - PMUs with terms (pmu/event,term=value/);
 * - tracepoints with globs (sched:sched_*);
 * - {groups}, and the modifiers ukhGHpPSDeW of perf-list(1).
 * Reads sysfs and tracefs; opens no event.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_H
#define PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_H

#include "util/events/event-list.h"

/* Directories that describe PMUs and tracepoints; tests pass their own. */
struct event_paths {
	const char *sysfs;   /* usually "/sys" */
	const char *tracefs; /* NULL: its mount point */
};

/*
 * Appends the events of @str. On error the list is unchanged:
 * - DEFER_ERR_INVAL, with the fault and its column;
 * - DEFER_ERR_NOENT for an unknown event or PMU, with the nearest known name.
 */
int parse_events(struct event_list *list, const struct event_paths *paths, const char *str,
		 struct defer_error *err);

/*
 * Implements --filter: sets the filter of the tracepoints from index @first on, those of the last
 * -e.
 */
int parse_filter(struct event_list *list, uint32_t first, const char *filter,
		 struct defer_error *err);

/* Appends the default event: cycles (cycles:P), or cpu-clock if no hardware PMU counts it. */
int parse_default_event(struct event_list *list, const struct event_paths *paths, bool *is_fallback,
			struct defer_error *err);

#endif /* PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_H */
