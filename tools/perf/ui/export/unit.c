// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>

#include "ui/export/unit.h"
#include "util/profile/profile.h"

const char *export__unit(const struct profile_event *event)
{
	const struct defer_evsel *evsel = event->evsel;
	const bool is_clock = evsel && evsel->attr.type == DEFER_TYPE_SOFTWARE &&
			      (evsel->attr.config == DEFER_COUNT_SW_CPU_CLOCK ||
			       evsel->attr.config == DEFER_COUNT_SW_TASK_CLOCK);

	return is_clock && hist__has_periods(&event->hist) ? "nanoseconds" : "count";
}
