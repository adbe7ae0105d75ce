// SPDX-License-Identifier: GPL-2.0-only
/* The command line of record: what each option sets, and nothing else. */
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/words.h"
#include "util/plan/opts.h"
#include "util/plan/sample-regs.h"
#include "verbs/record-opts.h"

static int parse(struct record_args *args, struct words *words, const char *line,
		 struct defer_error *err)
{
	setenv("PERF_CONFIG", "/dev/null", 1);
	words__init(words, "record", line);
	return record_args__init(args, words->argc, words->argv, err);
}

#define AT(member) offsetof(struct record_args, member)

static const struct flag {
	const char *line;
	size_t at;
	bool off; /* the option clears it */
} flags[] = {
	{"--off-cpu", AT(opts.off_cpu), false},
	{"--group", AT(opts.group), false},
	{"--all-user", AT(opts.all_user), false},
	{"--all-kernel", AT(opts.all_kernel), false},
	{"-n", AT(opts.no_samples), false},
	{"-s", AT(opts.inherit_stat), false},
	{"--strict-freq", AT(opts.strict_freq), false},
	{"true", AT(opts.target.system_wide), true},
	{"-p 1", AT(opts.target.system_wide), true},
	{"-t 1", AT(opts.target.system_wide), true},
	{"-u 1", AT(opts.target.system_wide), true},
	{"-C 1", AT(opts.target.system_wide), true},
	{"true", AT(opts.target.has_command), false},
	{"--per-thread true", AT(opts.target.per_thread), false},
	{"-i", AT(opts.no_inherit), false},
	{"-g --call-graph no", AT(opts.callchain), true},
	{"--no-call-graph", AT(opts.callchain), true},
	{"--no-defer", AT(opts.defer), true},
	{"--call-graph fp", AT(opts.defer), true},
	{"--require-defer", AT(opts.require_defer), false},
	{"--kernel-callchains", AT(opts.kernel_callchains_only), false},
	{"--user-callchains", AT(opts.user_callchains_only), false},
	{"-T", AT(opts.sample_time), false},
	{"-P", AT(opts.sample_period), false},
	{"-d", AT(opts.sample_addr), false},
	{"--phys-data", AT(opts.phys_data), false},
	{"--sample-mem-info", AT(opts.mem_info), false},
	{"--data-page-size", AT(opts.data_page_size), false},
	{"--code-page-size", AT(opts.code_page_size), false},
	{"--data-mmap", AT(opts.data_mmap), false},
	{"--transaction", AT(opts.transaction), false},
	{"--running-time", AT(opts.running_time), false},
	{"--sample-cpu", AT(opts.sample_cpu), false},
	{"-W", AT(opts.sample_weight), false},
	{"--all-cgroups", AT(opts.all_cgroups), false},
	{"--namespaces", AT(opts.namespaces), false},
	{"--latency true", AT(opts.latency), false},
	{"--latency true", AT(opts.context_switches), false},
	{"--switch-events", AT(opts.context_switches), false},
	{"-k mono", AT(opts.has_clockid), false},
	{"--no-bpf-event", AT(opts.no_bpf_event), false},
	{"--overwrite", AT(opts.overwrite), false},
	{"--tail-synthesize", AT(opts.tail_synthesize), false},
	{"--no-buffering", AT(opts.no_buffering), false},
	{"-B", AT(opts.no_buildid), false},
	{"-N", AT(opts.no_buildid_cache), false},
	{"--buildid-all", AT(opts.buildid_all), false},
	{"--buildid-mmap", AT(opts.buildid_mmap), false},
	{"--no-buildid-mmap", AT(opts.no_buildid_mmap), false},
	{"--proc-map-timeout 0", AT(opts.has_map_timeout), false},
	{"--switch-output", AT(opts.switch_on_signal), false},
	{"--switch-output-event dummy", AT(opts.switch_on_signal), false},
	{"--timestamp-filename", AT(opts.timestamp_filename), false},
	{"--dry-run", AT(dry_run), false},
	{"--report", AT(report), false},
	{"-q", AT(opts.quiet), false},
	{"--intr-regs=ip", AT(opts.intr_regs_named), false},
};

