// SPDX-License-Identifier: GPL-2.0-only
/* An event of user mode whose interrupt comes in the kernel: Linux 7.3 tells address 0. */
#include <stdlib.h>
#include <string.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "tests/trial.h"

#define KERNEL_IP 0xffffffff81000010
#define USER_IP	  0x401000
#define NAME	  "[skid into kernel]"

static void add(struct builder *b, const struct defer_attr *attr, uint64_t ip, const uint64_t *ips,
		uint64_t nr)
{
	const struct defer_sample sample = {
		.ip = ip,
		.misc = ip == USER_IP ? DEFER_MISC_USER : DEFER_MISC_KERNEL,
		.pid = 7,
		.tid = 7,
		.time = 1000,
		.has_chain = true,
		.chain = {(const uint8_t *)ips, nr, false},
	};

	builder__sample(b, attr, &sample);
}

/*
 * In user mode; with a user half behind the skid; with a kernel half as well, which the kernel tells those who may
 * see it; in a thread of the kernel.
 */
static void build(struct builder *b, uint64_t flags, uint64_t ip)
{
	static const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP, DEFER_CONTEXT_USER,
				       USER_IP};
	const struct builder_event event = {
		.attr =
			{
				.type = DEFER_TYPE_HARDWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.sample_period = 1,
				.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
					       DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN,
				.flags = flags,
			},
	};

	builder__init(b, false);
	builder__begin_file(b, &event, 1);
	add(b, &event.attr, USER_IP, &ips[2], 2);
	add(b, &event.attr, ip, &ips[2], 2);
	add(b, &event.attr, ip, ips, 4);
	add(b, &event.attr, ip, NULL, 0);
	builder__end_file(b);
}

static int count(const char *text, const char *word)
{
	int nr = 0;

	while ((text = strstr(text, word))) {
		text += strlen(word);
		nr++;
	}
	return nr;
}

/* Checks how often @verb prints @word of such a trace. */
static int prints(enum trial_verb verb, uint64_t flags, uint64_t ip, const char *word, int nr)
{
	struct trial_run out;
	struct builder b;
	int got;

	build(&b, flags, ip);
	trial_run__init_builder(&out, verb, &b);
	builder__exit(&b);
	got = count(out.out, word);
	if (out.status || got != nr)
		T_FAIL("%s prints '%s' %d times, not %d: %s", trial_verb__name(verb), word, got, nr,
		       out.out);
	trial_run__exit(&out);
	return TEST_OK;
}

#define USER_ONLY DEFER_ATTR_EXCLUDE_KERNEL

static int test_named(void)
{
	T_RUN(prints(TRIAL_SCRIPT, USER_ONLY, 0, "\t               0 " NAME " ([unknown])\n", 2));
	T_RUN(prints(TRIAL_SCRIPT, USER_ONLY, 0, "ffffffff81000010", 1));
	/* All three are one row. */
	T_RUN(prints(TRIAL_REPORT, USER_ONLY, 0,
		     "    75.00%    75.00%  :7       [unknown]         [k] " NAME, 1));
	T_RUN(prints(TRIAL_EXPORT, USER_ONLY, 0, NAME, 2));
	return TEST_OK;
}

static int test_counted(void)
{
	T_RUN(prints(TRIAL_AUDIT, USER_ONLY, 0, "\"skids\": 3,", 1));
	T_RUN(prints(TRIAL_AUDIT, USER_ONLY, 0, "\"with_user_half\": 3,", 1));
	T_RUN(prints(TRIAL_AUDIT, USER_ONLY, KERNEL_IP, "\"skids\"", 0));
	return TEST_OK;
}

/* Before Linux 7.3 the address was told; and events of the kernel may have none, as on POWER. */
static int test_others(void)
{
	T_RUN(prints(TRIAL_SCRIPT, USER_ONLY, KERNEL_IP, NAME, 0));
	T_RUN(prints(TRIAL_SCRIPT, 0, 0, NAME, 0));
	T_RUN(prints(TRIAL_REPORT, 0, 0, NAME, 0));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the frame has a name", test_named},
	{"audit counts them", test_counted},
	{"no other address 0 has it", test_others},
	{0},
};

const struct test_suite suite__skid = {"skid", "Events of user mode that hit the kernel", cases};
