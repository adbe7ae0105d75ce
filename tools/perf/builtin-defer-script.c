// SPDX-License-Identifier: GPL-2.0-only
/* script: every sample as text, in order of time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <subcmd/pager.h>
#include <subcmd/parse-options.h>

#include "builtin-common.h"
#include "builtin-defer.h"
#include "ui/script/text.h"
#include "util/dso.h"
#include "util/env.h"
#include "util/filter.h"
#include "util/fold.h"
#include "util/resolve.h"

/* PERF_MAX_STACK_DEPTH: what perf shows of one chain unless told otherwise. */
#define MAX_STACK 127

struct script_opts {
	const char *input;
	const char *dsos, *symbols;
	struct sample_filter_opts filter;
	struct script_fields fields;
	struct text_opts text;
	struct symbol_conf conf;
	bool no_inline;
	int verbose;
	bool quiet;
	struct defer_error err; /* of -F */
};

struct script {
	const struct script_opts *opts;
	const char *path;
	struct session *session;
	struct resolve *resolve;
	struct fold *fold;
	struct sample_filter filter;
	struct strlist dsos, symbols;
	struct text text;
	struct out out;
};

/* ---- names: every distinct frame once ---- */

static int fold_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		       struct defer_error *err)
{
	struct script *script = ctx;

	if (!sample_filter__match(&script->filter, sample))
		return 0;
	return fold__add(script->fold, worker, sample, err);
}

/* The DSOs and symbols that the user wants are those of the place that a sample hit. */
static bool by_hit(const struct script *script)
{
	return script->dsos.given || script->symbols.given;
}

static int want_names(struct script *script, struct defer_error *err)
{
	for (uint32_t i = 0; i < fold__nr(script->fold); i++) {
		const struct stack *stack = fold__stack(script->fold, i);
		int64_t ret = text__want(&script->text, stack, err);

		if (ret >= 0 && by_hit(script))
			ret = text__want_hit(&script->text, stack->ip, stack->cpumode,
					     stack->user_maps_id, stack->kernel_maps_id, err);
		if (ret < 0)
			return ret;
	}
	return resolve__run(script->resolve, err);
}

static int name_frames(struct script *script, struct defer_error *err)
{
	int ret = fold__new(&script->fold, script->session, 0, err);

	if (!ret)
		ret = session__walk(script->session, fold_sample, script, err);
	if (!ret)
		ret = fold__finish(script->fold, err);
	if (!ret)
		ret = want_names(script, err);
	fold__delete(script->fold);
	script->fold = NULL;
	return ret;
}

/* ---- text ---- */

static bool hit_matches(const struct script *script, const struct frame *frame)
{
	if (script->dsos.given &&
	    (!frame->dso || (!strlist__has(&script->dsos, frame->dso->name) &&
			     !strlist__has(&script->dsos, frame->dso->short_name))))
		return false;
	return !script->symbols.given ||
	       (frame->sym && strlist__has(&script->symbols, frame->sym->name));
}

static int print_sample(void *ctx, unsigned int worker, const struct stitched *sample,
			struct defer_error *err)
{
	struct script *script = ctx;
	int64_t id;
	int ret;

	(void)worker;
	if (!sample_filter__match(&script->filter, sample))
		return 0;
	if (by_hit(script)) {
		id = text__want_hit(&script->text, sample->sample->ip, sample->sample->cpumode,
				    sample->user_maps_id, sample->kernel_maps_id, err);
		if (id < 0)
			return id;
		if (!hit_matches(script, resolve__frame(script->resolve, id)))
			return 0;
	}
	ret = text__print(&script->text, sample, &script->out, err);
	/* Nothing more can be written: end the walk. finish_output() says why. */
	return ret || !script->out.error ? ret : DEFER_ERR_IO;
}

/* The exit status. A reader that went away is no failure, and nobody is there to be told. */
static int finish_output(struct script *script)
{
	struct out *out = &script->out;

	out__flush(out);
	if (!out->error || out->error == EPIPE)
		return 0;
	fprintf(stderr, "perf-defer: cannot write the output: %s\n", strerror(out->error));
	return 1;
}

static int print_samples(struct script *script, struct defer_error *err)
{
	int ret = session__walk_ordered(script->session, print_sample, script, err);

	return script->out.error ? 0 : ret;
}

/* ---- one run ---- */

/* Says once for each DSO why its frames have no names. */
static void print_missing(const struct script *script)
{
	for (uint32_t i = 0; i < resolve__nr_dsos(script->resolve); i++) {
		const struct dso *dso = resolve__dso(script->resolve, i);
		const char *why = dso__why_no_symbols(dso);

		if (why && !script->opts->quiet)
			fprintf(stderr, "perf-defer: %s\n", why);
	}
}

static int open_session(struct script *script, struct defer_error *err)
{
	const struct session_opts opts = {.path = script->path};
	int ret = session__open(&script->session, &opts, err);

	if (!ret)
		ret = session__gather(script->session, err);
	if (!ret)
		ret = sample_filter__start(&script->filter, script->session, err);
	return ret;
}

