// SPDX-License-Identifier: GPL-2.0-only
/* Groups in braces: the first event leads. */
#include <stdlib.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "util/base/array.h"
#include "util/events/parse-events-priv.h"

/*
 * Returns whether @spec counts on any CPU: software events stay with the PMU that they are grouped
 * with.
 */
static bool is_anywhere(const struct event_spec *spec)
{
	return spec->attr.type == DEFER_TYPE_SOFTWARE || spec->attr.type == DEFER_TYPE_TRACEPOINT ||
	       spec->attr.type == DEFER_TYPE_BREAKPOINT;
}

/* Returns the PMU of @spec, or "" for a core event on a machine with one core PMU. */
static const char *pmu_of(const struct event_spec *spec)
{
	return spec->pmu && strcmp(spec->pmu, "cpu") ? spec->pmu : "";
}

/* Returns the PMU that decides where @spec goes; its leader's if it can go anywhere. */
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

/*
 * Moves the members on the PMU of the first one to the start of the range. Returns the index after
 * the last of them.
 */
static uint32_t event_spec__gather(struct event_spec *specs, uint32_t first, uint32_t nr)
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
 * Splits the group by PMU, since the kernel rejects a group that spans several hardware PMUs.
 * Events keep their order on each PMU. Linux 7.2, tools/perf does the same.
 */
void parser__add_group(struct parser *parser, uint32_t first)
{
	struct event_list *list = parser->list;

	while (first < list->nr) {
		uint32_t end = event_spec__gather(list->specs, first, list->nr);

		for (uint32_t i = first; i < end; i++)
			list->specs[i].leader = first;
		first = end;
	}
}
