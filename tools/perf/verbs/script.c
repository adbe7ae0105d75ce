// SPDX-License-Identifier: GPL-2.0-only
/* script: prints every sample as text, in order of time. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <subcmd/pager.h>
#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/defer.h"
#include "verbs/options.h"
#include "verbs/script-perf.h"
#include "verbs/symbol-options.h"
#include "ui/script/printer.h"
#include "ui/stdio/header.h"
#include "ui/stdio/progress-line.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/stages.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/header/tracing-data.h"
#include "util/profile/func.h"
#include "util/resolve/resolve.h"
#include "util/session/filter.h"
#include "util/source/source.h"

#define NOT_GIVEN UINT_MAX

struct script_opts {
	const char *input;
	struct input_files files; /* that go on with the input */
	const char *dsos, *symbols;
	struct sample_filter_opts filter;
	struct script_fields fields;
	struct text_opts text;
	struct symbol_opts names;
	bool header, header_only, full_info;
	bool task_events, mmap_events, lost_events, switch_events, cgroup_events;
	bool namespace_events;
	bool perfetto;
	int verbose;
	bool quiet;
	struct defer_error err; /* error of -F */
	struct script_perf perf;
};

struct script {
	const struct script_opts *opts;
	const char *path;
	struct session *session;
	struct tracing_data *tracing;
	struct resolve *resolve;
	struct script_samples samples;
	struct sample_filter filter;
	struct strlist dsos, symbols;
	struct text text;
	struct script_events events;
	struct out out;
	struct progress_line progress;
	const struct verb_setup *setup;
};

/* ---- names: resolves every distinct frame once ---- */

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct script *script = ctx;

	if (!sample_filter__match(&script->filter, sample))
		return 0;
	return script_samples__add(&script->samples, worker, sample, err);
}

/*
 * Returns true if filters for DSOs and symbols apply. They select by the place that a sample hit.
 */
static bool by_hit(const struct script *script)
{
	return script->dsos.given || script->symbols.given;
}

static int64_t want_hit(struct script *script, const struct stack *stack, struct defer_error *err)
{
	return resolve__want(script->resolve, stack__ip_maps(stack), stack->ip,
			     cpumode__is_kernel(stack->cpumode), err);
}

static int want_hits(struct script *script, struct defer_error *err)
{
	int64_t id = 0;

	for (uint32_t i = 0; i < fold__nr(script->samples.fold) && id >= 0; i++)
		id = want_hit(script, fold__stack(script->samples.fold, i), err);
	return id < 0 ? id : 0;
}

static int want_names(struct script *script, struct defer_error *err)
{
	struct downloads downloads;
	int ret = text__want(&script->text, script->samples.fold, err);

	if (!ret && by_hit(script))
		ret = want_hits(script, err);
	if (ret)
		return ret;
	/* Downloads have a progress line of their own. */
	if (script->opts->names.conf.debuginfod)
		progress_line__stop(&script->progress);
	downloads__start(&downloads, &script->opts->names);
	ret = resolve__run(script->resolve, err);
	downloads__finish(&downloads);
	return ret ? ret : text__start(&script->text, script->session->nr_workers, err);
}

static bool hit_matches(const struct script *script, const struct frame *frame)
{
	if (script->dsos.given &&
	    (!frame->dso || (!strlist__has(&script->dsos, frame->dso->name) &&
			     !strlist__has(&script->dsos, frame->dso->short_name))))
		return false;
	return !script->symbols.given ||
	       (frame->sym && strlist__has(&script->symbols, frame->sym->name));
}

/* Removes samples that hit other DSOs and symbols than those that the user asked for. */
static int select_hits(struct script *script, struct defer_error *err)
{
	uint32_t nr = fold__nr(script->samples.fold);
	bool *is_hidden = calloc(nr + 1ULL, sizeof(*is_hidden));
	int64_t id = 0;

	if (!is_hidden)
		return error__no_memory(err, "to select samples");
	for (uint32_t i = 0; i < nr && id >= 0; i++) {
		id = want_hit(script, fold__stack(script->samples.fold, i), err);
		is_hidden[i] = id < 0 || !hit_matches(script, resolve__frame(script->resolve, id));
	}
	if (id >= 0)
		script_samples__hide(&script->samples, is_hidden);
	free(is_hidden);
	return id < 0 ? id : 0;
}

