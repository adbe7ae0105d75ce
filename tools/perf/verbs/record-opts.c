// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/record-opts.h"
#include "verbs/options.h"
#include "version.h"
#include "util/base/config.h"
#include "util/base/error.h"
#include "util/plan/sample-regs.h"
#include "util/plan/size.h"

/* The input of libsubcmd's callbacks. */
struct parsing {
	struct record_args *args;
	struct defer_error *err;
};

/* Reports an error at once, since libsubcmd then prints the option's help and exits. */
static int say(const struct parsing *parsing, int ret)
{
	if (ret)
		verb__error(NULL, parsing->err);
	return ret;
}

/* ---- options that are read by a function of their own ---- */

enum value_option {
	VALUE_FREQ,
	VALUE_PERIOD,
	VALUE_MAX_STACK,
	VALUE_DELAY,
	VALUE_DRAIN,
	VALUE_REALTIME,
	VALUE_CLOCKID,
	VALUE_SWITCH_FILES,
	VALUE_MAX_SIZE,
	VALUE_SYNTH,
	VALUE_OFF_CPU_THRESH,
	VALUE_MAP_TIMEOUT,
};

static int parse_value(const struct option *option, const char *arg, int unset)
{
	static int (*const setters[])(struct record_opts *, const char *, struct defer_error *) = {
		[VALUE_FREQ] = record_opts__set_freq,
		[VALUE_PERIOD] = record_opts__set_period,
		[VALUE_MAX_STACK] = record_opts__set_max_stack,
		[VALUE_DELAY] = record_opts__set_delay,
		[VALUE_DRAIN] = record_opts__set_drain,
		[VALUE_REALTIME] = record_opts__set_realtime,
		[VALUE_CLOCKID] = record_opts__set_clockid,
		[VALUE_SWITCH_FILES] = record_opts__set_switch_files,
		[VALUE_MAX_SIZE] = record_opts__set_max_size,
		[VALUE_SYNTH] = record_opts__set_synth,
		[VALUE_OFF_CPU_THRESH] = record_opts__set_off_cpu_thresh,
		[VALUE_MAP_TIMEOUT] = record_opts__set_map_timeout,
	};
	struct parsing *parsing = option->value;

	(void)unset;
	return say(parsing, setters[option->defval](&parsing->args->opts, arg, parsing->err));
}

static int parse_buffer(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;
	struct record_args *args = parsing->args;
	int ret = record_opts__set_buffer(&args->opts, arg, parsing->err);
	char size[32];

	(void)unset;
	if (ret > 0) {
		size__print(args->opts.mmap_bytes, size, sizeof(size));
		ret = faults__add(&args->notes, NULL, "",
				  "-m %s: rounded up to %s, a power of two pages", arg, size);
		if (ret)
			error__no_memory(parsing->err, "for options");
	}
	return say(parsing, ret);
}

static int parse_compression(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;
	struct record_opts *opts = &parsing->args->opts;

	if (unset) {
		opts->compress_level = 0;
		return 0;
	}
	return say(parsing, record_opts__set_compression(opts, arg ? arg : "1", parsing->err));
}

static int parse_switch(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;

	(void)unset;
	return say(parsing, record_opts__set_switch(&parsing->args->opts, arg ? arg : "signal",
						    parsing->err));
}

/* ---- branches and registers ---- */

static int parse_branches(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;

	if (unset)
		return 0;
	return say(parsing, record_opts__set_branches(&parsing->args->opts, arg, parsing->err));
}

/* Parses --user-regs. "?" lists the registers and ends with the option's help, as in perf. */
static int parse_regs(const struct parsing *parsing, const char *arg, uint64_t (*there)(void),
		      int (*set)(struct record_opts *, const char *, struct defer_error *))
{
	if (arg && sample_regs__asks(arg)) {
		sample_regs__print(there(), stderr);
		return -1;
	}
	return say(parsing, set(&parsing->args->opts, arg, parsing->err));
}

static int parse_user_regs(const struct option *option, const char *arg, int unset)
{
	return unset ? 0
		     : parse_regs(option->value, arg, sample_regs__user,
				  record_opts__set_user_regs);
}

