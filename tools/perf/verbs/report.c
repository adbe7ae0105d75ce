// SPDX-License-Identifier: GPL-2.0-only
/* report: a profile of a trace, with its samples stitched to their user stacks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <subcmd/pager.h>

#include "verbs/common.h"
#include "verbs/report.h"
#include "verbs/defer.h"
#include "verbs/options.h"
#include "ui/stdio/dump.h"
#include "ui/stdio/header.h"
#include "ui/stdio/hist.h"
#include "ui/stdio/plain.h"
#include "ui/stdio/progress-line.h"
#include "ui/stdio/recursion.h"
#include "ui/stdio/stats.h"
#include "ui/stdio/summary.h"
#include "ui/stdio/task-counts.h"
#include "ui/table/tables.h"
#include "ui/text/json.h"
#include "util/base/stages.h"
#include "util/entry/entry-kinds.h"
#include "util/entry/kind-parts.h"
#include "util/pipeline.h"
#include "util/source/source.h"
#include "util/summary/summary.h"
#include "util/view/chart.h"
#include "util/view/sample-rows.h"

struct report {
	struct report_opts opts;
	struct pipeline pipeline;
	struct resolve *resolve;
	struct fold *part, *base_part; /* what --all-but leaves; NULL: all */
	struct profile *profile;
	struct progress_line progress;
	const struct verb_setup *setup;
};

/* ---- print ---- */

static bool shows_samples(const struct profile *profile)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		if (profile->events[i].shown.nr)
			return true;
	}
	return false;
}

static bool wants_color(enum report_color color)
{
	const char *term = getenv("TERM");

	if (color != REPORT_COLOR_AUTO)
		return color == REPORT_COLOR_ALWAYS;
	return (isatty(STDOUT_FILENO) || pager_in_use()) && term && strcmp(term, "dumb");
}

static bool has_rows(const struct profile *profile)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		if (profile->events[i].hist.nr_rows)
			return true;
	}
	return false;
}

static int print_table(const struct report_opts *opts, struct table table, struct defer_error *err)
{
	struct json json;
	int ret = table__sort(&table, &opts->order, err);

	if (!ret && opts->json) {
		json__init(&json, stdout);
		table__write_json(&table, &opts->order, &json);
		ret = json__finish(&json, err);
	} else if (!ret) {
		table__leave_out(&table);
		table__print(&table, &opts->order, opts->print.quiet, stdout);
	}
	return ret;
}

/* Returns the stacks to show. */
static const struct fold *report__part(const struct report *report)
{
	return report->part ? report->part : report->pipeline.fold;
}

/* Returns what is shown. */
static struct shown report__shown(const struct report *report)
{
	const struct pipeline *pipeline = &report->pipeline;

	return (struct shown){
		.session = pipeline->session,
		.profile = report->profile,
		.all = pipeline->fold,
		.part = report__part(report),
		.zooms = pipeline->opts.zooms,
		.samples = pipeline->opts.samples || pipeline->opts.interactive ? &pipeline->samples
										: NULL,
	};
}

static int report__print_entries(struct report *report, struct defer_error *err)
{
	const struct report_opts *opts = &report->opts;
	const struct shown shown = report__shown(report);
	struct entry_list *list;
	struct entry_kinds *kinds = NULL;
	struct kind_parts parts = {0};
	int ret = entry_list__new(&list, &shown, shown.samples ? NULL : &report->pipeline.entries,
				  err);

	if (!ret && opts->by)
		ret = entry_kinds__new(&kinds, list, err);
	if (!ret && opts->parts)
		ret = kind_parts__init(&parts, kinds, 0, kinds->nr, opts->parts,
				       opts->json ? 0 : opts->pipeline.show.graph.threshold, err);
	if (!ret)
		ret = print_table(opts,
				  kinds ? entry_kinds__table(kinds, opts->parts ? &parts : NULL)
					: entry_list__table(list),
				  err);
	kind_parts__exit(&parts);
	entry_kinds__delete(kinds);
	entry_list__delete(list);
	return ret;
}

