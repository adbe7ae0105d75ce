// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/load/snapshot.h"

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "no memory for rows");
}

void load_shot__delete(struct load_shot *shot)
{
	if (!shot)
		return;
	parts__exit(&shot->parts);
	free(shot->widths);
	profile__delete(shot->profile);
	fold__delete(shot->part);
	free(shot);
}

/* As perf has it: within a DSO, rows are those of its functions, not of all who call them. */
static void keep_rows_of_dso(struct hist *hist, const char *name)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		uint32_t func = hist->entries[hist->rows[i]].func;

		if (!strcmp(func__dso_name(funcs__at(hist->conf.funcs, func), false), name))
			hist->rows[kept++] = hist->rows[i];
	}
	hist->nr_rows = kept;
}

static void measure(struct load_shot *shot, uint32_t event)
{
	const struct hist *hist = &shot->profile->events[event].hist;
	const struct column_list *fields = &hist->conf.order->fields;

	for (unsigned int i = 0; i < fields->nr; i++)
		shot->widths[event][i] = hist__column_width(hist, fields->columns[i]);
}

static int sort_rows(struct load_shot *shot, struct defer_error *err)
{
	const struct zoom *dso = zooms__find(&shot->request.zooms, ZOOM_DSO);

	shot->widths = calloc(shot->profile->nr_events + 1ULL, sizeof(*shot->widths));
	if (!shot->widths)
		return no_memory(err);
	for (uint32_t i = 0; i < shot->profile->nr_events; i++) {
		struct hist *hist = &shot->profile->events[i].hist;
		const struct column_list *keys = &hist->conf.order->keys;
		int ret;

		hist->conf.min_percent = shot->request.min_percent;
		ret = hist__sort(hist, err);
		if (ret)
			return ret;
		if (dso && (column_list__has(keys, "dso") || column_list__has(keys, "symbol")))
			keep_rows_of_dso(hist, dso->name);
		measure(shot, i);
	}
	return 0;
}

/*
 * What the zooms leave out counts as a filter's does: see profile__add_filtered(). But call graphs
 * open by their share of what is zoomed into: it may be a small part of all.
 */
static int add_rest(struct profile *profile, const struct fold *all, const struct fold *part,
		    struct defer_error *err)
{
	uint64_t *chains = calloc(profile->nr_events + 1ULL, sizeof(*chains));

	if (!chains)
		return no_memory(err);
	for (uint32_t i = 0; i < profile->nr_events; i++)
		chains[i] = profile->events[i].hist.callchain_period;
	for (uint32_t i = 0; i < fold__nr(all); i++) {
		const struct stack *stack = fold__stack(all, i);

		profile__add_filtered(profile, stack->evsel_idx, stack->nr, stack->period,
				      stack->latency);
	}
	for (uint32_t i = 0; i < fold__nr(part); i++) {
		const struct stack *stack = fold__stack(part, i);

		profile__add_filtered(profile, stack->evsel_idx, -stack->nr, -stack->period,
				      -stack->latency);
	}
	for (uint32_t i = 0; i < profile->nr_events; i++)
		profile->events[i].hist.callchain_period = chains[i];
	free(chains);
	return 0;
}

int load_shot__make_parts(const struct load_shot *shot, unsigned int which, uint32_t event,
			  struct parts *parts, struct defer_error *err)
{
	const struct pipeline *pipeline = shot->pipeline;
	const struct parts_of of = {
		.profile = shot->profile,
		.samples = shot->has_all ? &pipeline->samples : NULL,
		.all = pipeline->fold,
		.part = shot->part ? shot->part : pipeline->fold,
		.zooms = &shot->request.zooms,
	};

	return parts__make(parts, which, event, &of, err);
}

uint32_t load_shot__first_event(const struct load_shot *shot)
{
	const struct profile *profile = shot->profile;

	for (uint32_t i = 0; i < profile->nr_events; i++) {
		if (profile->events[i].nr)
			return i;
	}
	return 0;
}

static int fill_shot(struct load_shot *shot, struct resolve *resolve, struct defer_error *err)
{
	const struct pipeline *pipeline = shot->pipeline;
	uint32_t event = shot->request.event;
	int ret = 0;

	if (shot->request.zooms.nr)
		ret = zooms__apply(&shot->request.zooms, pipeline->fold, &pipeline->samples,
				   resolve, &shot->part, err);
	if (!ret)
		ret = pipeline__profile(pipeline, shot->part ? shot->part : pipeline->fold, resolve,
					&shot->profile, err);
	if (!ret && shot->part)
		ret = add_rest(shot->profile, pipeline->fold, shot->part, err);
	if (!ret)
		ret = sort_rows(shot, err);
	if (!ret && !shot->has_all)
		event = load_shot__first_event(shot);
	if (!ret)
		ret = load_shot__make_parts(shot, shot->request.parts, event, &shot->parts, err);
	return ret;
}

int load_shot__new(struct load_shot **shotp, const struct load_request *request,
		   const struct load_shot *like, struct resolve *resolve, struct defer_error *err)
{
	struct load_shot *shot = malloc(sizeof(*shot));
	int ret;

	*shotp = NULL;
	if (!shot)
		return no_memory(err);
	*shot = *like;
	shot->request = *request;
	ret = fill_shot(shot, resolve, err);
	if (ret)
		load_shot__delete(shot);
	else
		*shotp = shot;
	return ret;
}
