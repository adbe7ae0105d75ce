/* SPDX-License-Identifier: GPL-2.0-only */
/* clock: events whose period is time on a CPU, ns. */
#ifndef PERF_DEFER_UTIL_FOLD_CLOCK_H
#define PERF_DEFER_UTIL_FOLD_CLOCK_H

#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>

/* Returns true for cpu-clock and task-clock, which run only while the task does. */
static inline bool evsel__is_clock(const struct defer_evsel *evsel)
{
	return evsel->attr.type == DEFER_TYPE_SOFTWARE &&
	       (evsel->attr.config == DEFER_COUNT_SW_CPU_CLOCK ||
		evsel->attr.config == DEFER_COUNT_SW_TASK_CLOCK);
}

/*
 * Returns the time that a sample of @period stands for, ns; 0: the trace does not tell. That of a tracepoint is a
 * moment.
 */
static inline uint64_t evsel__sample_time(const struct defer_evsel *evsel, uint64_t period)
{
	if (evsel__is_clock(evsel))
		return period;
	if (evsel->attr.flags & DEFER_ATTR_FREQ)
		return evsel->attr.sample_period ? 1000000000 / evsel->attr.sample_period : 0;
	return evsel->attr.sample_period == 1;
}

#endif /* PERF_DEFER_UTIL_FOLD_CLOCK_H */
