// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/options.h"
#include "verbs/report-opts.h"
#include "util/base/array.h"
#include "util/base/config.h"
#include "util/base/error.h"
#include "util/profile/func.h"
#include "util/profile/seam-rows.h"
#include "util/source/source.h"

/* perf's default for -g without an argument (Linux 7.2, tools/perf/builtin-report.c). */
#define CALLCHAIN_DEFAULT "graph,0.5,caller,function,percent"

#define NOT_GIVEN INT_MIN

/* The input of libsubcmd's callbacks. */
struct parsing {
	struct report_opts *opts;
	struct defer_error *err;
};

static int report_opts__bad_value(const char *what, const char *value, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "%s cannot be '%s'", what, value);
}

/* ---- settings ---- */

static int parse_percent(double *percent, const char *value)
{
	char *end;
	double number = strtod(value, &end);

	if (end != value && *end == '%')
		end++;
	if (end == value || *end || !(number >= 0))
		return -1;
	*percent = number;
	return 0;
}

/* Sets the limit for rows and call graphs, as in perf. */
static int set_percent_limit(struct report_opts *opts, const char *value, struct defer_error *err)
{
	if (parse_percent(&opts->pipeline.show.min_percent, value))
		return report_opts__bad_value("the percent limit", value, err);
	opts->pipeline.show.graph.threshold = opts->pipeline.show.min_percent;
	return 0;
}

static int set_percentage(struct report_opts *opts, const char *value, struct defer_error *err)
{
	if (strcmp(value, "relative") && strcmp(value, "absolute"))
		return report_opts__bad_value("the percentage", value, err);
	opts->pipeline.show.relative = !strcmp(value, "relative");
	return 0;
}

static int set_sort(struct report_opts *opts, const char *value, struct defer_error *err)
{
	free(opts->config_sort);
	opts->config_sort = strdup(value);
	if (!opts->config_sort)
		return error__no_memory(err, "for options");
	return 0;
}

/* Sets what a key of perf's configuration says of call graphs; @key is its last word. */
static int set_graph_key(struct report_opts *opts, const char *key, const char *value,
			 struct defer_error *err)
{
	static const struct {
		const char *key;
		enum graph_setting setting;
	} words[] = {
		{"print-type", GRAPH_SET_MODE},
		{"order", GRAPH_SET_ORDER},
		{"sort-key", GRAPH_SET_KEY},
	};
	struct graph_conf *graph = &opts->pipeline.show.graph;
	double limit = 0;

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(key, words[i].key) &&
		    graph_conf__set(graph, words[i].setting, value, strlen(value)))
			return report_opts__bad_value(key, value, err);
	}
	if (!strcmp(key, "threshold") && parse_percent(&graph->threshold, value))
		return report_opts__bad_value("call-graph.threshold", value, err);
	if (!strcmp(key, "print-limit")) {
		if (parse_percent(&limit, value) || limit > UINT32_MAX)
			return report_opts__bad_value("call-graph.print-limit", value, err);
		graph->print_limit = limit;
	}
	return 0;
}

static int set_graph(struct report_opts *opts, const char *value, struct defer_error *err)
{
	opts->pipeline.graph_given = true;
	return graph_conf__parse(&opts->pipeline.show.graph, value, err);
}

static int set_color(struct report_opts *opts, const char *value, struct defer_error *err)
{
	static const char *const words[] = {
		[REPORT_COLOR_AUTO] = "auto",
		[REPORT_COLOR_ALWAYS] = "always",
		[REPORT_COLOR_NEVER] = "never",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcmp(value, words[i]) != 0)
			continue;
		opts->color_when = i;
		return 0;
	}
	return report_opts__bad_value("--stdio-color", value, err);
}

/* Takes booleans as well, of which a true one changes nothing. */
static int set_color_key(struct report_opts *opts, const char *value, struct defer_error *err)
{
	(void)err;
	if (set_color(opts, value, NULL))
		opts->color_when = config__bool(value) ? REPORT_COLOR_AUTO : REPORT_COLOR_NEVER;
	return 0;
}

