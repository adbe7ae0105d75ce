// SPDX-License-Identifier: GPL-2.0-only
/* The options of report, annotate and export: what each sets, and which ones are refused. */
#include <stddef.h>
#include <stdlib.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "tests/words.h"
#include "verbs/report-opts.h"

enum verb {
	REPORT,
	ANNOTATE,
	EXPORT,
};

static const char *const verb_names[] = {"report", "annotate", "export"};

static int parse(struct report_opts *opts, struct words *words, enum verb verb, const char *line,
		 struct defer_error *err)
{
	const struct verb_setup setup = {.exports = verb == EXPORT, .annotates = verb == ANNOTATE};

	setenv("PERF_CONFIG", "/dev/null", 0);
	unsetenv("DEBUGINFOD_URLS");
	words__init(words, verb_names[verb], line);
	return report_opts__init(opts, &setup, words->argc, words->argv, err);
}

/* ---- flags ---- */

#define AT(member) offsetof(struct report_opts, member)
#define FLAG(text, place)                     \
	{                                     \
		REPORT, text, AT(place), true \
	}

/* An option that sets one flag, which no other option sets. */
static const struct flag {
	enum verb verb;
	const char *line;
	size_t at;
	bool value;
} flags[] = {
	FLAG("-q", print.quiet),
	FLAG("-D", dump),
	FLAG("-T", threads),
	FLAG("--stats", stats),
	FLAG("--stdio", stdio),
	FLAG("--tui", tui),
	FLAG("--summary", summary),
	FLAG("--summary", summary_set),
	FLAG("--no-summary", summary_set),
	FLAG("--recursion", recursion),
	FLAG("--no-clones", pipeline.show.join_clones),
	FLAG("--entries", pipeline.entries),
	FLAG("--each-sample", each_sample),
	FLAG("--each-sample", pipeline.samples),
	FLAG("--entries --json", json),
	FLAG("--header", header),
	FLAG("--header-only", header_only),
	FLAG("-I", full_info),
	FLAG("-U", pipeline.show.hide_unresolved),
	FLAG("--percentage relative", pipeline.show.relative),
	FLAG("--latency", pipeline.sort.prefer_latency),
	FLAG("-b", pipeline.sort.branches),
	FLAG("-n", pipeline.sort.nr_samples),
	FLAG("--show-total-period", pipeline.sort.total_period),
	FLAG("--show-cpu-utilization", pipeline.sort.cpu_utilization),
	FLAG("--showcpuutilization", pipeline.sort.cpu_utilization),
	FLAG("-H", pipeline.sort.hierarchy),
	FLAG("--group", pipeline.groups.set),
	FLAG("--no-group", pipeline.groups.set),
	FLAG("--ns", pipeline.show.nanosecs),
	FLAG("--raw-trace", pipeline.raw_trace),
	FLAG("-x", pipeline.show.exclude_other),
	FLAG("-G", inverted),
	FLAG("--fold-recursion", pipeline.show.fold_recursion),
	FLAG("-g", pipeline.graph_given),
	FLAG("-v", pipeline.show.full_paths),
	FLAG("--short-names", pipeline.show.short_names),
	FLAG("--short-names", names.short_names_set),
	FLAG("--baseline x.data", pipeline.sort.compares),
	FLAG("--baseline pid=1", pipeline.sort.compares),
	FLAG("--summary", pipeline.interactive),
	FLAG("-f", names.conf.force),
	FLAG("--demangle-kernel", names.conf.demangle_kernel),
	FLAG("--no-repair", names.conf.no_repair),
	FLAG("--symfs x,flat", names.conf.symfs_flat),
	FLAG("--unwind fp-fallback", names.conf.fp_fallback),
	{REPORT, "--no-children", AT(pipeline.sort.children), false},
	{REPORT, "-H", AT(pipeline.sort.children), false},
	{REPORT, "--seam", AT(pipeline.sort.children), false},
	{REPORT, "--no-group", AT(pipeline.groups.on), false},
	{REPORT, "--no-pager", AT(pager), false},
	{REPORT, "--max-stack 5", AT(pipeline.show.say_cut), false},
	{REPORT, "--no-demangle", AT(names.demangle), false},
	{REPORT, "--no-inline", AT(names.inlines), false},
	{ANNOTATE, "-l", AT(annotate.lines), true},
	{ANNOTATE, "-P", AT(annotate.full_paths), true},
	{ANNOTATE, "-n", AT(annotate.nr_samples), true},
	{ANNOTATE, "--show-total-period", AT(annotate.total_period), true},
	{ANNOTATE, "--percent-type global", AT(annotate.of_all), true},
	{ANNOTATE, "--percent-type local-hits", AT(annotate.by_hits), true},
	{ANNOTATE, "-M intel", AT(intel), true},
	{ANNOTATE, "--no-source", AT(source), false},
	{ANNOTATE, "-q", AT(print.quiet), true},
	{ANNOTATE, "--stdio", AT(stdio), true},
	{EXPORT, "--list", AT(list_formats), true},
	{EXPORT, "-f folded --no-marks", AT(folded.no_marks), true},
	{EXPORT, "-f folded --counts", AT(folded.counts), true},
	{EXPORT, "-f folded --shape thread", AT(pipeline.by_task), true},
};

