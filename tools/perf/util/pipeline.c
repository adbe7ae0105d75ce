// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/budget.h"
#include "util/base/error.h"
#include "util/base/stages.h"
#include "util/dso/symbol.h"
#include "util/fold/branches.h"
#include "util/header/env.h"
#include "util/pipeline.h"
#include "util/profile/zoom.h"
#include "util/resolve/resolve.h"
#include "util/source/source.h"

/* How many samples one worker saw, and how many of them had parallelism 1. */
struct pipeline_alone {
	uint64_t samples, alone;
	uint8_t apart
		[112]; /* so that no worker writes to a line of the cache that another one uses */
};

/* From this percentage of samples with parallelism 1 on, perf shows no column of latencies. */
#define MOSTLY_ALONE 99

/* perf's default for -p and --time-quantum. */
#define DEFAULT_PARENT	     "^sys_|^do_page_fault"
#define DEFAULT_TIME_QUANTUM 100000000 /* ns */

/*
 * Compiles the pattern of -p, or perf's. Only if it is used: without memory, regcomp() of glibc before 2.42
 * frees twice (CVE-2025-8058).
 */
static int compile_parent(struct pipeline *pipeline, struct defer_error *err)
{
	const char *pattern =
		pipeline->opts.sort.parent ? pipeline->opts.sort.parent : DEFAULT_PARENT;
	char why[128];
	int ret = regcomp(&pipeline->parent, pattern, REG_EXTENDED | REG_NOSUB);

	pipeline->has_parent = !ret;
	if (!ret)
		return 0;
	regerror(ret, &pipeline->parent, why, sizeof(why));
	return defer_error__set(err, DEFER_ERR_INVAL, "Invalid regex: %s: %s", pattern, why);
}

/* Returns whether rows are compared with other samples of the same trace. */
static bool has_own_base(const struct pipeline_opts *opts)
{
	return opts->sort.compares && !opts->base_path;
}

int pipeline__init(struct pipeline *pipeline, const struct pipeline_opts *opts,
		   struct defer_error *err)
{
	struct sort_opts sort = opts->sort;
	struct sort_order order;
	int ret;

	*pipeline = (struct pipeline){.opts = *opts};
	sort.no_trace_yet = true;
	ret = sample_filter__init(&pipeline->filter, &opts->filter, err);
	if (!ret && has_own_base(opts))
		ret = sample_filter__init(&pipeline->base_filter, &opts->base, err);
	if (!ret && opts->dsos)
		ret = strlist__parse(&pipeline->hits.dsos, opts->dsos, err);
	if (!ret && opts->syms)
		ret = strlist__parse(&pipeline->hits.symbols, opts->syms, err);
	if (!ret)
		ret = sort_order__init(&order, &sort, err);
	if (!ret && (sort.parent || opts->show.exclude_other || opts->interactive ||
		     column_list__has(&order.keys, "parent")))
		ret = compile_parent(pipeline, err);
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
	fold__delete(pipeline->base);
	free(pipeline->filtered);
	free(pipeline->alone);
	sample_filter__exit(&pipeline->filter);
	sample_filter__exit(&pipeline->base_filter);
	strlist__exit(&pipeline->hits.dsos);
	strlist__exit(&pipeline->hits.symbols);
	if (pipeline->has_parent)
		regfree(&pipeline->parent);
	trace_columns__exit(&pipeline->trace);
	tracing_data__delete(pipeline->trace.tracing);
	session__close(pipeline->session);
	pipeline_other__put(pipeline->other);
	*pipeline = (struct pipeline){0};
}

static int open_session(struct pipeline *pipeline, struct defer_error *err)
{
	struct session_opts opts = pipeline->opts.session;

	opts.owned_only = pipeline->opts.conf && !pipeline->opts.conf->force;
	opts.bounded = !pipeline->opts.interactive;
	opts.parallelism = opts.jitdumps = true;
	opts.switches =
		pipeline->opts.switches || pipeline->opts.entries || pipeline->opts.interactive;
	opts.symbols = pipeline->opts.conf;
	return session__open(&pipeline->session, &opts, err);
}

static bool keeps_samples(const struct pipeline *pipeline)
{
	return pipeline->opts.interactive || pipeline->opts.samples;
}

