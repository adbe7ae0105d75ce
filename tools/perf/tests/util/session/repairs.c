// SPDX-License-Identifier: GPL-2.0-only
/* Which samples may be repaired: what speaks against it beside the stack itself. */
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>
#include <perf/defer-stitch.h>

#include "tests/builder.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/symbol.h"
#include "util/session/repairs.h"
#include "util/session/session.h"

/* Kernel functions of the world below: one that replaces registers, entry code, and any other. */
#define IN_EXEC	  0xffffffff81000100ULL
#define IN_ENTRY  0xffffffff81002010ULL
#define ELSEWHERE 0xffffffff81003000ULL

struct guard_case {
	const char *what;
	uint32_t type;	/* of the event */
	uint64_t flags; /* of the event */
	uint16_t cpumode;
	bool is_deferred;
	uint64_t kernel[2]; /* the kernel half, innermost first; ends with 0 */
	enum repair_outcome want;
	bool is_later, may_be_uprobe;
};

#define USER	DEFER_MISC_USER
#define KERNEL	DEFER_MISC_KERNEL
#define PRECISE (1ULL << DEFER_ATTR_PRECISE_IP_SHIFT)

static const struct guard_case guard_cases[] = {
	{"a timer in user mode",
	 DEFER_TYPE_SOFTWARE,
	 0,
	 USER,
	 true,
	 {0},
	 REPAIR_NONE,
	 false,
	 false},
	{"a timer in the kernel",
	 DEFER_TYPE_SOFTWARE,
	 0,
	 KERNEL,
	 true,
	 {ELSEWHERE},
	 REPAIR_NONE,
	 false,
	 false},
	{"a counter in user mode, deferred: the record is later",
	 DEFER_TYPE_HARDWARE,
	 0,
	 USER,
	 true,
	 {0},
	 REPAIR_NONE,
	 true,
	 false},
	{"the same of a PMU", 20, 0, USER, true, {0}, REPAIR_NONE, true, false},
	{"a counter in user mode, in place",
	 DEFER_TYPE_HARDWARE,
	 0,
	 USER,
	 false,
	 {0},
	 REPAIR_NONE,
	 false,
	 false},
	{"a tracepoint in user mode, in place, may be a uprobe's",
	 DEFER_TYPE_TRACEPOINT,
	 0,
	 USER,
	 false,
	 {0},
	 REPAIR_NONE,
	 false,
	 true},
	{"and of a PMU", 20, 0, USER, false, {0}, REPAIR_NONE, false, true},
	{"but not deferred", DEFER_TYPE_TRACEPOINT, 0, USER, true, {0}, REPAIR_NONE, false, false},
	{"a precise event",
	 DEFER_TYPE_HARDWARE,
	 PRECISE,
	 USER,
	 true,
	 {0},
	 REPAIR_PRECISE,
	 true,
	 false},
	{"the most precise one",
	 DEFER_TYPE_HARDWARE,
	 2 * PRECISE,
	 KERNEL,
	 true,
	 {ELSEWHERE},
	 REPAIR_PRECISE,
	 false,
	 false},
	{"exec",
	 DEFER_TYPE_SOFTWARE,
	 0,
	 KERNEL,
	 true,
	 {ELSEWHERE, IN_EXEC},
	 REPAIR_REPLACED,
	 false,
	 false},
	{"a counter in entry code",
	 DEFER_TYPE_HARDWARE,
	 0,
	 KERNEL,
	 true,
	 {IN_ENTRY},
	 REPAIR_ENTRY,
	 false,
	 false},
	{"a counter behind entry code",
	 DEFER_TYPE_HARDWARE,
	 0,
	 KERNEL,
	 true,
	 {ELSEWHERE, IN_ENTRY},
	 REPAIR_NONE,
	 false,
	 false},
	{"a timer never hits it",
	 DEFER_TYPE_SOFTWARE,
	 0,
	 KERNEL,
	 true,
	 {IN_ENTRY},
	 REPAIR_NONE,
	 false,
	 false},
	{"nor is a tracepoint there",
	 DEFER_TYPE_TRACEPOINT,
	 0,
	 KERNEL,
	 true,
	 {IN_ENTRY},
	 REPAIR_NONE,
	 false,
	 false},
	{"no kernel half",
	 DEFER_TYPE_SOFTWARE,
	 0,
	 KERNEL,
	 true,
	 {0},
	 REPAIR_NO_KERNEL,
	 false,
	 false},
	{"no callers in the kernel",
	 DEFER_TYPE_SOFTWARE,
	 DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL,
	 KERNEL,
	 true,
	 {ELSEWHERE},
	 REPAIR_NO_KERNEL,
	 false,
	 false},
	{"a guest",
	 DEFER_TYPE_SOFTWARE,
	 0,
	 DEFER_MISC_GUEST_KERNEL,
	 true,
	 {ELSEWHERE},
	 REPAIR_NO_REGS,
	 false,
	 false},
};