static bool flag_of(const struct report_opts *opts, const struct flag *flag)
{
	return *((const bool *)opts + flag->at);
}

/* Without the option the flag has its other value. */
static int test_flags(void)
{
	static const char *const plain[] = {"", "", "-f folded"};

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct report_opts opts;
		struct words words;

		if (parse(&opts, &words, flags[i].verb, flags[i].line, &err))
			T_FAIL("%s: %s", flags[i].line, err.text);
		if (flag_of(&opts, &flags[i]) != flags[i].value)
			T_FAIL("%s, number %zu, does not set its flag", flags[i].line, i);
		report_opts__exit(&opts);
		T_EQ(parse(&opts, &words, flags[i].verb, plain[flags[i].verb], &err), 0);
		if (flag_of(&opts, &flags[i]) == flags[i].value)
			T_FAIL("without %s its flag is the same", flags[i].line);
		report_opts__exit(&opts);
	}
	return TEST_OK;
}

/* ---- strings ---- */

#define TEXT(text, place, want)               \
	{                                     \
		REPORT, text, AT(place), want \
	}

/* An option whose value is kept as it is. NULL: there is none. */
static const struct {
	enum verb verb;
	const char *line;
	size_t at;
	const char *value;
} texts[] = {
	TEXT("-i x", pipeline.session.path, "x"),
	TEXT("--pretty raw", pretty, "raw"),
	TEXT("--view flame,cycles", view, "flame,cycles"),
	TEXT("-d a,b", pipeline.dsos, "a,b"),
	TEXT("-S a,b", pipeline.syms, "a,b"),
	TEXT("--symbol-filter a", pipeline.show.symbol_filter, "a"),
	TEXT("word", pipeline.show.symbol_filter, "word"),
	TEXT("word", word, "word"),
	TEXT("--parallelism 1-2", pipeline.filter.parallelism, "1-2"),
	TEXT("--time 1,2", pipeline.filter.time, "1,2"),
	TEXT("-C 3", pipeline.filter.cpus, "3"),
	TEXT("--pid 4", pipeline.filter.pids, "4"),
	TEXT("--tid 5", pipeline.filter.tids, "5"),
	TEXT("-c a", pipeline.filter.comms, "a"),
	TEXT("-s dso", pipeline.sort.sort, "dso"),
	TEXT("-F dso", pipeline.sort.fields, "dso"),
	TEXT("-w 1,2", print.widths, "1,2"),
	TEXT("-p x", pipeline.sort.parent, "x"),
	TEXT("-t ;", print.sep, ";"),
	TEXT("", output, "-"),
	TEXT("", pipeline.sort.sort, NULL),
	TEXT("", pipeline.base.time, NULL),
	TEXT("-k v", names.conf.vmlinux, "v"),
	TEXT("--kallsyms k", names.conf.kallsyms, "k"),
	TEXT("--symfs s", names.conf.symfs, "s"),
	TEXT("--symfs s,flat", names.conf.symfs, "s"),
	TEXT("--symfs s,hierarchy", names.conf.symfs, "s"),
	TEXT("--symfs s,other", names.conf.symfs, "s,other"),
	/* Samples to compare with differ from those shown in what is named alone. */
	TEXT("--baseline x.data", pipeline.base_path, "x.data"),
	TEXT("--baseline dir/a=b", pipeline.base_path, "dir/a=b"),
	TEXT("--baseline time=1,2", pipeline.base.time, "1,2"),
	TEXT("--baseline cpu=1", pipeline.base.cpus, "1"),
	TEXT("--baseline pid=1", pipeline.base.pids, "1"),
	TEXT("--baseline tid=1", pipeline.base.tids, "1"),
	TEXT("--baseline thread=1", pipeline.base.tids, "1"),
	TEXT("--baseline comm=a", pipeline.base.comms, "a"),
	TEXT("--baseline parallelism=1", pipeline.base.parallelism, "1"),
	TEXT("--baseline time=1, --time 2,", pipeline.base.time, "1,"),
	TEXT("--baseline cpu=1 --time 2,", pipeline.base.time, "2,"),
	TEXT("--baseline time=1, -C 2", pipeline.base.cpus, "2"),
	TEXT("--baseline time=1, --pid 2", pipeline.base.pids, "2"),
	TEXT("--baseline time=1, --tid 2", pipeline.base.tids, "2"),
	TEXT("--baseline time=1, -c a", pipeline.base.comms, "a"),
	TEXT("--baseline time=1, --parallelism 2", pipeline.base.parallelism, "2"),
	TEXT("--baseline cpu=1 --no-baseline", pipeline.base.cpus, NULL),
	{ANNOTATE, "-s main", AT(word), "main"},
	{ANNOTATE, "main", AT(word), "main"},
	{ANNOTATE, "main", AT(pipeline.show.symbol_filter), NULL},
	{ANNOTATE, "-i x", AT(pipeline.session.path), "x"},
	{ANNOTATE, "", AT(pipeline.sort.sort), "dso,sym"},
	{EXPORT, "-f folded,cycles", AT(export_event), "cycles"},
	{EXPORT, "-f folded", AT(export_event), NULL},
	{EXPORT, "-f folded -i x", AT(pipeline.session.path), "x"},
	{EXPORT, "-f folded x", AT(pipeline.session.path), "x"},
	{EXPORT, "-f folded -s dso", AT(pipeline.sort.sort), "dso"},
};

