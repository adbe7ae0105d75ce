// SPDX-License-Identifier: GPL-2.0-only
/* All that diff prints of runs whose rows are known, in each kind of rows. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-event.h>
#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/folder.h"
#include "tests/tests.h"

#define NR_FUNCS 5
#define KERNEL	 0xffffffff81000000
#define PERIOD	 1000000

static const char kallsyms[] = "ffffffff81000000 T _text\nffffffff81000000 T idle\n"
			       "ffffffff81000100 T copy\nffffffff81000200 T lock\n"
			       "ffffffff81000300 T work\nffffffff81000400 T entry\n"
			       "ffffffff81000500 T end\n";

/* Samples of each function in each of two files before, and two after. */
static const unsigned int counts[4][NR_FUNCS] = {
	{100, 200, 0, 300, 10},
	{110, 190, 0, 310, 12},
	{101, 320, 40, 290, 11},
	{98, 310, 44, 305, 9},
};

static void add_kernel(struct builder *b, const struct defer_attr *attr)
{
	struct defer_event mmap = {
		.type = DEFER_RECORD_MMAP,
		.misc = DEFER_MISC_KERNEL,
		.id = {.time = 1},
		.mmap = {.pid = -1,
			 .start = KERNEL,
			 .len = 0x1000,
			 .pgoff = KERNEL,
			 .filename = "[kernel.kallsyms]_text"},
	};

	builder__event(b, attr, &mmap);
}

/* Function @func called by entry, and by work if it is one of two. */
static void add_sample(struct builder *b, const struct defer_attr *attr, unsigned int func,
		       uint64_t nr)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, KERNEL + 0x100 * func + 4,
				KERNEL + 0x308 + 0x100 * (func % 2), KERNEL + 0x408};
	const struct defer_sample sample = {
		.misc = DEFER_MISC_KERNEL,
		.ip = ips[1],
		.pid = 7,
		.tid = 7 + func % 2,
		.time = 1000 + 20 * nr * PERIOD,
		.period = PERIOD,
		.chain = {.ips = (const uint8_t *)ips, .nr = 4},
	};

	builder__sample(b, attr, &sample);
}

static bool write_run(const struct folder *folder, const char *name, unsigned int run)
{
	const struct builder_event event = {
		.attr = {.type = DEFER_TYPE_SOFTWARE,
			 .size = DEFER_ATTR_SIZE_VER9,
			 .sample_period = PERIOD,
			 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
					DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_CALLCHAIN,
			 .flags = DEFER_ATTR_SAMPLE_ID_ALL},
	};
	unsigned int left[NR_FUNCS];
	struct builder b;
	uint64_t nr = 0;
	bool ok, any;

	memcpy(left, counts[run], sizeof(left));
	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	add_kernel(&b, &event.attr);
	do {
		any = false;
		for (unsigned int func = 0; func < NR_FUNCS; func++) {
			if (!left[func])
				continue;
			left[func]--;
			add_sample(&b, &event.attr, func, nr++);
			any = true;
		}
	} while (any);
	builder__end_file(&b);
	ok = folder__write_bytes(folder, name, b.data, b.size);
	builder__exit(&b);
	return ok;
}

/* Checks what diff prints with @options. */
static int check(const struct folder *folder, const char *options, const char *want)
{
	static char said[1 << 15];
	char line[512];
	FILE *pipe;

	T_CHECK(folder__write(folder, "kallsyms", kallsyms));
	T_CHECK(write_run(folder, "a1", 0) && write_run(folder, "a2", 1));
	T_CHECK(write_run(folder, "b1", 2) && write_run(folder, "b2", 3));
	snprintf(line, sizeof(line), "cd %s && \"$PERF_DEFER\" diff --kallsyms kallsyms %s 2>&1",
		 folder->path, options);
	pipe = popen(line, "r");
	T_CHECK(pipe);
	said[fread(said, 1, sizeof(said) - 1, pipe)] = '\0';
	if (pclose(pipe))
		T_FAIL("%s", said);
	T_STREQ(said, want);
	return TEST_OK;
}

