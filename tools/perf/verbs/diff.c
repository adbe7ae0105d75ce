// SPDX-License-Identifier: GPL-2.0-only
/* diff: what changed between recordings, and whether chance explains it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <subcmd/pager.h>
#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/defer.h"
#include "verbs/diff-gate.h"
#include "verbs/options.h"
#include "verbs/symbol-options.h"
#include "ui/export/diff-json.h"
#include "ui/stdio/diff.h"
#include "ui/stdio/progress-line.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/pipeline.h"
#include "util/profile/func.h"
#include "util/profile/seam-rows.h"
#include "util/session/session.h"
#include "util/source/source.h"

#define DEFAULT_SORT	 "dso,symbol" /* as perf diff */
#define DEFAULT_Q	 0.05
#define DIFF_MAX_OPTIONS 48

struct diff_opts {
	struct pipeline_opts pipeline;
	struct symbol_opts names;
	struct comparison_opts comparison;
	struct diff_print print;
	struct diff_gate gate;
	bool json;	  /* one JSON object */
	bool tree;	  /* whole stacks with children */
	const char *sort; /* -s, or NULL */
	const char *compute, *per, *units, *significant, *fail_if, *run_cv, *percentage, *seam;
	int order; /* -o */
	int verbose;
	bool ignored_short_names;
};

/* The files of both sides, those before first. */
struct diff_inputs {
	const char **paths;
	bool *is_after;
	double *units; /* NULL: none were given */
	unsigned int nr;
};

struct diff {
	struct diff_opts opts;
	struct diff_inputs inputs;
	struct comparison comparison;
	struct progress_line progress;
	const char *path; /* being read, for messages; or NULL */
	bool bad_columns;
	int status; /* of damage */
};

static const char *const diff_usage[] = {
	"perf defer diff [<options>] [<old.data>] [<new.data>]",
	"perf defer diff [<options>] <before>... -- <after>...",
	NULL,
};

/* ---- options ---- */

static struct option *add_options(struct option *to, struct diff_opts *opts)
{
	const struct option options[] = {
		OPT_INCR('v', "verbose", &opts->verbose,
			 "be more verbose (show files without symbols)"),
		OPT_BOOLEAN('q', "quiet", &opts->print.no_head,
			    "Do not show any warnings or messages"),
		OPT_BOOLEAN('b', "baseline-only", &opts->print.baseline_only,
			    "Show only items with match in baseline"),
		OPT_STRING('c', "compute", &opts->compute, "delta|delta-abs|ratio|wdiff:w1,w2",
			   "Number to show and to sort by (default delta-abs)"),
		OPT_BOOLEAN('p', "period", &opts->print.periods, "Show period values."),
		OPT_BOOLEAN('F', "formula", &opts->print.formula,
			    "Show what the probability is made of"),
		OPT_INTEGER('o', "order", &opts->order,
			    "0: sort by what was before, else by what -c shows"),
		OPT_STRING('s', "sort", &opts->sort, "key[,key2...]",
			   "Rows are by these keys, those of report (default dso,symbol)"),
		OPT_STRING('d', "dsos", &opts->pipeline.dsos, "dso[,dso...]",
			   "only consider symbols in these dsos"),
		OPT_STRING('S', "symbols", &opts->pipeline.syms, "symbol[,symbol...]",
			   "only consider these symbols"),
		OPT_STRING_NOEMPTY('t', "field-separator", &opts->print.between, "separator",
				   "separator for columns, no spaces will be added between "
				   "columns '.' is reserved."),
		OPT_STRING(0, "percentage", &opts->percentage, "relative|absolute",
			   "how to display percentage of filtered entries"),
		OPT_BOOLEAN(0, "json", &opts->json, "print one JSON object"),
		OPT_BOOLEAN(0, "stacks", &opts->comparison.join.stacks,
			    "Rows are whole merged stacks"),
		OPT_BOOLEAN(0, "children", &opts->pipeline.sort.children,
			    "Rows count what they call as well"),
		OPT_BOOLEAN('g', "tree", &opts->tree, "Rows are the tree of calls"),
		OPT_BOOLEAN(0, "callers", &opts->comparison.join.callers,
			    "Rows are what was hit, with a tree of its callers"),
		OPT_BOOLEAN(0, "kinds", &opts->comparison.join.kinds,
			    "Rows are the kinds of entry into the kernel"),
		OPT_STRING(0, "seam", &opts->seam, "both|user|kernel|pivot",
			   "Rows and stacks are of both halves, of one, or of where they meet"),
		CLONES_OPTION(&opts->pipeline.show),
		OPT_STRING(
			0, "per", &opts->per, "share|second|run|unit",
			"What counts are divided by (default: run; one file against one: share)"),
		OPT_STRING(0, "units", &opts->units, "number[,number...]",
			   "With --per unit: units of work done in each file, in their order"),
		OPT_STRING_OPTARG(0, "significant", &opts->significant, "q",
				  "Show only rows whose change is not chance", "0.05"),
		OPT_STRING(0, "run-cv", &opts->run_cv, "percent",
			   "One file against one: how much runs are known to differ"),
		OPT_STRING(
			0, "fail-if", &opts->fail_if, "condition[,condition...]",
			"Exit with status 1 if a row meets all: symbol=NAME, dso=NAME, row=NAME, "
			"total, change>5%, q<0.01, p<0.01"),
	};

