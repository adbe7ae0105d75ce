// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "util/base/array.h"
#include "util/events/event-list.h"

void event_list__init(struct event_list *list)
{
	*list = (struct event_list){0};
}

static void spec__exit(struct event_spec *spec)
{
	free(spec->name);
	free(spec->filter);
	free(spec->cpus);
	free(spec->pmu);
	free(spec->cgroup);
}

void event_list__truncate(struct event_list *list, uint32_t nr)
{
	while (list->nr > nr)
		spec__exit(&list->specs[--list->nr]);
}

void event_list__exit(struct event_list *list)
{
	event_list__truncate(list, 0);
	free(list->specs);
	event_list__init(list);
}

struct event_spec *event_list__add(struct event_list *list, const char *name)
{
	struct event_spec *spec;
	char *copy;

	if (!ARRAY_GROW(list->specs, list->cap, list->nr + 1ULL))
		return NULL;
	copy = strdup(name);
	if (!copy)
		return NULL;

	spec = &list->specs[list->nr];
	*spec = (struct event_spec){.name = copy, .leader = list->nr};
	spec->attr.size = DEFER_ATTR_SIZE_VER9;
	list->nr++;
	return spec;
}

bool event_list__has_times(const struct event_list *list)
{
	uint32_t i;

	for (i = 0; i < list->nr; i++)
		if (!(list->specs[i].attr.sample_type & DEFER_SAMPLE_TIME))
			return false;
	return true;
}
