// SPDX-License-Identifier: GPL-2.0-only
/* report: a profile of a trace, with its samples stitched to their user stacks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <subcmd/pager.h>

#include "builtin-common.h"
#include "builtin-defer.h"
#include "builtin-report-opts.h"
#include "ui/stdio/dump.h"
#include "ui/stdio/header.h"
#include "ui/stdio/hist.h"
#include "ui/stdio/stats.h"
#include "util/env.h"
#include "util/profile.h"

/* What a filter kept out of the rows of one event. */
struct filtered {
	uint64_t nr, period;
};

/* Keys that a list of one name makes the same in all rows: it is said once, above. */
static const char *const elidable[] = {"comm", "dso", "symbol"};

#define NR_ELIDED (sizeof(elidable) / sizeof(*elidable))

struct report {
	struct report_opts opts;
	const char *path;
	struct session *session;
	struct sample_filter filter;
	struct strlist dsos, syms;
	struct sort_order order;
	const char *elided[NR_ELIDED]; /* their values, or NULL */
	struct fold *fold;
	struct filtered *filtered; /* of each worker, of each event */
	struct resolve *resolve;
	struct profile *profile;
};

/* ---- read ---- */

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct report *report = ctx;
	struct filtered *filtered;

	if (!sample_filter__match_place(&report->filter, sample))
		return 0;
	if (sample_filter__match_task(&report->filter, sample))
		return fold__add(report->fold, worker, sample, err);
	filtered = &report->filtered[worker * defer_evlist__nr(report->session->evlist) +
				     sample->evsel->idx];
	filtered->nr++;
	filtered->period += sample->sample->period;
	return 0;
}

/* What tells stacks apart, beyond what always does. */
static unsigned int fold_by(const struct sort_order *order)
{
	unsigned int by = 0;

	if (column_list__has(&order->keys, "pid") || column_list__has(&order->keys, "tgid"))
		by |= FOLD_BY_TASK;
	if (column_list__has(&order->keys, "cpu"))
		by |= FOLD_BY_CPU;
	return by;
}

static int report__fold(struct report *report, struct defer_error *err)
{
	struct session *session = report->session;
	uint32_t nr_events = defer_evlist__nr(session->evlist);
	int ret;

	report->filtered =
		calloc((size_t)session->nr_workers * nr_events + 1, sizeof(*report->filtered));
	if (!report->filtered)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "out of memory");
	ret = fold__new(&report->fold, session, fold_by(&report->order), err);
	if (!ret)
		ret = session__walk(session, add_sample, report, err);
	return ret ? ret : fold__finish(report->fold, err);
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

static void elide(struct report *report)
{
	const struct strlist *lists[NR_ELIDED] = {&report->filter.comms, &report->dsos,
						  &report->syms};

	for (size_t i = 0; i < NR_ELIDED; i++) {
		if (lists[i]->nr == 1 && sort_order__elide(&report->order, elidable[i]))
			report->elided[i] = lists[i]->strs[0];
	}
}

/* Without callchains there is nothing to count callees from, and nothing to draw. */
static int setup_rows(struct report *report, struct defer_error *err)
{
	struct report_opts *opts = &report->opts;
	int ret;

	if (!any_callchain(report->session)) {
		if (opts->graph_given && opts->graph.mode != GRAPH_NONE)
			return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
						"-g needs callchains, and the samples have none: "
						"were they recorded without -g?");
		opts->graph.mode = GRAPH_NONE;
		opts->sort.children = false;
	}
	ret = sort_order__init(&report->order, &opts->sort, err);
	if (!ret)
		elide(report);
	return ret;
}

/* ---- name ---- */

static int report__resolve(struct report *report, struct defer_error *err)
{
	const struct report_opts *opts = &report->opts;
	const struct resolve_opts ropts = {
		.conf = &opts->symbols.conf,
		.release = report->session->env->os_release,
		.inlines = !opts->symbols.conf.no_inline,
		.srclines = opts->graph.key == GRAPH_KEY_SRCLINE ||
			    opts->graph.key == GRAPH_KEY_ADDRESS ||
			    column_list__has(&report->order.keys, "srcline"),
		.nr_workers = report->session->nr_workers,
	};

	return resolve__new(&report->resolve, report->session->machine, &ropts, err);
}

static void add_filtered(struct report *report)
{
	uint32_t nr_events = report->profile->nr_events;

	for (uint32_t i = 0; i < report->session->nr_workers * nr_events; i++)
		profile__add_filtered(report->profile, i % nr_events, report->filtered[i].nr,
				      report->filtered[i].period);
}

