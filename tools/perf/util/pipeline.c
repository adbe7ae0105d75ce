// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/budget.h"
#include "util/base/error.h"
#include "util/base/stages.h"
#include "util/dso/symbol.h"
#include "util/header/env.h"
#include "util/pipeline.h"
#include "util/resolve/resolve.h"

/* The samples of one event that the task filter kept out of the rows. */
struct filtered {
	uint64_t nr, period, latency;
};

/* How many samples one worker saw, and how many of them had parallelism 1. */
struct pipeline_alone {
	uint64_t samples, alone;
};

/* From this percentage of samples with parallelism 1 on, perf shows no column of latencies. */
#define MOSTLY_ALONE 99

int pipeline__init(struct pipeline *pipeline, const struct pipeline_opts *opts,
		   struct defer_error *err)
{
	struct sort_order order;
	int ret;

	*pipeline = (struct pipeline){.opts = *opts};
	ret = sample_filter__init(&pipeline->filter, &opts->filter, err);
	if (!ret && opts->dsos)
		ret = strlist__parse(&pipeline->dsos, opts->dsos, err);
	if (!ret && opts->symbols)
		ret = strlist__parse(&pipeline->symbols, opts->symbols, err);
	if (!ret)
		ret = sort_order__init(&order, &opts->sort, err);
	if (ret)
		pipeline__exit(pipeline);
	return ret;
}

void pipeline__exit(struct pipeline *pipeline)
{
	ledgers__exit(&pipeline->ledgers);
	losses__exit(&pipeline->losses);
	samples__exit(&pipeline->samples);
	entries__exit(&pipeline->entries);
	fold__delete(pipeline->fold);
	free(pipeline->filtered);
	free(pipeline->alone);
	sample_filter__exit(&pipeline->filter);
	strlist__exit(&pipeline->dsos);
	strlist__exit(&pipeline->symbols);
	session__close(pipeline->session);
	*pipeline = (struct pipeline){0};
}

int pipeline__open(struct pipeline *pipeline, struct defer_error *err)
{
	const struct session_opts opts = {
		.path = pipeline->opts.path,
		.progress = pipeline->opts.progress,
		.limit = pipeline->opts.limit,
		.owned_only = pipeline->opts.owned_only,
		.bounded = !pipeline->opts.interactive,
		.parallelism = true,
		.nr_workers = pipeline->opts.nr_workers,
		.stages = pipeline->opts.stages,
	};

	return session__open(&pipeline->session, &opts, err);
}

int pipeline__gather(struct pipeline *pipeline, struct defer_error *err)
{
	return session__gather(pipeline->session, err);
}

/* ---- fold ---- */

/* Adds @sample to the fold, and to its entry into the kernel. */
static int add_to_entry(struct pipeline *pipeline, unsigned int worker,
			const struct stitched *sample, struct defer_error *err)
{
	struct sample_ref ref;
	int ret;

	sample_ref__init(&ref, pipeline->session, sample);
	ret = fold__add_at(pipeline->fold, worker, sample, &ref.stack, err);
	if (ret)
		return ret;
	return entries__add(&pipeline->entries, worker, &ref,
			    fold__worker_stack(pipeline->fold, worker, ref.stack), err);
}

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct pipeline *pipeline = ctx;
	uint32_t nr_events = defer_evlist__nr(pipeline->session->evlist);
	struct filtered *filtered;
	int ret;

	if (!sample_filter__match_place(&pipeline->filter, sample))
		return 0;
	pipeline->alone[worker].samples++;
	pipeline->alone[worker].alone += sample->parallelism == 1;
	if (!sample_filter__match_task(&pipeline->filter, sample)) {
		filtered = &pipeline->filtered[worker * nr_events + sample->evsel->idx];
		filtered->nr++;
		filtered->period += sample->sample->period;
		filtered->latency += sample_latency(sample->sample->period, sample->parallelism);
		return 0;
	}
	if (pipeline->opts.entries)
		return add_to_entry(pipeline, worker, sample, err);
	if (!pipeline->opts.interactive)
		return fold__add(pipeline->fold, worker, sample, err);
	ret = ledger__add(pipeline->ledgers.of[worker], sample, err);
	return ret ? ret : samples__add(&pipeline->samples, pipeline->fold, worker, sample, err);
}

