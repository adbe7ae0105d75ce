// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/entry/entry-chart.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"

static const struct chain_node *nodes_of(const struct entry_chart *chart)
{
	return chart->list->shown.profile->chains.nodes;
}

static const struct entry_stack *stack_of(const struct entry_chart *chart, size_t i)
{
	return &chart->list->stacks[chart->samples[i]->stack];
}

uint32_t entry_chart__depth(const struct entry_chart *chart, size_t i)
{
	const struct chain_node *nodes = nodes_of(chart);

	return nodes[stack_of(chart, i)->chain].depth - nodes[stack_of(chart, i)->user].depth;
}

uint32_t entry_chart__node(const struct entry_chart *chart, size_t i, uint32_t depth)
{
	const struct chain_node *nodes = nodes_of(chart);
	uint32_t node = stack_of(chart, i)->chain, nr = entry_chart__depth(chart, i);

	if (depth >= nr)
		return CHAIN_ROOT;
	while (--nr > depth)
		node = nodes[node].parent;
	return node;
}

static int add_sample(struct entry_chart *chart, const struct sample_ref *ref)
{
	uint32_t depth;

	if (!ARRAY_APPEND(chart->samples, chart->nr, chart->cap, &ref, 1))
		return DEFER_ERR_NOMEM;
	depth = entry_chart__depth(chart, chart->nr - 1);
	if (chart->max_depth < depth)
		chart->max_depth = depth;
	return 0;
}

static bool is_of(const struct entry_list *list, const struct entry *entry,
		  const struct sample_ref *ref)
{
	const struct shown *shown = &list->shown;

	return entry__has(entry, ref, fold__stack(shown->all, ref->stack)) &&
	       list->stacks[ref->stack].chain != PROFILE_NO_CHAIN &&
	       zooms__pass_sample(shown->zooms, shown->session, ref);
}

int entry_chart__init(struct entry_chart *chart, const struct entry_list *list,
		      const struct entry *entry, struct defer_error *err)
{
	const struct samples *samples = list->shown.samples;

	*chart = (struct entry_chart){.list = list};
	for (size_t i = samples__from(samples, entry->begin); i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);

		if (ref->time > entry->last)
			break;
		if (is_of(list, entry, ref) && add_sample(chart, ref)) {
			entry_chart__exit(chart);
			return error__no_memory(err, "for an entry into the kernel");
		}
	}
	return 0;
}

void entry_chart__exit(struct entry_chart *chart)
{
	free(chart->samples);
	*chart = (struct entry_chart){0};
}
