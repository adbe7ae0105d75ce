// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/load/snapshot.h"
#include "util/base/error.h"

void snapshot__delete(struct snapshot *snapshot)
{
	if (!snapshot)
		return;
	view_data__exit(&snapshot->view_data);
	free(snapshot->widths);
	profile__delete(snapshot->profile);
	fold__delete(snapshot->part);
	free(snapshot);
}

/*
 * Keeps the rows of functions in the DSO that is zoomed into and drops those of their callers, as
 * perf does.
 */
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

static void snapshot__measure(struct snapshot *snapshot, uint32_t event)
{
	const struct hist *hist = &snapshot->profile->events[event].hist;
	const struct column_list *fields = &hist->conf.order->fields;

	for (unsigned int i = 0; i < fields->nr; i++)
		snapshot->widths[event][i] = hist__column_width(hist, fields->columns[i]);
}

static int sort_rows(struct snapshot *snapshot, struct defer_error *err)
{
	const struct zoom *dso = zooms__find(&snapshot->request.zooms, ZOOM_DSO);

	snapshot->widths = calloc(snapshot->profile->nr_events + 1ULL, sizeof(*snapshot->widths));
	if (!snapshot->widths)
		return error__no_memory(err, "for rows");
	for (uint32_t i = 0; i < snapshot->profile->nr_events; i++) {
		struct hist *hist = &snapshot->profile->events[i].hist;
		const struct column_list *keys = &hist->conf.order->keys;
		int ret;

		hist->conf.min_percent = snapshot->request.min_percent;
		ret = hist__sort(hist, err);
		if (ret)
			return ret;
		if (dso && (column_list__has(keys, "dso") || column_list__has(keys, "symbol")))
			keep_rows_of_dso(hist, dso->name);
		snapshot__measure(snapshot, i);
	}
	return 0;
}

/*
 * Adds what the zooms leave out in the way a filter does: see profile__add_filtered(). Call graphs
 * open by their share of what is zoomed into, which may be a small part of all, so callchain_period
 * stays as it is.
 */
static int add_rest(struct profile *profile, const struct fold *all, const struct fold *part,
		    struct defer_error *err)
{
	uint64_t *chains = calloc(profile->nr_events + 1ULL, sizeof(*chains));

	if (!chains)
		return error__no_memory(err, "for rows");
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

int snapshot__make_data(const struct snapshot *snapshot, unsigned int which, uint32_t event,
			struct view_data *data, struct defer_error *err)
{
	const struct pipeline *pipeline = snapshot->pipeline;
	const struct view_data_source source = {
		.profile = snapshot->profile,
		.samples = snapshot->has_all ? &pipeline->samples : NULL,
		.all = pipeline->fold,
		.part = snapshot->part ? snapshot->part : pipeline->fold,
		.zooms = &snapshot->request.zooms,
	};

	return view_data__make(data, which, event, &source, err);
}

uint32_t snapshot__first_event(const struct snapshot *snapshot)
{
	const struct profile *profile = snapshot->profile;

	for (uint32_t i = 0; i < profile->nr_events; i++) {
		if (profile->events[i].nr)
			return i;
	}
	return 0;
}

static int snapshot__fill(struct snapshot *snapshot, struct resolve *resolve,
			  struct defer_error *err)
{
	const struct pipeline *pipeline = snapshot->pipeline;
	uint32_t event = snapshot->request.event;
	int ret = 0;

	if (snapshot->request.zooms.nr)
		ret = zooms__apply(&snapshot->request.zooms, pipeline->fold, &pipeline->samples,
				   resolve, &snapshot->part, err);
	if (!ret)
		ret = pipeline__profile(pipeline, snapshot->part ? snapshot->part : pipeline->fold,
					resolve, &snapshot->profile, err);
	if (!ret && snapshot->part)
		ret = add_rest(snapshot->profile, pipeline->fold, snapshot->part, err);
	if (!ret)
		ret = sort_rows(snapshot, err);
	if (!ret && !snapshot->has_all)
		event = snapshot__first_event(snapshot);
	if (!ret)
		ret = snapshot__make_data(snapshot, snapshot->request.kinds, event,
					  &snapshot->view_data, err);
	return ret;
}

int snapshot__new(struct snapshot **snapshotp, const struct load_request *request,
		  const struct snapshot *like, struct resolve *resolve, struct defer_error *err)
{
	struct snapshot *snapshot = malloc(sizeof(*snapshot));
	int ret;

	*snapshotp = NULL;
	if (!snapshot)
		return error__no_memory(err, "for rows");
	*snapshot = *like;
	snapshot->request = *request;
	ret = snapshot__fill(snapshot, resolve, err);
	if (ret)
		snapshot__delete(snapshot);
	else
		*snapshotp = snapshot;
	return ret;
}
