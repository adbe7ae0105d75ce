// SPDX-License-Identifier: GPL-2.0-only
/* audit: counts what became of every sample, and why samples have no user stack. */
#include <stdlib.h>
#include <string.h>

#include <subcmd/pager.h>
#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/defer.h"
#include "verbs/options.h"
#include "verbs/symbol-options.h"
#include "ui/ledger/ledger-json.h"
#include "ui/stdio/ledger.h"
#include "ui/stdio/progress-line.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/stages.h"
#include "util/session/filter.h"
#include "util/session/frame-links.h"
#include "util/source/source.h"

struct audit_opts {
	const char *input;
	const char *sections;
	const char *min_merged;
	double min_percent; /* argument of min_merged, percent */
	int verbose;
	bool quiet, json, force, frames;
	struct sample_filter_opts filter;
	struct symbol_opts symbols;
};

struct audit {
	const struct audit_opts *opts;
	const char *path;
	struct session *session;
	struct sample_filter filter;
	struct ledger *ledger;
	struct losses losses;
	struct frame_links links; /* with --frames */
	struct progress_line progress;
	const struct verb_setup *setup;
};

static bool is_filtered(const struct sample_filter_opts *opts)
{
	return opts->time || opts->cpus || opts->pids || opts->tids || opts->comms;
}

static int audit__read(struct audit *audit, struct defer_error *err)
{
	const struct session_opts opts = {
		.path = audit->path,
		.owned_only = !audit->opts->force,
		.progress = &audit->progress.progress,
		.bounded = true,
		.nr_workers = audit->setup->nr_workers,
		.stages = audit->setup->stages,
		.counts_only = !audit->opts->frames,
		.symbols = &audit->opts->symbols.conf,
		.jitdumps = true,
	};
	const struct sample_filter *filter =
		is_filtered(&audit->opts->filter) ? &audit->filter : NULL;
	int ret = session__open(&audit->session, &opts, err);
	uint64_t size = ret ? 0 : source__size(audit->session->source);

	progress_line__phase(&audit->progress, "reading maps and deferred callchains", size);
	if (!ret)
		ret = session__gather(audit->session, err);
	progress_line__phase(&audit->progress, "reading samples", size);
	if (!ret)
		ret = sample_filter__start(&audit->filter, audit->session, err);
	if (!ret)
		ret = session__account(audit->session, filter, &audit->ledger, err);
	if (!ret && audit->opts->frames)
		ret = frame_links__init(&audit->links, audit->session, filter, err);
	if (!ret)
		ret = losses__init(&audit->losses, audit->session, audit->ledger, err);
	return ret;
}

static void audit__exit(struct audit *audit)
{
	ledger__delete(audit->ledger);
	losses__exit(&audit->losses);
	frame_links__exit(&audit->links);
	sample_filter__exit(&audit->filter);
	if (audit->session)
		session__close(audit->session);
}

/* Parses -s, the tables to print; without it all are printed. Returns 0 or DEFER_ERR_INVAL. */
static int parse_sections(const char *str, unsigned int *show, struct defer_error *err)
{
	static const char *const names[] = {"event", "cause", "thread", "cpu", "latency", "record"};
	const char *word;
	size_t len;

	*show = str ? 0 : LEDGER_SHOW_ALL;
	for (word = str; word && *word; word += len + (word[len] == ',')) {
		size_t i = 0;

		len = strcspn(word, ",");
		while (i < ARRAY_SIZE(names) &&
		       (strlen(names[i]) != len || strncmp(names[i], word, len)))
			i++;
		if (i == ARRAY_SIZE(names))
			return defer_error__set(err, DEFER_ERR_INVAL,
						"unknown -s key '%.*s': valid keys are event, "
						"cause, thread, cpu, latency and record",
						(int)len, word);
		*show |= 1U << i;
	}
	return 0;
}

static int parse_percent(struct audit_opts *opts, struct defer_error *err)
{
	char *end;

	if (!opts->min_merged)
		return 0;
	opts->min_percent = strtod(opts->min_merged, &end);
	if (end != opts->min_merged && *end == '%')
		end++;
	if (end == opts->min_merged || *end || !(opts->min_percent >= 0) || opts->min_percent > 100)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--min-merged takes a percentage from 0 to 100, not '%s'",
					opts->min_merged);
	return 0;
}