static bool any_callchain(const struct session *session)
{
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		if (defer_evlist__evsel(session->evlist, i)->attr.sample_type &
		    DEFER_SAMPLE_CALLCHAIN)
			return true;
	}
	return false;
}

/* Removes the columns that have one value in all rows; that value is printed once, above them. */
static void pipeline__elide(struct pipeline *pipeline)
{
	const struct {
		const char *key;
		const struct strlist *list;
	} elidable[PIPELINE_NR_ELIDED] = {
		{"comm", &pipeline->filter.comms},
		{"dso", &pipeline->dsos},
		{"symbol", &pipeline->symbols},
	};

	for (size_t i = 0; i < PIPELINE_NR_ELIDED; i++) {
		if (elidable[i].list->nr == 1 &&
		    sort_order__elide(&pipeline->order, elidable[i].key))
			pipeline->elided[pipeline->nr_elided++] =
				(struct elided){elidable[i].key, elidable[i].list->strs[0]};
	}
}

/*
 * Adapts the row options to the events. Without callchains there are no callees to count and no
 * graphs to draw.
 */
static int setup_rows(struct pipeline *pipeline, struct defer_error *err)
{
	struct pipeline_opts *opts = &pipeline->opts;
	int ret;

	if (!any_callchain(pipeline->session)) {
		if (opts->graph_given && opts->graph.mode != GRAPH_NONE)
			return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
						"-g needs callchains, but the samples have "
						"none: were they recorded without -g?");
		opts->graph.mode = GRAPH_NONE;
		opts->sort.children = false;
	}
	opts->sort.latency =
		defer_evlist__any_flag(pipeline->session->evlist, DEFER_ATTR_CONTEXT_SWITCH);
	ret = sort_order__init(&pipeline->order, &opts->sort, err);
	if (!ret && !opts->sort.latency &&
	    (pipeline->filter.parallelism.nr || sort_order__needs_latency(&pipeline->order)))
		ret = defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				       "Use of latency profile or parallelism requires --latency "
				       "flag during record.");
	if (!ret)
		pipeline__elide(pipeline);
	return ret;
}

/* Returns the FOLD_BY_* bits that the sort keys, and zooms if interactive, need. */
static unsigned int fold_by(const struct pipeline *pipeline)
{
	const struct column_list *keys = &pipeline->order.keys;
	unsigned int by = 0;

	if (pipeline->opts.interactive || pipeline->opts.entries || column_list__has(keys, "pid") ||
	    column_list__has(keys, "tgid"))
		by |= FOLD_BY_TASK;
	if (column_list__has(keys, "cpu") || column_list__has(keys, "socket"))
		by |= FOLD_BY_CPU;
	if (column_list__has(keys, "cgroup"))
		by |= FOLD_BY_CGROUP;
	if (column_list__has(keys, COLUMN_PARALLELISM))
		by |= FOLD_BY_PARALLELISM;
	if (sort_order__needs_delays(&pipeline->order))
		by |= FOLD_BY_DELAY;
	return by;
}

static int finish_fold(struct pipeline *pipeline, struct defer_error *err)
{
	const enum stage was = stages__enter(pipeline->opts.stages, STAGE_FOLD);
	int ret = fold__finish(pipeline->fold, err);

	stages__leave(pipeline->opts.stages, was);
	return ret;
}

static int fold_samples(struct pipeline *pipeline, struct defer_error *err)
{
	struct session *session = pipeline->session;
	uint32_t nr_events = defer_evlist__nr(session->evlist);
	int ret;

	pipeline->filtered =
		calloc((size_t)session->nr_workers * nr_events + 1, sizeof(*pipeline->filtered));
	pipeline->alone = calloc(session->nr_workers, sizeof(*pipeline->alone));
	if (!pipeline->filtered || !pipeline->alone)
		return error__no_memory(err, "for a report");
	ret = fold__new(&pipeline->fold, session, fold_by(pipeline), err);
	if (!ret && pipeline->opts.interactive)
		ret = samples__init(&pipeline->samples, session->nr_workers, err);
	if (!ret && pipeline->opts.interactive)
		ret = ledgers__init(&pipeline->ledgers, session, err);
	if (!ret && pipeline->opts.entries)
		ret = entries__init(&pipeline->entries, pipeline->fold, session->nr_workers, err);
	if (!ret)
		ret = session__walk(session, add_sample, pipeline, err);
	if (!ret)
		ret = finish_fold(pipeline, err);
	if (!ret && pipeline->opts.entries)
		ret = entries__finish(&pipeline->entries, pipeline->fold, true, err);
	return ret;
}

