// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/load/snapshot.h"
#include "util/base/error.h"
#include "util/summary/summary.h"

void snapshot__delete(struct snapshot *snapshot)
{
	if (!snapshot)
		return;
	view_data__exit(&snapshot->view_data);
	free(snapshot->widths);
	for (uint32_t i = 0; snapshot->levels && i < snapshot->profile->nr_events; i++)
		hierarchy__delete(snapshot->levels[i]);
	free(snapshot->levels);
	profile__delete(snapshot->profile);
	fold__delete(snapshot->part);
	fold__delete(snapshot->base);
	pipeline_other__put(snapshot->other);
	free(snapshot);
}

/*
 * Keeps the rows of functions in the DSO that is zoomed into and drops those of their callers, as
 * perf does.
 */
static void keep_rows_of_dso(struct hist *hist, const char *name)
{
	uint32_t nr[2] = {hist->nr_rows, hist->nr_hidden}, kept[2] = {0}, from = 0, to = 0;

	for (int part = 0; part < 2; part++) {
		for (uint32_t i = 0; i < nr[part]; i++) {
			uint32_t row = hist->rows[from++], func = hist->entries[row].func;
			const char *dso = func__dso_name(funcs__at(hist->conf.funcs, func), false);

			if (strcmp(dso, name) != 0)
				continue;
			hist->rows[to++] = row;
			kept[part]++;
		}
	}
	hist->nr_rows = kept[0];
	hist->nr_hidden = kept[1];
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
	snapshot->levels = calloc(snapshot->profile->nr_events + 1ULL, sizeof(*snapshot->levels));
	if (!snapshot->widths || !snapshot->levels)
		return error__no_memory(err, "for rows");
	for (uint32_t i = 0; i < snapshot->profile->nr_events; i++) {
		struct hist *hist = &snapshot->profile->events[i].hist;
		const struct column_list *keys = &hist->conf.order->keys;
		int ret;

		ret = hist__sort(hist, err);
		if (ret)
			return ret;
		if (dso && (column_list__has(keys, "dso") || column_list__has(keys, "symbol")))
			keep_rows_of_dso(hist, dso->name);
		snapshot__measure(snapshot, i);
		ret = hierarchy__new(&snapshot->levels[i], hist, err);
		if (ret)
			return ret;
	}
	return 0;
}

/* Makes @parts of the summary, of those that @data lacks. */
static int make_summary(const struct snapshot *snapshot, unsigned int parts,
			const struct shown *shown, struct resolve *resolve, struct view_data *data,
			struct defer_error *err)
{
	const struct summary_source source = {
		.shown = shown,
		.pipeline = snapshot->pipeline,
		.resolve = resolve,
		.event = data->event,
		.has_names = snapshot->has_names,
	};

	if (!parts || data->event >= shown->profile->nr_events)
		return 0;
	if (!data->summary)
		data->summary = calloc(1, sizeof(*data->summary));
	if (!data->summary)
		return error__no_memory(err, "for a summary");
	return summary__make(data->summary, parts & ~data->summary->known, &source, err);
}

struct shown snapshot__shown(const struct snapshot *snapshot)
{
	const struct pipeline *pipeline = snapshot->pipeline;

	return (struct shown){
		.profile = snapshot->profile,
		.session = pipeline->session,
		.samples = snapshot->has_all ? &pipeline->samples : NULL,
		.all = pipeline->fold,
		.part = snapshot->part ? snapshot->part : pipeline->fold,
		.zooms = &snapshot->request.zooms,
	};
}

int snapshot__make_data(const struct snapshot *snapshot, unsigned int which, uint32_t event,
			struct resolve *resolve, struct view_data *data, struct defer_error *err)
{
	const struct shown shown = snapshot__shown(snapshot);
	int ret = view_data__make(data, which, event, &shown, err);

	return ret ? ret
		   : make_summary(snapshot, which / VIEW_DATA_SUMMARY, &shown, resolve, data, err);
}

uint32_t snapshot__first_event(const struct snapshot *snapshot)
{
	return profile__find_event(snapshot->profile, NULL);
}

