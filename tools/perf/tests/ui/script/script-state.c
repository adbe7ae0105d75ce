// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers and branches as script -F prints them: the text is what perf 7.3.4 makes of such a
 * file.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-event.h>
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

static void add_map(struct builder *b, const struct defer_attr *attr)
{
	struct defer_event ev = {
		.type = DEFER_RECORD_MMAP2,
		.misc = DEFER_MISC_USER,
		.id = {.pid = 7, .tid = 7, .time = 1, .cpu = 2},
		.mmap = {.pid = 7, .tid = 7, .start = 0x400000, .len = 0x10000, .filename = PROG},
	};

	builder__event(b, attr, &ev);
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

#define STATE                                                                                 \
	(DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_BRANCH_STACK | \
	 DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_REGS_INTR)

static void build(struct builder *b, add_fn add, uint64_t sample_type)
{
	const struct builder_event event = {
		.attr =
			{
				.type = DEFER_TYPE_HARDWARE,
				.size = DEFER_ATTR_SIZE_VER9,
				.sample_period = 1,
				.sample_type = sample_type,
				.flags = DEFER_ATTR_SAMPLE_ID_ALL,
				.branch_sample_type = 8,
				.sample_regs_user = 3,
				.sample_regs_intr = 0x101,
			},
	};

	builder__init(b, false);
	builder__begin_file(b, &event, 1);
	add_map(b, &event.attr);
	add(b, &event.attr);
	builder__feature_str(b, FEATURE_ARCH, "x86_64");
	builder__end_file(b);
}

/* Checks the output of script -F @fields on both streams, for samples of @sample_type. */
static int check_fields(add_fn add, uint64_t sample_type, const char *fields, const char *want)
{
	char command[256], said[4096];
	struct builder b;
	FILE *pipe;
	int fd;

	build(&b, add, sample_type);
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

static int check_script(add_fn add, const char *fields, const char *want)
{
	return check_fields(add, STATE, fields, want);
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

#define PLACES                                                                                \
	(DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CPU |          \
	 DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_ADDR | DEFER_SAMPLE_WEIGHT_STRUCT |               \
	 DEFER_SAMPLE_PHYS_ADDR | DEFER_SAMPLE_DATA_PAGE_SIZE | DEFER_SAMPLE_CODE_PAGE_SIZE | \
	 DEFER_SAMPLE_CGROUP)

/* Samples whose fields all differ, from the least to the greatest. */
static void add_places(struct builder *b, const struct defer_attr *attr)
{
	static const uint64_t pages[] = {0, 1, 1023, 1024, 4096, 2 << 20, 1ULL << 30, 1ULL << 63};

	for (uint64_t i = 0; i < sizeof(pages) / sizeof(*pages); i++) {
		const struct defer_sample sample = {
			.misc = DEFER_MISC_USER,
			.ip = 0x401000 + i,
			.pid = i == 1 ? (uint32_t)-1 : 7,
			.tid = i == 1 ? (uint32_t)-1 : 7 + i,
			.time = 999999999 + 1501 * i,
			.cpu = i == 1 ? 1000 : 7 * i,
			.period = i == 1 ? UINT64_MAX : 3 * i,
			.addr = i == 1 ? UINT64_MAX : 0x400010 * i,
			.weight = i == 1 ? UINT32_MAX : 5 * i,
			.ins_lat = i == 1 ? UINT16_MAX : 6 * i,
			.weight3 = i == 1 ? UINT16_MAX : 8 * i,
			.phys_addr = i == 1 ? UINT64_MAX : 9 * i,
			.data_page_size = pages[i],
			.code_page_size = pages[sizeof(pages) / sizeof(*pages) - 1 - i],
			.cgroup = i,
		};

		builder__sample(b, attr, &sample);
	}
}

/* Numbers that are too wide for their column are printed whole. */
static int test_places(void)
{
	T_RUN(check_fields(
		add_places, PLACES, "comm,pid,tid,cpu,time,period,event,ip,sym,symoff,dso",
		"              :7       7/7       [000]     0.999999:          0 cycles:            401000 [unknown] (/nonexistent/prog)\n"
		"             :-1      -1/-1      [1000]     1.000001: 18446744073709551615 cycles:            401001 [unknown] ([unknown])\n"
		"              :9       7/9       [014]     1.000003:          6 cycles:            401002 [unknown] (/nonexistent/prog)\n"
		"             :10       7/10      [021]     1.000004:          9 cycles:            401003 [unknown] (/nonexistent/prog)\n"
		"             :11       7/11      [028]     1.000006:         12 cycles:            401004 [unknown] (/nonexistent/prog)\n"
		"             :12       7/12      [035]     1.000007:         15 cycles:            401005 [unknown] (/nonexistent/prog)\n"
		"             :13       7/13      [042]     1.000009:         18 cycles:            401006 [unknown] (/nonexistent/prog)\n"
		"             :14       7/14      [049]     1.000010:         21 cycles:            401007 [unknown] (/nonexistent/prog)\n"));
	T_RUN(check_fields(
		add_places, PLACES, "tid,class,cookie,addr,weight,ins_lat,retire_lat,cgroup",
		"      7    not-asked                0                0               0               0               0 unknown\n"
		"     -1    not-asked                0 ffffffffffffffff      4294967295           65535           65535 unknown\n"
		"      9    not-asked                0           800020              10              12              16 unknown\n"
		"     10    not-asked                0           c00030              15              18              24 unknown\n"
		"     11    not-asked                0          1000040              20              24              32 unknown\n"
		"     12    not-asked                0          1400050              25              30              40 unknown\n"
		"     13    not-asked                0          1800060              30              36              48 unknown\n"
		"     14    not-asked                0          1c00070              35              42              56 unknown\n"));
	T_RUN(check_fields(add_places, PLACES, "pid,time,addr,sym,dso,dsoff --ns",
			   "      7     0.999999999:                0\n"
			   "     -1     1.000001500: ffffffffffffffff\n"
			   "      7     1.000003001:           800020\n"
			   "      7     1.000004502:           c00030\n"
			   "      7     1.000006003:          1000040\n"
			   "      7     1.000007504:          1400050\n"
			   "      7     1.000009005:          1800060\n"
			   "      7     1.000010506:          1c00070\n"));
	return check_fields(add_places, PLACES,
			    "time,ip,phys_addr,data_page_size,code_page_size --reltime",
			    "    0.000000:            401000               0 N/A 8E\n"
			    "    0.000001:            401001ffffffffffffffff 1B 1G\n"
			    "    0.000003:            401002              12 1023B 2M\n"
			    "    0.000004:            401003              1b 1K 4K\n"
			    "    0.000006:            401004              24 4K 1K\n"
			    "    0.000007:            401005              2d 2M 1023B\n"
			    "    0.000009:            401006              36 1G 1B\n"
			    "    0.000010:            401007              3f 8E N/A\n");
}

/* Records of tasks and maps have the fields before the event's name. */
static int test_events(void)
{
	return check_fields(
		add_places, PLACES,
		"comm,pid,tid,cpu,misc,time,event --show-mmap-events --deltatime",
		"              :7       7/7       [002] U         0.000000: PERF_RECORD_MMAP2 7/7: [0x400000(0x10000) @ 0 00:00 0 0]: ---p /nonexistent/prog\n"
		"              :7       7/7       [000] U         0.999999: cycles: \n"
		"             :-1      -1/-1      [1000] U         0.000001: cycles: \n"
		"              :9       7/9       [014] U         0.000001: cycles: \n"
		"             :10       7/10      [021] U         0.000001: cycles: \n"
		"             :11       7/11      [028] U         0.000001: cycles: \n"
		"             :12       7/12      [035] U         0.000001: cycles: \n"
		"             :13       7/13      [042] U         0.000001: cycles: \n"
		"             :14       7/14      [049] U         0.000001: cycles: \n");
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
	{"addresses, pages and numbers", test_places},
	{"records of maps", test_events},
	{"names of registers", test_register_names},
	{0},
};

const struct test_suite suite__script_state = {"script-state", "Registers and branches in script",
					       cases};