static int report__print_samples(struct report *report, struct defer_error *err)
{
	const struct shown shown = report__shown(report);
	struct sample_rows *rows = NULL;
	int ret = sample_rows__new(&rows, &shown, err);

	if (!ret)
		ret = print_table(&report->opts, sample_rows__table(rows), err);
	sample_rows__delete(rows);
	return ret;
}

static int sort_rows(struct profile *profile, struct defer_error *err)
{
	int ret = 0;

	for (uint32_t i = 0; !ret && i < profile->nr_events; i++)
		ret = hist__sort(&profile->events[i].hist, err);
	return ret;
}

static int export_profile(struct report *report, struct defer_error *err)
{
	struct pipeline *pipeline = &report->pipeline;
	const struct shown shown = report__shown(report);
	int ret = 0;

	if (pipeline->opts.ledger)
		ret = pipeline__read_losses(pipeline, err);
	if (!ret && report->opts.export->has_rows)
		ret = sort_rows(report->profile, err);
	return ret ? ret : report__export(&report->opts, pipeline, &shown, err);
}

static int print_functions(struct report *report, struct defer_error *err)
{
	const struct shown shown = report__shown(report);
	int ret = sort_rows(report->profile, err);

	report->opts.annotate.color = wants_color(report->opts.color_when);
	return ret ? ret : report__annotate(&report->opts, &shown, report->resolve, err);
}

static int print_summary(const struct summary_source *source, struct defer_error *err)
{
	struct summary summary = {0};
	int ret = hist__sort(&source->shown->profile->events[source->event].hist, err);

	if (!ret)
		ret = summary__make(&summary, SUMMARY_ALL, source, err);
	if (!ret)
		summary__print(&summary, stdout);
	return ret;
}

/* Prints that of each event with samples. */
static int report__print_summaries(struct report *report, struct defer_error *err)
{
	const struct shown shown = report__shown(report);
	struct summary_source source = {.shown = &shown,
					.pipeline = &report->pipeline,
					.resolve = report->resolve,
					.has_names = true};
	int ret = pipeline__order_samples(&report->pipeline, err);
	bool any = false;

	for (; !ret && source.event < report->profile->nr_events; source.event++) {
		const struct profile_event *event = &report->profile->events[source.event];

		if (!event->all.nr || event->is_member)
			continue;
		if (any)
			putchar('\n');
		any = true;
		ret = print_summary(&source, err);
	}
	return ret;
}

static int report__print(struct report *report, struct defer_error *err)
{
	struct report_opts *opts = &report->opts;
	const struct pipeline *pipeline = &report->pipeline;
	const struct sort_opts *sort = &opts->pipeline.sort;

	if (opts->pipeline.entries)
		return report__print_entries(report, err);
	if (opts->each_sample)
		return report__print_samples(report, err);
	if (opts->summary)
		return report__print_summaries(report, err);
	if (opts->recursion)
		return profile__print_recursions(report->profile, stdout, err);
	if (opts->export)
		return export_profile(report, err);
	if (opts->annotates)
		return print_functions(report, err);
	if (!opts->print.quiet && !opts->header)
		printf("# To display the perf.data header info, please use "
		       "--header/--header-only options.\n#\n");
	for (unsigned int i = 0; i < pipeline->nr_elided && !opts->print.quiet; i++) {
		printf("# %s: ", pipeline->elided[i].key);
		plain__puts(pipeline->elided[i].value, stdout);
		putchar('\n');
	}
	if (!opts->print.quiet)
		printf("#\n# Total Lost Samples: %" PRIu64 "\n#\n",
		       pipeline->session->stats.lost_samples);
	opts->print.skip_symbol = !sort->fields && sort->sort && !strncmp(sort->sort, "sym", 3);
	opts->print.color = wants_color(opts->color_when);
	opts->print.chosen = &opts->pipeline.filter;
	return profile__print(report->profile, &opts->print, stdout, err);
}

/* Prints the counts below the rows, as perf does. */
static int report__print_counts(struct report *report, struct defer_error *err)
{
	const char *pretty = report->opts.pretty;
	struct task_counts counts;
	int ret = task_counts__init(&counts, report->pipeline.session, err);

	if (!ret)
		task_counts__fprintf(&counts, pretty && !strcmp(pretty, "raw"), stdout);
	if (!ret && !counts.nr_tasks && !report->opts.print.quiet)
		fprintf(stderr, "perf-defer: %s: no per-thread counts: record them with -s\n",
			report->opts.pipeline.session.path);
	task_counts__exit(&counts);
	return ret;
}