	return mempcpy(to, options, sizeof(options));
}

/* Adds those of report. perf diff has other letters: -C is --comms, and -c is --compute. */
static struct option *add_filter_options(struct option *to, struct diff_opts *opts)
{
	struct option *end = filter_options__add(to, &opts->pipeline.filter,
						 "only consider symbols in these comms");

	for (; to < end; to++)
		to->short_name = !strcmp(to->long_name, "comms") ? 'C' : 0;
	return end;
}

static int bad_value(const char *what, const char *value, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "%s cannot be '%s'", what, value);
}

static int parse_weights(const char *text, double weights[2])
{
	char *end;

	if (*text != ':')
		return -1;
	weights[0] = strtod(text + 1, &end);
	if (end == text + 1 || *end != ',')
		return -1;
	text = end + 1;
	weights[1] = strtod(text, &end);
	return end == text || *end ? -1 : 0;
}

static int parse_compute(struct diff_opts *opts, struct defer_error *err)
{
	static const struct {
		const char *word;
		enum comparison_compute compute;
	} words[] = {
		{"delta", COMPUTE_DELTA},
		{"delta-abs", COMPUTE_DELTA_ABS},
		{"ratio", COMPUTE_RATIO},
	};
	const char *value = opts->compute;

	opts->comparison.compute = COMPUTE_DELTA_ABS;
	opts->comparison.by_baseline = !opts->order;
	if (!value)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcmp(value, words[i].word) != 0)
			continue;
		opts->comparison.compute = words[i].compute;
		return 0;
	}
	opts->comparison.compute = COMPUTE_WDIFF;
	if (strncmp(value, "wdiff", 5) != 0 || parse_weights(value + 5, opts->comparison.weights))
		return bad_value("-c", value, err);
	return 0;
}

static int parse_reference(struct diff_opts *opts, unsigned int nr, struct defer_error *err)
{
	static const char *const words[] = {
		[REFERENCE_SHARE] = "share",
		[REFERENCE_SECOND] = "second",
		[REFERENCE_RUN] = "run",
		[REFERENCE_UNIT] = "unit",
	};

	opts->comparison.reference = nr > 2 ? REFERENCE_RUN : REFERENCE_SHARE;
	if (opts->units && (!opts->per || strcmp(opts->per, "unit") != 0))
		return defer_error__set(err, DEFER_ERR_INVAL, "--units is about --per unit");
	for (size_t i = 0; opts->per && i < ARRAY_SIZE(words); i++) {
		if (strcmp(opts->per, words[i]) != 0)
			continue;
		opts->comparison.reference = i;
		return 0;
	}
	return opts->per ? bad_value("--per", opts->per, err) : 0;
}

/* Parses a number above 0, of which @percent are given as such. */
static int parse_part(const char *what, const char *value, double scale, double max, double *part,
		      struct defer_error *err)
{
	char *end;