static void cancel_latency(struct pipeline *pipeline)
{
	uint64_t samples = 0, alone = 0;

	for (unsigned int i = 0; i < pipeline->session->nr_workers; i++) {
		samples += pipeline->alone[i].samples;
		alone += pipeline->alone[i].alone;
	}
	if (samples && alone * 100 / samples >= MOSTLY_ALONE)
		sort_order__cancel_latency(&pipeline->order, &pipeline->opts.sort);
}

int pipeline__fold(struct pipeline *pipeline, struct defer_error *err)
{
	int ret = sample_filter__start(&pipeline->filter, pipeline->session, err);

	if (!ret)
		ret = setup_rows(pipeline, err);
	if (!ret)
		ret = fold_samples(pipeline, err);
	if (!ret)
		cancel_latency(pipeline);
	if (!ret && pipeline->opts.interactive)
		ret = ledgers__finish(&pipeline->ledgers, pipeline->session->machine, err);
	return ret;
}

int pipeline__order_samples(struct pipeline *pipeline, struct defer_error *err)
{
	return samples__finish(&pipeline->samples, pipeline->fold, err);
}

int pipeline__read_losses(struct pipeline *pipeline, struct defer_error *err)
{
	return losses__init(&pipeline->losses, pipeline->session, pipeline__ledger(pipeline), err);
}

/* ---- names and rows ---- */

int pipeline__resolve(const struct pipeline *pipeline, bool names, struct resolve **resolve,
		      struct defer_error *err)
{
	const struct pipeline_opts *opts = &pipeline->opts;
	const struct resolve_opts ropts = {
		.conf = opts->conf,
		.release = pipeline->session->env->os_release,
		.inlines = opts->inlines,
		.srclines = opts->graph.key == GRAPH_KEY_SRCLINE ||
			    opts->graph.key == GRAPH_KEY_ADDRESS ||
			    column_list__has(&pipeline->order.keys, "srcline"),
		.no_names = !names,
		.nr_workers = pipeline->session->nr_workers,
		.budget = &pipeline->session->budget,
		.stages = opts->stages,
	};

	budget__begin(&pipeline->session->budget);
	return resolve__new(resolve, pipeline->session->machine, &ropts, err);
}

static void add_filtered(const struct pipeline *pipeline, struct profile *profile)
{
	uint32_t nr_events = profile->nr_events;

	for (uint32_t i = 0; i < pipeline->session->nr_workers * nr_events; i++)
		profile__add_filtered(profile, i % nr_events, pipeline->filtered[i].nr,
				      pipeline->filtered[i].period, pipeline->filtered[i].latency);
}

int pipeline__profile(const struct pipeline *pipeline, const struct fold *fold,
		      struct resolve *resolve, struct profile **profile, struct defer_error *err)
{
	const struct pipeline_opts *opts = &pipeline->opts;
	const struct profile_opts popts = {
		.order = &pipeline->order,
		.graph = &opts->graph,
		.dsos = &pipeline->dsos,
		.symbols = &pipeline->symbols,
		.symbol_filter = opts->symbol_filter,
		.min_percent = opts->min_percent,
		.max_stack = opts->max_stack,
		.say_cut = opts->say_cut,
		.full_paths = opts->full_paths,
		.hide_unresolved = opts->hide_unresolved,
		.relative = opts->relative,
		.budget = &pipeline->session->budget,
	};
	const enum stage was = stages__enter(opts->stages, STAGE_ROWS);
	int ret = profile__new(profile, pipeline->session, fold, resolve, &popts, err);

	if (!ret)
		add_filtered(pipeline, *profile);
	stages__leave(opts->stages, was);
	return ret;
}
