/* SPDX-License-Identifier: GPL-2.0-only */
/* time_ranges: the time spans of a trace that --time selects. */
#ifndef PERF_DEFER_UTIL_BASE_TIME_RANGE_H
#define PERF_DEFER_UTIL_BASE_TIME_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

/* Nanoseconds of the trace's clock, both ends inclusive. */
struct time_range {
	uint64_t start, end;
};

/* A zeroed struct selects all times. */
struct time_ranges {
	struct time_range *ranges;
	uint32_t nr;
	size_t cap;
};

/*
 * Reads the argument of perf's --time (Linux 7.2, perf-report(1)):
 *
 *   start,stop     seconds.nanoseconds, either may be omitted; more after a space
 *   10%/2          the second tenth; more after a comma
 *   0%-10%         from the first to the second; more after a comma
 *   50%            the first half
 *
 * Percentages are of the time from @first to @last, ns.
 */
int time_ranges__parse(struct time_ranges *tr, const char *str, uint64_t first, uint64_t last,
		       struct defer_error *err);
void time_ranges__exit(struct time_ranges *tr);

/*
 * Reads seconds, "123.45", and advances *@pos past them. *@unit becomes the weight of the last digit, ns, at least
 * 1. Returns false if there is no number, or if it is too large.
 */
bool time__read_seconds(const char **pos, uint64_t *time, uint64_t *unit);

/* Returns true if @a and @b have more in common than the points at which their ranges meet. */
bool time_ranges__overlap(const struct time_ranges *a, const struct time_ranges *b);

/* Returns true if a range contains @time, or if there are no ranges. */
bool time_ranges__has(const struct time_ranges *tr, uint64_t time);

#endif /* PERF_DEFER_UTIL_BASE_TIME_RANGE_H */