static int parse_flag(const struct flag *flag, const char *line, bool *value)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_args args;
	struct words words;
	char all[96];

	/* The output is no stream, whatever stdout is. */
	snprintf(all, sizeof(all), "-o x %s", line);
	if (parse(&args, &words, all, &err))
		T_FAIL("%s: %s", line, err.text);
	*value = *((const bool *)&args + flag->at);
	record_args__exit(&args);
	return TEST_OK;
}

static int test_flags(void)
{
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		bool with, without;

		if (!sample_regs__user() && strstr(flags[i].line, "regs"))
			continue;
		T_RUN(parse_flag(&flags[i], flags[i].line, &with));
		T_RUN(parse_flag(&flags[i], "", &without));
		if (with == flags[i].off || without == with)
			T_FAIL("%s, number %zu: %d, and %d without it", flags[i].line, i, with,
			       without);
	}
	return TEST_OK;
}

/* ---- values ---- */

#define SIZED(member) AT(member), sizeof(((struct record_args *)NULL)->member)

/* A line and the number that it leads to, in a member of any size. */
static const struct {
	const char *line;
	size_t at, size;
	uint64_t value;
} numbers[] = {
	{"-F 99", SIZED(opts.freq), 99},
	{"-F max", SIZED(opts.freq), RECORD_FREQ_MAX},
	{"-c 98", SIZED(opts.period), 98},
	{"-F 99 -c 98", SIZED(opts.freq), 0},
	{"--max-stack 97", SIZED(opts.max_stack), 97},
	{"-D 96", SIZED(opts.delay_ms), 96},
	{"-D -1", SIZED(opts.delay_ms), UINT64_MAX},
	{"-D 5-6,7-8", SIZED(opts.nr_ranges), 2},
	{"", SIZED(opts.drain_ms), 100},
	{"--drain 95", SIZED(opts.drain_ms), 95},
	{"-r 94", SIZED(opts.realtime), 94},
	{"-k tai", SIZED(opts.clockid), CLOCK_TAI},
	{"--switch-max-files 93", SIZED(opts.switch_max_files), 93},
	{"--max-size 92K", SIZED(opts.max_size), 92 << 10},
	{"--synth task", SIZED(opts.synth), RECORD_SYNTH_TASK},
	{"--proc-map-timeout 91", SIZED(opts.map_timeout_ms), 91},
	{"--switch-output=90M", SIZED(opts.switch_size), 90 << 20},
	{"--switch-output=89s", SIZED(opts.switch_ms), 89000},
	{"-m 64K", SIZED(opts.mmap_bytes), 64 << 10},
	{"", SIZED(opts.compress_level), 0},
	{"-z", SIZED(opts.compress_level), 1},
	{"-z7", SIZED(opts.compress_level), 7},
	{"-z7 --no-compression-level", SIZED(opts.compress_level), 0},
	{"-b", SIZED(opts.branches), 1 << 3},
	{"-j any_call,u", SIZED(opts.branches), 1 << 4 | 1},
	{"--no-branch-any", SIZED(opts.branches), 0},
	{"-vv", SIZED(opts.verbose), 2},
	{"--call-graph dwarf,16", SIZED(opts.dump_size), 16},
	{"-a true", SIZED(opts.target.system_wide), 1},
	{"a b c", SIZED(opts.argc), 3},
	{"-- -a", SIZED(opts.argc), 1},
	{"--num-thread-synthesize 3 -R --sample-identifier --timestamp-boundary", SIZED(opts.argc),
	 0},
	{"--off-cpu-thresh 3", SIZED(opts.argc), 0},
	{"-e a --filter b --exclude-perf", SIZED(nr_events), 3},
};