static int set_export(struct report_opts *opts, const char *value, struct defer_error *err)
{
	size_t len = value ? strcspn(value, ",") : 0;

	opts->export = value ? export_format__find(value, len) : NULL;
	if (value && !opts->export)
		return report_opts__bad_value(opts->exports ? "--format" : "--export", value, err);
	opts->export_event = len && value[len] ? value + len + 1 : NULL;
	return 0;
}

/* Parses a number of ns, or one with a unit. */
static int set_time_quantum(struct report_opts *opts, const char *value, struct defer_error *err)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {{"", 1}, {"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	uint64_t number;
	char *end;

	opts->pipeline.time_quantum = 0;
	if (!value)
		return 0;
	number = strtoull(value, &end, 0);
	if (end == value || *value == '-')
		return report_opts__bad_value("--time-quantum", value, err);
	if (!number)
		return defer_error__set(err, DEFER_ERR_INVAL, "time quantum cannot be 0");
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(end, units[i].name))
			return __builtin_mul_overflow(number, units[i].ns,
						      &opts->pipeline.time_quantum)
				       ? report_opts__bad_value("--time-quantum", value, err)
				       : 0;
	}
	return report_opts__bad_value("--time-quantum", value, err);
}

/* As in perf, "local" and "period" may be left out: "global", "hits", "local-hits". */
static int set_percent_type(struct report_opts *opts, const char *value, struct defer_error *err)
{
	static const char *const words[] = {"local", "global", "period", "hits"};
	struct annotate_style *style = &opts->annotate;

	style->of_all = style->by_hits = false;
	for (size_t i = 0, len; *value; value += len + (value[len] == '-')) {
		len = strcspn(value, "-");
		for (i = 0; i < ARRAY_SIZE(words); i++)
			if (strlen(words[i]) == len && !strncmp(value, words[i], len))
				break;
		if (i == ARRAY_SIZE(words))
			return report_opts__bad_value("--percent-type", value, err);
		style->of_all |= i == 1;
		style->by_hits |= i == 3;
	}
	return 0;
}

static int set_style(struct report_opts *opts, const char *value, struct defer_error *err)
{
	opts->intel = !strcmp(value, "intel");
	return opts->intel || !strcmp(value, "att") ? 0 : report_opts__bad_value("-M", value, err);
}

static int set_shape(struct report_opts *opts, const char *value, struct defer_error *err)
{
	int shape = flame_shape__find(value);

	opts->shape = shape < 0 ? FLAME_CALLERS : shape;
	return shape < 0 ? report_opts__bad_value("--shape", value, err) : 0;
}

static int set_seam(struct report_opts *opts, const char *value, struct defer_error *err)
{
	int mode = seam_mode__find(value);

	opts->pipeline.show.seam = mode < 0 ? SEAM_BOTH : mode;
	return mode < 0 ? report_opts__bad_value("--seam", value, err) : 0;
}

/* An option, or a key of the configuration, that sets more than a flag, a number or a string. */
struct setting {
	const char *name;
	int (*set)(struct report_opts *opts, const char *value, struct defer_error *err);
	const char *none; /* the value of --no-NAME */
};

static const struct setting option_settings[] = {
	{"all-but", report_opts__set_all_but, NULL},
	{"baseline", report_opts__set_baseline, NULL},
	{"call-graph", set_graph, "none"},
	{"disassembler-style", set_style, "att"},
	{"export", set_export, NULL},
	{"format", set_export, NULL},
	{"percent-limit", set_percent_limit, "0"},
	{"percent-type", set_percent_type, "local-period"},
	{"percentage", set_percentage, "absolute"},
	{"seam", set_seam, "both"},
	{"shape", set_shape, "callers"},
	{"stdio-color", set_color, "never"},
	{"time-quantum", set_time_quantum, NULL},
	{"view", report_opts__set_view, NULL},
	{"zoom", report_opts__set_zoom, NULL},
	{0},
};

static const struct setting config_settings[] = {
	{"color.ui", set_color_key, NULL},
	{"hist.percentage", set_percentage, NULL},
	{"report.percent-limit", set_percent_limit, NULL},
	{"report.sort_order", set_sort, NULL},
	{0},
};