static int report__name(struct report *report, struct defer_error *err)
{
	const struct report_opts *opts = &report->opts;
	const struct profile_opts popts = {
		.order = &report->order,
		.graph = &opts->graph,
		.dsos = &report->dsos,
		.symbols = &report->syms,
		.symbol_filter = opts->symbol_filter,
		.min_percent = opts->min_percent,
		.max_stack = opts->max_stack,
		.full_paths = opts->verbose > 0,
		.hide_unresolved = opts->hide_unresolved,
		.relative = opts->relative,
	};
	int ret = report__resolve(report, err);

	if (!ret)
		ret = profile__new(&report->profile, report->session, report->fold, report->resolve,
				   &popts, err);
	if (!ret)
		add_filtered(report);
	return ret;
}

/* ---- print ---- */

static bool has_samples(const struct profile *profile)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		if (profile->events[i].nr)
			return true;
	}
	return false;
}

static int report__print(struct report *report, struct defer_error *err)
{
	const struct report_opts *opts = &report->opts;
	const struct hist_print print = {
		.sep = opts->sep,
		.widths = opts->widths,
		.quiet = opts->quiet,
		.skip_symbol = !opts->sort.fields && opts->sort.sort &&
			       !strncmp(opts->sort.sort, "sym", 3),
		.time = opts->filter.time,
	};

	if (!opts->quiet && !opts->header)
		printf("# To display the perf.data header info, please use "
		       "--header/--header-only options.\n#\n");
	for (size_t i = 0; i < NR_ELIDED && !opts->quiet; i++) {
		if (report->elided[i])
			printf("# %s: %s\n", elidable[i], report->elided[i]);
	}
	if (!opts->quiet)
		printf("#\n# Total Lost Samples: %" PRIu64 "\n#\n",
		       report->session->stats.lost_samples);
	return profile__print(report->profile, &print, stdout, err);
}

/* The rows themselves: read the samples, name them, print. */
static int report__rows(struct report *report, struct defer_error *err)
{
	int ret = sample_filter__start(&report->filter, report->session, err);

	if (!ret)
		ret = setup_rows(report, err);
	if (!ret)
		ret = report__fold(report, err);
	if (!ret)
		ret = report__name(report, err);
	if (ret)
		return ret;
	if (!report->opts.quiet)
		verb__warn_of_dsos(report->resolve, report->opts.verbose > 0);
	if (!report->opts.quiet && !has_samples(report->profile))
		fprintf(stderr, "perf-defer: %s: there are no samples to show\n", report->path);
	return report__print(report, err);
}

static int report__do(struct report *report, struct defer_error *err)
{
	const struct report_opts *opts = &report->opts;
	const struct session_opts sopts = {.path = report->path};
	int ret = session__open(&report->session, &sopts, err);

	/* What a pipe says of itself comes between the records. */
	if (!ret)
		ret = session__gather(report->session, err);
	if (ret)
		return ret;
	if (opts->pager)
		setup_pager();
	if ((opts->header || opts->header_only) && !opts->quiet)
		session__print_header(report->session, opts->full_info, stdout);
	if (opts->header_only)
		return 0;
	if (opts->dump)
		return session__dump(report->session, opts->verbose > 0, stdout, err);
	if (opts->stats)
		return session__print_stats(report->session, stdout, err);
	return report__rows(report, err);
}

static void report__exit(struct report *report)
{
	profile__delete(report->profile);
	resolve__delete(report->resolve);
	fold__delete(report->fold);
	free(report->filtered);
	sample_filter__exit(&report->filter);
	strlist__exit(&report->dsos);
	strlist__exit(&report->syms);
	if (report->session)
		session__close(report->session);
	report_opts__exit(&report->opts);
}

/* Reads what the lists of names and numbers say, before any trace is opened. */
static int parse_lists(struct report *report, struct defer_error *err)
{
	const struct report_opts *opts = &report->opts;
	struct sort_order order;
	int ret = sample_filter__init(&report->filter, &opts->filter, err);

	if (!ret && opts->dsos)
		ret = strlist__parse(&report->dsos, opts->dsos, err);
	if (!ret && opts->syms)
		ret = strlist__parse(&report->syms, opts->syms, err);
	return ret ? ret : sort_order__init(&order, &opts->sort, err);
}

int cmd_defer_report(int argc, const char **argv)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct report report = {0};
	int status = DEFER_EXIT_USAGE;

	if (report_opts__init(&report.opts, argc, argv, &err) || parse_lists(&report, &err)) {
		verb__error(NULL, &err);
	} else {
		report.path = verb__input(report.opts.input);
		status = report__do(&report, &err) ? verb__error(report.path, &err) : 0;
		status |= verb__finish_output(stdout);
		if (report.session)
			status |= verb__print_damage(report.path, &report.session->damage);
	}
	report__exit(&report);
	return status;
}