static int two_files(const struct folder *folder)
{
	T_RUN(check(
		folder, "a1 b1",
		"# Before: a1\n"
		"# After : b1\n"
		"#\n"
		"# Event  : cpu-clock\n"
		"# Samples: 610 before, 762 after\n"
		"# Total  : 6.1e+08 before, 7.62e+08 after a run, +24.9%\n"
		"# Shown  : share of all samples: if one row rises, the others fall\n"
		"# p in run: how often noise within these runs does as much. Other runs may differ more: compare several\n"
		"#\n"
		"# Before     After     Delta    Change            Interval   Limit  p in run  Shared Object      Symbol\n"
		"#\n"
		"  49.18%    38.06%   -11.12%    -22.6%       -34.0%..-9.2%            0.0037  [kernel.kallsyms]  [k] work\n"
		"  32.79%    41.99%    +9.21%    +28.1%       +5.8%..+55.4%            0.0145  [kernel.kallsyms]  [k] copy\n"
		"   0.00%     5.25%    +5.25%       new           +600.9%..            0.0009  [kernel.kallsyms]  [k] lock\n"
		"  16.39%    13.25%    -3.14%    -19.1%       -39.7%..+8.5%     36%    0.1370  [kernel.kallsyms]  [k] idle\n"
		"   1.64%     1.44%    -0.20%    -11.9%     -75.1%..+218.0%    136%    0.7959  [kernel.kallsyms]  [k] entry\n"));
	T_RUN(check(
		folder, "-q -p -o 0 a1 b1",
		"  49.18%    38.06%   -11.12%    -22.6%       -34.0%..-9.2%            0.0037       300000000 290000000  [kernel.kallsyms]  [k] work\n"
		"  32.79%    41.99%    +9.21%    +28.1%       +5.8%..+55.4%            0.0145       200000000 320000000  [kernel.kallsyms]  [k] copy\n"
		"  16.39%    13.25%    -3.14%    -19.1%       -39.7%..+8.5%     36%    0.1370       100000000 101000000  [kernel.kallsyms]  [k] idle\n"
		"   1.64%     1.44%    -0.20%    -11.9%     -75.1%..+218.0%    136%    0.7959         10000000 11000000  [kernel.kallsyms]  [k] entry\n"
		"   0.00%     5.25%    +5.25%       new           +600.9%..            0.0009                0 40000000  [kernel.kallsyms]  [k] lock\n"));
	return check(
		folder, "-q -c ratio -F a1 b1",
		"   0.00%     5.25%       new       new           +600.9%..            0.0009           41.2 of 41.2, theta 0.555, phi 1.00, df 5.3  [kernel.kallsyms]  [k] lock\n"
		"  32.79%    41.99%    1.2808    +28.1%       +5.8%..+55.4%            0.0145        322.4 of 523.9, theta 0.555, phi 1.60, df 14.5  [kernel.kallsyms]  [k] copy\n"
		"   1.64%     1.44%    0.8806    -11.9%     -75.1%..+218.0%    136%    0.7959            9.8 of 18.7, theta 0.555, phi 1.14, df 4.7  [kernel.kallsyms]  [k] entry\n"
		"  16.39%    13.25%    0.8085    -19.1%       -39.7%..+8.5%     36%    0.1370         118.3 of 235.5, theta 0.555, phi 1.00, df 9.3  [kernel.kallsyms]  [k] idle\n"
		"  49.18%    38.06%    0.7738    -22.6%       -34.0%..-9.2%            0.0037        347.2 of 706.5, theta 0.555, phi 1.47, df 15.9  [kernel.kallsyms]  [k] work\n");
}

static int test_two_files(void)
{
	return folder__run(two_files);
}

