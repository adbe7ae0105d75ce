// SPDX-License-Identifier: GPL-2.0-only
/* Values of record's options: the least and the most of each, and words in lists. */
#include "tests/tests.h"
#include "util/plan/opts.h"
#include "util/plan/sample-regs.h"

typedef int (*setter)(struct record_opts *opts, const char *str, struct defer_error *err);

static uint64_t freq_of(const struct record_opts *opts)
{
	return opts->freq;
}

static uint64_t period_of(const struct record_opts *opts)
{
	return opts->period;
}

static uint64_t max_stack_of(const struct record_opts *opts)
{
	return opts->max_stack;
}

static uint64_t realtime_of(const struct record_opts *opts)
{
	return opts->realtime;
}

static uint64_t drain_of(const struct record_opts *opts)
{
	return opts->drain_ms;
}

static uint64_t map_timeout_of(const struct record_opts *opts)
{
	return opts->has_map_timeout ? opts->map_timeout_ms : 0;
}

static uint64_t switch_files_of(const struct record_opts *opts)
{
	return opts->switch_max_files;
}

static uint64_t compression_of(const struct record_opts *opts)
{
	return opts->compress_level;
}

static uint64_t clockid_of(const struct record_opts *opts)
{
	return opts->has_clockid ? opts->clockid : 0;
}

static uint64_t delay_of(const struct record_opts *opts)
{
	return opts->delay_ms;
}

static uint64_t dump_of(const struct record_opts *opts)
{
	return opts->callchain && opts->chain_mode == CHAIN_DWARF && !opts->defer ? opts->dump_size
										  : 0;
}

static uint64_t switch_ms_of(const struct record_opts *opts)
{
	return opts->switch_size ? 0 : opts->switch_ms;
}

/* The largest number of ms is ten years. */
#define MOST_MS "315360000000"
#define OVER_MS "315360000001"

