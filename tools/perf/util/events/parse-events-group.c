// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/events/parse-events-priv.h"

/* Software counts anywhere: such an event stays with whoever it was put. */
static bool is_anywhere(const struct event_spec *spec)
{
	return spec->attr.type == DEFER_TYPE_SOFTWARE || spec->attr.type == DEFER_TYPE_TRACEPOINT ||
	       spec->attr.type == DEFER_TYPE_BREAKPOINT;
}

/* All CPUs' own events that name no PMU are on the one that there is. */
static const char *pmu_of(const struct event_spec *spec)
{
	return spec->pmu && strcmp(spec->pmu, "cpu") ? spec->pmu : "";
}

/* The PMU that decides where @spec goes; its leader's if it goes anywhere. */
static const char *group_pmu(const struct event_spec *specs, uint32_t first, uint32_t nr,
			     const struct event_spec *spec)
{
	if (!is_anywhere(spec))
		return pmu_of(spec);
	for (uint32_t i = first; i < nr; i++) {
		if (!is_anywhere(&specs[i]))
			return pmu_of(&specs[i]);
	}
	return "";
}

/* Moves those of the group's that are on the PMU of its first one to its start: how many. */
static uint32_t gather(struct event_spec *specs, uint32_t first, uint32_t nr)
{
	const char *pmu = group_pmu(specs, first, nr, &specs[first]);
	uint32_t end = first;

	for (uint32_t i = first; i < nr; i++) {
		struct event_spec spec = specs[i];

		if (strcmp(group_pmu(specs, first, nr, &spec), pmu))
			continue;
		memmove(&specs[end + 1], &specs[end], (i - end) * sizeof(*specs));
		specs[end++] = spec;
	}
	return end;
}

/*
 * The kernel takes no group that is on several PMUs of hardware. Events keep their order on
 * each. Linux 7.2, tools/perf does the same.
 */
void parser__add_group(struct parser *parser, uint32_t first)
{
	struct event_list *list = parser->list;

	while (first < list->nr) {
		uint32_t end = gather(list->specs, first, list->nr);

		for (uint32_t i = first; i < end; i++)
			list->specs[i].leader = first;
		first = end;
	}
}