static int parse_intr_regs(const struct option *option, const char *arg, int unset)
{
	return unset ? 0
		     : parse_regs(option->value, arg, sample_regs__intr,
				  record_opts__set_intr_regs);
}

/* Parses --buildid-mmap and its negation. Without either the kernel's support decides. */
static int parse_buildid_mmap(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;

	(void)arg;
	parsing->args->opts.buildid_mmap = !unset;
	parsing->args->opts.no_buildid_mmap = unset;
	return 0;
}

static int parse_servers(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;

	parsing->args->opts.debuginfod = unset ? NULL : arg ? arg : "system";
	return 0;
}

/* ---- callchains ---- */

static int parse_call_graph(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;
	struct record_args *args = parsing->args;
	int ret = record_opts__set_call_graph(&args->opts, unset ? "no" : arg, parsing->err);

	args->why_in_place = args->opts.defer ? NULL : "--call-graph fp asks for it";
	if (args->opts.chain_mode != CHAIN_FP)
		args->why_in_place = "--call-graph asks for something else";
	return say(parsing, ret);
}

/* Enables callchains without changing how they are recorded. */
static int parse_g(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;

	(void)arg;
	parsing->args->opts.callchain = !unset;
	return 0;
}

static int parse_no_defer(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;

	(void)arg;
	parsing->args->opts.defer = unset;
	parsing->args->why_in_place = unset ? NULL : "--no-defer asks for it";
	return 0;
}

/* ---- events ---- */

static int add_event_arg(const struct parsing *parsing, int kind, const char *text)
{
	struct record_args *args = parsing->args;
	struct event_arg *events;

	events = reallocarray(args->events, args->nr_events + 1, sizeof(*events));
	if (!events)
		return say(parsing, error__no_memory(parsing->err, "for options"));
	args->events = events;
	events[args->nr_events].kind = kind;
	events[args->nr_events++].text = text;
	return 0;
}

static int parse_event_arg(const struct option *option, const char *arg, int unset)
{
	(void)unset;
	return add_event_arg(option->value, option->defval, arg);
}

/* Parses events that, as in perf, imply --switch-output=signal. */
static int parse_switch_event(const struct option *option, const char *arg, int unset)
{
	struct parsing *parsing = option->value;

	(void)unset;
	parsing->args->opts.switch_on_signal = true;
	return add_event_arg(parsing, EVENT_ARG_SWITCH, arg);
}

/* ---- perf's options that change nothing here ---- */

/* Accepts an option whose effect is always on. */
static int option__ignore(const struct option *option, const char *arg, int unset)
{
	(void)option;
	(void)arg;
	(void)unset;
	return 0;
}

/* ---- the option table, built from parts of one kind each ---- */

#define MAX_OPTIONS 96

/* An option with a callback, PARSE_OPT_* flags and a number for the callback. */
#define OPT_CALL(s, l, p, a, h, f, fl, n)                                                   \
	{                                                                                   \
		.type = OPTION_CALLBACK, .short_name = (s), .long_name = (l), .value = (p), \
		.argh = (a), .help = (h), .flags = (fl), .callback = (f), .defval = (n)     \
	}
#define OPT_VALUE(s, l, p, n, a, h) OPT_CALL(s, l, p, a, h, parse_value, PARSE_OPT_NONEG, n)
#define OPT_HIDDEN(s, l, p, f, fl)  OPT_CALL(s, l, p, NULL, "", f, PARSE_OPT_HIDDEN | (fl), 0)