/* Kept samples have what makes entries, so nothing else is kept. */
static bool gathers_entries(const struct pipeline *pipeline)
{
	return pipeline->opts.entries && !keeps_samples(pipeline);
}

/* Says which file an error is in; @ret: the error's code. */
static int in_other(const struct pipeline_other *other, int ret, struct defer_error *err)
{
	struct defer_error why = *err;

	if (!ret)
		return 0;
	defer_error__clear(err);
	return defer_error__set(err, ret, "--baseline %s: %s", other->path, why.text);
}

/* Opens the trace at @path, to compare with. It is named and folded as this one, by its own filter. */
static int open_other(const struct pipeline *pipeline, const char *path,
		      struct pipeline_other **otherp, struct defer_error *err)
{
	struct pipeline_other *other = calloc(1, sizeof(*other));
	struct pipeline_opts opts = pipeline->opts;
	int ret;

	*otherp = other;
	if (!other)
		return error__no_memory(err, "for a report");
	other->nr_users = 1;
	other->path = strdup(path);
	if (!other->path)
		return error__no_memory(err, "for a report");
	opts.session.path = opts.base_path = other->path;
	opts.session.nr_sequels = 0;
	opts.filter = opts.base;
	opts.by_task |= keeps_samples(pipeline) || opts.entries;
	opts.interactive = opts.entries = opts.samples = opts.switches = opts.ledger = false;
	ret = pipeline__init(&other->pipeline, &opts, err);
	return ret ? ret : in_other(other, open_session(&other->pipeline, err), err);
}

static int gather_other(struct pipeline_other *other, struct defer_error *err)
{
	return in_other(other, session__gather(other->pipeline.session, err), err);
}

int pipeline__open(struct pipeline *pipeline, struct defer_error *err)
{
	const char *path = pipeline->opts.base_path;
	int ret = open_session(pipeline, err);

	return ret || !path ? ret : open_other(pipeline, path, &pipeline->other, err);
}

int pipeline__gather(struct pipeline *pipeline, struct defer_error *err)
{
	int ret = session__gather(pipeline->session, err);

	return ret || !pipeline->other ? ret : gather_other(pipeline->other, err);
}

/* ---- fold ---- */

/* Adds @sample to the fold, and to its entry into the kernel. */
static int add_to_entry(struct pipeline *pipeline, unsigned int worker,
			const struct stitched *sample, struct defer_error *err)
{
	struct sample_ref ref;
	int ret;

	sample_ref__init(&ref, sample);
	ret = fold__add_at(pipeline->fold, worker, sample, &ref.stack, err);
	if (ret)
		return ret;
	return entries__add(&pipeline->entries, worker, &ref,
			    fold__worker_stack(pipeline->fold, worker, ref.stack), err);
}

static bool keeps_ledger(const struct pipeline *pipeline)
{
	return pipeline->opts.interactive || pipeline->opts.ledger;
}

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct pipeline *pipeline = ctx;
	uint32_t nr_events = defer_evlist__nr(pipeline->session->evlist);
	struct weights weights;
	struct sums one;
	int ret;

	if (pipeline->base && sample_filter__match(&pipeline->base_filter, sample)) {
		ret = fold__add(pipeline->base, worker, sample, err);
		if (ret)
			return ret;
	}
	if (!sample_filter__match_place(&pipeline->filter, sample))
		return 0;
	pipeline->alone[worker].samples++;
	pipeline->alone[worker].alone += sample->parallelism == 1;
	if (!sample_filter__match_task(&pipeline->filter, sample)) {
		weights = weights__of(sample->sample, sample->parallelism);
		one = sums__of(&weights);
		sums__add(&pipeline->filtered[worker * nr_events + sample->evsel->idx], &one);
		return 0;
	}
	if (pipeline->opts.sort.branches)
		return fold__add_branches(pipeline->fold, worker, sample, err);
	if (gathers_entries(pipeline))
		return add_to_entry(pipeline, worker, sample, err);
	if (!keeps_samples(pipeline))
		return fold__add(pipeline->fold, worker, sample, err);
	ret = keeps_ledger(pipeline) ? ledger__add(pipeline->ledgers.of[worker], sample, err) : 0;
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
		{"dso", &pipeline->hits.dsos},
		{"symbol", &pipeline->hits.symbols},
	};

	for (size_t i = 0; i < PIPELINE_NR_ELIDED; i++) {
		if (elidable[i].list->nr == 1 &&
		    sort_order__elide(&pipeline->order, elidable[i].key))
			pipeline->elided[pipeline->nr_elided++] =
				(struct elided){elidable[i].key, elidable[i].list->strs[0]};
	}
}