static int two_a_side(const struct folder *folder)
{
	T_RUN(check(
		folder, "a1 a2 -- b1 b2",
		"# Before: a1 a2\n"
		"# After : b1 b2\n"
		"#\n"
		"# Event  : cpu-clock\n"
		"# Samples: 1232 before, 1528 after\n"
		"# Total  : 6.16e+08 before, 7.64e+08 after a run, +24.0% (+5.2%..+46.3%, p 0.0300)\n"
		"# Shown  : per run of equal work, in percent of all samples before\n"
		"# q: of all rows whose q is as small, the share that has not changed. Limit: no change is larger\n"
		"#\n"
		"# Before     After     Delta    Change            Interval   Limit        q  Shared Object      Symbol\n"
		"#\n"
		"  31.66%    51.14%   +19.48%    +61.5%      +32.1%..+98.1%           0.0007  [kernel.kallsyms]  [k] copy\n"
		"   0.00%     6.82%    +6.82%       new          +1021.5%..           0.0007  [kernel.kallsyms]  [k] lock\n"
		"  49.51%    48.30%    -1.22%     -2.5%      -15.3%..+12.3%     13%   0.7711  [kernel.kallsyms]  [k] work\n"
		"  17.05%    16.15%    -0.89%     -5.2%      -25.7%..+20.7%     22%   0.7711  [kernel.kallsyms]  [k] idle\n"
		"   1.79%     1.62%    -0.16%     -9.1%      -58.1%..+95.5%     67%   0.7711  [kernel.kallsyms]  [k] entry\n"));
	T_RUN(check(
		folder, "-q --per share --stacks a1 a2 -- b1 b2",
		"  49.51%    38.94%   -10.57%    -21.4%      -29.8%..-11.9%           0.0033  entry;entry;work\n"
		"  31.66%    41.23%    +9.57%    +30.2%      +14.0%..+49.0%           0.0033  entry;entry;copy\n"
		"   0.00%     5.50%    +5.50%       new          +1218.4%..           0.0009  entry;work;lock\n"
		"  17.05%    13.02%    -4.02%    -23.6%       -39.8%..-3.0%           0.0322  entry;work;idle\n"
		"   1.79%     1.31%    -0.48%    -26.7%      -66.0%..+56.7%     60%   0.3535  entry;work;entry\n"));
	T_RUN(check(
		folder, "-q --per second --children a1 a2 -- b1 b2",
		"  68.34%    58.75%    -9.59%    -14.0%       -23.6%..-3.3%     22%      3  [kernel.kallsyms]  [k] work\n"
		"  31.66%    41.22%    +9.56%    +30.2%      +11.3%..+52.6%     48%      1  [kernel.kallsyms]  [k] copy\n"
		"   0.00%     5.50%    +5.50%       new          +1335.1%..              1  [kernel.kallsyms]  [k] lock\n"
		"  17.05%    13.02%    -4.03%    -23.6%       -40.1%..-2.7%     37%      1  [kernel.kallsyms]  [k] idle\n"
		" 100.00%    99.97%    -0.03%     -0.0%        -9.0%..+9.8%    7.7%      4  [kernel.kallsyms]  [k] entry\n"));
	T_RUN(check(
		folder, "-q -c wdiff:1,2 -s comm,sym a1 a2 -- b1 b2",
		"  31.66%    51.14%     70.62    +61.5%      +32.1%..+98.1%           0.0007  :8       [k] copy\n"
		"  49.51%    48.30%     47.08     -2.5%      -15.3%..+12.3%     13%   0.7711  :8       [k] work\n"
		"  17.05%    16.15%     15.26     -5.2%      -25.7%..+20.7%     22%   0.7711  :7       [k] idle\n"
		"   0.00%     6.82%     13.64       new          +1021.5%..           0.0007  :7       [k] lock\n"
		"   1.79%     1.62%      1.46     -9.1%      -58.1%..+95.5%     67%   0.7711  :7       [k] entry\n"));
	return check(
		folder, "-q --significant -t, a1 a2 -- b1 b2",
		"31.66%,51.14%,+19.48%,+61.5%,+32.1%..+98.1%,,0.0007,[kernel.kallsyms],[k] copy\n"
		"0.00%,6.82%,+6.82%,new,+1021.5%..,,0.0007,[kernel.kallsyms],[k] lock\n");
}

static int test_two_a_side(void)
{
	return folder__run(two_a_side);
}

