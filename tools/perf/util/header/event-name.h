/* SPDX-License-Identifier: GPL-2.0-only */
/* event_name: perf's default name for an event without a name. */
#ifndef PERF_DEFER_UTIL_HEADER_EVENT_NAME_H
#define PERF_DEFER_UTIL_HEADER_EVENT_NAME_H

struct defer_attr;

#define EVENT_NAME_SIZE 128

/*
 * Writes the name that @attr implies, with modifiers, such as "cycles:u". @pmu is the name of the
 * PMU of attr->type, or NULL. Spelling as in Linux 7.2, tools/perf/util/evsel.c, except for events
 * of a named PMU, which are "pmu/config=0x1/".
 */
void event_name__from_attr(const struct defer_attr *attr, const char *pmu,
			   char name[static EVENT_NAME_SIZE]);

#endif /* PERF_DEFER_UTIL_HEADER_EVENT_NAME_H */