/* Returns true if a name in @list is not one of a column in the table, but maybe of a field. */
static bool names_field(const char *list)
{
	while (list && *list) {
		size_t len = strcspn(list, "{}, +");

		if (len && !column__find_sort(list, len))
			return true;
		list += len + (list[len] != '\0');
	}
	return false;
}

/* Reads the formats of tracepoints if -s or -F may name a field, or their text. */
static int read_formats(struct pipeline *pipeline, struct defer_error *err)
{
	struct sort_opts *opts = &pipeline->opts.sort;
	struct session *session = pipeline->session;
	struct sort_order order;
	struct sort_opts known = *opts;
	int ret;

	known.no_trace_yet = true;
	ret = sort_order__init(&order, &known, err);
	opts->trace = &pipeline->trace;
	pipeline->trace.evlist = session->evlist;
	pipeline->trace.raw = pipeline->opts.raw_trace;
	if (ret || (!column_list__has(&order.keys, "trace") && !names_field(opts->sort) &&
		    !names_field(opts->fields)))
		return ret;
	return tracing_data__new(&pipeline->trace.tracing, &session->env->tracing_data,
				 source__pread, session->source, &session->damage, err);
}

static int check_latency(const struct pipeline *pipeline, const struct sort_order *order,
			 struct defer_error *err)
{
	if (pipeline->opts.sort.latency ||
	    (!pipeline->filter.parallelism.nr && !sort_order__needs_latency(order)))
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"Use of latency profile or parallelism requires --latency flag "
				"during record.");
}

/* Fails if a column is about a comparison that there is not. */
static int check_compares(const struct sort_order *order, bool compares, struct defer_error *err)
{
	if (compares || !sort_order__compares(order))
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				COLUMN_BASELINE_NAME " and " COLUMN_CHANGE_NAME
						     " need something to compare with: "
						     "--baseline, or two marks with =");
}

/* Fails if a key is what only its own trace can tell. */
static int check_keys_of_two(const struct column_list *keys, struct defer_error *err)
{
	for (unsigned int i = 0; i < keys->nr; i++) {
		const struct column *column = keys->columns[i];

		if (column->kind == COLUMN_TRAIT &&
		    (column->trait == COLUMN_TRAIT_CGROUP || column->trait >= COLUMN_TRAIT_TRACE))
			return defer_error__set(err, DEFER_ERR_INVAL,
						"'%s' is not the same in two files: --baseline "
						"FILE goes without it",
						column->name);
	}
	return 0;
}

/* Rows of branches have no callees and no graphs. */
static int setup_branches(struct pipeline *pipeline, struct defer_error *err)
{
	struct pipeline_opts *opts = &pipeline->opts;
	const struct defer_evlist *evlist = pipeline->session->evlist;
	bool any = false;

	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++)
		any |= evsel__has_branches(defer_evlist__evsel(evlist, i));
	opts->show.graph.mode = GRAPH_NONE;
	opts->sort.children = false;
	if (any)
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"-b needs branches, but the samples have none: were they recorded "
				"without -b?");
}

/*
 * Adapts the row options to the events. Without callchains there are no callees to count and no
 * graphs to draw.
 */