	if (!value)
		return 0;
	*part = strtod(value, &end) * scale;
	if (*end == '%' && scale < 1)
		end++;
	if (end == value || *end || !(*part > 0) || *part > max)
		return bad_value(what, value, err);
	return 0;
}

/* Parses --units: a number for each file. */
static int parse_units(const struct diff_opts *opts, struct diff_inputs *inputs,
		       struct defer_error *err)
{
	const char *text = opts->units;

	if (opts->comparison.reference != REFERENCE_UNIT)
		return 0;
	if (!text)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--per unit needs --units, a number for each file");
	inputs->units = calloc(inputs->nr, sizeof(*inputs->units));
	if (!inputs->units)
		return error__no_memory(err, "for options");
	for (unsigned int i = 0; i < inputs->nr; i++) {
		char *end;

		inputs->units[i] = strtod(text, &end);
		if (end == text || !(inputs->units[i] > 0) || !isfinite(inputs->units[i]) ||
		    *end != (i + 1 < inputs->nr ? ',' : '\0'))
			return defer_error__set(err, DEFER_ERR_INVAL,
						"--units needs a number for each of %u files, not "
						"'%s'",
						inputs->nr, opts->units);
		text = end + 1;
	}
	return 0;
}

/* Takes the words that are left as files: those before "--", or the first of two, are before. */
static int take_inputs(struct diff_inputs *inputs, int argc, const char **argv,
		       struct defer_error *err)
{
	static const char *const defaults[] = {"perf.data.old", "perf.data"};
	int split = -1;

	inputs->paths = calloc(argc + 2, sizeof(*inputs->paths));
	inputs->is_after = calloc(argc + 2, sizeof(*inputs->is_after));
	if (!inputs->paths || !inputs->is_after)
		return error__no_memory(err, "for options");
	for (int i = 0; i < argc; i++) {
		if (split < 0 && !strcmp(argv[i], "--")) {
			split = inputs->nr;
			continue;
		}
		inputs->is_after[inputs->nr] = split >= 0;
		inputs->paths[inputs->nr++] = argv[i];
	}
	if (split >= 0)
		return split && split < (int)inputs->nr
			       ? 0
			       : defer_error__set(err, DEFER_ERR_INVAL,
						  "-- stands between the files before and after");
	if (inputs->nr > 2)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"which of %u files are before? Write -- between those "
					"before and after",
					inputs->nr);
	/* As in perf, one word is the new file. */
	if (inputs->nr < 2) {
		inputs->paths[1] = inputs->nr ? inputs->paths[0] : defaults[1];
		inputs->paths[0] = defaults[0];
	}
	inputs->nr = 2;
	inputs->is_after[1] = true;
	return 0;
}

/* Settles what a row is. Those of pivots and kinds are of whole samples, which nothing calls. */
static int settle_rows(struct diff_opts *opts, struct defer_error *err)
{
	struct join_opts *join = &opts->comparison.join;
	const int seam = opts->seam ? seam_mode__find(opts->seam) : SEAM_BOTH;

	if (seam < 0)
		return bad_value("--seam", opts->seam, err);
	opts->pipeline.show.seam = seam;
	if (join->callers && (opts->tree || opts->pipeline.sort.children))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--callers goes with neither -g nor --children");
	join->stacks |= opts->tree || join->callers;
	join->inclusive = opts->pipeline.sort.children || opts->tree;
	opts->pipeline.sort.children &= !join->stacks;
	opts->comparison.by_users =
		seam == SEAM_BOTH ? join->stacks || join->inclusive : seam != SEAM_KERNEL;
	if (join->inclusive && diff_gate__asks_q(&opts->gate))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--fail-if: rows that count what they call have no q: it "
					"does not go with --children and -g");
	if ((join->inclusive || join->stacks) && (join->kinds || seam == SEAM_PIVOT))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--kinds and --seam=pivot have rows of their own: they go "
					"with none of --stacks, --children, --callers, -g");
	if (join->kinds && (opts->sort || opts->seam))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--kinds goes with neither -s nor --seam");
	return 0;
}