static int test_texts(void)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct report_opts opts;
		struct words words;
		const char *got;

		if (parse(&opts, &words, texts[i].verb, texts[i].line, &err))
			T_FAIL("%s: %s", texts[i].line, err.text);
		got = *(const char *const *)((const char *)&opts + texts[i].at);
		if (!got != !texts[i].value || (got && strcmp(got, texts[i].value)))
			T_FAIL("%s, number %zu, is kept as %s", texts[i].line, i, got ? got : "-");
		report_opts__exit(&opts);
	}
	return TEST_OK;
}

/* ---- numbers and words ---- */

static uint64_t quantum_of(const struct report_opts *opts)
{
	return opts->pipeline.time_quantum;
}

/* In parts of a million, as all numbers of percent are. */
static uint64_t limit_of(const struct report_opts *opts)
{
	const struct show_opts *show = &opts->pipeline.show;

	return show->min_percent == show->graph.threshold ? show->min_percent * 1e6 : UINT64_MAX;
}

static uint64_t order_of(const struct report_opts *opts)
{
	return opts->pipeline.show.graph.order;
}

static uint64_t max_stack_of(const struct report_opts *opts)
{
	return opts->pipeline.show.max_stack;
}

static uint64_t sort_idx_of(const struct report_opts *opts)
{
	return opts->pipeline.groups.sort_idx;
}

