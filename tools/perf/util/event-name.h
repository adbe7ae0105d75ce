/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UTIL_EVENT_NAME_H
#define PERF_DEFER_UTIL_EVENT_NAME_H

#include <stddef.h>

struct defer_evsel;

#define EVENT_NAME_SIZE 64

/*
 * The event's name as the trace has it, else what perf would call an event with its attr, written
 * to @buf: "cycles:u", "cpu-clock", "raw 0x1a8". Never NULL.
 */
const char *evsel__name(const struct defer_evsel *evsel, char buf[EVENT_NAME_SIZE]);

#endif /* PERF_DEFER_UTIL_EVENT_NAME_H */
