/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parse-events: perf's event syntax. Hardware, software and cache events by name, rNNN, PMUs
 * with terms (pmu/event,term=value/), tracepoints with globs (sched:sched_*), {groups}, and the
 * modifiers ukhGHpPSDeW of man perf-list. Reads sysfs and tracefs, opens no event.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_H
#define PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_H

#include "util/events/event-list.h"

/* Where PMUs and tracepoints are described; tests give folders of their own. */
struct event_paths {
	const char *sysfs;   /* "/sys" */
	const char *tracefs; /* NULL: where it is mounted */
};

/*
 * Appends the events of @str. DEFER_ERR_INVAL with what is wrong and at which column, or
 * DEFER_ERR_NOENT for an event or PMU that is not there, with the nearest name that is; the
 * list is then as before.
 */
int parse_events(struct event_list *list, const struct event_paths *paths, const char *str,
		 struct defer_error *err);

/* --filter: sets the filter of the tracepoints that the last -e appended. */
int parse_filter(struct event_list *list, uint32_t first, const char *filter,
		 struct defer_error *err);

/* The default event: cycles (cycles:P), or cpu-clock where there is no hardware PMU for it. */
int parse_default_event(struct event_list *list, const struct event_paths *paths, bool *is_fallback,
			struct defer_error *err);

#endif /* PERF_DEFER_UTIL_EVENTS_PARSE_EVENTS_H */