static struct option *add_event_options(struct option *to, struct record_opts *opts,
					struct parsing *parsing)
{
	const struct option options[] = {
		OPT_CALL('e', "event", parsing, "event",
			 "event selector. use 'perf list' to list available events",
			 parse_event_arg, PARSE_OPT_NONEG, EVENT_ARG_EVENT),
		OPT_CALL(0, "filter", parsing, "filter",
			 "event filter, for the tracepoints of the preceding -e", parse_event_arg,
			 PARSE_OPT_NONEG, EVENT_ARG_FILTER),
		OPT_CALL(0, "exclude-perf", parsing, NULL,
			 "don't record events from perf itself, for the tracepoints of the "
			 "preceding -e",
			 parse_event_arg, PARSE_OPT_NOARG | PARSE_OPT_NONEG,
			 EVENT_ARG_EXCLUDE_PERF),
		OPT_BOOLEAN(0, "off-cpu", &opts->off_cpu,
			    "Record where tasks block: -e sched:sched_switch"),
		OPT_VALUE(0, "off-cpu-thresh", parsing, VALUE_OFF_CPU_THRESH, "ms",
			  "accepted for compatibility with perf, no effect: each sleep is a "
			  "sample"),
		OPT_BOOLEAN(0, "group", &opts->group, "put the counters into a counter group"),
		OPT_BOOLEAN_FLAG(0, "all-user", &opts->all_user,
				 "Configure all used events to run in user space.",
				 PARSE_OPT_EXCLUSIVE),
		OPT_BOOLEAN_FLAG(0, "all-kernel", &opts->all_kernel,
				 "Configure all used events to run in kernel space.",
				 PARSE_OPT_EXCLUSIVE),
		OPT_VALUE('F', "freq", parsing, VALUE_FREQ, "freq or 'max'",
			  "profile at this frequency"),
		OPT_BOOLEAN('n', "no-samples", &opts->no_samples, "don't sample"),
		OPT_BOOLEAN('s', "stat", &opts->inherit_stat, "per thread counts"),
		OPT_BOOLEAN(0, "strict-freq", &opts->strict_freq,
			    "Fail if the specified frequency can't be used"),
		OPT_VALUE('c', "count", parsing, VALUE_PERIOD, "n", "event period to sample"),
	};

	return mempcpy(to, options, sizeof(options));
}

static struct option *add_target_options(struct option *to, struct record_opts *opts,
					 struct parsing *parsing)
{
	struct target *target = &opts->target;
	const struct option options[] = {
		OPT_BOOLEAN('a', "all-cpus", &target->system_wide,
			    "system-wide collection from all CPUs"),
		OPT_STRING('C', "cpu", &target->cpus, "cpu", "list of cpus to monitor"),
		OPT_STRING('p', "pid", &target->pids, "pid",
			   "record events on existing process id"),
		OPT_STRING('t', "tid", &target->tids, "tid", "record events on existing thread id"),
		OPT_STRING('u', "uid", &target->uid, "user", "user to profile"),
		OPT_CALL('G', "cgroup", parsing, "name[,name...]",
			 "monitor event in cgroup name only: the first event in the first "
			 "cgroup, and so on; a single name applies to all preceding events",
			 parse_event_arg, PARSE_OPT_NONEG, EVENT_ARG_CGROUP),
		OPT_BOOLEAN(0, "per-thread", &target->per_thread, "use per-thread mmaps"),
		OPT_BOOLEAN('i', "no-inherit", &opts->no_inherit,
			    "child tasks do not inherit counters"),
		OPT_VALUE('D', "delay", parsing, VALUE_DELAY, "ms",
			  "ms to wait before starting measurement after program start (-1: start "
			  "with events disabled), or ranges of time to enable events e.g. '-D "
			  "10-20,30-40'"),
		OPT_STRING(0, "control", &opts->control,
			   "fd:ctl-fd[,ack-fd] or fifo:ctl-fifo[,ack-fifo]",
			   "Listen for commands: enable, disable, snapshot, stop, ping, evlist; "
			   "each is acknowledged with 'ack\\n' on the second descriptor, if given"),
	};

	return mempcpy(to, options, sizeof(options));
}

static const char call_graph_help[] =
	"How callchains are recorded (default: fp,defer):\n\n"
	"\t\t\t\tfp:\t\tfrom frame pointers, when the sample is taken\n"
	"\t\t\t\tfp,defer:\tfrom frame pointers, when the task returns to user mode\n"
	"\t\t\t\tN:\t\tat most so many addresses\n"
	"\t\t\t\tfp[,defer],repair[,BYTES]:\n"
	"\t\t\t\t\t\tand the top of the stack, to find callers without frame pointers "
	"(default: 128 bytes)\n"
	"\t\t\t\tdwarf[,BYTES]:\ta copy of the stack, for perf to unwind (default: 8192 bytes)\n"
	"\t\t\t\tlbr:\t\tthe processor's branch records, for perf to read\n";