static uint64_t seam_of(const struct report_opts *opts)
{
	return opts->pipeline.show.seam;
}

static uint64_t shape_of(const struct report_opts *opts)
{
	return opts->shape;
}

static uint64_t color_of(const struct report_opts *opts)
{
	return opts->color_when;
}

static uint64_t parts_of(const struct report_opts *opts)
{
	return opts->parts | (opts->pipeline.samples ? 1 << 8 : 0);
}

static uint64_t type_of(const struct report_opts *opts)
{
	return opts->annotate.of_all | opts->annotate.by_hits << 1;
}

static uint64_t verbose_of(const struct report_opts *opts)
{
	return opts->verbose;
}

static uint64_t zooms_of(const struct report_opts *opts)
{
	return opts->pipeline.zooms == &opts->zooms ? opts->zooms.nr : 0;
}

static uint64_t repair_of(const struct report_opts *opts)
{
	return opts->names.conf.repair_bytes;
}

static const struct {
	enum verb verb;
	const char *line;
	uint64_t (*get)(const struct report_opts *opts);
	uint64_t value;
} values[] = {
	{REPORT, "", quantum_of, 0},
	{REPORT, "--time-quantum 7", quantum_of, 7},
	{REPORT, "--time-quantum 7ns", quantum_of, 7},
	{REPORT, "--time-quantum 7us", quantum_of, 7000},
	{REPORT, "--time-quantum 7ms", quantum_of, 7000000},
	{REPORT, "--time-quantum 7s", quantum_of, 7000000000},
	{REPORT, "--time-quantum 7s --no-time-quantum", quantum_of, 0},
	{REPORT, "--time-quantum 18446744073709551615", quantum_of, UINT64_MAX},
	{REPORT, "--percent-limit 2.5", limit_of, 2500000},
	{REPORT, "--percent-limit 2%", limit_of, 2000000},
	{REPORT, "--percent-limit 2% --no-percent-limit", limit_of, 0},
	{REPORT, "", order_of, ORDER_CALLER},
	{REPORT, "--no-children", order_of, ORDER_CALLEE},
	{REPORT, "--no-children -G", order_of, ORDER_CALLER},
	{REPORT, "-g callee", order_of, ORDER_CALLEE},
	{REPORT, "", max_stack_of, FUNC_MAX_STACK},
	{REPORT, "--max-stack 0", max_stack_of, 0},
	{REPORT, "--max-stack 5", max_stack_of, 5},
	{REPORT, "--group-sort-idx 2", sort_idx_of, 2},
	{REPORT, "", seam_of, SEAM_BOTH},
	{REPORT, "--seam", seam_of, SEAM_PIVOT},
	{REPORT, "--seam=user", seam_of, SEAM_USER},
	{REPORT, "--seam --no-seam", seam_of, SEAM_BOTH},
	{EXPORT, "-f flame", shape_of, FLAME_CALLERS},
	{EXPORT, "-f flame --shape inverted", shape_of, FLAME_INVERTED},
	{EXPORT, "-f flame --shape time", shape_of, FLAME_TIME},
	{EXPORT, "-f flame --shape time --no-shape", shape_of, FLAME_CALLERS},
	{REPORT, "", color_of, REPORT_COLOR_AUTO},
	{REPORT, "--stdio-color", color_of, REPORT_COLOR_ALWAYS},
	{REPORT, "--stdio-color=never", color_of, REPORT_COLOR_NEVER},
	{REPORT, "--stdio-color --no-stdio-color", color_of, REPORT_COLOR_NEVER},
	{REPORT, "--stdio-color=auto", color_of, REPORT_COLOR_AUTO},
	{REPORT, "--entries --by kind,caller", parts_of, 0},
	{REPORT, "--entries --by kind,caller,site", parts_of, 1},
	{REPORT, "--entries --by kind,caller,state", parts_of, 2},
	{REPORT, "--entries --by kind,caller,gap", parts_of, 4 | 1 << 8},
	{REPORT, "--entries --by kind,caller,gap,site", parts_of, 5 | 1 << 8},
	{REPORT, "--entries --zoom comm=a", parts_of, 1 << 8},
	{ANNOTATE, "", type_of, 0},
	{ANNOTATE, "--percent-type global-hits", type_of, 3},
	{ANNOTATE, "--percent-type hits", type_of, 2},
	{ANNOTATE, "--percent-type global-period", type_of, 1},
	{ANNOTATE, "--percent-type global-hits --percent-type local", type_of, 0},
	{ANNOTATE, "--percent-type global-hits --no-percent-type", type_of, 0},
	{REPORT, "-vv", verbose_of, 2},
	{REPORT, "", zooms_of, 0},
	{REPORT, "--zoom comm=a --all-but idle", zooms_of, 2},
	{REPORT, "--zoom comm=a --no-zoom", zooms_of, 0},
	{REPORT, "--repair-bytes 64", repair_of, 64},
};

