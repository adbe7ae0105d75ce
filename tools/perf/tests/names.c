// SPDX-License-Identifier: GPL-2.0-only
/* What has a name, and what must not have one: traces whose addresses mean two things. */
#include <stdlib.h>

#include "tests/names-world.h"
#include "tests/tests.h"
#include "util/dso/dso.h"

#define KERNEL_IP 0xffffffff81000110
#define GUEST_IP  0xffffffff81000210

static const char kallsyms[] = "ffffffff81000000 T _text\n"
			       "ffffffff81000100 T host_inner\n"
			       "ffffffff81000200 T host_outer\n"
			       "ffffffff81000300 T host_end\n";

static const struct names_task task = {101, 101, 0};

static bool is(const struct frame *frame, const char *symbol, const char *dso, char level)
{
	return frame && !strcmp(frame__symbol_name(frame), symbol) &&
	       !strcmp(frame__dso_name(frame), dso) && frame->level == level;
}

static bool is_unknown(const struct frame *frame, char level)
{
	return is(frame, "[unknown]", "[unknown]", level);
}

static int start(struct names_world *w)
{
	T_RUN(names_world__init(w, kallsyms));
	names_world__comm(w, 100, task, "a", true);
	names_world__mmap(w, 110, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/a");
	return TEST_OK;
}

/* Whatever runs in a guest is at addresses of which the host knows nothing. */
static int test_guest_samples(void)
{
	struct names_world w;

	T_RUN(start(&w));
	names_world__sample(&w, 1000, task, DEFER_MISC_GUEST_KERNEL, KERNEL_IP, NULL, 0, 0);
	names_world__sample(&w, 1001, task, DEFER_MISC_GUEST_USER, 0x400110, NULL, 0, 0);
	names_world__sample(&w, 1002, task, DEFER_MISC_HYPERVISOR, KERNEL_IP + 1, NULL, 0, 0);
	names_world__sample(&w, 1003, task, 0, KERNEL_IP + 2, NULL, 0, 0);
	names_world__sample(&w, 1004, task, DEFER_MISC_KERNEL, KERNEL_IP + 3, NULL, 0, 0);
	names_world__sample(&w, 1005, task, DEFER_MISC_USER, 0x400111, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_CHECK(is_unknown(names_world__hit(&w, KERNEL_IP), 'g'));
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP, true, 0), 'g'));
	T_CHECK(is_unknown(names_world__hit(&w, 0x400110), 'u'));
	T_CHECK(is_unknown(names_world__frame(&w, 0x400110, false, 0), 'u'));
	T_CHECK(is_unknown(names_world__hit(&w, KERNEL_IP + 1), 'H'));
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP + 1, true, 0), 'H'));
	T_CHECK(is_unknown(names_world__hit(&w, KERNEL_IP + 2), 'H'));
	T_CHECK(is(names_world__hit(&w, KERNEL_IP + 3), "host_inner", "[kernel.kallsyms]", 'k'));
	T_CHECK(is(names_world__hit(&w, 0x400111), "[unknown]", "a", '.'));
	names_world__exit(&w);
	return TEST_OK;
}