static struct option *add_chain_options(struct option *to, struct record_args *args,
					struct parsing *parsing)
{
	struct record_opts *opts = &args->opts;
	const struct option options[] = {
		OPT_CALLBACK_NOOPT('g', NULL, parsing, NULL,
				   "enables call-graph recording (the default)", parse_g),
		OPT_CALLBACK(0, "call-graph", parsing, "record_mode[,record_size]", call_graph_help,
			     parse_call_graph),
		OPT_CALLBACK_NOOPT(
			0, "no-defer", parsing, NULL,
			"Record user callchains in place even if the kernel can defer them",
			parse_no_defer),
		OPT_BOOLEAN(0, "require-defer", &opts->require_defer,
			    "Fail if the kernel cannot defer user callchains"),
		OPT_BOOLEAN(0, "kernel-callchains", &opts->kernel_callchains_only,
			    "collect kernel callchains"),
		OPT_BOOLEAN(0, "user-callchains", &opts->user_callchains_only,
			    "collect user callchains"),
		OPT_VALUE(0, "max-stack", parsing, VALUE_MAX_STACK, "n",
			  "maximum number of addresses in a callchain (default: "
			  "kernel.perf_event_max_stack)"),
		OPT_VALUE(0, "drain", parsing, VALUE_DRAIN, "ms",
			  "at the end, wait up to this long for pending user callchains "
			  "(default: 100)"),
	};

	return mempcpy(to, options, sizeof(options));
}

static struct option *add_sample_options(struct option *to, struct record_opts *opts,
					 struct parsing *parsing)
{
	const struct option options[] = {
		OPT_BOOLEAN('T', "timestamp", &opts->sample_time, "Record the sample timestamps"),
		OPT_BOOLEAN('P', "period", &opts->sample_period, "Record the sample period"),
		OPT_BOOLEAN('d', "data", &opts->sample_addr, "Record the sample addresses"),
		OPT_BOOLEAN(0, "phys-data", &opts->phys_data,
			    "Record the sample physical addresses"),
		OPT_BOOLEAN(0, "sample-mem-info", &opts->mem_info,
			    "Record the data source for memory operations"),
		OPT_BOOLEAN(0, "data-page-size", &opts->data_page_size,
			    "Record the sampled data address data page size"),
		OPT_BOOLEAN(0, "code-page-size", &opts->code_page_size,
			    "Record the sampled code address (ip) page size"),
		OPT_BOOLEAN(0, "data-mmap", &opts->data_mmap,
			    "Record mmap events for non-executable mappings"),
		OPT_BOOLEAN(0, "transaction", &opts->transaction,
			    "sample transaction flags (special events only)"),
		OPT_BOOLEAN(0, "running-time", &opts->running_time,
			    "Record running/enabled time of read (:S) events"),
		OPT_CALL('b', "branch-any", parsing, NULL, "sample any taken branches",
			 parse_branches, PARSE_OPT_NOARG, 0),
		OPT_CALL('j', "branch-filter", parsing, "branch filter mask",
			 "branch stack filter modes", parse_branches, 0, 0),
		OPT_CALL(0, "user-regs", parsing, "any register",
			 "sample selected machine registers in user space, use '--user-regs=?' to "
			 "list register names",
			 parse_user_regs, PARSE_OPT_OPTARG, 0),
		OPT_CALL('I', "intr-regs", parsing, "any register",
			 "sample selected machine registers on interrupt, use '-I?' to list "
			 "register names",
			 parse_intr_regs, PARSE_OPT_OPTARG, 0),
		OPT_BOOLEAN(0, "sample-cpu", &opts->sample_cpu, "Record the sample cpu"),
		OPT_BOOLEAN('W', "weight", &opts->sample_weight,
			    "sample by weight (on special events only)"),
		OPT_BOOLEAN(0, "all-cgroups", &opts->all_cgroups, "Record cgroup events"),
		OPT_BOOLEAN(0, "namespaces", &opts->namespaces, "Record namespaces events"),
		OPT_BOOLEAN(0, "latency", &opts->latency,
			    "Enable data collection for latency profiling. Use report --latency "
			    "for latency-centric profile."),
		OPT_BOOLEAN(0, "switch-events", &opts->context_switches,
			    "Record context switch events"),
		OPT_VALUE('k', "clockid", parsing, VALUE_CLOCKID, "clockid",
			  "clockid to use for events, see clock_gettime()"),
		OPT_CALL('m', "mmap-pages", parsing, "pages or size[BKMG]",
			 "size of each CPU's buffer", parse_buffer, PARSE_OPT_NONEG, 0),
		OPT_BOOLEAN(0, "no-bpf-event", &opts->no_bpf_event,
			    "do not record bpf events or the programs loaded already"),
		OPT_VALUE('r', "realtime", parsing, VALUE_REALTIME, "n",
			  "collect data with this RT SCHED_FIFO priority"),
		OPT_BOOLEAN(0, "overwrite", &opts->overwrite, "use overwrite mode"),
		OPT_BOOLEAN(0, "tail-synthesize", &opts->tail_synthesize,
			    "synthesize non-sample events at the end of output"),
		OPT_CALL(0, "num-thread-synthesize", parsing, "n",
			 "accepted for compatibility with perf: one thread synthesizes events",
			 option__ignore, 0, 0),
		OPT_VALUE(0, "synth", parsing, VALUE_SYNTH, "no|all|task|mmap|cgroup",
			  "Fine-tune event synthesis: default=all"),
		OPT_BOOLEAN(0, "no-buffering", &opts->no_buffering,
			    "collect data without buffering"),
	};