static int test_values(void)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct report_opts opts;
		struct words words;

		if (parse(&opts, &words, values[i].verb, values[i].line, &err))
			T_FAIL("%s: %s", values[i].line, err.text);
		if (values[i].get(&opts) != values[i].value)
			T_FAIL("%s, number %zu, is %" PRIu64, values[i].line, i,
			       values[i].get(&opts));
		report_opts__exit(&opts);
	}
	return TEST_OK;
}

/* The words that the TUI repeats are all but the one that is a filter. */
static int test_words(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct report_opts opts;
	struct words words;

	T_EQ(parse(&opts, &words, REPORT, "-i x word -n", &err), 0);
	T_EQ(opts.nr_words, 3);
	T_STREQ(opts.words[0], "-i");
	T_STREQ(opts.words[1], "x");
	T_STREQ(opts.words[2], "-n");
	report_opts__exit(&opts);
	T_EQ(parse(&opts, &words, EXPORT, "-f folded a b c", &err), 0);
	T_STREQ(opts.pipeline.session.path, "a");
	T_EQ(opts.pipeline.session.nr_sequels, 2);
	T_STREQ(opts.pipeline.session.sequels[0], "b");
	T_STREQ(opts.pipeline.session.sequels[1], "c");
	report_opts__exit(&opts);
	return TEST_OK;
}

/* ---- options that do not go together ---- */

#define BRANCHES                                                                       \
	"-b shows rows as text, without stacks: it does not go with --tui, --export, " \
	"--each-sample, --entries, --baseline, --seam"
#define ALONE(option)                                                                 \
	option " prints no profile: it goes with none of --tui, --export, --header, " \
	       "--header-only, -D, --stats, -T, -F, -t, -w"
#define WHOLE(option)                                                                     \
	option " shows whole samples: it goes with none of -d, -S, --symbol-filter, -U, " \
	       "--seam, --baseline"
#define ONE_FILE                                                                              \
	"--export writes a file of one profile alone: it goes with none of --tui, --header, " \
	"--header-only, -D, --stats, -T"
#define SUMS(option) option " goes with none of --entries, --each-sample, -b, --baseline"
#define BY	     "--by goes with --entries only, and is kind,caller, which site, state and gap may follow"
#define RECURSION    "--recursion is about whole stacks: it goes with neither --summary nor --seam"