/* Returns the setting, or the end of the table. */
static const struct setting *find_setting(const struct setting *settings, const char *name)
{
	while (settings->name && strcmp(settings->name, name) != 0)
		settings++;
	return settings;
}

static int report_opts__read_setting(void *ctx, const char *key, const char *value,
				     struct defer_error *err)
{
	static const char graph[] = "call-graph.";
	const struct setting *setting = find_setting(config_settings, key);
	struct report_opts *opts = ctx;
	const struct {
		const char *key;
		bool *cell;
	} flags[] = {
		{"report.children", &opts->pipeline.sort.children},
		{"report.group", &opts->pipeline.groups.on},
		{"tui.first-page", &opts->first_page},
		{"tui.report", &opts->may_tui},
	};

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) {
		if (!strcmp(key, flags[i].key))
			*flags[i].cell = config__bool(value);
	}
	if (value && !strncmp(key, graph, strlen(graph)))
		return set_graph_key(opts, key + strlen(graph), value, err);
	return value && setting->name ? setting->set(opts, value, err) : 0;
}

/* ---- command line ---- */

/* Prints an error at once, since libsubcmd then prints the option's help and exits. */
static int parse_setting(const struct option *option, const char *arg, int unset)
{
	const struct setting *setting = find_setting(option_settings, option->long_name);
	const struct parsing *parsing = option->value;
	int ret = setting->set(parsing->opts, unset ? setting->none : arg, parsing->err);

	if (ret)
		verb__error(NULL, parsing->err);
	return ret;
}

static void inherit(const char **value, const char *from)
{
	*value = *value ? *value : from;
}

/* The samples to compare with differ from those shown in what --baseline names alone. */
static void complete_baseline(struct pipeline_opts *opts)
{
	inherit(&opts->base.time, opts->filter.time);
	inherit(&opts->base.cpus, opts->filter.cpus);
	inherit(&opts->base.pids, opts->filter.pids);
	inherit(&opts->base.tids, opts->filter.tids);
	inherit(&opts->base.comms, opts->filter.comms);
	inherit(&opts->base.parallelism, opts->filter.parallelism);
}

static const char graph_help[] =
	"Display call graph (stack chain/backtrace):\n\n"
	"\t\t\t\tprint_type:\tcall graph printing style (graph|flat|fractal|folded|none)\n"
	"\t\t\t\tthreshold:\tminimum call graph inclusion threshold (<percent>)\n"
	"\t\t\t\tprint_limit:\tmaximum number of call graph entry (<number>)\n"
	"\t\t\t\torder:\t\tcall graph order (caller|callee)\n"
	"\t\t\t\tsort_key:\tcall graph sort key (function|address|srcline)\n"
	"\t\t\t\tvalue:\t\tcall graph value (percent|period|count)\n\n"
	"\t\t\t\tDefault: " CALLCHAIN_DEFAULT;

static const char *const report_usage[] = {
	"perf defer report [<options>] [<symbol filter>]",
	"perf defer report [<options>] <file> <file>...",
	NULL,
};

static const char *const annotate_usage[] = {
	"perf defer annotate [<options>] [<symbol>]",
	NULL,
};

static const char *const export_usage[] = {
	"perf defer export -f <format>[,<event>] [-o <file>] [<options>]",
	NULL,
};

/* The option table is built from parts of one kind each. */
#define MAX_OPTIONS 72

#define SHAPE_OPTION(parsing)                                                             \
	OPT_CALLBACK(0, "shape", parsing, "callers|inverted|thread|time",                 \
		     "Export stacks from the outermost caller, from what was hit, below " \
		     "their threads, or in order of time",                                \
		     parse_setting)

#define BASELINE_OPTION(parsing)                                                              \
	OPT_CALLBACK(0, "baseline", parsing, "kind=value|file",                               \
		     "compare rows with other samples, by time=, cpu=, pid=, tid=, comm= or " \
		     "parallelism=, or with those of a file; may be given several times",     \
		     parse_setting)