static int test_numbers(void)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct record_args args;
		struct words words;
		uint64_t value = 0;
		char all[96];

		snprintf(all, sizeof(all), "-o x %s", numbers[i].line);
		if (parse(&args, &words, all, &err))
			T_FAIL("%s: %s", numbers[i].line, err.text);
		memcpy(&value, (const char *)&args + numbers[i].at, numbers[i].size);
		if (value != numbers[i].value)
			T_FAIL("%s, number %zu: %" PRIu64, numbers[i].line, i, value);
		record_args__exit(&args);
	}
	return TEST_OK;
}

static const struct {
	const char *line;
	size_t at;
	const char *value;
} texts[] = {
	{"-C 1", AT(opts.target.cpus), "1"},
	{"-p 2", AT(opts.target.pids), "2"},
	{"-t 3", AT(opts.target.tids), "3"},
	{"-u 4", AT(opts.target.uid), "4"},
	{"--control fd:5", AT(opts.control), "fd:5"},
	{"--debuginfod", AT(opts.debuginfod), "system"},
	{"--debuginfod=urls", AT(opts.debuginfod), "urls"},
	{"--debuginfod --no-debuginfod", AT(opts.debuginfod), NULL},
	{"", AT(opts.output), "x"},
	{"--report", AT(opts.output), "x"},
	{"", AT(why_in_place), NULL},
	{"--no-defer", AT(why_in_place), "--no-defer asks for it"},
	{"--call-graph fp", AT(why_in_place), "--call-graph fp asks for it"},
	{"--call-graph fp,defer", AT(why_in_place), NULL},
	{"--call-graph dwarf", AT(why_in_place), "--call-graph asks for something else"},
	{"--call-graph lbr", AT(why_in_place), "--call-graph asks for something else"},
};

static int test_texts(void)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct record_args args;
		struct words words;
		const char *got;
		char all[96];

		snprintf(all, sizeof(all), "-o x %s", texts[i].line);
		if (parse(&args, &words, all, &err))
			T_FAIL("%s: %s", texts[i].line, err.text);
		memcpy(&got, (const char *)&args + texts[i].at, sizeof(got));
		if (!got != !texts[i].value || (got && strcmp(got, texts[i].value)))
			T_FAIL("%s, number %zu: %s", texts[i].line, i, got ? got : "-");
		record_args__exit(&args);
	}
	return TEST_OK;
}

/* Arguments of events are kept in their order, whatever option they are of. */
static int test_events(void)
{
	static const struct {
		int kind;
		const char *text;
	} want[] = {
		{EVENT_ARG_EVENT, "a"},	 {EVENT_ARG_CGROUP, "b"},	 {EVENT_ARG_FILTER, "c"},
		{EVENT_ARG_SWITCH, "d"}, {EVENT_ARG_EXCLUDE_PERF, NULL}, {EVENT_ARG_EVENT, "e"},
	};
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_args args;
	struct words words;

	T_EQ(parse(&args, &words,
		   "-o x -e a -G b --filter c --switch-output-event d --exclude-perf -e e", &err),
	     0);
	T_EQ(args.nr_events, 6);
	for (uint32_t i = 0; i < 6; i++) {
		T_EQ((int)args.events[i].kind, want[i].kind);
		if (want[i].text)
			T_STREQ(args.events[i].text, want[i].text);
	}
	record_args__exit(&args);
	return TEST_OK;
}

/* The command line is kept as it was, for the header of the file. */
static int test_command_line(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_args args;
	struct words words;

	T_EQ(parse(&args, &words, "-o x -F 99 true 1", &err), 0);
	T_EQ(args.opts.self_argc, 7);
	T_STREQ(args.opts.self_argv[0], "record");
	T_STREQ(args.opts.self_argv[3], "-F");
	T_STREQ(args.opts.self_argv[6], "1");
	T_CHECK(!args.opts.self_argv[7]);
	T_EQ(args.opts.argc, 2);
	T_STREQ(args.opts.argv[0], "true");
	record_args__exit(&args);
	return TEST_OK;
}