static void init_sets(struct repairs *repairs)
{
	*repairs = (struct repairs){.is_x86 = true, .knows_kernel = true};
	func_set__add(&repairs->entry, 0xffffffff81002000, 0x100);
	func_set__add(&repairs->replaced, 0xffffffff81000100, 0x10);
	func_set__seal(&repairs->entry, NULL);
	func_set__seal(&repairs->replaced, NULL);
}

static int check_guard(const struct repairs *repairs, const struct guard_case *c,
		       enum repair_outcome want)
{
	const struct defer_evsel evsel = {.attr = {.type = c->type, .flags = c->flags}};
	const struct defer_sample sample = {.cpumode = c->cpumode};
	const struct defer_stitch_record record = {0};
	const struct stitched stitched = {
		.evsel = &evsel,
		.sample = &sample,
		.record = c->is_deferred ? &record : NULL,
		.kernel = {.ips = c->kernel, .nr = !!c->kernel[0] + !!c->kernel[1]},
	};
	struct repair_input in = {0};
	enum repair_outcome got = repairs__guard(repairs, &stitched, &in);

	if (got != want || in.is_later != c->is_later || in.may_be_uprobe != c->may_be_uprobe)
		T_FAIL("%s: %s, %d, %d", c->what, repair_outcome__name(got), in.is_later,
		       in.may_be_uprobe);
	return TEST_OK;
}

static int test_guards(void)
{
	struct repairs repairs;

	init_sets(&repairs);
	for (size_t i = 0; i < ARRAY_SIZE(guard_cases); i++)
		T_RUN(check_guard(&repairs, &guard_cases[i], guard_cases[i].want));
	/* Without symbols, the kernel's part cannot be told; user mode needs none. */
	repairs.knows_kernel = false;
	T_RUN(check_guard(&repairs, &guard_cases[0], REPAIR_NONE));
	T_RUN(check_guard(&repairs, &guard_cases[1], REPAIR_NO_KERNEL));
	repairs.is_x86 = false;
	T_RUN(check_guard(&repairs, &guard_cases[0], REPAIR_NO_REGS));
	func_set__exit(&repairs.entry);
	func_set__exit(&repairs.replaced);
	return TEST_OK;
}