static struct option *add_input_options(struct option *to, struct report_opts *opts,
					struct parsing *parsing)
{
	const struct option options[] = {
		OPT_STRING('i', "input", &opts->pipeline.session.path, "file", "input file name"),
		OPT_INCR('v', "verbose", &opts->verbose,
			 "be more verbose (show symbol address, etc)"),
		OPT_BOOLEAN('q', "quiet", &opts->print.quiet,
			    "Do not show any warnings or messages"),
		OPT_BOOLEAN(
			'D', "dump-raw-trace", &opts->dump,
			"dump what perf report -D does not: deferred records, extended headers, verdicts"),
		OPT_BOOLEAN('T', "threads", &opts->threads, "Show per-thread event counters"),
		OPT_STRING(0, "pretty", &opts->pretty, "key",
			   "pretty printing style key: normal raw"),
		OPT_BOOLEAN(0, "stats", &opts->stats, "Display event stats"),
		OPT_BOOLEAN(0, "stdio", &opts->stdio, "Use the stdio interface"),
		OPT_CALLBACK_DEFAULT(0, "stdio-color", parsing, "mode",
				     "'always' (default), 'never' or 'auto' only applicable to "
				     "--stdio mode",
				     parse_setting, "always"),
		OPT_BOOLEAN(0, "tui", &opts->tui, "Use the TUI interface"),
		OPT_CALLBACK(0, "view", parsing, "name[,event]",
			     "The view, and the event, that the TUI begins with", parse_setting),
		OPT_BOOLEAN_SET(
			0, "summary", &opts->summary, &opts->summary_set,
			"Print where the time goes, and what stands out, in a few sentences; "
			"the TUI begins with them, unless --no-summary"),
		OPT_BOOLEAN(0, "recursion", &opts->recursion,
			    "Print functions that are more than once in a stack, and who called "
			    "them again"),
		OPT_CALLBACK(0, "export", parsing, "format[,event]",
			     "Write the profile of one event in a format of perf defer export",
			     parse_setting),
		OPT_STRING('o', "output", &parsing->opts->output, "file",
			   "With --export: the file to write, not standard output"),
		SHAPE_OPTION(parsing),
		BASELINE_OPTION(parsing),
		CLONES_OPTION(&opts->pipeline.show),
		OPT_BOOLEAN(
			0, "entries", &opts->pipeline.entries,
			"Each entry into the kernel, with the time until it returned; -s sorts by: "
			"remaining begin return samples sampled state on-cpu kind thread user class"),
		OPT_STRING(
			0, "by", &opts->by, "kind,caller[,site][,state][,gap]",
			"With --entries: sum them up by kind, comm and user code, and divide these by "
			"call site, by state, and by what came before a gap; -s sorts by: total "
			"median 99% longest entries facts sampled kind comm user"),
		OPT_BOOLEAN(0, "each-sample", &opts->each_sample,
			    "Show each sample, with both halves of its stack; -s sorts by one of: "
			    "time cpu thread event class cookie delay stack"),
		OPT_BOOLEAN(0, "json", &opts->json, "with --entries or --each-sample: write JSON"),
		OPT_BOOLEAN(0, "pager", &opts->pager, "Page the output on a terminal"),
		OPT_BOOLEAN(0, "header", &opts->header, "Show data header."),
		OPT_BOOLEAN(0, "header-only", &opts->header_only, "Show only data header."),
		OPT_BOOLEAN('I', "show-info", &opts->full_info,
			    "Display extended information about perf.data file"),
	};

	return mempcpy(to, options, sizeof(options));
}

