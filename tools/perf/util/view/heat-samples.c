// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "util/base/error.h"
#include "util/base/tally.h"
#include "util/fold/part.h"
#include "util/fold/samples.h"
#include "util/machine/offcpu.h"
#include "util/profile/profile.h"
#include "util/profile/zoom.h"
#include "util/view/heat-samples.h"

/* ---- which stacks are in the part ---- */

enum {
	CHOSEN_PART = 1 << 0,  /* the zooms let it pass */
	CHOSEN_EVENT = 1 << 1, /* its event is wanted */
	CHOSEN_OFF_CPU = 1 << 2,
};

/* Returns the flags of each stack of @all, which the caller frees; NULL if memory ran out. */
static uint8_t *choose_stacks(const struct shown *shown, const struct heat_want *want)
{
	const struct session *session = fold__session(shown->all);
	uint32_t nr = fold__nr(shown->all), *places = fold__places_in(shown->all, shown->part);
	uint8_t *chosen = places ? calloc(nr + 1ULL, 1) : NULL;

	for (uint32_t i = 0; chosen && i < nr; i++) {
		uint32_t event = fold__stack(shown->all, i)->evsel_idx;

		if (places[i] == FOLD_NOT_IN_PART)
			continue;
		chosen[i] = CHOSEN_PART;
		if (want->evsel_idx == HEAT_ANY_EVENT || want->evsel_idx == event)
			chosen[i] |= CHOSEN_EVENT;
		if (offcpu__leaves_cpu(defer_evlist__evsel(session->evlist, event)))
			chosen[i] |= CHOSEN_OFF_CPU;
	}
	free(places);
	return chosen;
}

/* Sets the function that each stack of the profile hit. Others are not chosen. */
static int find_funcs(struct heat_samples *hs, struct defer_error *err)
{
	const struct profile *profile = hs->shown.profile;
	uint32_t nr = fold__nr(hs->shown.all),
		 *funcs = fold__places_in(hs->shown.all, hs->shown.part);

	hs->funcs = funcs;
	if (!funcs)
		return error__no_memory(err, "for times");
	for (uint32_t i = 0; i < nr; i++) {
		uint32_t place = funcs[i];

		if (place == FOLD_NOT_IN_PART || profile->stack_chains[place] == PROFILE_NO_CHAIN)
			hs->chosen[i] = 0;
		else
			funcs[i] =
				funcs__at(&profile->funcs, profile->stack_hits[place])->symbol_id;
	}
	return 0;
}

/* ---- which times and CPUs ---- */

/* Sets the time to show; returns false if it is empty. */
static bool time_span(const struct shown *shown, uint64_t *start, uint64_t *end)
{
	size_t nr = samples__nr(shown->samples);

	if (!nr)
		return false;
	*start = samples__at(shown->samples, 0)->time;
	*end = samples__at(shown->samples, nr - 1)->time;
	for (unsigned int i = 0; shown->zooms && i < shown->zooms->nr; i++) {
		const struct zoom *zoom = &shown->zooms->zooms[i];

		if (zoom->kind != ZOOM_TIME || zoom->all_but)
			continue;
		*start = zoom->start > *start ? zoom->start : *start;
		*end = zoom->end < *end ? zoom->end : *end;
	}
	return *start <= *end;
}

/* ---- samples ---- */

static uint64_t key_of(const struct heat_samples *hs, const struct sample_ref *ref)
{
	const struct stack *stack = fold__stack(hs->shown.all, ref->stack);

	switch (hs->want.by) {
	case HEAT_BY_CPU:
		return heat_task__key(-1, ref->cpu);
	case HEAT_BY_PROCESS:
		return heat_task__key(stack->pid, stack->pid);
	case HEAT_BY_FUNC:
		return hs->funcs[ref->stack];
	case HEAT_BY_CLASS:
		return stack->cls;
	case HEAT_BY_TASK:
	default:
		return heat_task__key(stack->pid, stack->tid);
	}
}

static enum heat_state state_of(const struct stack *stack, uint8_t chosen)
{
	if (defer_class__is_missing(stack->cls))
		return HEAT_MISSING;
	if (chosen & CHOSEN_OFF_CPU)
		return HEAT_OFF_CPU;
	return cpumode__is_kernel(stack->cpumode) ? HEAT_KERNEL : HEAT_USER;
}

/* Adds the time that follows a sample, as far as the trace tells how its task spent it. */
static int add_spans(struct heat *heat, const struct heat_samples *hs, const struct sample_ref *ref,
		     struct defer_error *err)
{
	const struct session *session = fold__session(hs->shown.all);
	const struct stack *stack = fold__stack(hs->shown.all, ref->stack);
	uint64_t key = key_of(hs, ref), delay = 0;
	uint8_t chosen = hs->chosen[ref->stack];
	int ret = 0;

	if (hs->want.by != HEAT_BY_TASK || session->no_time)
		return 0;
	if (stack->cls == DEFER_PENDING)
		delay = hs->heat.end - ref->time;
	if (chosen & CHOSEN_EVENT && (delay || sample_ref__delay(session, ref, &delay)) && delay)
		ret = heat__add_span(heat, key, HEAT_WAITING, ref->time, ref->time + delay - 1,
				     err);
	if (!ret && chosen & CHOSEN_OFF_CPU && session->offcpu && ref->weights.weight)
		ret = heat__add_span(heat, key, HEAT_OFF_CPU, ref->time,
				     ref->time + ref->weights.weight - 1, err);
	return ret;
}

