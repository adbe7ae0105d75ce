// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers and branches as script -F prints them: the text is what perf 7.3.4 makes of such a
 * file.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/header/feature.h"
#include "util/header/reg-name.h"

#define PROG "/nonexistent/prog"

/* The bits of a branch's flags: struct perf_branch_entry. */
#define MISPREDICTED 1ULL
#define PREDICTED    2ULL
#define IN_TX	     4ULL
#define ABORTED	     8ULL
#define CYCLES(n)    ((uint64_t)(n) << 4)
#define TYPE(n)	     ((uint64_t)(n) << 20)
#define SPEC(n)	     ((uint64_t)(n) << 24)
#define NEW_TYPE(n)  (TYPE(15) | (uint64_t)(n) << 26)

static const uint64_t branches[] = {
	0x401000,
	0x402000,
	MISPREDICTED | CYCLES(5) | TYPE(1),
	0x401010,
	0x402010,
	PREDICTED | IN_TX,
	0x403000,
	0x1,
	ABORTED | TYPE(4) | SPEC(3),
	0x403000,
	0xffffffff81000000,
	NEW_TYPE(2),
	0x401000,
	0x402000,
	MISPREDICTED | PREDICTED | TYPE(9) | SPEC(2),
};

#define NR_BRANCHES (sizeof(branches) / 24)

static const uint64_t regs[] = {0xabc, 0xdef};

static void add_map(struct builder *b)
{
	builder__begin(b, DEFER_RECORD_MMAP, DEFER_MISC_USER);
	builder__u32(b, 7);
	builder__u32(b, 7);
	builder__u64(b, 0x400000);
	builder__u64(b, 0x10000);
	builder__u64(b, 0);
	builder__str(b, PROG, 8);
	builder__end(b);
}

/* One with all, one of a kernel thread, which has neither branches nor user registers. */
static void add_samples(struct builder *b, const struct defer_attr *attr)
{
	struct defer_sample sample = {
		.ip = 0x401000,
		.misc = DEFER_MISC_USER,
		.pid = 7,
		.tid = 7,
		.time = 1000,
		.branch = {.nr = NR_BRANCHES,
			   .entries = {(const uint8_t *)branches, sizeof(branches)}},
		.user_regs = {.abi = 2, .mask = 3, .regs = {(const uint8_t *)regs, 16}},
		.intr_regs = {.abi = 2, .mask = 0x101, .regs = {(const uint8_t *)regs, 16}},
	};

	builder__sample(b, attr, &sample);
	sample.branch.nr = 0;
	sample.branch.entries.size = 0;
	sample.user_regs = (struct defer_sample_regs){0};
	builder__sample(b, attr, &sample);
}

/* One in each mode, and one in none. */
static void add_modes(struct builder *b, const struct defer_attr *attr)
{
	for (uint16_t mode = 0; mode <= DEFER_MISC_GUEST_USER; mode++) {
		const struct defer_sample sample = {
			.ip = 0x401000 + mode, .misc = mode, .time = mode};

		builder__sample(b, attr, &sample);
	}
}

typedef void (*add_fn)(struct builder *b, const struct defer_attr *attr);

static void build(struct builder *b, add_fn add)
{
	const struct builder_event event = {
		.attr =
			{
				.type = DEFER_TYPE_HARDWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.sample_period = 1,
				.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID |
					       DEFER_SAMPLE_TIME | DEFER_SAMPLE_BRANCH_STACK |
					       DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_REGS_INTR,
				.branch_sample_type = 8,
				.sample_regs_user = 3,
				.sample_regs_intr = 0x101,
			},
	};

	builder__init(b, false);
	builder__begin_file(b, &event, 1);
	add_map(b);
	add(b, &event.attr);
	builder__feature_str(b, FEATURE_ARCH, "x86_64");
	builder__end_file(b);
}

/* Returns the output of script -F @fields on both streams. */
static int check_script(add_fn add, const char *fields, const char *want)
{
	char command[256], said[4096];
	struct builder b;
	FILE *pipe;
	int fd;

	build(&b, add);
	fd = trial__memfd(&b);
	builder__exit(&b);
	snprintf(command, sizeof(command), "\"$PERF_DEFER\" script -F %s -i /proc/self/fd/%d 2>&1",
		 fields, fd);
	pipe = popen(command, "r");
	if (!pipe)
		abort();
	said[fread(said, 1, sizeof(said) - 1, pipe)] = '\0';
	close(fd);
	T_EQ(pclose(pipe), 0);
	T_STREQ(said, want);
	return TEST_OK;
}

static int test_branches(void)
{
	T_RUN(check_script(add_samples, "ip,brstack",
			   "           401000 0x401000/0x402000/M/-/-/5/COND/- "
			   " 0x401010/0x402010/P/X/-/0//- "
			   " 0x403000/0x1/-/-/A/0/CALL/SPEC_CORRECT_PATH "
			   " 0x403000/0xffffffff81000000/-/-/-/0/FAULT_INST/- "
			   " 0x401000/0x402000/P/-/-/0/COND_CALL/NON_SPEC_CORRECT_PATH \n"
			   "           401000\n"));
	return check_script(
		add_samples, "ip,dso,dsoff,brstack",
		"           401000 (" PROG "+0x1000) 0x401000 (" PROG "+0x1000)/0x402000 (" PROG
		"+0x2000)/M/-/-/5/COND/- "
		" 0x401010 (" PROG "+0x1010)/0x402010 (" PROG "+0x2010)/P/X/-/0//- "
		" 0x403000 (" PROG "+0x3000)/0x1 ([unknown])/-/-/A/0/CALL/SPEC_CORRECT_PATH "
		" 0x403000 (" PROG "+0x3000)/0xffffffff81000000 ([unknown])/-/-/-/0/FAULT_INST/- "
		" 0x401000 (" PROG "+0x1000)/0x402000 (" PROG
		"+0x2000)/P/-/-/0/COND_CALL/NON_SPEC_CORRECT_PATH \n"
		"           401000 (" PROG "+0x1000)\n");
}

static int test_registers(void)
{
	return check_script(add_samples, "ip,iregs,uregs",
			    "           401000 ABI:2    AX:0xabc    IP:0xdef  ABI:2    AX:0xabc    "
			    "BX:0xdef \n"
			    "           401000 ABI:2    AX:0xabc    IP:0xdef \n");
}

/* As in perf, a mode has the letters of all whose bits it has. */
static int test_modes(void)
{
	return check_script(add_modes, "misc,ip",
			    "                 401000\nK                401001\n"
			    "U                401002\nKUH              401003\n"
			    "G                401004\nKGg              401005\n");
}

static int test_register_names(void)
{
	char buf[REG_NAME_LEN];

	T_STREQ(reg__name("x86_64", 0, buf), "AX");
	T_STREQ(reg__name("i686", 7, buf), "SP");
	T_STREQ(reg__name("x86_64", 23, buf), "R15");
	T_STREQ(reg__name("x86_64", 32, buf), "XMM0");
	T_STREQ(reg__name("aarch64", 29, buf), "x29");
	T_STREQ(reg__name("aarch64", 32, buf), "pc");
	T_STREQ(reg__name("s390x", 3, buf), "reg3");
	T_STREQ(reg__name(NULL, 63, buf), "reg63");
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"branches", test_branches},
	{"registers", test_registers},
	{"letters of modes", test_modes},
	{"names of registers", test_register_names},
	{0},
};

const struct test_suite suite__script_state = {"script-state", "Registers and branches in script",
					       cases};