	return mempcpy(to, options, sizeof(options));
}

static struct option *add_output_options(struct option *to, struct record_args *args,
					 struct parsing *parsing)
{
	struct record_opts *opts = &args->opts;
	const struct option options[] = {
		OPT_STRING('o', "output", &opts->output, "file", "output file name"),
		OPT_CALL('z', "compression-level", parsing, "n",
			 "Compress records using specified level (default: 1 - fastest "
			 "compression, 22 - greatest compression)",
			 parse_compression, PARSE_OPT_OPTARG, 0),
		OPT_BOOLEAN('B', "no-buildid", &opts->no_buildid,
			    "do not collect buildids in perf.data"),
		OPT_BOOLEAN('N', "no-buildid-cache", &opts->no_buildid_cache,
			    "do not update the buildid cache"),
		OPT_BOOLEAN(0, "buildid-all", &opts->buildid_all,
			    "Record build-id of all DSOs regardless of hits"),
		OPT_CALL(0, "buildid-mmap", parsing, NULL,
			 "Record build-id in mmap events and skip build-id processing.",
			 parse_buildid_mmap, PARSE_OPT_NOARG, 0),
		OPT_CALL(0, "debuginfod", parsing, "debuginfod urls",
			 "Enable debuginfod data retrieval from DEBUGINFOD_URLS or specified urls",
			 parse_servers, PARSE_OPT_OPTARG, 0),
		OPT_VALUE(0, "proc-map-timeout", parsing, VALUE_MAP_TIMEOUT, "n",
			  "per thread proc mmap processing timeout in ms"),
		OPT_VALUE(0, "max-size", parsing, VALUE_MAX_SIZE, "size[BKMG]",
			  "Limit the maximum size of the output file"),
		OPT_CALL(0, "switch-output", parsing, "signal or size[BKMG] or time[smhd]",
			 "Switch output when receiving SIGUSR2 (signal) or cross a size or time "
			 "threshold",
			 parse_switch, PARSE_OPT_OPTARG | PARSE_OPT_NONEG, 0),
		OPT_CALL(0, "switch-output-event", parsing, "switch output event",
			 "switch output event selector. use 'perf list' to list available events",
			 parse_switch_event, PARSE_OPT_NONEG, 0),
		OPT_VALUE(0, "switch-max-files", parsing, VALUE_SWITCH_FILES, "n",
			  "Limit number of switch output generated files"),
		OPT_BOOLEAN(0, "timestamp-filename", &opts->timestamp_filename,
			    "append timestamp to output filename"),
		OPT_BOOLEAN(0, "dry-run", &args->dry_run,
			    "Show what would be recorded and what prevents it, then exit"),
		OPT_BOOLEAN(0, "report", &args->report,
			    "Then show what was recorded, as perf defer report does"),
		OPT_INCR('v', "verbose", &opts->verbose,
			 "be more verbose (show each step and what it returns)"),
		OPT_BOOLEAN('q', "quiet", &opts->quiet, "don't print any warnings or messages"),
	};

