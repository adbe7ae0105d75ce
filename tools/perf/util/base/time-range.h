/* SPDX-License-Identifier: GPL-2.0-only */
/* time_ranges: the spans of a trace that --time selects. */
#ifndef PERF_DEFER_UTIL_BASE_TIME_RANGE_H
#define PERF_DEFER_UTIL_BASE_TIME_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* Nanoseconds of the trace's clock; both ends belong to it. */
struct time_range {
	uint64_t start, end;
};

/* All zero selects all times. */
struct time_ranges {
	struct time_range *ranges;
	uint32_t nr;
	size_t cap;
};

/*
 * Reads what perf's --time takes (Linux 7.2, perf-report(1)):
 *
 *   start,stop     seconds.nanoseconds, either may be left out; more of them after a space
 *   10%/2          the second tenth; more of them after a comma
 *   0%-10%         from here to there; more of them after a comma
 *   50%            the first half
 *
 * Percentages are of the time from @first to @last.
 */
int time_ranges__parse(struct time_ranges *tr, const char *str, uint64_t first, uint64_t last,
		       struct defer_error *err);
void time_ranges__exit(struct time_ranges *tr);

/* Is @time in one of them? Always, if there are none. */
bool time_ranges__has(const struct time_ranges *tr, uint64_t time);

#endif /* PERF_DEFER_UTIL_BASE_TIME_RANGE_H */