static struct option *add_filter_options(struct option *to, struct report_opts *opts,
					 struct parsing *parsing)
{
	const struct option options[] = {
		OPT_STRING('d', "dsos", &opts->pipeline.dsos, "dso[,dso...]",
			   "only consider symbols in these dsos"),
		OPT_STRING('S', "symbols", &opts->pipeline.syms, "symbol[,symbol...]",
			   "only consider these symbols"),
		OPT_STRING(0, "symbol-filter", &opts->pipeline.show.symbol_filter, "filter",
			   "only show symbols that (partially) match with this filter"),
		OPT_CALLBACK(0, "all-but", parsing, "idle|kind=name",
			     "leave out the idle task, or samples by comm=, thread=, dso= or "
			     "symbol=; may be given several times",
			     parse_setting),
		OPT_CALLBACK(
			0, "zoom", parsing, "kind=name",
			"show samples by comm=, thread=, dso=, symbol= or class=, in the TUI by "
			"time=, cpu=, socket= or delay= too; may be given several times",
			parse_setting),
		OPT_BOOLEAN('U', "hide-unresolved", &opts->pipeline.show.hide_unresolved,
			    "Only display entries resolved to a symbol"),
		OPT_STRING(0, "parallelism", &opts->pipeline.filter.parallelism, "parallelism",
			   "only consider these parallelism levels (cpu set format)"),
		OPT_CALLBACK(0, "percent-limit", parsing, "percent",
			     "Don't show entries under that percent", parse_setting),
		OPT_CALLBACK(0, "percentage", parsing, "relative|absolute",
			     "how to display percentage of filtered entries", parse_setting),
	};

	to = filter_options__add(to, &opts->pipeline.filter,
				 "only consider symbols in these comms");
	return mempcpy(to, options, sizeof(options));
}

static struct option *add_row_options(struct option *to, struct report_opts *opts,
				      struct parsing *parsing)
{
	const struct option options[] = {
		OPT_STRING(
			's', "sort", &opts->pipeline.sort.sort, "key[,key2...]",
			"sort by key(s): comm dso symbol pid tgid cpu socket cgroup srcline srcfile parallelism "
			"local_weight weight local_ins_lat ins_lat local_retire_lat retire_lat "
			"local_p_stage_cyc p_stage_cyc time parent comm_nodigit trace simd class dso_from "
			"dso_to symbol_from symbol_to srcline_from srcline_to mispredict in_tx abort cycles, "
			"and fields of tracepoints"),
		OPT_STRING(
			'F', "fields", &opts->pipeline.sort.fields, "key[,keys...]",
			"output field(s): overhead latency overhead_children latency_children overhead_sys "
			"overhead_us overhead_guest_sys overhead_guest_us sample period weight1 known most "
			"range delay delay50 delay99 baseline delta, and sort keys"),
		OPT_BOOLEAN(0, "latency", &opts->pipeline.sort.prefer_latency,
			    "Show latency-centric profile rather than the default "
			    "CPU-consumption-centric profile (requires record --latency)"),
		OPT_BOOLEAN(
			'b', "branch-stack", &opts->pipeline.sort.branches,
			"Show branches, not samples; -s can name where they came from and led to"),
		OPT_BOOLEAN('n', "show-nr-samples", &opts->pipeline.sort.nr_samples,
			    "Show a column with the number of samples"),
		OPT_BOOLEAN(0, "show-total-period", &opts->pipeline.sort.total_period,
			    "Show a column with the sum of periods"),
		OPT_BOOLEAN(0, "show-cpu-utilization", &opts->pipeline.sort.cpu_utilization,
			    "Show sample percentage for different cpu modes"),
		OPT_BOOLEAN_FLAG(0, "showcpuutilization", &opts->pipeline.sort.cpu_utilization,
				 "Show sample percentage for different cpu modes",
				 PARSE_OPT_HIDDEN),
		OPT_BOOLEAN('H', "hierarchy", &opts->pipeline.sort.hierarchy,
			    "Show entries in a hierarchy"),
		OPT_BOOLEAN_SET(0, "group", &opts->pipeline.groups.on, &opts->pipeline.groups.set,
				"Show event group information together"),
		OPT_INTEGER(0, "group-sort-idx", &opts->pipeline.groups.sort_idx,
			    "Sort the output by the event at the index n in group. If n is "
			    "invalid, sort by the first event."),
		OPT_STRING('w', "column-widths", &opts->print.widths, "width[,width...]",
			   "don't try to adjust column width, use these fixed values"),
		OPT_CALLBACK(0, "time-quantum", parsing, "time (ms|us|ns|s)",
			     "Set time quantum for time sort key (default 100ms)", parse_setting),
		OPT_BOOLEAN(0, "ns", &opts->pipeline.show.nanosecs, "Show times in nanoseconds"),
		OPT_BOOLEAN(0, "raw-trace", &opts->pipeline.raw_trace,
			    "Show raw trace event output (do not use print fmt or plugins)"),
		OPT_STRING('p', "parent", &opts->pipeline.sort.parent, "regex",
			   "regex filter to identify parent, see: '--sort parent'"),
		OPT_BOOLEAN('x', "exclude-other", &opts->pipeline.show.exclude_other,
			    "Only display entries with parent-match"),
		OPT_STRING_NOEMPTY('t', "field-separator", &opts->print.sep, "separator",
				   "separator for columns, no spaces will be added between "
				   "columns '.' is reserved."),
	};