/* Differences from what was asked for are notes, and no errors. */
static int test_notes(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_args args;
	struct words words;

	T_EQ(parse(&args, &words, "-o x -m 65K -p 1 -a", &err), 0);
	T_EQ(args.notes.nr, 2);
	T_STREQ(args.notes.faults[0].what, "-m 65K: rounded up to 128K, a power of two pages");
	T_STREQ(args.notes.faults[1].what, "PID/TID switch overriding SYSTEM");
	record_args__exit(&args);

	T_EQ(parse(&args, &words, "-o - --timestamp-filename", &err), 0);
	T_CHECK(!args.opts.timestamp_filename);
	T_EQ(args.notes.nr, 1);
	T_STREQ(args.notes.faults[0].what,
		"--timestamp-filename needs a file, but the output is a stream");
	record_args__exit(&args);

	T_EQ(parse(&args, &words, "-o - --report", &err), DEFER_ERR_INVAL);
	T_STREQ(err.text, "--report needs a file, but the output is a stream");
	defer_error__clear(&err);
	record_args__exit(&args);
	T_EQ(parse(&args, &words, "-o - --switch-output", &err), DEFER_ERR_INVAL);
	T_STREQ(err.text, "--switch-output needs a file, but the output is a stream");
	defer_error__clear(&err);
	record_args__exit(&args);
	return TEST_OK;
}

/* Without -o the output is a pipe if stdout is one, but not for --report. */
static int test_output(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int fds[2], before = dup(STDOUT_FILENO);
	struct record_args args;
	struct words words;

	T_EQ(pipe(fds), 0);
	dup2(fds[1], STDOUT_FILENO);
	T_EQ(parse(&args, &words, "", &err), 0);
	T_STREQ(args.opts.output, "-");
	record_args__exit(&args);
	T_EQ(parse(&args, &words, "--report", &err), 0);
	T_STREQ(args.opts.output, "perf.data");
	record_args__exit(&args);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	T_CHECK(freopen("/dev/null", "w", stdout));
	T_EQ(parse(&args, &words, "", &err), 0);
	T_STREQ(args.opts.output, "perf.data");
	record_args__exit(&args);
	dup2(before, STDOUT_FILENO);
	close(before);
	close(fds[0]);
	close(fds[1]);
	return TEST_OK;
}

/* ---- values that cannot be ---- */

static void parse_badly(struct words *words)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_args args;

	setenv("PERF_CONFIG", "/dev/null", 1);
	record_args__init(&args, words->argc, words->argv, &err);
}

static int test_bad(void)
{
	static const struct {
		const char *line, *text;
	} bad[] = {
		{"-F 0", "perf-defer: -F must be from 1 to 4294967295, not 0\n"},
		{"-m x", "perf-defer: -m cannot be 'x'\n"},
		{"-z99", "perf-defer: -z must be from 1 to 22, not 99\n"},
		{"--switch-output=x", "perf-defer: --switch-output cannot be 'x'\n"},
		{"-j x", "perf-defer: -j: unknown branch filter 'x'"},
		{"-b -j u", "perf-defer: -b and -j can be given only once"},
		{"--call-graph x", "perf-defer: --call-graph cannot be 'x'\n"},
		{"--off-cpu-thresh x", "perf-defer: --off-cpu-thresh cannot be 'x'\n"},
		{"--user-regs=?", "available registers:"},
		{"--all-user --all-kernel", "all-kernel"},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char text[32768];
		struct words words;

		words__init(&words, "record", bad[i].line);
		T_RUN(words__end(&words, parse_badly, 129, text, sizeof(text)));
		if (!strstr(text, bad[i].text))
			T_FAIL("%s: '%s'", bad[i].line, text);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"options that are flags", test_flags},
	{"options that are numbers or words", test_numbers},
	{"options whose values are kept", test_texts},
	{"arguments of events stay in their order", test_events},
	{"the command line is kept", test_command_line},
	{"notes, and options that do not go together", test_notes},
	{"the output without a name", test_output},
	{"values that cannot be", test_bad},
	{0},
};

const struct test_suite suite__record_args = {"record-args", "The command line of record", cases};
