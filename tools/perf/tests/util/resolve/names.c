// SPDX-License-Identifier: GPL-2.0-only
/* Which addresses have a name, and which must not: traces with ambiguous addresses. */
#include <stdlib.h>

#include "tests/names-world.h"
#include "tests/tests.h"
#include "util/dso/dso.h"
#include "util/fold/fold.h"
#include "util/resolve/resolve.h"

#define KERNEL_IP 0xffffffff81000110
#define GUEST_IP  0xffffffff81000210

static const char kallsyms[] = "ffffffff81000000 T _text\n"
			       "ffffffff81000100 T host_inner\n"
			       "ffffffff81000200 T host_outer\n"
			       "ffffffff81000300 T host_end\n";

static const struct names_task task = {101, 101, 0};

static bool is(const struct frame *frame, const char *symbol, const char *dso, char level)
{
	return frame && !strcmp(frame->sym ? frame->sym->name : "[unknown]", symbol) &&
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

/*
 * The marks inside a chain say it of the addresses behind them, and the host's mark takes it back.
 */
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

/* Addresses before the first mark have the mode of the sample. */
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

/* BPF programs come and go at one address, and no one of them names what ran before it. */
static int test_ksymbols(void)
{
	const uint64_t start = 0xffffffffc0100000, ip = start + 0x10;
	struct names_world w;

	T_RUN(names_world__init(&w, kallsyms));
	names_world__sample(&w, 50, task, DEFER_MISC_KERNEL, ip, NULL, 0, 0);
	names_world__ksymbol(&w, 100, start, 256, false, "bpf_prog_1");
	names_world__sample(&w, 150, task, DEFER_MISC_KERNEL, ip + 1, NULL, 0, 0);
	names_world__ksymbol(&w, 200, start, 256, true, "bpf_prog_1");
	names_world__sample(&w, 250, task, DEFER_MISC_KERNEL, ip + 2, NULL, 0, 0);
	names_world__ksymbol(&w, 300, start, 256, false, "bpf_prog_2");
	names_world__sample(&w, 350, task, DEFER_MISC_KERNEL, ip + 3, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_CHECK(is_unknown(names_world__hit(&w, ip), 'k'));
	T_CHECK(is(names_world__hit(&w, ip + 1), "bpf_prog_1", "bpf_prog_1", 'k'));
	T_CHECK(is_unknown(names_world__hit(&w, ip + 2), 'k'));
	T_CHECK(is(names_world__hit(&w, ip + 3), "bpf_prog_2", "bpf_prog_2", 'k'));
	names_world__exit(&w);
	return TEST_OK;
}

/* A library where nothing was, and the user half that was unwound when it was there already. */
static int test_late_library(void)
{
	const uint64_t lib = 0x700000, chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP};
	const uint64_t user[] = {DEFER_CONTEXT_USER, lib + 0x10};
	struct names_world w;

	T_RUN(start(&w));
	names_world__sample(&w, 1000, task, DEFER_MISC_USER, lib, NULL, 0, 0);
	names_world__sample(&w, 1001, task, DEFER_MISC_KERNEL, KERNEL_IP, chain, 2, 0x700000001);
	names_world__mmap(&w, 1500, task, DEFER_MISC_USER, lib, 0x1000, "/lib/late.so");
	names_world__deferred(&w, 2000, task, 0x700000001, user, 2);
	names_world__sample(&w, 2100, task, DEFER_MISC_USER, lib + 1, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_CHECK(is_unknown(names_world__hit(&w, lib), '.'));
	T_EQ(names_world__stack(&w, KERNEL_IP)->cls, DEFER_MERGED);
	T_CHECK(is(names_world__frame(&w, KERNEL_IP, false, 0), "[unknown]", "late.so", '.'));
	T_CHECK(is(names_world__hit(&w, lib + 1), "[unknown]", "late.so", '.'));
	names_world__exit(&w);
	return TEST_OK;
}

/* Where a 32-bit process has its vdso, and where no process with larger addresses has one. */
static int test_vdso32(void)
{
	const struct names_task large = {102, 102, 0};
	const uint64_t low = 0xf7fc0000, high = 0x7ffff7fc0000;
	struct names_world w;

	T_RUN(start(&w));
	names_world__mmap(&w, 120, task, DEFER_MISC_USER, low, 0x2000, "[vdso]");
	names_world__mmap(&w, 120, large, DEFER_MISC_USER, high, 0x2000, "[vdso]");
	names_world__sample(&w, 1000, task, DEFER_MISC_USER, low + 0x900, NULL, 0, 0);
	names_world__sample(&w, 1001, large, DEFER_MISC_USER, high + 0x900, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_CHECK(is(names_world__hit(&w, low + 0x900), "[unknown]", "[vdso]", '.'));
	T_EQ(names_world__hit(&w, low + 0x900)->dso->kind, DSO_VDSO32);
	T_EQ(names_world__hit(&w, high + 0x900)->dso->kind, DSO_VDSO);
	names_world__exit(&w);
	return TEST_OK;
}

#define MODULE 0xffffffffc0000000

/* A list with module "mod" at @start, which was recorded at MODULE, with a length of 3 pages. */
static int check_module(uint64_t first, uint64_t last, const char *want, const char *doubt)
{
	char list[512];
	struct names_world w;
	const char *why;

	snprintf(list, sizeof(list),
		 "%s%" PRIx64 " t mod_first\t[mod]\n%" PRIx64 " t mod_last\t[mod]\n", kallsyms,
		 first, last);
	T_RUN(names_world__init(&w, list));
	names_world__mmap(&w, 0, (struct names_task){-1, 0, 0}, DEFER_MISC_KERNEL, MODULE, 0x3000,
			  "[mod]");
	names_world__sample(&w, 1000, task, DEFER_MISC_KERNEL, MODULE + 0x1010, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_CHECK(is(names_world__hit(&w, MODULE + 0x1010), want, "[mod]", 'k'));
	why = dso__why_no_symbols(names_world__hit(&w, MODULE + 0x1010)->dso);
	T_EQ(why != NULL, doubt != NULL);
	T_CHECK(!why || strstr(why, doubt));
	names_world__exit(&w);
	return TEST_OK;
}

/* A list of another boot of the same kernel has a module elsewhere, be it a page. */
static int test_modules(void)
{
	T_RUN(check_module(MODULE, MODULE + 0x1000, "mod_last", NULL));
	T_RUN(check_module(MODULE + 0x20, MODULE + 0x2fff, "mod_first", NULL));
	T_RUN(check_module(MODULE + 0x1000, MODULE + 0x1100, "[unknown]", "another boot"));
	T_RUN(check_module(MODULE - 0x1000, MODULE + 0x1000, "[unknown]", "another boot"));
	T_RUN(check_module(MODULE, MODULE + 0x3000, "[unknown]", "another boot"));
	return TEST_OK;
}

/* A list of another boot has the kernel elsewhere: its first symbol says by how much. */
static int test_moved_kernel(void)
{
	struct names_world w;

	T_RUN(names_world__init(&w, "ffffffff93000000 T _text\n"
				    "ffffffff93000100 T host_inner\n"
				    "ffffffff93000200 T host_outer\n"));
	names_world__sample(&w, 1000, task, DEFER_MISC_KERNEL, KERNEL_IP, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_CHECK(is(names_world__hit(&w, KERNEL_IP), "host_inner", "[kernel.kallsyms]", 'k'));
	names_world__exit(&w);
	return TEST_OK;
}

/* One address in two programs and in the kernel's part: each has frames of its own. */
static int test_one_address(void)
{
	const struct names_task other = {102, 102, 0};
	const uint64_t ips[] = {DEFER_CONTEXT_USER, 0x401000};
	const struct frame *frames[2];
	struct names_world w;

	T_RUN(start(&w));
	names_world__comm(&w, 120, other, "b", true);
	names_world__mmap(&w, 130, other, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/b");
	names_world__sample(&w, 1000, task, DEFER_MISC_KERNEL, KERNEL_IP, ips, 2, 0);
	names_world__sample(&w, 1001, other, DEFER_MISC_KERNEL, GUEST_IP, ips, 2, 0);
	T_RUN(names_world__read(&w, 0));
	frames[0] = names_world__frame(&w, KERNEL_IP, false, 0);
	frames[1] = names_world__frame(&w, GUEST_IP, false, 0);
	T_CHECK(is(frames[0], "[unknown]", "a", '.'));
	T_CHECK(is(frames[1], "[unknown]", "b", '.'));
	names_world__exit(&w);
	return TEST_OK;
}

/* A child is called as its parent, which is the parent's thread of the parent's process. */
static int test_stranger(void)
{
	const struct names_task parent = {200, 201, 0}, child = {300, 300, 0};
	const struct names_task stranger = {202, 201, 0};
	struct names_world w;

	for (int strange = 0; strange < 2; strange++) {
		T_RUN(start(&w));
		names_world__comm(&w, 120, parent, "parent", false);
		names_world__fork(&w, 130, strange ? stranger : parent, child);
		names_world__sample(&w, 1000, child, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
		T_RUN(names_world__read(&w, 0));
		T_STREQ(names_world__comm_of(&w, 0x401000), strange ? ":300" : "parent");
		names_world__exit(&w);
	}
	return TEST_OK;
}

/*
 * Tasks of a pid namespace that the recorder does not see all have number 0: what one is called
 * and has mapped is not another's, nor the idle task's.
 */
static int test_hidden_tasks(void)
{
	const struct names_task a = {0, 0, 0}, b = {0, 0, 1};
	const uint64_t chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP}, user[] = {0x401000, 0x402000};
	struct names_world w;

	T_RUN(names_world__init(&w, kallsyms));
	names_world__comm(&w, 100, a, "procA", true);
	names_world__mmap(&w, 110, a, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/procA");
	names_world__sample(&w, 1000, a, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
	names_world__comm(&w, 1500, b, "procB", true);
	names_world__mmap(&w, 1510, b, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/procB");
	names_world__sample(&w, 1600, b, DEFER_MISC_KERNEL, KERNEL_IP, chain, 2, 0x900000002);
	names_world__deferred(&w, 2100, b, 0x900000002, user, 2);
	names_world__fork(&w, 2200, b, (struct names_task){7, 7, 1});
	names_world__sample(&w, 2300, (struct names_task){7, 7, 1}, DEFER_MISC_USER, 0x401001, NULL,
			    0, 0);
	names_world__sample(&w, 2400, a, DEFER_MISC_KERNEL, KERNEL_IP + 1, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_STREQ(names_world__comm_of(&w, 0x401000), ":0");
	T_CHECK(is_unknown(names_world__hit(&w, 0x401000), '.'));
	T_STREQ(names_world__comm_of(&w, KERNEL_IP), ":0");
	T_CHECK(is_unknown(names_world__frame(&w, KERNEL_IP, false, 0), '.'));
	T_STREQ(names_world__comm_of(&w, 0x401001), ":7");
	T_CHECK(is_unknown(names_world__hit(&w, 0x401001), '.'));
	T_STREQ(names_world__comm_of(&w, KERNEL_IP + 1), ":0");
	names_world__exit(&w);
	return TEST_OK;
}

/* The idle task has perf's name, unless the sample belongs to another task. */
static int test_idle(void)
{
	const struct names_task idle = {0, 0, 3};
	const uint64_t chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP, DEFER_CONTEXT_USER, 0x401000};
	struct names_world w;

	T_RUN(names_world__init(&w, kallsyms));
	names_world__comm(&w, 0, idle, "swapper/3", false);
	names_world__sample(&w, 1000, idle, DEFER_MISC_KERNEL, KERNEL_IP, chain, 2, 0);
	names_world__sample(&w, 1001, idle, DEFER_MISC_KERNEL, KERNEL_IP + 1, chain, 4, 0);
	names_world__sample(&w, 1002, idle, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_STREQ(names_world__comm_of(&w, KERNEL_IP), "swapper/3");
	T_STREQ(names_world__comm_of(&w, KERNEL_IP + 1), ":0");
	T_STREQ(names_world__comm_of(&w, 0x401000), ":0");
	names_world__exit(&w);
	return TEST_OK;
}

/* Three tasks with number 100, one after the other: two of one name, and a thread of another. */
static void add_lives(struct names_world *w)
{
	const struct names_task parent = {1, 1, 0}, first = {100, 100, 0}, thread = {50, 100, 0};

	names_world__comm(w, 0, (struct names_task){50, 50, 0}, "leader", false);
	names_world__fork(w, 100, parent, first);
	names_world__comm(w, 101, first, "sh", false);
	names_world__sample(w, 102, first, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
	names_world__comm(w, 103, first, "ls", true);
	names_world__sample(w, 104, first, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
	names_world__sample(w, 105, first, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
	names_world__fork(w, 200, parent, first);
	names_world__comm(w, 201, first, "ls", false);
	names_world__sample(w, 202, first, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
	names_world__sample(w, 203, first, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
	names_world__fork(w, 300, (struct names_task){50, 50, 0}, thread);
	names_world__comm(w, 301, thread, "worker", false);
	names_world__sample(w, 302, thread, DEFER_MISC_USER, 0x401000, NULL, 0, 0);
}

static int check_lives(const char *sort, const char *const *want, uint32_t nr)
{
	struct names_world w;
	char row[128];

	T_RUN(names_world__init(&w, NULL));
	add_lives(&w);
	T_RUN(names_world__read(&w, FOLD_BY_TASK));
	T_RUN(names_world__report(&w, sort));
	T_EQ(names_world__nr_rows(&w), nr);
	for (uint32_t i = 0; i < nr; i++) {
		names_world__row(&w, i, row, sizeof(row));
		T_STREQ(row, want[i]);
	}
	names_world__exit(&w);
	return TEST_OK;
}

/* A task is called what it was called last; the next one that has its number is another row. */
static int test_lives(void)
{
	static const char *const tids[] = {"    100:ls", "    100:ls", "    100:worker"};
	static const char *const pids[] = {"    100:ls", "    100:ls", "     50:leader"};
	static const char *const both[] = {"    100:ls     100:ls ls", "    100:ls     100:ls ls",
					   "     50:leader     100:worker worker",
					   "    100:ls     100:ls sh"};

	T_RUN(check_lives("pid", tids, 3));
	T_RUN(check_lives("tgid", pids, 3));
	T_RUN(check_lives("tgid,pid,comm", both, 4));
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
	/* and the other way round */
	names_world__comm(&w, 100, (struct names_task){200, 200, 0}, "main", false);
	names_world__sample(&w, 1001, (struct names_task){200, 203, 0}, DEFER_MISC_USER, 0x401000,
			    NULL, 0, 0);
	T_RUN(names_world__read(&w, FOLD_BY_TASK));
	T_RUN(names_world__report(&w, "tgid,pid"));
	T_EQ(names_world__nr_rows(&w), 2);
	names_world__row(&w, 0, row, sizeof(row));
	T_STREQ(row, "    100::100     103:thr");
	names_world__row(&w, 1, row, sizeof(row));
	T_STREQ(row, "    200:main     203::203");
	names_world__exit(&w);
	return TEST_OK;
}

/* A kernel's address is named at once, as texts of tracepoints have it, by the function around it. */
static int test_kernel_symbol(void)
{
	const uint64_t start = 0xffffffff81000100;
	const struct stack *stack;
	struct names_world w;
	uint64_t found = 1;

	T_RUN(names_world__init(&w, kallsyms));
	names_world__comm(&w, 100, task, "a", true);
	names_world__sample(&w, 1000, task, DEFER_MISC_KERNEL, KERNEL_IP, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	stack = names_world__stack(&w, KERNEL_IP);
	T_CHECK(stack);
	for (uint64_t addr = start; addr < start + 0x100; addr += 0x33) {
		T_STREQ(resolve__kernel_symbol(w.resolve, stack->kernel_maps_id, addr, &found),
			"host_inner");
		T_CHECK(found == start);
	}
	T_STREQ(resolve__kernel_symbol(w.resolve, stack->kernel_maps_id, start + 0x100, &found),
		"host_outer");
	T_CHECK(found == start + 0x100);
	T_CHECK(!resolve__kernel_symbol(w.resolve, stack->kernel_maps_id, 0x1000, &found));
	T_CHECK(!resolve__kernel_symbol(w.resolve, stack->kernel_maps_id, 0xffffffff80ffffff,
					&found));
	T_CHECK(found == start + 0x100);
	names_world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a kernel's address that is named at once", test_kernel_symbol},
	{"samples in guests and the hypervisor", test_guest_samples},
	{"marks of guests and the hypervisor inside chains", test_guest_marks},
	{"a guest's chain without a mark", test_guest_unmarked},
	{"the user half of a thread that runs a guest", test_guest_merged},
	{"BPF programs at one address", test_ksymbols},
	{"a library where nothing was", test_late_library},
	{"the vdso of 32-bit processes", test_vdso32},
	{"modules that another boot had elsewhere", test_modules},
	{"a kernel that another boot had elsewhere", test_moved_kernel},
	{"one address in two programs", test_one_address},
	{"a parent's number that another process has", test_stranger},
	{"tasks whose number is hidden", test_hidden_tasks},
	{"the idle task", test_idle},
	{"one number, several tasks", test_lives},
	{"a process that only its threads are known of", test_unnamed_process},
	{0},
};

const struct test_suite suite__names = {"names", "Which names frames and tasks have", cases};
