// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/entry/entry-chart.h"
#include "util/profile/zoom.h"
#include "util/profile/profile.h"

/* Appends the kernel functions of @stack to the pool, from the outermost on. */
static int add_functions(struct entry_chart *chart, struct chart_step *step,
			 const struct entry_stack *stack)
{
	const struct chain_node *nodes = chart->list->shown.profile->chains.nodes;
	uint32_t depth = nodes[stack->chain].depth - nodes[stack->user].depth, node = stack->chain;
	uint32_t *pool = array__reserve(chart->pool, &chart->cap_pool, chart->nr_pool + depth + 1,
					sizeof(*pool));

	if (!pool || chart->nr_pool + depth >= UINT32_MAX)
		return DEFER_ERR_NOMEM;
	chart->pool = pool;
	step->first = chart->nr_pool;
	step->depth = depth;
	chart->nr_pool += depth;
	for (uint32_t i = depth; i-- > 0; node = nodes[node].parent)
		pool[step->first + i] = node;
	if (chart->max_depth < depth)
		chart->max_depth = depth;
	return 0;
}

static int add_sample(struct entry_chart *chart, const struct sample_ref *ref)
{
	const struct entry_stack *stacks = chart->list->stacks;
	struct chart_step *last = chart->nr ? &chart->steps[chart->nr - 1] : NULL, *steps;
	uint64_t *times;

	times = array__reserve(chart->times, &chart->cap_times, chart->nr_samples + 1,
			       sizeof(*times));
	if (!times)
		return DEFER_ERR_NOMEM;
	chart->times = times;
	times[chart->nr_samples++] = ref->time;
	if (last && stacks[last->stack].chain == stacks[ref->stack].chain) {
		last->nr++;
		return 0;
	}
	steps = array__reserve(chart->steps, &chart->cap, chart->nr + 1, sizeof(*steps));
	if (!steps)
		return DEFER_ERR_NOMEM;
	chart->steps = steps;
	steps[chart->nr] = (struct chart_step){
		.before = chart->nr_samples - 1,
		.nr = 1,
		.stack = ref->stack,
		.cpu = ref->cpu,
	};
	return add_functions(chart, &steps[chart->nr++], &stacks[ref->stack]);
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
	free(chart->steps);
	free(chart->pool);
	free(chart->times);
	*chart = (struct entry_chart){0};
}

size_t entry_chart__step(const struct entry_chart *chart, uint64_t i)
{
	return LOWER_BOUND(step, chart->nr, chart->steps[step].before <= i) - 1;
}