static int name_frames(struct script *script, struct defer_error *err)
{
	int ret = script_samples__init(&script->samples, script->session, err);

	progress_line__phase(&script->progress, "reading samples",
			     source__size(script->session->source));
	if (!ret)
		ret = session__walk(script->session, add_sample, script, err);
	progress_line__phase(&script->progress, "naming frames", 0);
	if (!ret)
		ret = script_samples__finish(&script->samples, err);
	if (!ret)
		ret = want_names(script, err);
	if (!ret && by_hit(script))
		ret = select_hits(script, err);
	return ret;
}

/* ---- text ---- */

/*
 * Returns the exit status. A reader that closed its end is not an error and gets no message. Other
 * threads block signals, so SIGPIPE is sent here if one of them found out.
 */
static int finish_output(struct script *script)
{
	struct out *out = &script->out;

	out__flush(out);
	if (out->error == EPIPE)
		raise(SIGPIPE);
	if (!out->error || out->error == EPIPE)
		return 0;
	fprintf(stderr, "perf-defer: cannot write the output: %s\n", strerror(out->error));
	return 1;
}

/*
 * Shows progress only if stdout is a file: anything else may share the terminal and mix with the
 * line.
 */
static void show_printing(struct script *script)
{
	struct stat st;

	if (script->opts->quiet || fstat(STDOUT_FILENO, &st) || !S_ISREG(st.st_mode))
		return;
	progress_line__start(&script->progress, stderr, PROGRESS_LINE_DELAY_MS, "printing");
	progress_line__phase(&script->progress, "printing",
			     script->session->stats.types[DEFER_RECORD_SAMPLE]);
}

static int print_samples(struct script *script, struct defer_error *err)
{
	const struct printer_opts opts = {
		.text = &script->text,
		.samples = &script->samples,
		.events = &script->events,
		.progress = &script->progress.progress,
	};
	const enum stage was = stages__enter(script->setup->stages, STAGE_VIEW);
	int ret;

	show_printing(script);
	ret = printer__run(&opts, &script->out, err);
	stages__leave(script->setup->stages, was);
	/* If no more can be written, finish_output() reports the reason. */
	return script->out.error ? 0 : ret;
}

/* ---- one run ---- */

/* Reads the formats of tracepoints. */
static int read_formats(struct script *script, struct defer_error *err)
{
	struct session *session = script->session;
	int ret = tracing_data__new(&script->tracing, &session->env->tracing_data, source__pread,
				    session->source, &session->damage, err);

	if (!ret && script->tracing)
		ret = tracing_data__name_events(script->tracing, session->evlist, err);
	return ret;
}

static int open_session(struct script *script, struct defer_error *err)
{
	const struct session_opts opts = {
		.path = script->path,
		.sequels = script->opts->files.sequels,
		.nr_sequels = script->opts->files.nr,
		.owned_only = !script->opts->names.conf.force,
		.progress = &script->progress.progress,
		.bounded = true,
		.nr_workers = script->setup->nr_workers,
		.stages = script->setup->stages,
		.symbols = &script->opts->names.conf,
		.jitdumps = true,
	};
	int ret = session__open(&script->session, &opts, err);

	progress_line__phase(&script->progress, "reading maps and deferred callchains",
			     ret ? 0 : source__size(script->session->source));
	if (!ret)
		ret = session__gather(script->session, err);
	if (!ret)
		ret = sample_filter__start(&script->filter, script->session, err);
	if (!ret)
		ret = read_formats(script, err);
	return ret;
}

static int start_text(struct script *script, struct script_fields *fields, struct defer_error *err)
{
	const struct script_opts *opts = script->opts;
	struct text_opts text = opts->text;
	struct resolve_opts resolve = {
		.conf = &opts->names.conf,
		.release = script->session->env->os_release,
		.inlines = !opts->names.conf.no_inline,
		.nr_workers = script->session->nr_workers,
		.budget = &script->session->budget,
		.stages = script->setup->stages,
	};
	int ret = script_fields__start(fields, script->session->evlist, err);

	text.fields = fields;
	text.tracing = script->tracing;
	symbol_options__shorten(&opts->names, &text.short_names);
	for (int i = 0; i < FIELDS_NR_TYPES; i++)
		resolve.srclines |= fields->types[i].fields & FIELD_SRCLINE;
	budget__begin(&script->session->budget);
	if (!ret)
		ret = resolve__new(&script->resolve, script->session->machine, &resolve, err);
	if (!ret)
		ret = text__init(&script->text, script->session, script->resolve, &text, err);
	return ret;
}