	return mempcpy(to, options, sizeof(options));
}

static struct option *add_graph_options(struct option *to, struct report_opts *opts,
					struct parsing *parsing)
{
	const struct option options[] = {
		OPT_CALLBACK_DEFAULT('g', "call-graph", parsing,
				     "print_type,threshold[,print_limit],order,sort_key,value",
				     graph_help, parse_setting, CALLCHAIN_DEFAULT),
		OPT_BOOLEAN(0, "children", &opts->pipeline.sort.children,
			    "Accumulate callchains of children and show total overhead as well. "
			    "Enabled by default, use --no-children to disable."),
		OPT_INTEGER(0, "max-stack", &opts->pipeline.show.max_stack,
			    "Set the maximum stack depth when parsing the callchain, anything "
			    "beyond the specified depth will be ignored. Default: 127"),
		OPT_BOOLEAN('G', "inverted", &opts->inverted, "alias for inverted call graph"),
		OPT_BOOLEAN(0, "fold-recursion", &opts->pipeline.show.fold_recursion,
			    "Show a function that calls itself once in call graphs, and how often "
			    "it is there"),
		OPT_CALLBACK_DEFAULT(
			0, "seam", parsing, "both|user|kernel|pivot",
			"Show both halves of each stack, one, or a row for each pair of user code "
			"and kernel function where they meet. Default: pivot",
			parse_setting, "pivot"),
	};

	return mempcpy(to, options, sizeof(options));
}

static bool any_is_recording(int nr, const char **words)
{
	for (int i = 0; i < nr; i++)
		if (source__is_recording(words[i])) /* it is an input, not a symbol */
			return true;
	return false;
}

/* Those of export, which writes what report shows: perf's letter for --force is the format's. */
static struct option *add_export_options(struct option *to, struct report_opts *opts,
					 struct parsing *parsing)
{
	struct option *names;
	const struct option options[] = {
		OPT_STRING('i', "input", &opts->pipeline.session.path, "file", "input file name"),
		OPT_CALLBACK('f', "format", parsing, "format[,event]",
			     "Write the profile of one event in this format; --list has them",
			     parse_setting),
		OPT_BOOLEAN(0, "list", &opts->list_formats, "List the formats"),
		OPT_STRING('o', "output", &parsing->opts->output, "file",
			   "The file to write, not standard output"),
		SHAPE_OPTION(parsing),
		OPT_BOOLEAN(0, "no-marks", &opts->folded.no_marks,
			    "Folded stacks without _[k] and _[i] behind frames"),
		OPT_BOOLEAN(0, "counts", &opts->folded.counts,
			    "Folded stacks with numbers of samples, not periods"),
		BASELINE_OPTION(parsing),
		CLONES_OPTION(&opts->pipeline.show),
		OPT_BOOLEAN('q', "quiet", &opts->print.quiet,
			    "Do not show any warnings or messages"),
		OPT_STRING(
			's', "sort", &opts->pipeline.sort.sort, "key[,key2...]",
			"Tell stacks apart by these keys, where the format has a place for them"),
	};

	memcpy(to, options, sizeof(options));
	names = to + ARRAY_SIZE(options);
	to = symbol_options__add(names, &opts->names, &opts->pipeline.show.short_names);
	for (struct option *option = names; option < to; option++) {
		if (option->short_name == 'f')
			option->short_name = 0;
	}
	return add_filter_options(to, opts, parsing);
}