static const struct {
	enum verb verb;
	const char *line, *text;
} refused[] = {
	{REPORT, "--max-stack -1", "--max-stack cannot be negative"},
	{REPORT, "--group-sort-idx -1", "--group-sort-idx cannot be negative"},
	{REPORT, "--tui --stdio", "--tui and --stdio cannot be used together"},
	{REPORT, "-b --tui", BRANCHES},
	{REPORT, "-b --export folded", BRANCHES},
	{REPORT, "-b --each-sample", BRANCHES},
	{REPORT, "-b --entries", BRANCHES},
	{REPORT, "-b --baseline pid=1", BRANCHES},
	{REPORT, "-b --seam", BRANCHES},
	{REPORT, "-H --baseline pid=1", "--hierarchy and --baseline cannot be used together"},
	{REPORT, "-t .", "'.' is the only non valid --field-separator argument"},
	{REPORT, "--shape time", "--shape is about --export, which is not given"},
	{REPORT, "-o x", "-o is about --export, which is not given"},
	{REPORT, "--export folded --tui", ONE_FILE},
	{REPORT, "--export folded --header", ONE_FILE},
	{REPORT, "--export folded --header-only", ONE_FILE},
	{REPORT, "--export folded -D", ONE_FILE},
	{REPORT, "--export folded --stats", ONE_FILE},
	{REPORT, "--export folded -T", ONE_FILE},
	{EXPORT, "", "which format? -f names one, and --list has them"},
	{EXPORT, "-f flame --counts", "--no-marks and --counts are about folded stacks, not flame"},
	{EXPORT, "-f flame --no-marks",
	 "--no-marks and --counts are about folded stacks, not flame"},
	{EXPORT, "-f folded -i /dev/null -o /dev/null",
	 "/dev/null is the input: it cannot be the output as well"},
	{EXPORT, "-f folded -o /nonexistent/x",
	 "cannot create files in /nonexistent: No such file or directory"},
	{REPORT, "--entries --tui", ALONE("--entries")},
	{REPORT, "--entries --header", ALONE("--entries")},
	{REPORT, "--entries --header-only", ALONE("--entries")},
	{REPORT, "--entries -D", ALONE("--entries")},
	{REPORT, "--entries --stats", ALONE("--entries")},
	{REPORT, "--entries -T", ALONE("--entries")},
	{REPORT, "--entries -F dso", ALONE("--entries")},
	{REPORT, "--entries -t ;", ALONE("--entries")},
	{REPORT, "--entries -w 1", ALONE("--entries")},
	{REPORT, "--each-sample --export folded", ALONE("--each-sample")},
	{REPORT, "--each-sample --seam", WHOLE("--each-sample")},
	{REPORT, "--each-sample -d a", WHOLE("--each-sample")},
	{REPORT, "--each-sample -S a", WHOLE("--each-sample")},
	{REPORT, "--each-sample --symbol-filter a", WHOLE("--each-sample")},
	{REPORT, "--each-sample -U", WHOLE("--each-sample")},
	{REPORT, "--each-sample --baseline pid=1", WHOLE("--each-sample")},
	{REPORT, "--entries -U", WHOLE("--entries")},
	{REPORT, "--entries --each-sample", "--entries and --each-sample cannot be used together"},
	{REPORT, "--json", "--json goes with --entries or --each-sample only"},
	{REPORT, "--by kind,caller", BY},
	{REPORT, "--entries --by kind", BY},
	{REPORT, "--entries --by kind,caller,", BY},
	{REPORT, "--entries --by kind,caller,sites", BY},
	{REPORT, "--entries --by kind,callers", BY},
	{REPORT, "--entries --by caller,kind", BY},
	{REPORT, "--summary --entries", SUMS("--summary")},
	{REPORT, "--summary --each-sample", SUMS("--summary")},
	{REPORT, "--summary -b", SUMS("--summary")},
	{REPORT, "--recursion --baseline pid=1", SUMS("--recursion")},
	{REPORT, "--recursion --summary", RECURSION},
	{REPORT, "--recursion --seam", RECURSION},
	{REPORT, "--recursion -T", ALONE("--recursion")},
	{REPORT, "--summary --stats", ALONE("--summary")},
};

static int test_refused(void)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct report_opts opts;
		struct words words;

		if (!parse(&opts, &words, refused[i].verb, refused[i].line, &err))
			T_FAIL("%s is taken", refused[i].line);
		T_STREQ(err.text, refused[i].text);
		defer_error__clear(&err);
		report_opts__exit(&opts);
	}
	return TEST_OK;
}

/* ---- values that cannot be ---- */

/* An invalid value ends the process. */
static void parse_badly(struct words *words)
{
	const struct verb_setup setup = {.exports = !strcmp(words->argv[0], "export"),
					 .annotates = !strcmp(words->argv[0], "annotate")};
	struct defer_error err = DEFER_ERROR_INIT;
	struct report_opts opts;

	setenv("PERF_CONFIG", "/dev/null", 1);
	report_opts__init(&opts, &setup, words->argc, words->argv, &err);
}

