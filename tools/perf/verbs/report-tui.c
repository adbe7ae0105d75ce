// SPDX-License-Identifier: GPL-2.0-only
/* report in a terminal: decides if the TUI can be used, and prints messages after it ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verbs/common.h"
#include "verbs/report.h"
#include "ui/tui/app/tui.h"
#include "ui/tui/term/palette.h"
#include "ui/tui/term/term.h"
#include "util/base/config.h"
#include "util/session/session.h"
#include "util/source/source.h"

/* Returns true for options that only apply to text output. */
static bool wants_text(const struct report_opts *opts)
{
	return opts->annotates || opts->stdio || opts->summary || opts->recursion ||
	       opts->pipeline.entries || opts->each_sample || opts->export ||
	       opts->pipeline.sort.branches || opts->print.quiet || opts->print.sep ||
	       opts->print.widths || opts->header || opts->header_only || opts->dump ||
	       opts->stats || opts->threads;
}

bool report__wants_tui(const struct report_opts *opts, const char *path)
{
	const char *term = getenv("TERM");

	/* A screen that only says that there is no such file would have to be left by a key. */
	if (wants_text(opts) || (strcmp(path, "-") && access(path, R_OK)))
		return false;
	if (opts->tui)
		return true;
	if (!opts->may_tui || !isatty(STDOUT_FILENO))
		return false;
	if (term && *term && strcmp(term, "dumb"))
		return true;
	fprintf(stderr, "perf-defer: TERM is '%s': the TUI cannot be used, showing text\n",
		term ? term : "");
	return false;
}

struct finish {
	const struct report_opts *opts;
	int status;
};

/* Prints what stdio prints before and after the rows. */
static void report_tui__finish(void *ctx, const struct pipeline *pipeline, struct resolve *resolve)
{
	struct finish *fin = ctx;

	verb__warn_of_dsos(resolve, fin->opts->verbose > 0);
	verb__warn_of_servers(&fin->opts->names);
	if (fin->opts->word && source__is_recording(fin->opts->word))
		report_opts__say_word(fin->opts);
	verb__warn_of_aux(pipeline->opts.session.path, &pipeline->session->stats.aux);
	verb__warn_of_cut_maps(pipeline->opts.session.path, pipeline->session->stats.cut_maps);
	verb__warn_of_jitdumps(pipeline->opts.session.path, pipeline->session->jitdumps);
	verb__warn_of_stacks(pipeline->opts.session.path, pipeline->session);
	fin->status = verb__print_damage_of(pipeline);
}

/* Takes a colour for the TUI. A wrong one is told, and changes nothing, as in perf. */
static int read_color(void *ctx, const char *key, const char *value, struct defer_error *err)
{
	struct defer_error why = DEFER_ERROR_INIT;

	(void)err;
	if (!strncmp(key, "colors.", strlen("colors.")) &&
	    palette_choices__set(ctx, key + strlen("colors."), value, &why))
		verb__error(NULL, &why);
	return 0;
}

int report__tui(const struct report_opts *opts, const struct pipeline_opts *pipeline,
		struct defer_error *err)
{
	const char *no_color = getenv("NO_COLOR");
	struct palette_choices choices = {0};
	const struct term_opts topts = {.no_color = no_color && *no_color, .choices = &choices};
	struct finish fin = {.opts = opts};
	const struct tui_opts tui = {
		.pipeline = pipeline,
		.done = report_tui__finish,
		.ctx = &fin,
		.view = opts->view,
		.words = opts->words,
		.nr_words = opts->nr_words,
		.sums_up = opts->first_page && !opts->summary_set && !pipeline->sort.compares,
	};
	struct term *term;
	int ret = config__read(read_color, &choices, err);

	if (ret)
		return verb__error(NULL, err);
	ret = term__new(&term, &topts, err);
	if (ret && opts->tui)
		return verb__error(NULL, err);
	if (ret) {
		verb__error(NULL, err);
		fprintf(stderr, "perf-defer: the TUI cannot be used, showing text\n");
		defer_error__clear(err);
		return REPORT_NO_TUI;
	}
	ret = tui__run(term, &tui, false, err);
	if (ret == TUI_BUSY) {
		fflush(NULL);
		_exit(0);
	}
	return ret ? verb__error(pipeline->session.path, err) : fin.status;
}