static int settle(struct diff_opts *opts, struct diff_inputs *inputs, struct defer_error *err)
{
	int ret = parse_compute(opts, err);

	if (!ret)
		ret = parse_reference(opts, inputs->nr, err);
	if (!ret)
		ret = parse_units(opts, inputs, err);
	opts->comparison.q = DEFAULT_Q;
	opts->print.significant = opts->significant;
	if (!ret)
		ret = parse_part("--significant", opts->significant, 1, 1, &opts->comparison.q,
				 err);
	if (!ret)
		ret = parse_part("--run-cv", opts->run_cv, 0.01, 10, &opts->comparison.run_cv, err);
	if (!ret && opts->percentage && strcmp(opts->percentage, "relative") != 0 &&
	    strcmp(opts->percentage, "absolute") != 0)
		ret = bad_value("--percentage", opts->percentage, err);
	if (!ret && opts->print.between && *opts->print.between == '.')
		ret = defer_error__set(err, DEFER_ERR_INVAL,
				       "'.' is the only non valid --field-separator argument");
	if (!ret && opts->fail_if)
		ret = diff_gate__parse(&opts->gate, opts->fail_if, err);
	if (!ret)
		ret = settle_rows(opts, err);
	if (ret)
		return ret;
	opts->pipeline.show.relative = opts->percentage && *opts->percentage == 'r';
	opts->comparison.join.nr_runs = inputs->nr;
	opts->comparison.is_after = inputs->is_after;
	opts->comparison.units = inputs->units;
	opts->print.paths = inputs->paths;
	return 0;
}

static int diff__init(struct diff *diff, int argc, const char **argv, struct defer_error *err)
{
	struct diff_opts *opts = &diff->opts;
	struct option options[DIFF_MAX_OPTIONS + PERF_OPTIONS_MAX] = {0}, *to = options;
	int ret = symbol_opts__init(&opts->names, err);

	opts->order = 1;
	opts->pipeline.show = (struct show_opts){
		.graph = {.mode = GRAPH_NONE}, .labels = true, .join_clones = true};
	if (ret)
		return ret;
	to = add_options(to, opts);
	to = symbol_options__add(to, &opts->names, &opts->pipeline.show.short_names);
	to = add_filter_options(to, opts);
	to = perf_options__add(to, "diff");
	*to = (struct option)OPT_END();
	argc = verb__parse_options(argc, argv, options, diff_usage, PARSE_OPT_KEEP_DASHDASH);
	ret = take_inputs(&diff->inputs, argc, argv, err);
	if (!ret)
		ret = settle(opts, &diff->inputs, err);
	if (!ret)
		ret = symbol_opts__connect(&opts->names, err);
	if (!ret)
		ret = symbol_opts__check(&opts->names, err);
	return ret ? ret : comparison__init(&diff->comparison, &opts->comparison, err);
}

/* ---- runs ---- */

static void warn_of_run(const struct diff *diff, const struct pipeline *pipeline,
			const struct resolve *resolve)
{
	if (diff->opts.print.no_head)
		return;
	verb__warn_of_dsos(resolve, diff->opts.verbose > 0);
	verb__warn_of_aux(diff->path, &pipeline->session->stats.aux);
	verb__warn_of_cut_maps(diff->path, pipeline->session->stats.cut_maps);
	verb__warn_of_jitdumps(diff->path, pipeline->session->jitdumps);
	verb__warn_of_stacks(diff->path, pipeline->session);
}

/* Reads the samples of a run that has gathered, names them, and adds their rows. */
static int add_rows(struct diff *diff, unsigned int run, struct pipeline *pipeline,
		    struct defer_error *err)
{
	struct losses *losses = &pipeline->losses;
	struct resolve *resolve = NULL;
	struct profile *profile = NULL;
	int ret;

