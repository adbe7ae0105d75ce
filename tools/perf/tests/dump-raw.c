// SPDX-License-Identifier: GPL-2.0-only
/* report -D: what it says of each type of record, and that no lie in one leads it astray. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "ui/stdio/dump-priv.h"
#include "ui/stdio/dump.h"
#include "util/base/array.h"
#include "util/header/reg-name.h"
#include "util/session/session.h"

/* A trace with records that the test adds, dumped; to be freed. */
typedef void (*add_fn)(struct trace *trace);

static int dump(add_fn add, bool big, char **text)
{
	struct session_opts opts = {.nr_workers = 1};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session;
	struct trace trace;
	char path[32];
	size_t size;
	FILE *out = open_memstream(text, &size);
	int fd;

	trace__begin(&trace, big, false);
	add(&trace);
	trace__end(&trace);
	fd = trial__memfd(&trace.b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.path = path;
	T_EQ(session__open(&session, &opts, &err), 0);
	T_EQ(session__gather(session, &err), 0);
	T_EQ(session__dump(session, out, &err), 0);
	fclose(out);
	session__close(session);
	close(fd);
	trace__exit(&trace);
	return TEST_OK;
}

/* Checks that all of @words are in the dump, in this order. */
static int check_words(add_fn add, bool big, const char *const *words)
{
	char *text, *at;

	T_RUN(dump(add, big, &text));
	at = text;
	for (; *words; words++) {
		at = strstr(at, *words);
		if (!at)
			T_FAIL("no '%s' in: %s", *words, text);
		at += strlen(*words);
	}
	free(text);
	return TEST_OK;
}

#define CHECK_WORDS(add, ...) \
	T_RUN(check_words(add, false, (const char *const[]){__VA_ARGS__, NULL}))
#define CHECK_WORDS_BIG(add, ...) \
	T_RUN(check_words(add, true, (const char *const[]){__VA_ARGS__, NULL}))

/* A record of u64s, and the sample_id of the tracking event if the kernel writes it. */
static void add(struct trace *trace, uint32_t type, const uint64_t *words, size_t nr)
{
	struct defer_sample_id id = trace__id(3);

	builder__begin(&trace->b, type, 0);
	for (size_t i = 0; i < nr; i++)
		builder__u64(&trace->b, words[i]);
	if (type < DEFER_RECORD_USER_START)
		builder__sample_id(&trace->b, &trace->events[1].attr, &id);
	builder__end(&trace->b);
}

#define ADD(trace, type, ...)                             \
	add(trace, type, (const uint64_t[]){__VA_ARGS__}, \
	    sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

/* Two u32s in one word. */
static uint64_t pair(uint32_t low, uint32_t high)
{
	return (uint64_t)high << 32 | low;
}

static void add_kernel_records(struct trace *trace)
{
	ADD(trace, DEFER_RECORD_READ, pair(5, 6), 77);
	ADD(trace, DEFER_RECORD_AUX, 0x10, 0x20, 5);
	ADD(trace, DEFER_RECORD_ITRACE_START, pair(5, 6));
	ADD(trace, DEFER_RECORD_NAMESPACES, pair(5, 6), 2, 3, 0x40, 3, 0x41);
	ADD(trace, DEFER_RECORD_BPF_EVENT, pair(1 | 2 << 16, 9), 0);
	ADD(trace, DEFER_RECORD_CGROUP, 8, 0x622f612f); /* "/a/b" */
	ADD(trace, DEFER_RECORD_TEXT_POKE, 0xffffffff81000000, 0x0000ccbb00010001);
	ADD(trace, DEFER_RECORD_AUX_OUTPUT_HW_ID, 0x1234);
	ADD(trace, DEFER_RECORD_THROTTLE, 1000, 2, 3);
}

static int test_kernel_records(void)
{
	CHECK_WORDS(add_kernel_records, "PERF_RECORD_READ: 5 6 ", " 77\n",
		    "PERF_RECORD_AUX offset: 0x10 size: 0x20 flags: 0x5 [TP]\n",
		    "PERF_RECORD_ITRACE_START pid: 5 tid: 6\n",
		    "PERF_RECORD_NAMESPACES 5/6 - nr_namespaces: 2\n"
		    "\t\t[0/net: 3/0x40, 1/uts: 3/0x41]\n",
		    "PERF_RECORD_BPF_EVENT type 1, flags 2, id 9\n",
		    "PERF_RECORD_CGROUP cgroup: 8 /a/b\n",
		    "PERF_RECORD_TEXT_POKE ffffffff81000000  old len 1 new len 1\n"
		    "            Old bytes: bb\n            New bytes: cc\n",
		    "PERF_RECORD_AUX_OUTPUT_HW_ID hw_id: 0x1234\n",
		    "PERF_RECORD_THROTTLE time: 1000 id: 2 stream id: 3\n");
	/* Their sample_id is read as well. */
	CHECK_WORDS(add_kernel_records, "0 13000000 0x", "PERF_RECORD_AUX ");
	return TEST_OK;
}

/* Each mark of a chain has its name of the kernel's ABI, and an address has none. */
static int test_marks(void)
{
	static const struct {
		uint64_t ip;
		const char *name;
	} marks[] = {
		{DEFER_CONTEXT_HV, "PERF_CONTEXT_HV"},
		{DEFER_CONTEXT_KERNEL, "PERF_CONTEXT_KERNEL"},
		{DEFER_CONTEXT_USER, "PERF_CONTEXT_USER"},
		{DEFER_CONTEXT_GUEST, "PERF_CONTEXT_GUEST"},
		{DEFER_CONTEXT_GUEST_KERNEL, "PERF_CONTEXT_GUEST_KERNEL"},
		{DEFER_CONTEXT_GUEST_USER, "PERF_CONTEXT_GUEST_USER"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		const uint64_t ips[] = {marks[i].ip, 0x401000};
		const struct defer_chain chain = {.ips = (const uint8_t *)ips, .nr = 2};
		char *text, want[128];
		size_t size;
		FILE *out = open_memstream(&text, &size);

		dump_chain(&chain, out);
		fclose(out);
		snprintf(want, sizeof(want),
			 "... FP chain: nr:2\n.....  0: %016lx (%s)\n.....  1: 0000000000401000\n",
			 (unsigned long)marks[i].ip, marks[i].name);
		T_STREQ(text, want);
		free(text);
	}
	return TEST_OK;
}

static void add_perf_records(struct trace *trace)
{
	ADD(trace, DEFER_RECORD_ID_INDEX, 1, 100, 0, 3, UINT64_MAX);
	ADD(trace, DEFER_RECORD_THREAD_MAP, 2, 41, 0, 0, UINT64_MAX, 0, 0);
	ADD(trace, DEFER_RECORD_CPU_MAP, 0x0003000200040000, 0x00070005); /* list of 4 */
	ADD(trace, DEFER_RECORD_CPU_MAP, 0x000b000400010001, 0);	  /* mask of u32 */
	ADD(trace, DEFER_RECORD_CPU_MAP, 0x0005000200000002);		  /* range */
	ADD(trace, DEFER_RECORD_EVENT_UPDATE, 0, 100, 0x6365736d);	  /* "msec" */
	ADD(trace, DEFER_RECORD_EVENT_UPDATE, 1, 100, 0x3fe0000000000000);
	ADD(trace, DEFER_RECORD_TIME_CONV, 31, 827184254, 5);
	ADD(trace, DEFER_RECORD_STAT_ROUND, 1, 5);
	ADD(trace, DEFER_RECORD_STAT, 9, pair(1, 2), 3, 4, 5);
	ADD(trace, DEFER_RECORD_STAT_CONFIG, 1, 1, 1000);
}

static int test_perf_records(void)
{
	CHECK_WORDS(
		add_perf_records, "PERF_RECORD_ID_INDEX nr: 1\n",
		" ... id: 100  idx: 0  cpu: 3  tid: -1\n",
		"PERF_RECORD_THREAD_MAP nr: 2 threads: 41, -1\n", "PERF_RECORD_CPU_MAP: 2-3,5,7\n",
		"PERF_RECORD_CPU_MAP: 0-1,3\n", "PERF_RECORD_CPU_MAP: 2-5\n",
		"PERF_RECORD_EVENT_UPDATE\n... id:    100\n... unit:  msec\n\n",
		"... scale: 0.500000\n",
		"... Time Shift      31\n... Time Multiplier 827184254\n... Time Zero       5\n",
		"... time 5, type FINAL\n",
		"... id 9, cpu 1, thread 2\n... value 3, enabled 4, running 5\n",
		"... interval   1000\n");
	return TEST_OK;
}

/* Numbers that say of more than is there. */
static void add_lies(struct trace *trace)
{
	ADD(trace, DEFER_RECORD_ID_INDEX, UINT64_MAX, 1);
	ADD(trace, DEFER_RECORD_THREAD_MAP, UINT64_MAX, 41);
	ADD(trace, DEFER_RECORD_CPU_MAP, 0xffff0000 | UINT64_MAX << 32);
	ADD(trace, DEFER_RECORD_CPU_MAP, 0xffffffffffff0001);
	ADD(trace, DEFER_RECORD_CPU_MAP, 0xffff000100000002);
	ADD(trace, DEFER_RECORD_NAMESPACES, pair(5, 6), UINT64_MAX);
	ADD(trace, DEFER_RECORD_TEXT_POKE, 1, UINT32_MAX);
	ADD(trace, DEFER_RECORD_CGROUP, 8, UINT64_MAX);
	ADD(trace, DEFER_RECORD_STAT_CONFIG, UINT64_MAX);
	for (uint32_t type = 1; type < 100; type++) {
		if (type == DEFER_RECORD_SAMPLE || type == DEFER_RECORD_AUXTRACE ||
		    type == DEFER_RECORD_HEADER_TRACING_DATA || type == DEFER_RECORD_COMPRESSED ||
		    type == DEFER_RECORD_COMPRESSED2)
			continue;
		builder__begin(&trace->b, type, 0);
		builder__end(&trace->b);
	}
}

static int test_lies(void)
{
	CHECK_WORDS(add_lies, "PERF_RECORD_CPU_MAP: 1-65535\n",
		    "... its fields do not fit in the record\n", "Aggregated stats:");
	return TEST_OK;
}

static int test_registers(void)
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

/* All fields that a sample can have at once. */
static void add_full_sample(struct trace *trace)
{
	static const uint64_t branches[] = {0x10, 0x20, 0x50 << 4 | 2 | 6 << 20, 0x11, 0x21, 1};
	static const uint64_t words[] = {0xabc, 2};
	struct defer_attr attr = trace->events[0].attr;
	const struct defer_sample sample = {
		.id = TRACE_ID,
		.misc = DEFER_MISC_USER,
		.ip = 0x401000,
		.pid = 7,
		.tid = 7,
		.time = 5,
		.period = 1,
		.branch = {.nr = 2, .entries = {(const uint8_t *)branches, sizeof(branches)}},
		.user_regs = {.abi = 2, .mask = 3, .regs = {(const uint8_t *)words, 16}},
		.user_stack = {.bytes = {(const uint8_t *)words, 16}, .dyn_size = 8},
		.weight = 3,
		.data_page_size = 4096,
		.cgroup = 12,
	};

	attr.sample_type |= DEFER_SAMPLE_BRANCH_STACK | DEFER_SAMPLE_REGS_USER |
			    DEFER_SAMPLE_STACK_USER | DEFER_SAMPLE_WEIGHT |
			    DEFER_SAMPLE_DATA_PAGE_SIZE | DEFER_SAMPLE_CGROUP;
	attr.sample_regs_user = 3;
	attr.sample_stack_user = 16;
	trace->events[0].attr = attr;
	builder__exit(&trace->b);
	builder__init(&trace->b, false);
	builder__begin_file(&trace->b, trace->events, 2);
	builder__sample(&trace->b, &attr, &sample);
}

static int test_full_sample(void)
{
	CHECK_WORDS(add_full_sample, "(IP, 0x2): 7/7: 0x401000 period: 1 addr: 0\n",
		    "... FP chain: nr:0\n"
		    "... branch stack: nr:2\n"
		    ".....  0: 0000000000000010 -> 0000000000000020 80 cycles  P   0 RET \n"
		    ".....  1: 0000000000000011 -> 0000000000000021 0 cycles M    0 N/A \n"
		    "... user regs: mask 0x3 ABI 64-bit\n",
		    " 0x0000000000000abc\n", "... ustack: size 8, offset 0x",
		    "... weight: 3\n .. data page size: 4K\n... id: 100\n... cgroup: 12\n"
		    " ... thread: :7:7\n ...... dso: <not found>\n");
	return TEST_OK;
}

/* A machine of the other byte order numbers the bits of a branch's flags from the other end. */
static void add_big_branch(struct trace *trace)
{
	const uint64_t flags = 1ULL << 62 | 80ULL << 44 | 6ULL << 40;
	const uint64_t branch[] = {__builtin_bswap64(0x10), __builtin_bswap64(0x20),
				   __builtin_bswap64(flags)};
	const struct defer_sample sample = {
		.id = TRACE_ID,
		.branch = {.nr = 1, .entries = {(const uint8_t *)branch, sizeof(branch)}},
	};

	trace->events[0].attr.sample_type |= DEFER_SAMPLE_BRANCH_STACK;
	builder__exit(&trace->b);
	builder__init(&trace->b, true);
	builder__begin_file(&trace->b, trace->events, 2);
	builder__sample(&trace->b, &trace->events[0].attr, &sample);
}

static int test_big_branch(void)
{
	CHECK_WORDS_BIG(add_big_branch,
			".....  0: 0000000000000010 -> 0000000000000020 80 cycles  P   0 RET \n");
	return TEST_OK;
}

/* One record of each type that the kernel writes, with fields that are all 0. */
static void add_each_type(struct trace *trace)
{
	static const uint64_t zeros[16];

	for (uint32_t type = 1; type < DEFER_RECORD_USER_START; type++) {
		if (type != DEFER_RECORD_SAMPLE && strcmp(defer_record__name(type), "UNKNOWN"))
			add(trace, type, zeros, ARRAY_SIZE(zeros));
	}
}

/* A type that has a name has a text as well. */
static int test_each_type(void)
{
	char *text, *at, *end;
	unsigned int nr = 0;

	T_RUN(dump(add_each_type, false, &text));
	for (at = text; (at = strstr(at, "PERF_RECORD_")); nr++) {
		end = at + strcspn(at, " :(\n");
		/* Rounds are perf's own, and have no fields. */
		if (*end == '\n' && strncmp(at, "PERF_RECORD_FINISHED_ROUND", end - at))
			T_FAIL("nothing stands behind %.*s", (int)(end - at), at);
		at = end;
	}
	/* The trace has records of its own. */
	T_CHECK(nr > DEFER_RECORD_CALLCHAIN_DEFERRED);
	free(text);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the kernel's records", test_kernel_records},
	{"perf's own records", test_perf_records},
	{"each type has a text", test_each_type},
	{"names of marks", test_marks},
	{"records that lie", test_lies},
	{"names of registers", test_registers},
	{"a sample with many fields", test_full_sample},
	{"branches of the other byte order", test_big_branch},
	{0},
};

const struct test_suite suite__dump_raw = {"dump-raw", "Records as report -D prints them", cases};