static int setup_rows(struct pipeline *pipeline, struct defer_error *err)
{
	struct pipeline_opts *opts = &pipeline->opts;
	int ret = opts->sort.branches ? setup_branches(pipeline, err) : 0;

	if (ret)
		return ret;
	if (!any_callchain(pipeline->session)) {
		if (opts->graph_given && opts->show.graph.mode != GRAPH_NONE)
			return defer_error__set(err, DEFER_ERR_INVAL,
						"-g needs callchains, but the samples have "
						"none: were they recorded without -g?");
		opts->show.graph.mode = GRAPH_NONE;
		opts->sort.children = false;
	}
	opts->sort.latency =
		defer_evlist__any_flag(pipeline->session->evlist, DEFER_ATTR_CONTEXT_SWITCH);
	ret = read_formats(pipeline, err);
	if (!ret)
		ret = sort_order__init(&pipeline->order, &opts->sort, err);
	if (!ret)
		ret = check_compares(&pipeline->order, opts->sort.compares, err);
	if (!ret && opts->base_path)
		ret = check_keys_of_two(&pipeline->order.keys, err);
	pipeline->bad_columns = ret == DEFER_ERR_INVAL;
	if (!ret)
		ret = check_latency(pipeline, &pipeline->order, err);
	if (!ret)
		pipeline__elide(pipeline);
	return ret;
}

/* Returns the FOLD_BY_* bits that the columns, and zooms if interactive, need. */
static unsigned int fold_by(const struct pipeline *pipeline)
{
	const struct column_list *sorts = &pipeline->order.sorts;
	unsigned int by = 0;

	if (keeps_samples(pipeline) || pipeline->opts.entries || pipeline->opts.zooms ||
	    pipeline->opts.by_task)
		by |= FOLD_BY_TASK;
	for (unsigned int i = 0; i < sorts->nr; i++)
		by |= sorts->columns[i]->fold_by;
	return by;
}

static int finish_fold(struct pipeline *pipeline, struct defer_error *err)
{
	const enum stage was = stages__enter(pipeline->opts.session.stages, STAGE_FOLD);
	int ret = fold__finish(pipeline->fold, err);

	if (!ret && pipeline->base)
		ret = fold__finish(pipeline->base, err);
	stages__leave(pipeline->opts.session.stages, was);
	return ret;
}

static int new_fold(const struct pipeline *pipeline, struct fold **fold, struct defer_error *err)
{
	uint64_t quantum = pipeline->opts.time_quantum;
	int ret = fold__new(fold, pipeline->session, fold_by(pipeline), err);

	if (!ret)
		fold__set_quantum(*fold, quantum ? quantum : DEFAULT_TIME_QUANTUM);
	if (!ret)
		fold__set_spans(*fold, &pipeline->opts.spans);
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
	ret = new_fold(pipeline, &pipeline->fold, err);
	if (!ret && has_own_base(&pipeline->opts))
		ret = new_fold(pipeline, &pipeline->base, err);
	if (!ret && keeps_samples(pipeline))
		ret = samples__init(&pipeline->samples, session->nr_workers, err);
	if (!ret && keeps_ledger(pipeline))
		ret = ledgers__init(&pipeline->ledgers, session, err);
	if (!ret && gathers_entries(pipeline))
		ret = entries__init(&pipeline->entries, pipeline->fold, session->nr_workers, err);
	if (!ret)
		ret = session__walk(session, add_sample, pipeline, err);
	if (!ret)
		ret = finish_fold(pipeline, err);
	if (!ret && gathers_entries(pipeline))
		ret = entries__finish(&pipeline->entries, pipeline->fold, true, err);
	return ret;
}

/* Returns true if mostly one thread ran at a time, so that latencies equal the overhead. */
static bool ran_alone(const struct pipeline *pipeline)
{
	uint64_t samples = 0, alone = 0;

	for (unsigned int i = 0; i < pipeline->session->nr_workers; i++) {
		samples += pipeline->alone[i].samples;
		alone += pipeline->alone[i].alone;
	}
	return samples && alone * 100 / samples >= MOSTLY_ALONE;
}

/* Starts the filter of the samples to compare with. If it has times of its own, they are others. */
static int start_base(struct pipeline *pipeline, struct defer_error *err)
{
	const struct pipeline_opts *opts = &pipeline->opts;
	int ret = sample_filter__start(&pipeline->base_filter, pipeline->session, err);

	if (ret || opts->base.time == opts->filter.time ||
	    !time_ranges__overlap(&pipeline->filter.time, &pipeline->base_filter.time))
		return ret;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"--baseline time=%s has samples that are shown, too: select other "
				"times with --time",
				opts->base.time);
}

