// SPDX-License-Identifier: GPL-2.0-only
#include "ui/export/unit.h"
#include "util/fold/clock.h"
#include "util/profile/profile.h"

const char *export__unit(const struct profile_event *event)
{
	const struct defer_evsel *evsel = event->evsel;
	const bool is_clock = evsel && evsel__is_clock(evsel);

	return is_clock && hist__has_periods(&event->hist) ? "nanoseconds" : "count";
}