static void print_header(const struct script *script)
{
	const struct script_opts *opts = script->opts;

	if (!opts->header && !opts->header_only && !opts->full_info)
		return;
	session__print_header(script->session, opts->full_info, stdout);
	fflush(stdout);
}

static unsigned int shown_events(const struct script_opts *opts)
{
	return (opts->task_events ? SHOW_TASK_EVENTS : 0) |
	       (opts->mmap_events ? SHOW_MMAP_EVENTS : 0) |
	       (opts->lost_events ? SHOW_LOST_EVENTS : 0) |
	       (opts->switch_events ? SHOW_SWITCH_EVENTS : 0) |
	       (opts->cgroup_events ? SHOW_CGROUP_EVENTS : 0) |
	       (opts->namespace_events ? SHOW_NAMESPACE_EVENTS : 0);
}

static bool has_samples(const struct script *script)
{
	const struct script_samples *samples = &script->samples;

	for (unsigned int i = 0; i < samples->session->nr_workers; i++) {
		if (samples->lists[i].nr)
			return true;
	}
	return false;
}

static void script__warn(const struct script *script)
{
	const struct script_opts *opts = script->opts;

	verb__warn_of_dsos(script->resolve, opts->verbose);
	verb__warn_of_servers(&opts->names);
	if (!has_samples(script))
		filter_options__warn(script->path, &opts->filter, opts->dsos, opts->symbols);
	verb__warn_of_aux(script->path, &script->session->stats.aux);
	verb__warn_of_cut_maps(script->path, script->session->stats.cut_maps);
	verb__warn_of_jitdumps(script->path, script->session->jitdumps);
	verb__warn_of_stacks(script->path, script->session);
}

/* Does everything that can fail before it prints, then prints the trace. */
static int print_trace(struct script *script, struct defer_error *err)
{
	const struct script_opts *opts = script->opts;
	struct script_fields fields = opts->fields;
	int ret = start_text(script, &fields, err);

	if (!ret)
		ret = name_frames(script, err);
	if (!ret)
		ret = script_events__init(&script->events, script->session,
					  shown_events(script->opts), err);
	if (!ret)
		ret = out__init(&script->out, STDOUT_FILENO, err);
	progress_line__stop(&script->progress);
	if (ret)
		return ret;
	if (!opts->quiet)
		script__warn(script);
	setup_pager();
	print_header(script);
	return print_samples(script, err);
}

static int script__run(struct script *script, struct defer_error *err)
{
	int ret;

	if (!script->opts->quiet)
		progress_line__start(&script->progress, stderr, PROGRESS_LINE_DELAY_MS, "opening");
	ret = open_session(script, err);
	if (!ret && !script->opts->header_only)
		ret = print_trace(script, err);
	progress_line__stop(&script->progress);
	if (ret || !script->opts->header_only)
		return ret;
	setup_pager();
	print_header(script);
	return 0;
}

static int script__init(struct script *script, const struct script_opts *opts,
			const struct verb_setup *setup, struct defer_error *err)
{
	int ret;

	*script = (struct script){
		.opts = opts,
		.path = verb__input(opts->input),
		.setup = setup,
	};
	ret = sample_filter__init(&script->filter, &opts->filter, err);
	if (!ret && opts->dsos)
		ret = strlist__parse(&script->dsos, opts->dsos, err);
	if (!ret && opts->symbols)
		ret = strlist__parse(&script->symbols, opts->symbols, err);
	return ret;
}

static void script__exit(struct script *script)
{
	text__exit(&script->text);
	script_samples__exit(&script->samples);
	script_events__exit(&script->events);
	out__exit(&script->out);
	tracing_data__delete(script->tracing);
	resolve__delete(script->resolve);
	strlist__exit(&script->dsos);
	strlist__exit(&script->symbols);
	sample_filter__exit(&script->filter);
	if (script->session)
		session__close(script->session);
}

/* ---- options ---- */