/* Folds the trace to compare with, and gets ready to name its frames. */
static int fold_other(struct pipeline_other *other, struct defer_error *err)
{
	int ret = pipeline__fold(&other->pipeline, err);

	session__drop_stitch(other->pipeline.session);
	if (!ret)
		ret = pipeline__resolve(&other->pipeline, true, &other->names, err);
	return in_other(other, ret, err);
}

int pipeline__fold(struct pipeline *pipeline, struct defer_error *err)
{
	int ret = sample_filter__start(&pipeline->filter, pipeline->session, err);

	if (!ret && has_own_base(&pipeline->opts))
		ret = start_base(pipeline, err);
	if (!ret)
		ret = setup_rows(pipeline, err);
	if (!ret)
		ret = fold_samples(pipeline, err);
	if (!ret && ran_alone(pipeline))
		sort_order__cancel_latency(&pipeline->order, &pipeline->opts.sort);
	if (!ret && keeps_ledger(pipeline))
		ret = ledgers__finish(&pipeline->ledgers, pipeline->session->machine, err);
	return ret || !pipeline->other ? ret : fold_other(pipeline->other, err);
}

struct profile_side pipeline__base(const struct pipeline *pipeline, struct resolve *resolve)
{
	return pipeline->other ? pipeline_other__side(pipeline->other)
			       : (struct profile_side){pipeline->session, pipeline->base, resolve};
}

/* ---- another trace ---- */

int pipeline_other__read(struct pipeline_other **otherp, const struct pipeline *pipeline,
			 const char *path, struct defer_error *err)
{
	int ret = open_other(pipeline, path, otherp, err);

	if (!ret)
		ret = gather_other(*otherp, err);
	if (!ret)
		ret = fold_other(*otherp, err);
	if (ret) {
		pipeline_other__put(*otherp);
		*otherp = NULL;
	}
	return ret;
}

struct pipeline_other *pipeline_other__get(struct pipeline_other *other)
{
	if (other)
		atomic_fetch_add(&other->nr_users, 1);
	return other;
}

void pipeline_other__put(struct pipeline_other *other)
{
	if (!other || atomic_fetch_sub(&other->nr_users, 1) > 1)
		return;
	resolve__delete(other->names);
	pipeline__exit(&other->pipeline);
	free(other->path);
	free(other);
}

struct profile_side pipeline_other__side(const struct pipeline_other *other)
{
	return (struct profile_side){other->pipeline.session, other->pipeline.fold, other->names};
}

int pipeline__order_samples(struct pipeline *pipeline, struct defer_error *err)
{
	return samples__finish(&pipeline->samples, pipeline->fold, err);
}

int pipeline__read_losses(struct pipeline *pipeline, struct defer_error *err)
{
	return losses__init(&pipeline->losses, pipeline->session, pipeline__ledger(pipeline), err);
}

/* ---- another order ---- */

/* Returns true if frames have source lines. */
static bool has_srclines(const struct pipeline *pipeline)
{
	enum graph_key key = pipeline->opts.show.graph.key;

	return key == GRAPH_KEY_SRCLINE || key == GRAPH_KEY_ADDRESS ||
	       column_list__wants_srclines(&pipeline->order.keys);
}

/* Fails if a column needs what the fold or the names do not have. */
static int check_kept(const struct pipeline *pipeline, const struct sort_order *order,
		      struct defer_error *err)
{
	unsigned int by = fold_by(pipeline);

	if (column_list__wants_srclines(&order->keys) && !has_srclines(pipeline))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"source lines were not read: they are if -s has srcline or "
					"srcfile at the start");
	for (unsigned int i = 0; i < order->sorts.nr; i++) {
		const struct column *column = order->sorts.columns[i];

		if (column->fold_by & ~by)
			return defer_error__set(err, DEFER_ERR_INVAL,
						"'%s' was not kept of the samples: it is if -s or "
						"-F has it at the start",
						column->name);
	}
	return 0;
}