static int trees(const struct folder *folder)
{
	T_RUN(check(
		folder, "-q -g a1 a2 -- b1 b2",
		" 100.00%   124.03%   +24.03%    +24.0%      +12.9%..+36.2%     34%      2         entry\n"
		"  81.17%    99.43%   +18.26%    +22.5%      +10.4%..+36.0%     33%      1          entry\n"
		"  31.66%    51.14%   +19.48%    +61.5%      +38.1%..+89.3%     83%      1           copy\n"
		"  49.51%    48.30%    -1.22%     -2.5%      -15.3%..+12.3%     13%      0           work\n"
		"  18.83%    24.59%    +5.76%    +30.6%       +5.6%..+61.9%     55%      1          work\n"
		"   0.00%     6.82%    +6.82%       new          +1680.5%..              1           lock\n"
		"  17.05%    16.15%    -0.89%     -5.2%      -25.7%..+20.7%     22%      0           idle\n"
		"   1.79%     1.62%    -0.16%     -9.1%      -58.1%..+95.5%     67%      0           entry\n"));
	T_RUN(check(
		folder, "-q --callers a1 a2 -- b1 b2",
		"  31.66%    51.14%   +19.48%    +61.5%      +32.1%..+98.1%           0.0007  copy\n"
		"  31.66%    51.14%   +19.48%    +61.5%      +38.1%..+89.3%     83%        -   entry\n"
		"  31.66%    51.14%   +19.48%    +61.5%      +38.1%..+89.3%     83%        -    entry\n"
		"   0.00%     6.82%    +6.82%       new          +1021.5%..           0.0007  lock\n"
		"   0.00%     6.82%    +6.82%       new          +1680.5%..                -   work\n"
		"   0.00%     6.82%    +6.82%       new          +1680.5%..                -    entry\n"
		"  49.51%    48.30%    -1.22%     -2.5%      -15.3%..+12.3%     13%   0.7711  work\n"
		"  49.51%    48.30%    -1.22%     -2.5%      -15.3%..+12.3%     13%        -   entry\n"
		"  49.51%    48.30%    -1.22%     -2.5%      -15.3%..+12.3%     13%        -    entry\n"
		"  17.05%    16.15%    -0.89%     -5.2%      -25.7%..+20.7%     22%   0.7711  idle\n"
		"  17.05%    16.15%    -0.89%     -5.2%      -25.7%..+20.7%     22%        -   work\n"
		"  17.05%    16.15%    -0.89%     -5.2%      -25.7%..+20.7%     22%        -    entry\n"
		"   1.79%     1.62%    -0.16%     -9.1%      -58.1%..+95.5%     67%   0.7711  entry\n"
		"   1.79%     1.62%    -0.16%     -9.1%      -58.1%..+95.5%     67%        -   work\n"
		"   1.79%     1.62%    -0.16%     -9.1%      -58.1%..+95.5%     67%        -    entry\n"));
	return check(
		folder, "-q --kinds a1 a2 -- b1 b2",
		" 100.00%   124.03%   +24.03%    +24.0%       +5.2%..+46.3%           0.0300  unknown\n");
}

static int test_trees(void)
{
	return folder__run(trees);
}