static int parse_fields(const struct option *opt, const char *arg, int unset)
{
	struct script_opts *opts = opt->value;

	(void)unset;
	if (!script_fields__parse(&opts->fields, arg, &opts->err))
		return 0;
	verb__error(NULL, &opts->err);
	return -1;
}

/* Refuses these options. Before a file, script_perf__parse() has found them. */
static int refuse_late(const struct option *opt, const char *arg, int unset)
{
	(void)arg;
	(void)unset;
	fprintf(stderr, "perf-defer: -%c stands after a file: name it with -i\n", opt->short_name);
	return -1;
}

static int script_opts__parse_command_line(struct script_opts *opts, int argc, const char **argv,
					   struct defer_error *err)
{
	const struct option options[] = {
		OPT_STRING('i', "input", &opts->input, "file", "input file name"),
		OPT_CALLBACK(
			'F', "fields", opts, "str",
			"comma separated output fields; with + or - before each, changes to "
			"the default; 'type:' before them chooses from hw,sw,trace,raw,break. "
			"Fields: comm,tid,pid,time,cpu,event,trace,ip,sym,dso,dsoff,addr,"
			"symoff,srcline,period,weight,misc,phys_addr,data_page_size,"
			"code_page_size,cgroup,ins_lat,retire_lat,iregs,uregs,brstack,class,cookie,"
			"delay,evidence",
			parse_fields),
		OPT_CALLBACK('s', "script", opts, "name",
			     "run a script by perf script, on the merged stacks; words after "
			     "the options are the script's",
			     refuse_late),
		OPT_CALLBACK_NOOPT('l', "list", opts, "", "list the scripts that perf script has",
				   refuse_late),
		OPT_CALLBACK('g', "gen-script", opts, "lang",
			     "generate a script for perf script in the given language",
			     refuse_late),
		OPT_BOOLEAN(0, "header", &opts->header, "Show data header."),
		OPT_BOOLEAN(0, "header-only", &opts->header_only, "Show only data header."),
		OPT_BOOLEAN('I', "show-info", &opts->full_info,
			    "display extended information from perf.data file"),
		OPT_BOOLEAN('G', "hide-call-graph", &opts->text.hide_chains,
			    "When printing symbols do not display call chain"),
		OPT_UINTEGER(0, "max-stack", &opts->text.max_stack,
			     "Set the maximum stack depth when printing a callchain, default: 127"),
		OPT_BOOLEAN(0, "ns", &opts->text.nanoseconds, "Use 9 decimal places for time"),
		OPT_BOOLEAN(0, "reltime", &opts->text.reltime,
			    "Show time stamps relative to start"),
		OPT_BOOLEAN(0, "deltatime", &opts->text.deltatime,
			    "Show time stamps relative to previous event"),
		OPT_STRING(0, "dsos", &opts->dsos, "dso[,dso...]",
			   "only consider symbols in these DSOs"),
		OPT_STRING('S', "symbols", &opts->symbols, "symbol[,symbol...]",
			   "only consider these symbols"),
		OPT_BOOLEAN(0, "show-task-events", &opts->task_events,
			    "Show the fork/comm/exit events"),
		OPT_BOOLEAN(0, "show-mmap-events", &opts->mmap_events, "Show the mmap events"),
		OPT_BOOLEAN(0, "show-switch-events", &opts->switch_events,
			    "Show context switch events (if recorded)"),
		OPT_BOOLEAN(0, "show-namespace-events", &opts->namespace_events,
			    "Show namespace events (if recorded)"),
		OPT_BOOLEAN(0, "show-cgroup-events", &opts->cgroup_events,
			    "Show cgroup events (if recorded)"),
		OPT_BOOLEAN(0, "show-lost-events", &opts->lost_events,
			    "Show lost events (if recorded)"),
		OPT_BOOLEAN(0, "perfetto", &opts->perfetto,
			    "Print only what Perfetto imports: a fixed set of fields, and a frame "
			    "for each sample"),
		OPT_INCR('v', "verbose", &opts->verbose, "be more verbose"),
		OPT_BOOLEAN('q', "quiet", &opts->quiet, "do not say which names are missing"),
	};
	struct option all[ARRAY_SIZE(options) + FILTER_OPTIONS_MAX + SYMBOL_OPTIONS_MAX +
			  PERF_OPTIONS_MAX + 1];
	struct option *to = all;
	const char *const usage[] = {
		"perf defer script [<options>] [<file>...]",
		"perf defer script [<options>] -s <script> [<script-args>]",
		"perf defer script report <script> [<script-args>]",
		NULL,
	};
	int ret;

