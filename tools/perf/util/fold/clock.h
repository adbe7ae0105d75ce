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

#endif /* PERF_DEFER_UTIL_FOLD_CLOCK_H */