static int json(const struct folder *folder)
{
	return check(
		folder, "--json a1 a2 -- b1 b2 | tr -d ' \\n' | sed 's/},{/},\\n{/g'",
		"{\"schema\":2,\"per\":\"run\",\"q\":0.050000000,\"runs\":[{\"side\":\"before\",\"file\":\"a1\",\"machine\":null,\"seconds\":12.180000000,\"lost_samples\":0,\"lost_records\":0},\n"
		"{\"side\":\"before\",\"file\":\"a2\",\"machine\":null,\"seconds\":12.420000000,\"lost_samples\":0,\"lost_records\":0},\n"
		"{\"side\":\"after\",\"file\":\"b1\",\"machine\":null,\"seconds\":15.220000000,\"lost_samples\":0,\"lost_records\":0},\n"
		"{\"side\":\"after\",\"file\":\"b2\",\"machine\":null,\"seconds\":15.300000000,\"lost_samples\":0,\"lost_records\":0}],\"events\":[{\"event\":\"cpu-clock\",\"compared\":true,\"before\":{\"samples\":1232,\"period\":1232000000,\"lost_samples\":0,\"lost_records\":0,\"user_stacks\":0,\"user_stacks_missing\":0},\"after\":{\"samples\":1528,\"period\":1528000000,\"lost_samples\":0,\"lost_records\":0,\"user_stacks\":0,\"user_stacks_missing\":0},\"total\":{\"before\":616000000.000000000,\"after\":764000000.000000000,\"change\":0.240259740,\"p\":0.030043608,\"q\":0.030043608,\"found\":true,\"interval\":[0.052241204,0.463218071],\"level\":0.950000000,\"limit\":0.387306927,\"dispersion\":1.000000000,\"freedom\":2.000000000},\"rows\":[{\"dso\":\"[kernel.kallsyms]\",\"symbol\":\"copy\",\"half\":\"kernel\",\"samples_before\":390,\"samples_after\":630,\"period_before\":390000000,\"period_after\":630000000,\"before\":0.316558442,\"after\":0.511363636,\"change\":0.615384615,\"p\":0.000281030,\"q\":0.000702575,\"found\":true,\"interval\":[0.320893414,0.981262996],\"level\":0.980000000,\"limit\":0.831802632,\"dispersion\":1.000000000,\"freedom\":6.000000000,\"may_be_missing\":false},\n"
		"{\"dso\":\"[kernel.kallsyms]\",\"symbol\":\"lock\",\"half\":\"kernel\",\"samples_before\":0,\"samples_after\":84,\"period_before\":0,\"period_after\":84000000,\"before\":0.000000000,\"after\":0.068181818,\"change\":null,\"p\":0.000132265,\"q\":0.000661327,\"found\":true,\"interval\":[10.214743323,null],\"level\":0.980000000,\"limit\":null,\"dispersion\":1.000000000,\"freedom\":5.000000000,\"may_be_missing\":false},\n"
		"{\"dso\":\"[kernel.kallsyms]\",\"symbol\":\"work\",\"half\":\"kernel\",\"samples_before\":610,\"samples_after\":595,\"period_before\":610000000,\"period_after\":595000000,\"before\":0.495129870,\"after\":0.482954545,\"change\":-0.024590164,\"p\":0.680896472,\"q\":0.771074599,\"found\":false,\"interval\":[-0.152961967,0.123159574],\"level\":0.950000000,\"limit\":0.127972602,\"dispersion\":1.000000000,\"freedom\":6.000000000,\"may_be_missing\":false},\n"
		"{\"dso\":\"[kernel.kallsyms]\",\"symbol\":\"idle\",\"half\":\"kernel\",\"samples_before\":210,\"samples_after\":199,\"period_before\":210000000,\"period_after\":199000000,\"before\":0.170454545,\"after\":0.161525974,\"change\":-0.052380952,\"p\":0.606584919,\"q\":0.771074599,\"found\":false,\"interval\":[-0.256612788,0.207428775],\"level\":0.950000000,\"limit\":0.218412841,\"dispersion\":1.000000000,\"freedom\":6.000000000,\"may_be_missing\":false},\n"
		"{\"dso\":\"[kernel.kallsyms]\",\"symbol\":\"entry\",\"half\":\"kernel\",\"samples_before\":22,\"samples_after\":20,\"period_before\":22000000,\"period_after\":20000000,\"before\":0.017857143,\"after\":0.016233766,\"change\":-0.090909091,\"p\":0.771074599,\"q\":0.771074599,\"found\":false,\"interval\":[-0.580595191,0.954995122],\"level\":0.950000000,\"limit\":0.666966767,\"dispersion\":1.000000000,\"freedom\":6.000000000,\"may_be_missing\":false}]}]}");
}

static int test_json(void)
{
	return folder__run(json);
}

static const struct test_case cases[] = {
	{"one file against one", test_two_files},
	{"two files against two", test_two_a_side},
	{"trees, and kinds of entry", test_trees},
	{"as JSON", test_json},
	{0},
};

const struct test_suite suite__diff_whole = {"diff-whole", "Whole outputs of diff", cases};