static struct option *add_annotate_options(struct option *to, struct report_opts *opts,
					   struct parsing *parsing)
{
	const struct option options[] = {
		OPT_STRING('i', "input", &opts->pipeline.session.path, "file", "input file name"),
		OPT_STRING('s', "symbol", &opts->word, "symbol", "symbol to annotate"),
		OPT_BOOLEAN('l', "print-line", &opts->annotate.lines,
			    "print matching source lines, those that were hit most first"),
		OPT_BOOLEAN('P', "full-paths", &opts->annotate.full_paths,
			    "Don't shorten the displayed pathnames"),
		OPT_CALLBACK('M', "disassembler-style", parsing, "disassembler style",
			     "Syntax of x86: intel or att", parse_setting),
		OPT_BOOLEAN('n', "show-nr-samples", &opts->annotate.nr_samples,
			    "Show the number of samples"),
		OPT_BOOLEAN(0, "show-total-period", &opts->annotate.total_period,
			    "Show the sum of periods"),
		OPT_CALLBACK(0, "percent-type", parsing, "local-period",
			     "Set percent type local/global-period/hits", parse_setting),
		OPT_BOOLEAN(0, "source", &opts->source,
			    "Interleave source code with assembly code (default)"),
		OPT_BOOLEAN_SET(0, "group", &opts->pipeline.groups.on, &opts->pipeline.groups.set,
				"Show the events of a group side by side"),
		OPT_BOOLEAN('q', "quiet", &opts->print.quiet,
			    "Do not show any warnings or messages"),
		OPT_INCR('v', "verbose", &opts->verbose, "be more verbose"),
		OPT_BOOLEAN(0, "stdio", &opts->stdio, "Use the stdio interface (default)"),
		OPT_CALLBACK_DEFAULT(0, "stdio-color", parsing, "mode",
				     "'always' (default), 'never' or 'auto'", parse_setting,
				     "always"),
	};

	to = mempcpy(to, options, sizeof(options));
	to = symbol_options__add(to, &opts->names, &opts->pipeline.show.short_names);
	to = add_filter_options(to, opts, parsing);
	return perf_options__add(to, "annotate");
}

/* Returns the usage, and sets *@to to the end of the options. */
static const char *const *add_options(struct option **to, struct report_opts *opts,
				      struct parsing *parsing)
{
	if (opts->exports) {
		*to = add_export_options(*to, opts, parsing);
		return export_usage;
	}
	if (opts->annotates) {
		*to = add_annotate_options(*to, opts, parsing);
		return annotate_usage;
	}
	*to = add_input_options(*to, opts, parsing);
	*to = symbol_options__add(*to, &opts->names, &opts->pipeline.show.short_names);
	*to = add_filter_options(*to, opts, parsing);
	*to = add_row_options(*to, opts, parsing);
	*to = add_graph_options(*to, opts, parsing);
	*to = perf_options__add(*to, "report");
	return report_usage;
}

static void report_opts__parse_command_line(struct report_opts *opts, struct parsing *parsing,
					    int argc, const char **argv)
{
	struct option options[MAX_OPTIONS + PERF_OPTIONS_MAX] = {0}, *to = options;
	const char *const *usage = add_options(&to, opts, parsing);

	*to = (struct option)OPT_END();
	argc = verb__parse_options(argc, argv, options, usage, 0);
	/* As in perf, a remaining word filters symbols. Several may be the files of one recording. */
	if (opts->exports || (argc > 1 && any_is_recording(argc, argv)))
		verb__take_inputs(&opts->pipeline.session.path, &opts->files, argc, argv);
	else if (argc > 1)
		verb__usage_error(usage, options,
				  "only one symbol filter can be given, not '%s' and '%s'", argv[0],
				  argv[1]);
	else if (argc)
		opts->word = argv[0];
	if (opts->word && !opts->annotates)
		opts->pipeline.show.symbol_filter = opts->word;
	report_opts__drop_word(opts, opts->word);
}