int pipeline__order(const struct pipeline *pipeline, const char *sort, const char *fields,
		    bool compares, struct sort_order *order, struct defer_error *err)
{
	struct sort_opts opts = pipeline->opts.sort;
	int ret;

	opts.sort = sort;
	opts.fields = fields;
	opts.compares = compares;
	ret = sort_order__init(order, &opts, err);
	if (!ret)
		ret = check_compares(order, compares, err);
	if (!ret)
		ret = check_latency(pipeline, order, err);
	if (!ret)
		ret = check_kept(pipeline, order, err);
	if (ret)
		return ret;
	for (unsigned int i = 0; i < pipeline->nr_elided; i++)
		sort_order__elide(order, pipeline->elided[i].key);
	if (ran_alone(pipeline))
		sort_order__cancel_latency(order, &opts);
	return 0;
}

/* ---- names and rows ---- */

int pipeline__resolve(const struct pipeline *pipeline, bool names, struct resolve **resolve,
		      struct defer_error *err)
{
	const struct pipeline_opts *opts = &pipeline->opts;
	const struct resolve_opts ropts = {
		.conf = opts->conf,
		.release = pipeline->session->env->os_release,
		.inlines = !opts->conf->no_inline,
		.srclines = has_srclines(pipeline),
		.no_names = !names,
		.nr_workers = pipeline->session->nr_workers,
		.budget = &pipeline->session->budget,
		.stages = opts->session.stages,
	};

	budget__begin(&pipeline->session->budget);
	return resolve__new(resolve, pipeline->session->machine, &ropts, err);
}

static void add_filtered(const struct pipeline *pipeline, struct profile *profile)
{
	uint32_t nr_events = profile->nr_events;

	for (uint32_t i = 0; i < pipeline->session->nr_workers * nr_events; i++)
		profile__add_filtered(profile, i % nr_events, &pipeline->filtered[i]);
}

int pipeline__part(const struct pipeline *pipeline, const struct fold *fold,
		   struct resolve *resolve, struct fold **part, struct defer_error *err)
{
	const struct zooms *zooms = pipeline->opts.zooms;

	*part = NULL;
	if (!zooms || !zooms__narrow(zooms))
		return 0;
	if (zooms__need_samples(zooms) &&
	    (!keeps_samples(pipeline) || !pipeline->session->stitch || fold != pipeline->fold))
		return defer_error__set(
			err, DEFER_ERR_INVAL,
			"zooms by time, CPU, socket and delay are those of the "
			"terminal UI, and of what has each sample; --time and --cpu "
			"select samples");
	return zooms__apply(zooms, fold, &pipeline->samples, resolve, part, err);
}

int pipeline__profile(const struct pipeline *pipeline, const struct fold *fold,
		      struct resolve *resolve, struct profile **profile, struct defer_error *err)
{
	const struct pipeline_look look = {&pipeline->opts.show, &pipeline->order,
					   pipeline__base(pipeline, resolve)};

	return pipeline__profile_look(pipeline, fold, &look, resolve, profile, err);
}

int pipeline__profile_look(const struct pipeline *pipeline, const struct fold *fold,
			   const struct pipeline_look *look, struct resolve *resolve,
			   struct profile **profile, struct defer_error *err)
{
	const struct pipeline_opts *opts = &pipeline->opts;
	const struct profile_opts popts = {
		.order = look->order,
		.show = look->show,
		.hits = &pipeline->hits,
		.parent = pipeline->has_parent ? &pipeline->parent : NULL,
		.trace = &pipeline->trace,
		.budget = &pipeline->session->budget,
		.compares = look->before.fold,
		.by_name = look->before.fold && look->before.session != pipeline->session,
	};
	const enum stage was = stages__enter(opts->session.stages, STAGE_ROWS);
	int ret = popts.by_name ? check_keys_of_two(&look->order->keys, err) : 0;

	*profile = NULL;
	if (!ret)
		ret = profile__new(profile, pipeline->session, fold, resolve, &popts, err);
	if (!ret)
		add_filtered(pipeline, *profile);
	/* The events of a group are compared one by one. */
	if (!ret && popts.compares)
		ret = profile__compare(*profile, &look->before, err);
	else if (!ret)
		ret = profile__link_groups(*profile, pipeline->session->env, &opts->groups, err);
	stages__leave(opts->session.stages, was);
	return ret;
}