/* Ends the progress line, so that the pager and the output can have the terminal. */
static void report__begin_print(struct report *report)
{
	const struct report_opts *opts = &report->opts;

	progress_line__stop(&report->progress);
	if (opts->pager && !opts->export)
		setup_pager();
	if ((opts->header || opts->header_only) && !opts->print.quiet)
		session__print_header(report->pipeline.session, opts->full_info, stdout);
}

/* Makes the profile of what --all-but leaves. */
static int make_profile(struct report *report, struct defer_error *err)
{
	struct pipeline *pipeline = &report->pipeline;
	struct pipeline_look look = {&pipeline->opts.show, &pipeline->order,
				     pipeline__base(pipeline, report->resolve)};
	int ret = pipeline->opts.samples ? pipeline__order_samples(pipeline, err) : 0;

	if (!ret)
		ret = pipeline__part(pipeline, pipeline->fold, report->resolve, &report->part, err);
	if (!ret && look.before.fold)
		ret = pipeline__part(pipeline, look.before.fold, look.before.resolve,
				     &report->base_part, err);
	if (report->base_part)
		look.before.fold = report->base_part;
	if (!ret)
		ret = pipeline__profile_look(pipeline, report__part(report), &look, report->resolve,
					     &report->profile, err);
	if (!ret && report->part)
		ret = profile__add_rest(report->profile, pipeline->fold, report->part, err);
	return ret;
}

/* Without samples on both sides no share is known, and each row would have changed. */
static int check_baseline(const struct report *report, struct defer_error *err)
{
	const struct profile *profile = report->profile;
	uint64_t before = 0;

	for (uint32_t i = 0; i < profile->nr_events; i++) {
		const struct hist *base = profile->events[i].hist.base;

		before += base ? base->total.nr : 0;
	}
	if (!report->opts.pipeline.sort.compares || (before && shows_samples(profile)))
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				before ? "no sample is left to compare with --baseline"
				       : "no sample matches --baseline");
}

static void warn_of_no_samples(const struct report *report)
{
	const struct report_opts *opts = &report->opts;

	if (!filter_options__warn(report->opts.pipeline.session.path, &opts->pipeline.filter,
				  opts->pipeline.dsos, opts->pipeline.syms))
		fprintf(stderr, "perf-defer: %s: no samples to show\n",
			report->opts.pipeline.session.path);
}

/* Reads the samples, names their frames and prints the rows. */
static int report__rows(struct report *report, struct defer_error *err)
{
	struct pipeline *pipeline = &report->pipeline;
	struct downloads downloads;
	enum stage was;
	int ret;

	progress_line__phase(&report->progress, "reading samples",
			     source__size(pipeline->session->source));
	ret = pipeline__fold(pipeline, err);
	/* Symbols take the memory of records, if entries and samples will not ask for these. */
	if (!pipeline->opts.entries && !report->opts.each_sample && !pipeline->opts.switches &&
	    !report->opts.summary)
		session__drop_stitch(pipeline->session);
	progress_line__phase(&report->progress, "naming frames", 0);
	if (!ret)
		ret = pipeline__resolve(pipeline, true, &report->resolve, err);
	/* Downloads have a progress line of their own. */
	if (report->opts.names.conf.debuginfod)
		progress_line__stop(&report->progress);
	if (!ret) {
		downloads__start(&downloads, &report->opts.names);
		ret = make_profile(report, err);
		downloads__finish(&downloads);
		if (!ret)
			ret = check_baseline(report, err);
	}
	report__begin_print(report);
	if (ret)
		return ret;
	if (!report->opts.print.quiet) {
		verb__warn_of_dsos(report->resolve, report->opts.verbose > 0);
		verb__warn_of_servers(&report->opts.names);
		verb__warn_of_aux(report->opts.pipeline.session.path,
				  &pipeline->session->stats.aux);
		verb__warn_of_cut_maps(report->opts.pipeline.session.path,
				       pipeline->session->stats.cut_maps);
		verb__warn_of_jitdumps(report->opts.pipeline.session.path,
				       pipeline->session->jitdumps);
		verb__warn_of_stacks(report->opts.pipeline.session.path, pipeline->session);
	}
	if (!report->opts.print.quiet && !shows_samples(report->profile))
		warn_of_no_samples(report);
	was = stages__enter(report->setup->stages, STAGE_VIEW);
	ret = report__print(report, err);
	stages__leave(report->setup->stages, was);
	if (!ret && report->opts.threads)
		ret = report__print_counts(report, err);
	if (!ret && !report->opts.print.quiet && !has_rows(report->profile))
		report_opts__say_filter(&report->opts);
	return ret;
}