static bool is_shown(const struct heat_samples *hs, const struct sample_ref *ref)
{
	const struct shown *shown = &hs->shown;

	return hs->chosen[ref->stack] & CHOSEN_PART &&
	       zooms__pass_sample(shown->zooms, fold__session(shown->all), ref);
}

static int add_sample(struct heat *heat, const struct heat_samples *hs,
		      const struct sample_ref *ref, struct defer_error *err)
{
	const struct stack *stack = fold__stack(hs->shown.all, ref->stack);
	uint8_t chosen = hs->chosen[ref->stack];
	int ret = 0;

	if (!is_shown(hs, ref))
		return 0;
	if (chosen & CHOSEN_EVENT)
		ret = heat__add(heat, key_of(hs, ref), state_of(stack, chosen), ref->time, 1, err);
	return ret ? ret : add_spans(heat, hs, ref, err);
}

static int fill(struct heat *heat, const struct heat_samples *hs, size_t first,
		struct defer_error *err)
{
	const struct samples *samples = hs->shown.samples;
	int ret = 0;

	for (size_t i = first; !ret && i < samples__nr(samples); i++) {
		if (samples__at(samples, i)->time > heat->end)
			break;
		ret = add_sample(heat, hs, samples__at(samples, i), err);
	}
	return ret ? ret : heat__finish(heat, err);
}

int heat_samples__init(struct heat_samples *hs, const struct shown *shown,
		       const struct heat_want *want, struct defer_error *err)
{
	uint64_t start = 0, end = 0;
	bool any = time_span(shown, &start, &end);
	int ret;

	*hs = (struct heat_samples){.shown = *shown, .want = *want};
	ret = heat__init(&hs->heat, start, any ? end : start, want->nr_buckets, err);
	if (ret || !any)
		return ret ? ret : heat__finish(&hs->heat, err);
	hs->chosen = choose_stacks(shown, want);
	if (!hs->chosen)
		return error__no_memory(err, "for times");
	if (want->by == HEAT_BY_FUNC)
		ret = find_funcs(hs, err);
	return ret ? ret : fill(&hs->heat, hs, samples__from(shown->samples, start), err);
}

/* ---- sums ---- */

static void count_samples(const struct heat_samples *hs, uint64_t start, uint64_t end, uint64_t *nr)
{
	const struct samples *samples = hs->shown.samples;

	for (size_t i = samples__from(samples, start); i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);
		uint32_t row;

		if (ref->time > end)
			break;
		if (!is_shown(hs, ref) || !(hs->chosen[ref->stack] & CHOSEN_EVENT))
			continue;
		row = heat__find(&hs->heat, key_of(hs, ref));
		if (row != HEAT_ALL)
			nr[row]++;
	}
}

void heat_samples__sum(const struct heat_samples *hs, uint64_t start, uint64_t end, uint64_t *nr)
{
	const struct heat *heat = &hs->heat;
	/* [first, stop): buckets that are not cut */
	uint32_t first = heat__bucket(heat, start), stop = heat__bucket(heat, end) + 1;
	uint64_t from, to;

	first += heat__bucket_start(heat, first) < start;
	stop -= heat__bucket_start(heat, stop) - 1 > end;
	for (size_t row = 0; row < heat->nr_rows; row++)
		nr[row] = 0;
	if (first >= stop) {
		count_samples(hs, start, end, nr);
		return;
	}
	from = heat__bucket_start(heat, first);
	to = heat__bucket_start(heat, stop) - 1;
	for (size_t row = 0; row < heat->nr_rows; row++)
		nr[row] = heat__row_nr(heat, row, from, to);
	if (start < from)
		count_samples(hs, start, from - 1, nr);
	if (to < end)
		count_samples(hs, to + 1, end, nr);
}

/* ---- parts ---- */

/* Adds the spans of @of that began before @from and go on behind it, where @heat begins. */
static int take_spans(struct heat *heat, const struct heat_samples *of, uint64_t from,
		      struct defer_error *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < of->heat.nr_spans; i++) {
		const struct heat_span *span = &of->heat.spans[i];

		if (span->start < from && span->end >= heat->start)
			ret = heat__add_span(heat, of->heat.rows[span->row].key, span->state,
					     span->start, span->end, err);
	}
	return ret;
}

/* Spans of @of that lie in one bucket are not kept, so samples are read from the bucket's start on. */
int heat__init_part(struct heat *heat, const struct heat_samples *of, uint64_t start, uint64_t end,
		    uint32_t nr_buckets, struct defer_error *err)
{
	uint64_t first = start > of->heat.start ? start : of->heat.start;
	uint64_t from = heat__bucket_start(&of->heat, heat__bucket(&of->heat, first));
	int ret = heat__init(heat, start, end, nr_buckets, err);

	if (!ret)
		ret = take_spans(heat, of, from, err);
	return ret ? ret : fill(heat, of, samples__from(of->shown.samples, from), err);
}

void heat_samples__exit(struct heat_samples *hs)
{
	heat__exit(&hs->heat);
	free(hs->chosen);
	free(hs->funcs);
	hs->chosen = NULL;
	hs->funcs = NULL;
}