	to = mempcpy(to, options, sizeof(options));
	to = filter_options__add(to, &opts->filter, "only display events for these comms");
	to = symbol_options__add(to, &opts->names, &opts->text.short_names);
	to = perf_options__add(to, "script");
	*to = (struct option)OPT_END();

	ret = script_perf__parse(&opts->perf, argc, argv, all, usage, err);
	if (ret || opts->perf.is_wanted)
		return ret;
	argc = verb__parse_options(argc, argv, all, usage, 0);
	verb__take_inputs(&opts->input, &opts->files, argc, argv);
	return 0;
}

/*
 * Sets the format that Perfetto's importer of perf's text accepts (v54.0-1620-gec5d16b14b,
 * src/trace_processor/plugins/perf_text/). It refuses the whole file for one line of another form:
 * a time without exactly 6 decimals, a line that belongs to no sample, a frame without a symbol and
 * a file in parentheses. It reads ids as unsigned numbers. A sample without frames was refused as
 * well in earlier versions, and is skipped now.
 */
static int use_perfetto(struct script_opts *opts, struct defer_error *err)
{
	bool fields = false;

	for (int i = 0; i < FIELDS_NR_TYPES; i++)
		fields |= opts->fields.types[i].set;
	if (fields || opts->text.nanoseconds)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--perfetto sets the fields: give it without -F and --ns");
	if (opts->header || opts->header_only || opts->full_info || shown_events(opts))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--perfetto prints only samples: give it without --header, "
					"--header-only, -I and --show-...-events");
	opts->text.always_frames = true;
	opts->text.unsigned_ids = true;
	return script_fields__parse(&opts->fields, "comm,pid,tid,time,event,ip,sym,symoff,dso",
				    err);
}

static int run_perf(struct script_perf *perf)
{
	struct defer_error err = DEFER_ERROR_INIT;
	const char *path;
	int ret = script_perf__run(perf, &path, &err);

	return ret < 0 ? verb__error(path, &err) : ret;
}

static int script_opts__parse(struct script_opts *opts, int argc, const char **argv,
			      struct defer_error *err)
{
	int ret;

	script_fields__init(&opts->fields);
	opts->text.max_stack = NOT_GIVEN;
	ret = symbol_opts__init(&opts->names, err);
	if (!ret)
		ret = script_opts__parse_command_line(opts, argc, argv, err);
	opts->text.say_cut = opts->text.max_stack == NOT_GIVEN;
	if (opts->text.say_cut)
		opts->text.max_stack = FUNC_MAX_STACK;
	return ret;
}

static int show_script(struct script_opts *opts, const struct verb_setup *setup)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct script script;
	int ret, status = 0;

	if ((opts->perfetto && use_perfetto(opts, &err)) ||
	    symbol_opts__check(&opts->names, &err)) {
		verb__error(NULL, &err);
		return DEFER_EXIT_USAGE;
	}

	ret = script__init(&script, opts, setup, &err);
	if (!ret)
		ret = symbol_opts__connect(&opts->names, &err);
	if (!ret)
		ret = script__run(&script, &err);
	if (script.out.buf)
		status = finish_output(&script);
	if (ret)
		status = verb__error(script.path, &err);
	if (script.session)
		status |= verb__print_damage(script.path, &script.session->damage);
	script__exit(&script);
	return status;
}

int script__main(int argc, const char **argv, const struct verb_setup *setup)
{
	struct script_opts opts = {.err = DEFER_ERROR_INIT};
	struct defer_error err = DEFER_ERROR_INIT;
	int status;

	if (script_opts__parse(&opts, argc, argv, &err))
		status = verb__error(NULL, &err);
	else if (opts.perf.is_wanted)
		status = run_perf(&opts.perf);
	else
		status = show_script(&opts, setup);
	script_perf__exit(&opts.perf);
	symbol_opts__exit(&opts.names);
	return status;
}

int cmd_defer_script(int argc, const char **argv)
{
	return script__main(argc, argv, &(struct verb_setup){0});
}