static int audit__print(const struct audit *audit, unsigned int show, struct defer_error *err)
{
	const struct audit_opts *opts = audit->opts;
	struct ledger_view view = {
		.ledger = audit->ledger,
		.session = audit->session,
		.losses = &audit->losses,
		.links = opts->frames ? &audit->links : NULL,
		.path = audit->path,
		.show = opts->quiet ? 0 : show,
		.max_threads = opts->verbose || opts->sections ? 0 : 20,
		.filtered = is_filtered(&opts->filter),
	};
	struct json json;

	if (!opts->json)
		return ledger_view__fprintf(&view, stdout, err);
	damage__sort(&audit->session->damage);
	json__init(&json, stdout);
	ledger_view__write_json(&view, &json);
	return json__finish(&json, err);
}

/* Returns exit status 1, with the reason, if too few user stacks are known; else 0. */
static int audit__judge(const struct audit *audit)
{
	const struct tally *total = &audit->ledger->total;
	double known = tally__percent_known(total);

	if (!audit->opts->min_merged)
		return 0;
	fflush(stdout);
	if (!tally__user(total)) {
		fprintf(stderr,
			"perf-defer: --min-merged %s: no sample could have a user stack: %s\n",
			audit->opts->min_merged, ledger_view__why_none(total));
		return 1;
	}
	if (known >= audit->opts->min_percent)
		return 0;
	fprintf(stderr,
		"perf-defer: only %.4f%% of the samples with a user half got their user stack, "
		"less than the required %s%s\n",
		known, audit->opts->min_merged, strchr(audit->opts->min_merged, '%') ? "" : "%");
	return 1;
}

static int audit__run(struct audit *audit, unsigned int show, struct defer_error *err)
{
	int ret = sample_filter__init(&audit->filter, &audit->opts->filter, err), status;
	enum stage was;

	if (!audit->opts->quiet)
		progress_line__start(&audit->progress, stderr, PROGRESS_LINE_DELAY_MS, "opening");
	if (!ret)
		ret = audit__read(audit, err);
	progress_line__stop(&audit->progress);
	if (!ret) {
		if (!audit->opts->json)
			setup_pager();
		was = stages__enter(audit->setup->stages, STAGE_VIEW);
		ret = audit__print(audit, show, err);
		stages__leave(audit->setup->stages, was);
	}
	if (ret)
		return verb__error(audit->path, err);

	status = verb__finish_output(stdout);
	status |= verb__print_damage(audit->path, &audit->session->damage);
	return status | audit__judge(audit);
}

int audit__main(int argc, const char **argv, const struct verb_setup *setup)
{
	struct audit_opts opts = {0};
	const struct option options[] = {
		OPT_STRING('i', "input", &opts.input, "file", "input file name"),
		OPT_BOOLEAN(0, "json", &opts.json, "print one JSON object"),
		OPT_BOOLEAN(0, "frames", &opts.frames,
			    "tell where frame pointers lead to, and how user frames are known"),
		OPT_STRING('s', "show", &opts.sections, "table[,table...]",
			   "show only these tables, in full: event cause thread cpu latency "
			   "record"),
		OPT_STRING(0, "min-merged", &opts.min_merged, "percent",
			   "fail if fewer of the samples with a user half got their user stack"),
		OPT_BOOLEAN('f', "force", &opts.force, "don't complain, do it"),
		OPT_INCR('v', "verbose", &opts.verbose, "show all threads"),
		OPT_BOOLEAN('q', "quiet", &opts.quiet, "show only the classes"),
	};
	struct option all[ARRAY_SIZE(options) + FILE_OPTIONS + FILTER_OPTIONS_MAX + 1], *to = all;
	const char *const usage[] = {
		"perf defer audit [<options>] [<file>]",
		NULL,
	};
	struct defer_error err = DEFER_ERROR_INIT;
	struct audit audit = {.opts = &opts, .setup = setup};
	unsigned int show;
	int status, ret = symbol_opts__init(&opts.symbols, &err);

	to = mempcpy(to, options, sizeof(options));
	to = file_options__add(to, &opts.symbols.conf);
	to = filter_options__add(to, &opts.filter, "only consider these comms");
	*to = (struct option)OPT_END();
	argc = verb__parse_options(argc, argv, all, usage, 0);
	verb__take_input(&opts.input, argc, argv, usage, all);
	if (!ret)
		ret = symbol_opts__check(&opts.symbols, &err);
	if (ret || parse_sections(opts.sections, &show, &err) || parse_percent(&opts, &err)) {
		verb__error(NULL, &err);
		symbol_opts__exit(&opts.symbols);
		return DEFER_EXIT_USAGE;
	}

	if (opts.frames && !opts.sections)
		show = 0;
	audit.path = verb__input(opts.input);
	status = audit__run(&audit, show, &err);
	audit__exit(&audit);
	symbol_opts__exit(&opts.symbols);
	return status;
}

int cmd_defer_audit(int argc, const char **argv)
{
	return audit__main(argc, argv, &(struct verb_setup){0});
}