	/* Those of one file against one tell how much rows vary. */
	if (diff->inputs.nr == 2)
		pipeline->opts.spans = comparison__blocks(pipeline->session);
	ret = pipeline__fold(pipeline, err);
	diff->bad_columns |= pipeline->bad_columns;
	if (!ret)
		ret = pipeline__read_losses(pipeline, err);
	session__drop_stitch(pipeline->session);
	progress_line__phase(&diff->progress, "naming frames", 0);
	if (!ret)
		ret = pipeline__resolve(pipeline, true, &resolve, err);
	if (!ret)
		ret = pipeline__profile(pipeline, pipeline->fold, resolve, &profile, err);
	if (!ret)
		ret = comparison__add(&diff->comparison, run, profile, pipeline->fold, losses,
				      pipeline->opts.spans.nr, err);
	progress_line__stop(&diff->progress);
	if (!ret)
		warn_of_run(diff, pipeline, resolve);
	profile__delete(profile);
	resolve__delete(resolve);
	return ret;
}

static int add_run(struct diff *diff, unsigned int run, struct defer_error *err)
{
	struct pipeline_opts *opts = &diff->opts.pipeline;
	struct pipeline pipeline;
	int ret;

	diff->path = diff->inputs.paths[run];
	opts->session.path = diff->path;
	opts->session.progress = &diff->progress.progress;
	opts->conf = &diff->opts.names.conf;
	if (!diff->opts.print.no_head)
		progress_line__start(&diff->progress, stderr, PROGRESS_LINE_DELAY_MS, "opening");
	ret = pipeline__init(&pipeline, opts, err);
	diff->bad_columns |= ret == DEFER_ERR_INVAL;
	if (!ret)
		ret = pipeline__open(&pipeline, err);
	progress_line__phase(&diff->progress, diff->path,
			     ret ? 0 : source__size(pipeline.session->source));
	if (!ret)
		ret = pipeline__gather(&pipeline, err);
	if (!ret)
		ret = add_rows(diff, run, &pipeline, err);
	progress_line__stop(&diff->progress);
	if (pipeline.session)
		diff->status |= verb__print_damage(diff->path, &pipeline.session->damage);
	pipeline__exit(&pipeline);
	return ret;
}

static int diff__read(struct diff *diff, struct defer_error *err)
{
	int ret = 0;

	diff->opts.pipeline.sort.sort = diff->opts.sort ? diff->opts.sort : DEFAULT_SORT;
	for (unsigned int i = 0; i < diff->inputs.nr && !ret; i++)
		ret = add_run(diff, i, err);
	if (ret)
		return ret;
	diff->path = NULL;
	return comparison__finish(&diff->comparison, err);
}

/* Returns whether there is a row of an event that is on both sides. */
static bool compares_any(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->nr_events; i++) {
		if (comparison->events[i].differences && comparison->events[i].join.nr_rows)
			return true;
	}
	return false;
}

/* Says why there is nothing to compare; returns the exit status. */
static int say_nothing(const struct diff *diff)
{
	const struct pipeline_opts *opts = &diff->opts.pipeline;

	fflush(stdout);
	if (!filter_options__warn(diff->inputs.paths[1], &opts->filter, opts->dsos, opts->syms))
		fprintf(stderr, "perf-defer: no event has samples before and after\n");
	return 1;
}

static int diff__run(struct diff *diff, struct defer_error *err)
{
	const struct diff_print *print = &diff->opts.print;
	int ret = diff__read(diff, err), status;

	setup_pager();
	if (!ret)
		ret = (diff->opts.json ? comparison__write_json
				       : comparison__print)(&diff->comparison, print, stdout, err);
	if (ret) {
		status = verb__error(diff->bad_columns ? NULL : diff->path, err);
		return diff->bad_columns ? DEFER_EXIT_USAGE : status;
	}
	status = diff->status | verb__finish_output(stdout);
	if (!compares_any(&diff->comparison))
		return say_nothing(diff);
	return status ? status : diff_gate__check(&diff->opts.gate, &diff->comparison);
}

static void diff__exit(struct diff *diff)
{
	comparison__exit(&diff->comparison);
	symbol_opts__exit(&diff->opts.names);
	free(diff->inputs.paths);
	free(diff->inputs.is_after);
	free(diff->inputs.units);
}

int cmd_defer_diff(int argc, const char **argv)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct diff diff = {0};
	int status;

	if (diff__init(&diff, argc, argv, &err)) {
		verb__error(NULL, &err);
		status = DEFER_EXIT_USAGE;
	} else {
		status = diff__run(&diff, &err);
	}
	diff__exit(&diff);
	return status;
}