static const struct {
	enum verb verb;
	const char *line, *text;
} bad[] = {
	{REPORT, "--percent-limit x", "the percent limit cannot be 'x'"},
	{REPORT, "--percent-limit -1", "the percent limit cannot be '-1'"},
	{REPORT, "--percent-limit 1%%", "the percent limit cannot be '1%%'"},
	{REPORT, "--percent-limit %", "the percent limit cannot be '%'"},
	{REPORT, "--percent-limit nan", "the percent limit cannot be 'nan'"},
	{REPORT, "--percentage x", "the percentage cannot be 'x'"},
	{REPORT, "--stdio-color=x", "--stdio-color cannot be 'x'"},
	{REPORT, "--export x", "--export cannot be 'x'"},
	{EXPORT, "-f x,cycles", "--format cannot be 'x,cycles'"},
	{REPORT, "--time-quantum 0", "time quantum cannot be 0"},
	{REPORT, "--time-quantum s", "--time-quantum cannot be 's'"},
	{REPORT, "--time-quantum -1", "--time-quantum cannot be '-1'"},
	{REPORT, "--time-quantum 1m", "--time-quantum cannot be '1m'"},
	{REPORT, "--time-quantum 18446744074s", "--time-quantum cannot be '18446744074s'"},
	{ANNOTATE, "--percent-type local-x", "--percent-type cannot be 'x'"},
	{ANNOTATE, "--percent-type hit", "--percent-type cannot be 'hit'"},
	{ANNOTATE, "-M x", "-M cannot be 'x'"},
	{EXPORT, "-f flame --shape x", "--shape cannot be 'x'"},
	{REPORT, "--seam=x", "--seam cannot be 'x'"},
	{REPORT, "--view x,y", "--view: 'x' is no view; their tabs have their names"},
	{REPORT, "--view flam", "--view: 'flam' is no view; their tabs have their names"},
	{REPORT, "--baseline x=1",
	 "--baseline 'x=1' is none of time=, cpu=, pid=, tid=, thread=, comm=, parallelism= with "
	 "a value"},
	{REPORT, "--baseline pid=",
	 "--baseline 'pid=' is none of time=, cpu=, pid=, tid=, thread=, comm=, parallelism= with "
	 "a value"},
	{REPORT, "--unwind x", "--unwind takes cfi or fp-fallback, not 'x'"},
	{REPORT, "a b", "only one symbol filter can be given, not 'a' and 'b'"},
};

static int test_bad(void)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char text[8192], want[256];
		struct words words;

		words__init(&words, verb_names[bad[i].verb], bad[i].line);
		T_RUN(words__end(&words, parse_badly, 129, text, sizeof(text)));
		snprintf(want, sizeof(want), "%s\n", bad[i].text);
		if (!strstr(text, want))
			T_FAIL("%s: '%s'", bad[i].line, text);
	}
	return TEST_OK;
}

/* ---- perf's configuration ---- */

static int read_config(const struct folder *folder, const char *config, const char *line,
		       struct report_opts *opts, struct defer_error *err)
{
	struct words words;
	char path[96];
	int ret;

	if (!folder__write(folder, "config", config))
		return -1000;
	snprintf(path, sizeof(path), "%s/config", folder->path);
	setenv("PERF_CONFIG", path, 1);
	ret = parse(opts, &words, REPORT, line, err);
	unsetenv("PERF_CONFIG");
	return ret;
}