/* Sets what the request says of how its profile is shown; the rest is the user's. */
static void set_show(struct snapshot *snapshot)
{
	const struct load_request *request = &snapshot->request;
	const struct zoom *rows = zooms__find(&request->zooms, ZOOM_ROWS);
	struct show_opts *show = &snapshot->show;

	*show = snapshot->pipeline->opts.show;
	show->seam = request->seam;
	show->relative = request->relative;
	show->short_names = request->short_names;
	show->min_percent = request->min_percent;
	show->graph.threshold = request->graph_percent;
	show->fold_recursion = zooms__find(&request->zooms, ZOOM_FOLD);
	show->labels = true;
	if (rows)
		show->symbol_filter = rows->name;
}

static int set_order(struct snapshot *snapshot, struct defer_error *err)
{
	const struct load_request *request = &snapshot->request;
	const struct sort_opts *opts = &snapshot->pipeline->opts.sort;
	const char *sort = request->sort[0] ? request->sort : NULL;
	const char *fields = request->fields[0] ? request->fields : NULL;
	bool compares = request->compare != LOAD_COMPARE_NOT;

	snapshot->order = snapshot->pipeline->order;
	if (!sort && !fields && compares == opts->compares)
		return 0;
	if (!sort && !fields &&
	    !pipeline__order(snapshot->pipeline, opts->sort, NULL, compares, &snapshot->order,
			     NULL))
		return 0;
	return pipeline__order(snapshot->pipeline, sort, fields, compares, &snapshot->order, err);
}

/* Sets what rows are compared with, and makes the part of it that passes its zooms. */
static int make_base(struct snapshot *snapshot, struct resolve *resolve,
		     struct profile_side *before, struct defer_error *err)
{
	const struct pipeline *pipeline = snapshot->pipeline;
	const struct load_request *request = &snapshot->request;
	struct zooms zooms = request->base;
	int ret;

	if (request->compare == LOAD_COMPARE_NOT)
		return 0;
	*before = (struct profile_side){pipeline->session, pipeline->fold, resolve};
	if (request->compare == LOAD_COMPARE_BASELINE)
		*before = pipeline__base(pipeline, resolve);
	else if (snapshot->other)
		*before = pipeline_other__side(snapshot->other);
	if (before->session != pipeline->session)
		zooms = request->zooms;
	if (before->fold != pipeline->fold) /* whose samples alone are kept */
		zooms__make_foreign(&zooms);
	if (!zooms__narrow(&zooms))
		return 0;
	ret = zooms__apply(&zooms, before->fold, &pipeline->samples, before->resolve,
			   &snapshot->base, err);
	before->fold = snapshot->base;
	return ret;
}

static int snapshot__fill(struct snapshot *snapshot, struct resolve *resolve,
			  struct defer_error *err)
{
	const struct pipeline *pipeline = snapshot->pipeline;
	struct pipeline_look look = {&snapshot->show, &snapshot->order, {0}};
	uint32_t event = snapshot->request.event;
	int ret = set_order(snapshot, err);

	set_show(snapshot);
	if (!ret && zooms__narrow(&snapshot->request.zooms))
		ret = zooms__apply(&snapshot->request.zooms, pipeline->fold, &pipeline->samples,
				   resolve, &snapshot->part, err);
	if (!ret)
		ret = make_base(snapshot, resolve, &look.before, err);
	if (!ret)
		ret = pipeline__profile_look(pipeline,
					     snapshot->part ? snapshot->part : pipeline->fold,
					     &look, resolve, &snapshot->profile, err);
	if (!ret && snapshot->part)
		ret = profile__add_rest(snapshot->profile, pipeline->fold, snapshot->part, err);
	if (!ret)
		ret = sort_rows(snapshot, err);
	if (!ret && !snapshot->has_all)
		event = snapshot__first_event(snapshot);
	if (!ret)
		ret = snapshot__make_data(snapshot, snapshot->request.kinds, event, resolve,
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
	snapshot->other =
		request->compare == LOAD_COMPARE_FILE ? pipeline_other__get(like->other) : NULL;
	ret = snapshot__fill(snapshot, resolve, err);
	if (ret)
		snapshot__delete(snapshot);
	else
		*snapshotp = snapshot;
	return ret;
}