static int start_text(struct script *script, struct script_fields *fields, struct defer_error *err)
{
	const struct script_opts *opts = script->opts;
	struct text_opts text = opts->text;
	struct resolve_opts resolve = {
		.conf = &opts->conf,
		.release = script->session->env->os_release,
		.inlines = !opts->no_inline,
		.nr_workers = script->session->nr_workers,
	};
	int ret = script_fields__start(fields, script->session->evlist, err);

	text.fields = fields;
	for (int i = 0; i < FIELDS_NR_TYPES; i++)
		resolve.srclines |= fields->types[i].fields & FIELD_SRCLINE;
	if (!ret)
		ret = resolve__new(&script->resolve, script->session->machine, &resolve, err);
	if (!ret)
		ret = text__init(&script->text, script->session, script->resolve, &text, err);
	return ret;
}

static int script__run(struct script *script, struct defer_error *err)
{
	struct script_fields fields = script->opts->fields;
	int ret = open_session(script, err);

	if (!ret)
		ret = start_text(script, &fields, err);
	if (!ret)
		ret = name_frames(script, err);
	if (!ret)
		ret = out__init(&script->out, STDOUT_FILENO, err);
	if (ret)
		return ret;
	print_missing(script);
	setup_pager();
	return print_samples(script, err);
}

static int script__init(struct script *script, const struct script_opts *opts,
			struct defer_error *err)
{
	int ret;

	*script = (struct script){.opts = opts, .path = verb__input(opts->input)};
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
	out__exit(&script->out);
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

static int parse_script_options(struct script_opts *opts, int argc, const char **argv)
{
	const struct option options[] = {
		OPT_STRING('i', "input", &opts->input, "file", "input file name"),
		OPT_CALLBACK('F', "fields", opts, "str",
			     "comma separated output fields; with + or - before each, changes to "
			     "the default; 'type:' before them chooses from hw,sw,trace,raw,break. "
			     "Fields: comm,tid,pid,time,cpu,event,trace,ip,sym,dso,dsoff,addr,"
			     "symoff,srcline,period,weight,misc,phys_addr,data_page_size,"
			     "code_page_size,ins_lat,retire_lat,class,cookie",
			     parse_fields),
		OPT_BOOLEAN('G', "hide-call-graph", &opts->text.hide_chains,
			    "When printing symbols do not display call chain"),
		OPT_UINTEGER(0, "max-stack", &opts->text.max_stack,
			     "Set the maximum stack depth when printing a callchain, default: 127"),
		OPT_BOOLEAN(0, "ns", &opts->text.nanoseconds, "Use 9 decimal places for time"),
		OPT_BOOLEAN(0, "reltime", &opts->text.reltime,
			    "Show time stamps relative to start"),
		OPT_BOOLEAN(0, "deltatime", &opts->text.deltatime,
			    "Show time stamps relative to previous event"),
		OPT_STRING(0, "time", &opts->filter.time, "str",
			   "Time span of interest (start,stop)"),
		OPT_STRING('C', "cpu", &opts->filter.cpus, "cpu", "list of cpus to profile"),
		OPT_STRING(0, "pid", &opts->filter.pids, "pid[,pid...]",
			   "only consider symbols in these pids"),
		OPT_STRING(0, "tid", &opts->filter.tids, "tid[,tid...]",
			   "only consider symbols in these tids"),
		OPT_STRING('c', "comms", &opts->filter.comms, "comm[,comm...]",
			   "only display events for these comms"),
		OPT_STRING(0, "dsos", &opts->dsos, "dso[,dso...]",
			   "only consider symbols in these DSOs"),
		OPT_STRING('S', "symbols", &opts->symbols, "symbol[,symbol...]",
			   "only consider these symbols"),
		OPT_STRING('k', "vmlinux", &opts->conf.vmlinux, "file", "vmlinux pathname"),
		OPT_STRING(0, "kallsyms", &opts->conf.kallsyms, "file", "kallsyms pathname"),
		OPT_STRING(0, "symfs", &opts->conf.symfs, "directory",
			   "Look for files with symbols relative to this directory"),
		OPT_BOOLEAN(0, "no-inline", &opts->no_inline, "do not show inlined functions"),
		OPT_BOOLEAN(0, "no-demangle", &opts->conf.no_demangle, "do not demangle symbols"),
		OPT_BOOLEAN(0, "demangle-kernel", &opts->conf.demangle_kernel,
			    "Enable kernel symbol demangling"),
		OPT_BOOLEAN('f', "force", &opts->conf.force, "don't complain, do it"),
		OPT_INCR('v', "verbose", &opts->verbose, "be more verbose"),
		OPT_BOOLEAN('q', "quiet", &opts->quiet, "do not say which names are missing"),
		OPT_END(),
	};
	const char *const usage[] = {
		"perf defer script [<options>]",
		NULL,
	};

	argc = parse_options(argc, argv, options, (const char **)usage, 0);
	if (argc)
		usage_with_options(usage, options);
	return 0;
}

int cmd_defer_script(int argc, const char **argv)
{
	struct script_opts opts = {.text.max_stack = MAX_STACK, .err = DEFER_ERROR_INIT};
	struct defer_error err = DEFER_ERROR_INIT;
	struct script script;
	int ret, status;

	script_fields__init(&opts.fields);
	parse_script_options(&opts, argc, argv);
	opts.conf.no_inline = opts.no_inline;

	ret = script__init(&script, &opts, &err);
	if (!ret)
		ret = script__run(&script, &err);
	status = script.out.buf ? finish_output(&script) : 0;
	if (ret)
		status = verb__error(script.path, &err);
	if (script.session)
		status |= verb__print_damage(script.path, &script.session->damage);
	script__exit(&script);
	return status;
}