/* Ranges may lie within others, and touch. */
static int test_sets(void)
{
	static const struct {
		uint64_t addr;
		bool is_in;
	} want[] = {{0xfff, false}, {0x1000, true},  {0x10ff, true},
		    {0x1100, true}, {0x11ff, true},  {0x1200, false},
		    {0x2000, true}, {0x2001, false}, {0, false}};
	struct func_set set = {0};

	T_CHECK(!func_set__has(&set, 0x1000));
	func_set__add(&set, 0x2000, 1);
	func_set__add(&set, 0x1000, 0x200);
	func_set__add(&set, 0x1080, 0x10);
	T_EQ(func_set__seal(&set, NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		T_EQ(func_set__has(&set, want[i].addr), want[i].is_in);
	func_set__exit(&set);
	return TEST_OK;
}

/* An event is recorded for repair if a user callchain, registers and a dump are in its samples. */
static int test_events(void)
{
	const uint64_t dump = DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER;
	const struct {
		uint64_t type, flags;
		enum defer_user_half half;
		bool is_recorded;
	} want[] = {
		{DEFER_SAMPLE_CALLCHAIN, 0, DEFER_USER_CHAIN, false},
		{DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_REGS_USER, 0, DEFER_USER_CHAIN, false},
		{DEFER_SAMPLE_CALLCHAIN | dump, 0, DEFER_USER_CHAIN, true},
		{DEFER_SAMPLE_CALLCHAIN | dump, DEFER_ATTR_DEFER_CALLCHAIN, DEFER_USER_CHAIN, true},
		{DEFER_SAMPLE_CALLCHAIN | dump, DEFER_ATTR_EXCLUDE_CALLCHAIN_USER, DEFER_USER_DUMP,
		 false},
		{dump, 0, DEFER_USER_DUMP, false},
	};

	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		struct defer_evsel evsel = {
			.attr = {.sample_type = want[i].type, .flags = want[i].flags}};

		T_EQ(defer_layout__init(&evsel.layout, &evsel.attr, NULL), 0);
		T_EQ(evsel.layout.user_half, want[i].half);
		T_EQ(repairs__is_recorded(&evsel), want[i].is_recorded);
	}
	return TEST_OK;
}

/* ---- functions of the kernel, by their names ---- */

#define KALLSYMS_START 0xffffffff81000000ULL
#define FUNC_SIZE      0x100

static const struct {
	const char *name;
	bool is_replacing, is_entry;
} functions[] = {
	{"_text", false, false},
	{"__x64_sys_rt_sigreturn", true, false},
	{"uprobe_notify_resume", true, false},
	{"handle_uretprobe", true, false},
	{"__x64_sys_execve", true, false},
	{"do_execveat_common", true, false},
	{"bprm_execve", true, false},
	{"begin_new_exec", true, false},
	{"arch_do_signal_or_restart", true, false},
	{"handle_signal", true, false},
	{"setup_rt_frame", true, false},
	{"x64_setup_rt_frame", true, false},
	{"handle_swbp", true, false},
	{"vfs_read", false, false},
	{"old_bprm_execve", false, false},
	{"asm_exc_page_fault", false, true},
	{"error_entry", false, true},
	{"sync_regs", false, true},
	{"fixup_bad_iret", false, true},
	{"vc_switch_off_ist", false, true},
	{"__entry_text_start", false, true},
	{"entry_SYSCALL_64", false, true},
	{"__entry_text_end", false, false},
	{"_etext", false, false},
};

static bool write_kallsyms(const struct folder *folder)
{
	char text[2048];
	size_t len = 0;

	for (size_t i = 0; i < ARRAY_SIZE(functions); i++)
		len += snprintf(text + len, sizeof(text) - len, "%llx T %s\n",
				KALLSYMS_START + i * FUNC_SIZE, functions[i].name);
	return folder__write(folder, "kallsyms", text);
}

/* A trace without samples, of an event that is recorded to repair stacks. */
static int open_recorded(const struct folder *folder, struct symbol_conf *conf,
			 struct session **session)
{
	const struct builder_event event = {
		.attr = {.type = DEFER_TYPE_SOFTWARE,
			 .size = DEFER_ATTR_SIZE_VER9,
			 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
					DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_REGS_USER |
					DEFER_SAMPLE_STACK_USER,
			 .sample_regs_user = 7 << 6,
			 .sample_stack_user = 16},
	};
	const struct defer_event map = {
		.type = DEFER_RECORD_MMAP,
		.misc = DEFER_MISC_KERNEL,
		.mmap = {.pid = -1,
			 .start = KALLSYMS_START,
			 .len = ARRAY_SIZE(functions) * FUNC_SIZE,
			 .pgoff = KALLSYMS_START,
			 .filename = "[kernel.kallsyms]_text"},
	};
	char path[128];
	const struct session_opts opts = {.path = path, .nr_workers = 1, .symbols = conf};
	struct builder b;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	builder__event(&b, &event.attr, &map);
	builder__end_file(&b);
	snprintf(path, sizeof(path), "%s/perf.data", folder->path);
	builder__write(&b, path);
	builder__exit(&b);
	T_EQ(session__open(session, &opts, NULL), 0);
	return session__gather(*session, NULL) ? TEST_FAIL : TEST_OK;
}

static int check_functions(const struct folder *folder)
{
	char kallsyms[128];
	struct symbol_conf conf = {.kallsyms = kallsyms, .repair_bytes = 16};
	struct session *session;
	struct repairs *repairs;

	T_CHECK(write_kallsyms(folder));
	snprintf(kallsyms, sizeof(kallsyms), "%s/kallsyms", folder->path);
	T_RUN(open_recorded(folder, &conf, &session));
	T_EQ(repairs__new(&repairs, session, NULL), 0);
	T_CHECK(repairs && repairs->knows_kernel);
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		const uint64_t last = KALLSYMS_START + (i + 1) * FUNC_SIZE - 1;

		if (func_set__has(&repairs->replaced, last) != functions[i].is_replacing ||
		    func_set__has(&repairs->entry, last) != functions[i].is_entry)
			T_FAIL("%s is taken for another kind of function", functions[i].name);
	}
	repairs__delete(repairs);
	session__close(session);
	return TEST_OK;
}

static int test_functions(void)
{
	return folder__run(check_functions);
}

static const struct test_case cases[] = {
	{"each guard", test_guards},
	{"functions of the kernel that replace registers, or do not know them yet", test_functions},
	{"sets of addresses", test_sets},
	{"events that are recorded for it", test_events},
	{0},
};

const struct test_suite suite__repairs = {"repairs", "Samples whose stacks may be repaired", cases};