static const struct {
	const char *what; /* as messages call it */
	setter set;
	uint64_t (*get)(const struct record_opts *opts);
	const char *good;
	uint64_t value;
	const char *bad, *why;
} bounds[] = {
	{"-F", record_opts__set_freq, freq_of, "1", 1, "0", " must be from 1 to 4294967295, not 0"},
	{"-F", record_opts__set_freq, freq_of, "4294967295", 4294967295, "4294967296",
	 " must be from 1 to 4294967295, not 4294967296"},
	{"-F", record_opts__set_freq, freq_of, "MAX", RECORD_FREQ_MAX, "1s", " cannot be '1s'"},
	{"-c", record_opts__set_period, period_of, "1", 1, "0",
	 " must be from 1 to 9223372036854775807, not 0"},
	{"-c", record_opts__set_period, period_of, "9223372036854775807", INT64_MAX, "1K",
	 " cannot be '1K'"},
	{"the deepest stack", record_opts__set_max_stack, max_stack_of, "1", 1, "0",
	 " must be from 1 to 65535, not 0"},
	{"the deepest stack", record_opts__set_max_stack, max_stack_of, "65535", 65535, "65536",
	 " must be from 1 to 65535, not 65536"},
	{"-r", record_opts__set_realtime, realtime_of, "99", 99, "100",
	 " must be from 0 to 99, not 100"},
	{"-r", record_opts__set_realtime, realtime_of, "0", 0, "x", " cannot be 'x'"},
	{"--drain", record_opts__set_drain, drain_of, "0", 0, "1s", " cannot be '1s'"},
	{"--drain", record_opts__set_drain, drain_of, MOST_MS, RECORD_MAX_MS, OVER_MS,
	 " must be from 0 to " MOST_MS ", not " OVER_MS},
	{"--off-cpu-thresh", record_opts__set_off_cpu_thresh, NULL, MOST_MS, 0, OVER_MS,
	 " must be from 0 to " MOST_MS ", not " OVER_MS},
	{"--off-cpu-thresh", record_opts__set_off_cpu_thresh, NULL, "0", 0, "", " cannot be ''"},
	{"--proc-map-timeout", record_opts__set_map_timeout, map_timeout_of, "4294967295",
	 4294967295, "4294967296", " must be from 0 to 4294967295, not 4294967296"},
	{"--switch-max-files", record_opts__set_switch_files, switch_files_of, "4294967295",
	 4294967295, "4294967296", " must be from 0 to 4294967295, not 4294967296"},
	{"-z", record_opts__set_compression, compression_of, "1", 1, "0",
	 " must be from 1 to 22, not 0"},
	{"-z", record_opts__set_compression, compression_of, "22", 22, "23",
	 " must be from 1 to 22, not 23"},
	{"-k", record_opts__set_clockid, clockid_of, "2147483647", INT32_MAX, "2147483648",
	 " must be from 0 to 2147483647, not 2147483648"},
	{"-D ", record_opts__set_delay, delay_of, MOST_MS, RECORD_MAX_MS, OVER_MS,
	 OVER_MS ": expected a number of ms, -1, or ranges such as 10-20,30-40"},
	{"-D ", record_opts__set_delay, delay_of, "5-6", 5, "6-6",
	 "6-6: a range must end after it begins"},
	{"-D ", record_opts__set_delay, delay_of, "5-6,7-8", 5, "5-6,6-8",
	 "5-6,6-8: a range must begin after the previous one ends"},
	{"-D ", record_opts__set_delay, delay_of, "5-6 , 7-8", 5, "5-6 7-8",
	 "5-6 7-8: ranges must be separated by commas"},
	{"--call-graph ", record_opts__set_call_graph, dump_of, "dwarf,1", 8, "dwarf,0",
	 "dwarf,0: the stack dump size must be from 1 to 65528 bytes"},
	{"--call-graph ", record_opts__set_call_graph, dump_of, "dwarf,65528", 65528, "dwarf,65529",
	 "dwarf,65529: the stack dump size must be from 1 to 65528 bytes"},
	{"--call-graph ", record_opts__set_call_graph, dump_of, "dwarf,0x1001", 4104, "dwarf,",
	 "dwarf,: the stack dump size must be from 1 to 65528 bytes"},
	{"--call-graph", record_opts__set_call_graph, dump_of, "dwarf", 8192, "dwarfs",
	 " cannot be 'dwarfs'"},
	{"--call-graph", record_opts__set_call_graph, dump_of, "dwarf,9", 16, "fp,",
	 " cannot be 'fp,'"},
	{"--switch-output", record_opts__set_switch, switch_ms_of, "3650d", RECORD_MAX_MS, "3651d",
	 ": 3651d is too large"},
	{"--switch-output", record_opts__set_switch, switch_ms_of, "1s", 1000, "0s",
	 " must be 'signal', a size with B, K, M or G, or a time with s, m, h or d, not '0s'"},
	{"--max-size", record_opts__set_max_size, NULL, "1B", 0, "1s", " cannot be '1s'"},
	{"-m", record_opts__set_buffer, NULL, "1073741824", 0, "1073741825",
	 ": 1073741825 is too large"},
	{"-m", record_opts__set_buffer, NULL, "1", 0, "1s", " cannot be '1s'"},
};

/* Values at both ends of what is allowed, and beyond. A refusal changes nothing. */
static int test_bounds(void)
{
	for (size_t i = 0; i < sizeof(bounds) / sizeof(*bounds); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct record_opts opts, before;
		char text[256];

		record_opts__init(&opts);
		if (bounds[i].set(&opts, bounds[i].good, &err))
			T_FAIL("'%s': %s", bounds[i].good, err.text);
		if (bounds[i].get && bounds[i].get(&opts) != bounds[i].value)
			T_FAIL("%s %s is %" PRIu64, bounds[i].what, bounds[i].good,
			       bounds[i].get(&opts));
		before = opts;
		T_EQ(bounds[i].set(&opts, bounds[i].bad, &err), DEFER_ERR_INVAL);
		snprintf(text, sizeof(text), "%s%s", bounds[i].what, bounds[i].why);
		T_STREQ(err.text, text);
		T_CHECK(!memcmp(&opts, &before, sizeof(opts)));
		defer_error__clear(&err);
		record_opts__exit(&opts);
	}
	return TEST_OK;
}