/* The marks inside a chain say it of the addresses behind them, and the host's mark takes it back. */
static int test_guest_marks(void)
{
	const uint64_t chain[] = {
		DEFER_CONTEXT_KERNEL,	  KERNEL_IP, DEFER_CONTEXT_GUEST_KERNEL, GUEST_IP,
		DEFER_CONTEXT_HV,	  GUEST_IP,  DEFER_CONTEXT_KERNEL,	 GUEST_IP,
		DEFER_CONTEXT_GUEST_USER, 0x400100,  DEFER_CONTEXT_USER,	 0x400100,
		DEFER_CONTEXT_GUEST,	  KERNEL_IP,
	};
	struct names_world w;

	T_RUN(start(&w));
	names_world__sample(&w, 1000, task, DEFER_MISC_KERNEL, KERNEL_IP, chain, 14, 0);
	T_RUN(names_world__read(&w, 0));
	T_CHECK(is(names_world__frame(&w, KERNEL_IP, true, 0), "host_inner", "[kernel.kallsyms]",
		   'k'));
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP, true, 1), 'g'));
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP, true, 2), 'H'));
	T_CHECK(is(names_world__frame(&w, KERNEL_IP, true, 3), "host_outer", "[kernel.kallsyms]",
		   'k'));
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP, true, 4), 'g'));
	T_CHECK(!names_world__frame(&w, KERNEL_IP, true, 5));
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP, false, 0), 'u'));
	T_CHECK(is(names_world__frame(&w, KERNEL_IP, false, 1), "[unknown]", "a", '.'));
	T_CHECK(!names_world__frame(&w, KERNEL_IP, false, 2));
	names_world__exit(&w);
	return TEST_OK;
}

/* What stands before any mark is in the mode of the sample. */
static int test_guest_unmarked(void)
{
	const uint64_t chain[] = {GUEST_IP, DEFER_CONTEXT_KERNEL, GUEST_IP};
	struct names_world w;

	T_RUN(start(&w));
	names_world__sample(&w, 1000, task, DEFER_MISC_GUEST_KERNEL, KERNEL_IP, chain, 3, 0);
	T_RUN(names_world__read(&w, 0));
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP, true, 0), 'g'));
	T_CHECK(is(names_world__frame(&w, KERNEL_IP, true, 1), "host_outer", "[kernel.kallsyms]",
		   'k'));
	names_world__exit(&w);
	return TEST_OK;
}

/* The thread that runs a guest is one of the host: its user half is the host's. */
static int test_guest_merged(void)
{
	const uint64_t chain[] = {DEFER_CONTEXT_KERNEL};
	const uint64_t user[] = {DEFER_CONTEXT_USER, 0x401000, DEFER_CONTEXT_GUEST_USER, 0x401000};
	struct names_world w;

	T_RUN(start(&w));
	names_world__sample(&w, 1000, task, DEFER_MISC_GUEST_KERNEL, KERNEL_IP, chain, 1,
			    0x700000001);
	names_world__deferred(&w, 2000, task, 0x700000001, user, 4);
	T_RUN(names_world__read(&w, 0));
	T_EQ(names_world__stack(&w, KERNEL_IP)->cls, DEFER_MERGED);
	T_CHECK(is_unknown(names_world__hit(&w, KERNEL_IP), 'g'));
	T_CHECK(is(names_world__frame(&w, KERNEL_IP, false, 0), "[unknown]", "a", '.'));
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP, false, 1), 'u'));
	names_world__exit(&w);
	return TEST_OK;
}

/* `report -s tgid` asks for the name of a process that no record names. */
static int test_unnamed_process(void)
{
	struct names_world w;
	char row[64];

	T_RUN(names_world__init(&w, NULL));
	names_world__comm(&w, 100, (struct names_task){100, 103, 0}, "thr", false);
	names_world__sample(&w, 1000, (struct names_task){100, 103, 0}, DEFER_MISC_USER, 0x401000,
			    NULL, 0, 0);
	T_RUN(names_world__read(&w, FOLD_BY_TASK));
	T_RUN(names_world__report(&w, "tgid,pid"));
	names_world__row(&w, 0, row, sizeof(row));
	T_STREQ(row, "    100::100     103:thr");
	names_world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"samples in guests and the hypervisor", test_guest_samples},
	{"marks of guests and the hypervisor inside chains", test_guest_marks},
	{"a guest's chain without a mark", test_guest_unmarked},
	{"the user half of a thread that runs a guest", test_guest_merged},
	{"a process that only its threads are known of", test_unnamed_process},
	{0},
};

const struct test_suite suite__names = {"names", "Which names frames and tasks have", cases};
