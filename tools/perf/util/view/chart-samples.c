// SPDX-License-Identifier: GPL-2.0-only
/* Makes a chart from the samples that are shown. */
#include <stdlib.h>

#include "util/base/error.h"
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

int chart__new(struct chart **chartp, const struct shown *shown, uint32_t event,
	       struct defer_error *err)
{
	struct chart *chart = malloc(sizeof(*chart));
	const struct chart_conf conf = conf_of(shown, event);
	int ret;

	*chartp = chart;
	if (!chart)
		return error__no_memory(err, "for the flame chart");
	chart__init(chart, &conf);
	ret = fill(chart, shown, event, err);
	if (ret) {
		chart__delete(chart);
		*chartp = NULL;
	}
	return ret;
}

void chart__delete(struct chart *chart)
{
	if (chart)
		chart__exit(chart);
	free(chart);
}