/* A word of --synth, and what it asks for; UINT32_MAX: it is refused. */
static int test_synth(void)
{
	static const struct {
		const char *str;
		uint32_t synth;
	} words[] = {
		{"task", RECORD_SYNTH_TASK},
		{"mmap", RECORD_SYNTH_TASK | RECORD_SYNTH_MMAP},
		{"cgroup", RECORD_SYNTH_CGROUP},
		{"CGROUP,Task", RECORD_SYNTH_CGROUP | RECORD_SYNTH_TASK},
		{"task,mmap", RECORD_SYNTH_TASK | RECORD_SYNTH_MMAP},
		{"all", RECORD_SYNTH_ALL},
		{"no", 0},
		{"none", 0},
		/* "no" and "all" end the list, and count alone. */
		{"task,no,cgroup", 0},
		{"no,nonsense", 0},
		{"task,all,nonsense", RECORD_SYNTH_ALL},
		{"", UINT32_MAX},
		{"task,", UINT32_MAX},
		{",task", UINT32_MAX},
		{"tas", UINT32_MAX},
		{"tasks", UINT32_MAX},
		{"cgroup,tasks", UINT32_MAX},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct record_opts opts;
		char text[128];

		record_opts__init(&opts);
		T_EQ(opts.synth, RECORD_SYNTH_ALL);
		opts.synth = 1U << 31;
		if (words[i].synth != UINT32_MAX) {
			T_EQ(record_opts__set_synth(&opts, words[i].str, &err), 0);
			T_EQ(opts.synth, words[i].synth);
			continue;
		}
		T_EQ(record_opts__set_synth(&opts, words[i].str, &err), DEFER_ERR_INVAL);
		T_EQ(opts.synth, 1U << 31);
		snprintf(text, sizeof(text),
			 "--synth %s: valid values are no, all, task, mmap and cgroup",
			 words[i].str);
		T_STREQ(err.text, text);
		defer_error__clear(&err);
	}
	return TEST_OK;
}

/* Each form of --call-graph, after one that has set all that it could. */
static int test_call_graphs(void)
{
	static const struct {
		const char *str;
		enum chain_mode mode;
		bool callchain, defer, needs_repair;
		uint32_t max_stack, repair, dump;
	} forms[] = {
		{"no", CHAIN_DWARF, false, false, false, 9, 0, 64},
		{"fp", CHAIN_FP, true, false, false, 9, 0, 64},
		{"fp,7", CHAIN_FP, true, false, false, 7, 0, 64},
		{"fp,defer", CHAIN_FP, true, true, false, 9, 0, 64},
		{"fp,defer,7", CHAIN_FP, true, true, false, 7, 0, 64},
		{"fp,repair", CHAIN_FP, true, false, true, 9, CHAIN_REPAIR_DEFAULT, 64},
		{"fp,defer,repair", CHAIN_FP, true, true, true, 9, CHAIN_REPAIR_DEFAULT, 64},
		{"fp,defer,repair,17", CHAIN_FP, true, true, true, 9, 24, 64},
		{"dwarf,16", CHAIN_DWARF, true, false, false, 9, 0, 16},
		{"lbr", CHAIN_LBR, true, false, false, 9, 0, 64},
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct record_opts opts;

		if (forms[i].needs_repair && !sample_regs__repair())
			continue;
		record_opts__init(&opts);
		opts.max_stack = 9;
		T_EQ(record_opts__set_call_graph(&opts, "dwarf,64", NULL), 0);
		T_EQ(record_opts__set_call_graph(&opts, forms[i].str, NULL), 0);
		T_EQ(opts.chain_mode, forms[i].mode);
		T_EQ(opts.callchain, forms[i].callchain);
		T_EQ(opts.defer, forms[i].defer);
		T_EQ(opts.max_stack, forms[i].max_stack);
		T_EQ(opts.repair_size, forms[i].repair);
		T_EQ(opts.dump_size, forms[i].dump);
	}
	return TEST_OK;
}

/* Options that can be given once: the second one would be lost. */
static int test_once(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;

	record_opts__init(&opts);
	T_EQ(record_opts__set_branches(&opts, "u", &err), 0);
	T_EQ(record_opts__set_branches(&opts, "k", &err), DEFER_ERR_INVAL);
	T_STREQ(err.text, "-b and -j can be given only once: name all branch filters in one -j");
	defer_error__clear(&err);
	if (!sample_regs__user())
		return TEST_OK;
	T_EQ(record_opts__set_user_regs(&opts, NULL, &err), 0);
	T_CHECK(opts.user_regs == sample_regs__user());
	T_EQ(record_opts__set_user_regs(&opts, NULL, &err), DEFER_ERR_INVAL);
	T_STREQ(err.text, "--user-regs can be given only once: name all registers in one");
	T_EQ(opts.intr_regs, 0);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the least and the most of each number", test_bounds},
	{"words of --synth", test_synth},
	{"each form of --call-graph replaces the one before", test_call_graphs},
	{"options that can be given once", test_once},
	{0},
};

const struct test_suite suite__record_values = {"record-values", "Values of record's options",
						cases};
