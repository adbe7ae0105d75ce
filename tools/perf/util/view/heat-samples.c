// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/fold/part.h"
#include "util/fold/samples.h"
#include "util/profile/zoom.h"
#include "util/view/heat-samples.h"
#include "util/base/error.h"

/* ---- which stacks are in the part ---- */

/*
 * Returns for each stack of @all whether it is wanted. The caller frees the array; NULL if memory
 * ran out.
 */
static bool *choose_stacks(const struct heat_want *want)
{
	uint32_t nr = fold__nr(want->all), *places = fold__places_in(want->all, want->part);
	bool *chosen = places ? malloc(nr + 1ULL) : NULL;

	for (uint32_t i = 0; chosen && i < nr; i++)
		chosen[i] = places[i] != FOLD_NOT_IN_PART &&
			    (want->evsel_idx == HEAT_ANY_EVENT ||
			     want->evsel_idx == fold__stack(want->all, i)->evsel_idx);
	free(places);
	return chosen;
}

/* ---- which times and CPUs ---- */

/* Sets the time to show; returns false if it is empty. */
static bool time_span(const struct heat_want *want, uint64_t *start, uint64_t *end)
{
	size_t nr = samples__nr(want->samples);

	if (!nr)
		return false;
	*start = samples__at(want->samples, 0)->time;
	*end = samples__at(want->samples, nr - 1)->time;
	for (unsigned int i = 0; want->zooms && i < want->zooms->nr; i++) {
		const struct zoom *zoom = &want->zooms->zooms[i];

		if (zoom->kind != ZOOM_TIME)
			continue;
		*start = zoom->start > *start ? zoom->start : *start;
		*end = zoom->end < *end ? zoom->end : *end;
	}
	return *start <= *end;
}

static uint64_t key_of(const struct heat_want *want, const struct stack *stack)
{
	return want->by == HEAT_BY_CLASS ? stack->cls : heat_task__key(stack->pid, stack->tid);
}

static int add_samples(struct heat *heat, const struct heat_want *want, const bool *chosen,
		       struct defer_error *err)
{
	const struct session *session = fold__session(want->all);
	const struct samples *samples = want->samples;
	int ret = 0;

	for (size_t i = samples__from(samples, heat->start); !ret && i < samples__nr(samples);
	     i++) {
		const struct sample_ref *ref = samples__at(samples, i);

		if (ref->time > heat->end)
			break;
		if (chosen[ref->stack] && zooms__pass_sample(want->zooms, session, ref))
			ret = heat__add(heat, key_of(want, fold__stack(want->all, ref->stack)),
					ref->time, 1, err);
	}
	return ret;
}

int heat__init_samples(struct heat *heat, const struct heat_want *want, struct defer_error *err)
{
	uint64_t start = 0, end = 0;
	bool any = time_span(want, &start, &end), *chosen;
	int ret = heat__init(heat, start, any ? end : start, want->nr_buckets, err);

	if (ret || !any)
		return ret ? ret : heat__finish(heat, err);
	chosen = choose_stacks(want);
	if (!chosen)
		return error__no_memory(err, "for times");
	ret = add_samples(heat, want, chosen, err);
	free(chosen);
	return ret ? ret : heat__finish(heat, err);
}