/* Exports are for programs, whatever standard output is, and so is JSON, whatever the options are. */
static void settle_names(const struct report_opts *opts, bool *short_names)
{
	if (opts->json || (opts->export && !opts->names.short_names_set))
		*short_names = false;
	else
		symbol_options__shorten(&opts->names, short_names);
}

/* Sets what follows from several options: the user said one, and the others have a default. */
static void settle_show(struct report_opts *opts)
{
	struct show_opts *show = &opts->pipeline.show;
	struct sort_opts *sort = &opts->pipeline.sort;

	show->say_cut = show->max_stack == NOT_GIVEN;
	if (show->say_cut)
		show->max_stack = FUNC_MAX_STACK;
	if (sort->hierarchy)
		sort->children = false;
	if (opts->inverted || (sort->children && !show->graph.order_set))
		show->graph.order = ORDER_CALLER;
	/* The key of the TUI leaves columns as they are, and so does what Y copies. */
	if (show->seam == SEAM_PIVOT && !opts->view)
		sort->children = false;
	show->full_paths = opts->verbose > 0;
	settle_names(opts, &show->short_names);
	if (opts->annotates) {
		sort->children = false;
		sort->sort = "dso,sym";
	}
}

static void settle_pipeline(struct report_opts *opts)
{
	struct pipeline_opts *pipeline = &opts->pipeline;

	complete_baseline(pipeline);
	pipeline->session.path = verb__input(pipeline->session.path);
	pipeline->session.sequels = opts->files.sequels;
	pipeline->session.nr_sequels = opts->files.nr;
	pipeline->zooms = opts->zooms.nr ? &opts->zooms : NULL;
	pipeline->conf = &opts->names.conf;
	pipeline->by_task = opts->shape == FLAME_THREADS;
	pipeline->samples = opts->each_sample || opts->shape == FLAME_TIME ||
			    (pipeline->entries && pipeline->zooms);
	pipeline->interactive = opts->summary;
	/* As in perf, the configured order is that of samples. */
	if (pipeline->sort.branches && pipeline->sort.sort == opts->config_sort)
		pipeline->sort.sort = NULL;
}

int report_opts__init(struct report_opts *opts, const struct verb_setup *setup, int argc,
		      const char **argv, struct defer_error *err)
{
	struct parsing parsing = {.opts = opts, .err = err};
	int ret;

	*opts = (struct report_opts){
		.exports = setup->exports,
		.annotates = setup->annotates,
		.pipeline = {.show = {.graph = GRAPH_CONF_DEFAULT, .max_stack = NOT_GIVEN},
			     .sort.children = true,
			     .groups.on = true},
		.pager = true,
		.may_tui = true,
		.source = true,
		.first_page = true,
	};
	ret = symbol_opts__init(&opts->names, err);
	if (!ret)
		ret = config__read(report_opts__read_setting, opts, err);
	if (!ret)
		ret = report_opts__keep_words(opts, argc, argv, err);
	if (ret)
		return ret;

	opts->pipeline.sort.sort = opts->config_sort;
	report_opts__parse_command_line(opts, &parsing, argc, argv);
	settle_show(opts);
	settle_pipeline(opts);
	ret = report_opts__check(opts, err);
	return ret ? ret : symbol_opts__connect(&opts->names, err);
}

void report_opts__exit(struct report_opts *opts)
{
	free(opts->config_sort);
	free(opts->words);
	symbol_opts__exit(&opts->names);
}

void report_opts__say_filter(const struct report_opts *opts)
{
	if (opts->pipeline.show.symbol_filter && !opts->pipeline.entries && !opts->each_sample &&
	    !opts->export) {
		fflush(stdout);
		fprintf(stderr, "perf-defer: no symbol that is shown has '%s' in its name\n",
			opts->pipeline.show.symbol_filter);
	}
	report_opts__say_word(opts);
}

void report_opts__say_word(const struct report_opts *opts)
{
	if (!opts->word || access(opts->word, F_OK))
		return;
	fflush(stdout);
	fprintf(stderr,
		"perf-defer: '%s' was taken as a symbol filter, as in perf, but is also a file: "
		"-i %s reads it\n",
		opts->word, opts->word);
}