static int report__read(struct report *report, struct defer_error *err)
{
	int ret = pipeline__open(&report->pipeline, err);

	/* In a pipe the features come between the records. */
	progress_line__phase(&report->progress, "reading maps and deferred callchains",
			     ret ? 0 : source__size(report->pipeline.session->source));
	return ret ? ret : pipeline__gather(&report->pipeline, err);
}

static int report__do(struct report *report, struct defer_error *err)
{
	const struct report_opts *opts = &report->opts;
	struct session *session;
	int ret = report__read(report, err);

	if (ret)
		return ret;
	session = report->pipeline.session;
	if (!opts->header_only && !opts->dump && !opts->stats)
		return report__rows(report, err);
	report__begin_print(report);
	if (opts->header_only)
		return 0;
	return opts->dump ? session__dump(session, stdout, err)
			  : session__print_stats(session, stdout, err);
}

static void report__exit(struct report *report)
{
	profile__delete(report->profile);
	fold__delete(report->part);
	fold__delete(report->base_part);
	resolve__delete(report->resolve);
	pipeline__exit(&report->pipeline);
	report_opts__exit(&report->opts);
}

/* Reads configuration and options before any trace is opened. */
static int report__init(struct report *report, int argc, const char **argv, struct defer_error *err)
{
	struct pipeline_opts *opts = &report->opts.pipeline;
	int ret = report_opts__init(&report->opts, report->setup, argc, argv, err);

	if (ret)
		return ret;
	ret = symbol_opts__check(&report->opts.names, err);
	if (ret)
		return ret;
	opts->session.nr_workers = report->setup->nr_workers;
	opts->session.stages = report->setup->stages;
	opts->session.progress = &report->progress.progress;
	return pipeline__init(&report->pipeline, opts, err);
}

static int report__text(struct report *report, struct defer_error *err)
{
	int status, ret;

	if (!report->opts.print.quiet)
		progress_line__start(&report->progress, stderr, PROGRESS_LINE_DELAY_MS, "opening");
	ret = report__do(report, err);
	progress_line__stop(&report->progress);
	/* Columns are the fault of the command line. */
	status =
		ret ? verb__error(report->pipeline.bad_columns ? NULL
							       : report->opts.pipeline.session.path,
				  err)
		    : 0;
	if (ret && report->pipeline.bad_columns)
		status = DEFER_EXIT_USAGE;
	if (err->code == DEFER_ERR_NOENT)
		report_opts__say_word(&report->opts);

	status |= verb__finish_output(stdout);
	return status | verb__print_damage_of(&report->pipeline);
}

static void list_formats(void)
{
	const struct export_format *const *format = export_formats();

	for (; *format; format++)
		printf("%-11s %s\n", (*format)->name, (*format)->help);
}

int report__main(int argc, const char **argv, const struct verb_setup *setup)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct report report = {.setup = setup};
	int status = REPORT_NO_TUI;

	if (report__init(&report, argc, argv, &err)) {
		verb__error(NULL, &err);
		status = DEFER_EXIT_USAGE;
	} else if (report.opts.list_formats) {
		list_formats();
		status = verb__finish_output(stdout);
	} else {
		if (report__wants_tui(&report.opts, report.opts.pipeline.session.path))
			status = report__tui(&report.opts, &report.pipeline.opts, &err);
		if (status == REPORT_NO_TUI)
			status = report__text(&report, &err);
	}
	report__exit(&report);
	return status;
}

int cmd_defer_report(int argc, const char **argv)
{
	return report__main(argc, argv, &(struct verb_setup){0});
}
