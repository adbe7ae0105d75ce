// SPDX-License-Identifier: GPL-2.0-only
/* Makes a chart from the samples that are shown. */
#include <stdlib.h>

#include "util/base/error.h"
#include "util/entry/entry-list.h"
#include "util/fold/clock.h"
#include "util/fold/samples.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"
#include "util/session/session.h"
#include "util/view/chart.h"

static struct chart_conf conf_of(const struct shown *shown, uint32_t event)
{
	const struct profile *profile = shown->profile;
	const struct hist *hist = &profile->events[event].hist;

	return (struct chart_conf){
		.chains = &profile->chains,
		.funcs = &profile->funcs,
		.comms = profile->comms,
		.total = hist->total.period,
		.by_samples = !hist__has_periods(hist),
		.no_time = fold__session(shown->all)->no_time,
	};
}

static int add_sample(struct chart *chart, const struct shown *shown, uint32_t event,
		      const struct sample_ref *ref, uint32_t chain, struct defer_error *err)
{
	const struct stack *stack = fold__stack(shown->all, ref->stack);
	const struct chart_sample sample = {
		.time = ref->time,
		.weight = chart->conf.by_samples ? 1 : ref->weights.period,
		.chain = chain,
	};

	if (stack->evsel_idx != event || chain == PROFILE_NO_CHAIN ||
	    !zooms__pass_sample(shown->zooms, fold__session(shown->all), ref))
		return 0;
	return chart__add(chart, stack->pid, stack->tid, stack->comm_id, &sample, err);
}

static int fill(struct chart *chart, const struct shown *shown, uint32_t event,
		struct defer_error *err)
{
	uint32_t *chains = profile__chains_in(shown->profile, shown->all, shown->part);
	int ret = chains ? chart__reserve(chart, samples__nr(shown->samples), err)
			 : error__no_memory(err, "for the flame chart");

	for (size_t i = 0; !ret && i < samples__nr(shown->samples); i++) {
		const struct sample_ref *ref = samples__at(shown->samples, i);

		ret = add_sample(chart, shown, event, ref, chains[ref->stack], err);
	}
	free(chains);
	if (chart->conf.by_samples)
		chart->conf.total = chart->nr;
	return ret ? ret : chart__finish(chart, err);
}

/* Makes a chart without samples. */
static int new_chart(struct chart **chart, const struct shown *shown, uint32_t event,
		     struct defer_error *err)
{
	const struct chart_conf conf = conf_of(shown, event);

	*chart = malloc(sizeof(**chart));
	if (!*chart)
		return error__no_memory(err, "for the flame chart");
	chart__init(*chart, &conf);
	return 0;
}

/* Deletes a chart that could not be made. Returns @ret. */
static int give(struct chart **chart, int ret)
{
	if (ret) {
		chart__delete(*chart);
		*chart = NULL;
	}
	return ret;
}

int chart__new(struct chart **chart, const struct shown *shown, uint32_t event,
	       struct defer_error *err)
{
	int ret = new_chart(chart, shown, event, err);

	return give(chart, ret ? ret : fill(*chart, shown, event, err));
}

/* ---- of one entry ---- */

/* Adds the samples of @entry. Sets *@step to the longest time that one of them stands for. */
static int fill_entry(struct chart *chart, const struct entry_list *list, const struct entry *entry,
		      uint64_t *step, struct defer_error *err)
{
	const struct samples *samples = list->shown.samples;
	const struct profile_event *events = list->shown.profile->events;
	int ret = 0;

	for (size_t i = samples__from(samples, entry->begin); !ret && i < samples__nr(samples);
	     i++) {
		const struct sample_ref *ref = samples__at(samples, i);
		uint32_t event = fold__stack(list->shown.all, ref->stack)->evsel_idx;
		uint64_t time = evsel__sample_time(events[event].evsel, ref->weights.period);

		if (ref->time > entry->last)
			break;
		if (!entry_list__shows(list, ref) ||
		    !entry__has(entry, ref, fold__stack(list->shown.all, ref->stack)))
			continue;
		*step = time > *step ? time : *step;
		ret = add_sample(chart, &list->shown, event, ref, list->stacks[ref->stack].chain,
				 err);
	}
	return ret ? ret : chart__finish(chart, err);
}

int chart__new_entry(struct chart **chart, const struct entry_list *list, const struct entry *entry,
		     struct defer_error *err)
{
	int ret = new_chart(chart, &list->shown, entry->stack_event, err);
	uint64_t step = 0;

	ret = give(chart, ret ? ret : fill_entry(*chart, list, entry, &step, err));
	if (ret)
		return ret;
	if ((*chart)->conf.no_time)
		(*chart)->step = UINT64_MAX;
	else if (step)
		(*chart)->step = step;
	(*chart)->start = entry->begin;
	(*chart)->end = entry_list__end(list, entry);
	return 0;
}

void chart__delete(struct chart *chart)
{
	if (chart)
		chart__exit(chart);
	free(chart);
}