static int check_config(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct report_opts opts;
	const struct show_opts *show = &opts.pipeline.show;

	T_EQ(read_config(folder,
			 "[color]\nui = always\n[hist]\npercentage = relative\n"
			 "[report]\npercent-limit = 3\nsort_order = dso,sym\nchildren = false\n"
			 "group = no\n[tui]\nfirst-page = off\nreport = 0\n"
			 "[call-graph]\nprint-type = flat\norder = caller\nsort-key = address\n"
			 "threshold = 4%\nprint-limit = 5\n",
			 "", &opts, &err),
	     0);
	T_EQ(opts.color_when, REPORT_COLOR_ALWAYS);
	T_CHECK(show->relative && !opts.pipeline.sort.children && !opts.pipeline.groups.on);
	T_CHECK(!opts.first_page && !opts.may_tui);
	T_CHECK(show->min_percent == 3 && show->graph.threshold == 4);
	T_STREQ(opts.pipeline.sort.sort, "dso,sym");
	T_EQ(show->graph.mode, GRAPH_FLAT);
	T_EQ(show->graph.order, ORDER_CALLER);
	T_EQ(show->graph.key, GRAPH_KEY_ADDRESS);
	T_EQ(show->graph.print_limit, 5);
	T_CHECK(!opts.pipeline.graph_given);
	report_opts__exit(&opts);

	/* Booleans are as good as words, and a true one changes nothing. */
	T_EQ(read_config(folder, "[color]\nui = false\n[report]\nchildren\n", "", &opts, &err), 0);
	T_EQ(opts.color_when, REPORT_COLOR_NEVER);
	T_CHECK(opts.pipeline.sort.children && opts.first_page && opts.may_tui);
	report_opts__exit(&opts);
	T_EQ(read_config(folder, "[color]\nui = true\n", "", &opts, &err), 0);
	T_EQ(opts.color_when, REPORT_COLOR_AUTO);
	report_opts__exit(&opts);

	/* The configured order is that of samples: branches have their own, and a word goes first. */
	T_EQ(read_config(folder, "[report]\nsort_order = dso\n", "-b", &opts, &err), 0);
	T_CHECK(!opts.pipeline.sort.sort);
	report_opts__exit(&opts);
	T_EQ(read_config(folder, "[report]\nsort_order = dso\n", "-b -s dso_to", &opts, &err), 0);
	T_STREQ(opts.pipeline.sort.sort, "dso_to");
	report_opts__exit(&opts);
	T_EQ(read_config(folder, "[report]\nsort_order = dso\n", "", &opts, &err), 0);
	T_STREQ(opts.pipeline.sort.sort, "dso");
	report_opts__exit(&opts);
	return TEST_OK;
}

static int test_config(void)
{
	return folder__run(check_config);
}

static int check_bad_config(const struct folder *folder)
{
	static const char *const keys[][2] = {
		{"[hist]\npercentage = x\n", "the percentage cannot be 'x'"},
		{"[report]\npercent-limit = x\n", "the percent limit cannot be 'x'"},
		{"[call-graph]\nprint-type = x\n", "print-type cannot be 'x'"},
		{"[call-graph]\norder = x\n", "order cannot be 'x'"},
		{"[call-graph]\nsort-key = x\n", "sort-key cannot be 'x'"},
		{"[call-graph]\nthreshold = x\n", "call-graph.threshold cannot be 'x'"},
		{"[call-graph]\nprint-limit = -1\n", "call-graph.print-limit cannot be '-1'"},
		{"[call-graph]\nprint-limit = 4294967296\n",
		 "call-graph.print-limit cannot be '4294967296'"},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct report_opts opts;

		T_EQ(read_config(folder, keys[i][0], "", &opts, &err), DEFER_ERR_INVAL);
		T_STREQ(err.text, keys[i][1]);
		defer_error__clear(&err);
		report_opts__exit(&opts);
	}
	return TEST_OK;
}

static int test_bad_config(void)
{
	return folder__run(check_bad_config);
}

static const struct test_case cases[] = {
	{"options that are flags", test_flags},
	{"options whose values are kept", test_texts},
	{"options that are numbers or words", test_values},
	{"words that are left", test_words},
	{"options that do not go together", test_refused},
	{"values that cannot be", test_bad},
	{"settings of perfconfig", test_config},
	{"settings that cannot be", test_bad_config},
	{0},
};

const struct test_suite suite__report_opts = {"report-opts", "What report is asked for", cases};