	return mempcpy(to, options, sizeof(options));
}

static struct option *add_perf_options(struct option *to, struct parsing *parsing)
{
	const struct option options[] = {
		OPT_HIDDEN('R', "raw-samples", parsing, option__ignore, PARSE_OPT_NOARG),
		OPT_HIDDEN(0, "sample-identifier", parsing, option__ignore, PARSE_OPT_NOARG),
		OPT_HIDDEN(0, "timestamp-boundary", parsing, option__ignore, PARSE_OPT_NOARG),
	};

	return mempcpy(to, options, sizeof(options));
}

static const char *const record_usage[] = {
	"perf defer record [<options>] [<command>]",
	"perf defer record [<options>] -- <command> [<options>]",
	NULL,
};

static void record_args__parse_command_line(struct record_args *args, struct parsing *parsing,
					    int argc, const char **argv)
{
	struct option options[MAX_OPTIONS + PERF_OPTIONS_MAX] = {0}, *to = options;

	to = add_event_options(to, &args->opts, parsing);
	to = add_target_options(to, &args->opts, parsing);
	to = add_chain_options(to, args, parsing);
	to = add_sample_options(to, &args->opts, parsing);
	to = add_output_options(to, args, parsing);
	to = add_perf_options(to, parsing);
	to = perf_options__add(to, "record");
	*to = (struct option)OPT_END();
	argc = verb__parse_options(argc, argv, options, record_usage, PARSE_OPT_STOP_AT_NON_OPTION);
	args->opts.argc = argc;
	args->opts.argv = argv;
}

/* ---- all ---- */

static int record_opts__read_setting(void *ctx, const char *key, const char *value,
				     struct defer_error *err)
{
	struct record_args *args = ctx;
	int ret = record_opts__set_config(&args->opts, key, value, &args->notes, err);

	args->why_in_place = args->opts.defer ? NULL : "the configuration asks for it";
	return ret;
}

/* Returns perf's default output: a pipe if stdout is one. */
static const char *default_output(void)
{
	struct stat st;

	return !fstat(STDOUT_FILENO, &st) && S_ISFIFO(st.st_mode) ? "-" : "perf.data";
}

/* Drops the timestamp with a warning, as perf does. */
static int drop_timestamp(struct record_args *args, struct defer_error *err)
{
	if (!args->opts.timestamp_filename || strcmp(args->opts.output, "-"))
		return 0;
	args->opts.timestamp_filename = false;
	if (faults__add(&args->notes, NULL, "",
			"--timestamp-filename needs a file, but the output is a stream"))
		return error__no_memory(err, "for options");
	return 0;
}

/* Copies the command line, since parse_options() moves the pointers in @argv. */
static int keep_command_line(struct record_args *args, int argc, const char **argv,
			     struct defer_error *err)
{
	args->self_argv = calloc(argc + 1, sizeof(*argv));
	if (!args->self_argv)
		return error__no_memory(err, "for options");
	memcpy(args->self_argv, argv, argc * sizeof(*argv));
	args->opts.self_argc = argc;
	args->opts.version = PERF_DEFER_VERSION;
	args->opts.self_argv = args->self_argv;
	return 0;
}

int record_args__init(struct record_args *args, int argc, const char **argv,
		      struct defer_error *err)
{
	struct parsing parsing = {.args = args, .err = err};
	int ret;

	*args = (struct record_args){0};
	record_opts__init(&args->opts);
	faults__init(&args->notes);
	ret = keep_command_line(args, argc, argv, err);
	if (!ret)
		ret = config__read(record_opts__read_setting, args, err);
	if (ret)
		return ret;
	record_args__parse_command_line(args, &parsing, argc, argv);
	if (!args->opts.output)
		args->opts.output = args->report ? "perf.data" : default_output();
	ret = drop_timestamp(args, err);
	if (ret)
		return ret;
	if (target__settle(&args->opts.target, &args->notes))
		return error__no_memory(err, "for options");
	if (args->report && !strcmp(args->opts.output, "-"))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--report needs a file, but the output is a stream");
	return record_opts__finish(&args->opts, err);
}

void record_args__exit(struct record_args *args)
{
	record_opts__exit(&args->opts);
	faults__exit(&args->notes);
	free(args->events);
	free(args->self_argv);
}
