// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/header/tracing-data.h"

/* The format of Linux 6.19; the common fields are those of all events. */
#define COMMON                                                                         \
	"format:\n"                                                                    \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

#define EVENT(name, id, fields, fmt) \
	"name: " name "\nID: " id "\n" COMMON fields "\nprint fmt: " fmt "\n"

static const char sched_switch[] =
	EVENT("sched_switch", "312",
	      "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	      "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	      "\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
	      "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n",
	      "\"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s%s\", REC->prev_comm, "
	      "REC->prev_pid, REC->prev_prio, "
	      "(REC->prev_state & ((((0x00000000 | 0x00000001 | 0x00000002) + 1) << 1) - 1)) ? "
	      "__print_flags(REC->prev_state & ((((0x00000000 | 0x00000001 | 0x00000002) + 1) << "
	      "1) - 1), \"|\", { 0x00000001, \"S\" }, { 0x00000002, \"D\" }) : \"R\", "
	      "REC->prev_state & (((0x00000000 | 0x00000001 | 0x00000002) + 1) << 1) ? \"+\" : "
	      "\"\"");

static const char filename[] =
	EVENT("do_sys_open", "500",
	      "\tfield:__data_loc char[] filename;\toffset:8;\tsize:4;\tsigned:0;\n"
	      "\tfield:int flags;\toffset:12;\tsize:4;\tsigned:1;\n"
	      "\tfield:const char * why;\toffset:16;\tsize:8;\tsigned:0;\n",
	      "\"\\\"%s\\\" %x %s\", __get_str(filename), REC->flags, REC->why");

struct trace {
	struct builder b;
	struct damage damage;
	struct tracing_data *td;
	struct defer_section section;
};

/* Begins a blob of a recorder whose longs have @long_size bytes, with the fields of a @page of the kernel's buffer. */
static void start_longs(struct trace *trace, bool big, uint8_t long_size, const char *page)
{
	struct builder *b = &trace->b;

	memset(trace, 0, sizeof(*trace));
	damage__init(&trace->damage);
	builder__init(b, big);
	builder__zeros(b, 24); /* the blob is somewhere in a file */
	builder__bytes(b, "\27\10\104tracing", 10);
	builder__bytes(b, "0.5", 4);
	builder__u8(b, big);
	builder__u8(b, long_size);
	builder__u32(b, 4096);
	builder__bytes(b, "header_page", 12);
	builder__u64(b, strlen(page));
	builder__bytes(b, page, strlen(page));
	builder__bytes(b, "header_event", 13);
	builder__u64(b, 4);
	builder__bytes(b, "abcd", 4);
	builder__u32(b, 0); /* ftrace's own */
}

static void start(struct trace *trace, bool big)
{
	start_longs(trace, big, 8, "");
}

static void format(struct trace *trace, const char *text)
{
	builder__u64(&trace->b, strlen(text));
	builder__bytes(&trace->b, text, strlen(text));
}

static void finish(struct trace *trace)
{
	static const char printk[] = "0x8877665555667788 : \"because\"\n"
				     "broken\n0x1 : \n0x2:\"\n:\n0x3 : \"\"\n"
				     "0xffffffff81234568 : \"line\\n\"\n";

	builder__u32(&trace->b, 0); /* kallsyms */
	builder__u32(&trace->b, strlen(printk));
	builder__bytes(&trace->b, printk, strlen(printk));
}

static int read_back(struct trace *trace, size_t cut)
{
	struct defer_error err = DEFER_ERROR_INIT;

	trace->section = (struct defer_section){24, trace->b.size - 24 - cut};
	T_EQ(tracing_data__new(&trace->td, &trace->section, builder__pread, &trace->b,
			       &trace->damage, &err),
	     0);
	return TEST_OK;
}

static void stop(struct trace *trace)
{
	tracing_data__delete(trace->td);
	damage__exit(&trace->damage);
	builder__exit(&trace->b);
}

static void write_whole(struct trace *trace, bool big)
{
	start(trace, big);
	builder__u32(&trace->b, 2);
	builder__bytes(&trace->b, "sched", 6);
	builder__u32(&trace->b, 1);
	format(trace, sched_switch);
	builder__bytes(&trace->b, "fs", 3);
	builder__u32(&trace->b, 1);
	format(trace, filename);
	finish(trace);
}

static void write_common(struct builder *b, bool big, uint16_t type)
{
	builder__init(b, big);
	builder__u16(b, type);
	builder__u16(b, 0);
	builder__u32(b, 1);
}

static const char *text(struct trace *trace, uint64_t id, const struct builder *b)
{
	struct defer_blob raw = {b->data, b->size};

	return tracing_data__text(trace->td, id, &raw, 0);
}

static void write_switch(struct builder *b, bool big)
{
	write_common(b, big, 312);
	builder__str(b, "swapper/0", 16);
	builder__u32(b, 7);
	builder__u32(b, 120);
	builder__u64(b, 2);
}

static void write_open(struct builder *b, bool big, uint32_t loc)
{
	write_common(b, big, 500);
	builder__u32(b, loc);
	builder__u32(b, 0x241);
	/* libtraceevent does not swap pointers */
	builder__u64(b, 0x8877665555667788);
	builder__str(b, "/etc/passwd", 16);
}

static int check_text(bool big)
{
	struct trace t;
	struct builder b;

	write_whole(&t, big);
	T_RUN(read_back(&t, 0));
	T_EQ(t.damage.nr, 0);
	T_EQ(tracing_data__nr_events(t.td), 2);
	write_switch(&b, big);
	T_STREQ(text(&t, 312, &b), "prev_comm=swapper/0 prev_pid=7 prev_prio=120 prev_state=D");
	builder__exit(&b);
	write_open(&b, big, 12 << 16 | 24);
	T_STREQ(text(&t, 500, &b), "\"/etc/passwd\" 241 because");
	builder__exit(&b);
	stop(&t);
	return TEST_OK;
}

static int test_text(void)
{
	T_RUN(check_text(false));
	return check_text(true);
}

static int test_bad_samples(void)
{
	struct trace t;
	struct builder b;

	write_whole(&t, false);
	T_RUN(read_back(&t, 0));
	write_switch(&b, false);
	T_CHECK(!text(&t, 313, &b));
	T_CHECK(!text(&t, UINT64_MAX, &b));
	T_CHECK(!text(&t, 500, &b)); /* its type says 312 */
	b.size--;
	T_CHECK(!text(&t, 312, &b));
	b.size = 0;
	T_CHECK(!text(&t, 312, &b));
	builder__exit(&b);
	write_open(&b, false, 0xffffffff);
	T_STREQ(text(&t, 500, &b), "\"\" 241 because");
	builder__exit(&b);
	/* nothing of the sample before shows through */
	write_open(&b, false, 12 << 16 | 24);
	T_STREQ(text(&t, 500, &b), "\"/etc/passwd\" 241 because");
	b.size = 24;
	T_STREQ(text(&t, 500, &b), "\"\" 241 because");
	builder__exit(&b);
	stop(&t);
	return TEST_OK;
}

static int test_names(void)
{
	const struct defer_attr known = {.type = DEFER_TYPE_TRACEPOINT, .config = 312};
	const struct defer_attr other = {.type = DEFER_TYPE_TRACEPOINT, .config = 999};
	const struct defer_attr cpu_clock = {.type = DEFER_TYPE_SOFTWARE, .config = 312};
	struct defer_evlist *evlist = defer_evlist__new();
	struct trace t;
	char name[64];

	write_whole(&t, false);
	T_RUN(read_back(&t, 0));
	T_CHECK(tracing_data__event_name(t.td, 500, name, sizeof(name)));
	T_STREQ(name, "fs:do_sys_open");
	T_CHECK(!tracing_data__event_name(t.td, 501, name, sizeof(name)));
	T_CHECK(!tracing_data__event_name(t.td, (1ULL << 32) + 500, name, sizeof(name)));
	defer_evlist__add(evlist, &known, NULL, 0, NULL);
	defer_evlist__add(evlist, &other, NULL, 0, NULL);
	defer_evlist__add(evlist, &cpu_clock, NULL, 0, NULL);
	defer_evlist__add(evlist, &known, NULL, 0, NULL);
	defer_evlist__set_name(evlist, 0, "unknown tracepoint id=0x138", NULL);
	defer_evlist__set_name(evlist, 3, "given", NULL);
	T_EQ(tracing_data__name_events(t.td, evlist, NULL), 0);
	T_STREQ(defer_evlist__evsel(evlist, 0)->name, "sched:sched_switch");
	T_CHECK(!defer_evlist__evsel(evlist, 1)->name);
	T_CHECK(!defer_evlist__evsel(evlist, 2)->name);
	T_STREQ(defer_evlist__evsel(evlist, 3)->name, "given");
	defer_evlist__delete(evlist);
	stop(&t);
	return TEST_OK;
}

static const char *resolve(void *ctx, uint64_t addr, uint64_t *start)
{
	*start = addr & ~0xfULL;
	return ctx;
}

static int test_resolver(void)
{
	static const char event[] =
		EVENT("timer", "7", "\tfield:void * function;\toffset:8;\tsize:8;\tsigned:0;\n",
		      "\"function=%ps at %pS\", REC->function, REC->function");
	char symbol[] = "tick_nohz";
	struct trace t;
	struct builder b;

	start(&t, false);
	builder__u32(&t.b, 1);
	builder__bytes(&t.b, "timer", 6);
	builder__u32(&t.b, 1);
	format(&t, event);
	finish(&t);
	T_RUN(read_back(&t, 0));
	T_EQ(tracing_data__set_resolver(t.td, resolve, symbol, NULL), 0);
	write_common(&b, false, 7);
	builder__u64(&b, 0xffffffff81000018);
	T_STREQ(text(&t, 7, &b), "function=tick_nohz at tick_nohz+0x8");
	builder__exit(&b);
	stop(&t);
	return TEST_OK;
}

static int test_cut(void)
{
	struct trace t;
	size_t cut, size;

	write_whole(&t, false);
	size = t.b.size - 24;
	stop(&t);
	for (cut = 1; cut < size; cut++) {
		write_whole(&t, false);
		T_RUN(read_back(&t, cut));
		T_EQ(t.damage.nr, 1);
		T_CHECK(t.td);
		stop(&t);
	}
	write_whole(&t, false);
	T_RUN(read_back(&t, size));
	T_CHECK(!t.td);
	T_EQ(t.damage.nr, 0);
	stop(&t);
	return TEST_OK;
}

static int test_outside(void)
{
	struct trace t;

	write_whole(&t, false);
	t.section = (struct defer_section){24, UINT64_MAX - 4};
	T_EQ(tracing_data__new(&t.td, &t.section, builder__pread, &t.b, &t.damage, NULL), 0);
	T_CHECK(!t.td);
	t.section = (struct defer_section){24, t.b.size};
	T_EQ(tracing_data__new(&t.td, &t.section, builder__pread, &t.b, &t.damage, NULL), 0);
	T_CHECK(!t.td);
	T_EQ(t.damage.nr, 2);
	stop(&t);
	return TEST_OK;
}

struct wild_case {
	const char *fields, *fmt, *text;
};

#define U32  "\tfield:unsigned int n;\toffset:8;\tsize:4;\tsigned:0;\n"
#define BUF  "\tfield:unsigned char buf[4];\toffset:12;\tsize:4;\tsigned:0;\n"
#define U8   "\tfield:unsigned char n;\toffset:8;\tsize:1;\tsigned:0;\n"
#define S16  "\tfield:short n;\toffset:8;\tsize:2;\tsigned:1;\n"
#define PTR  "\tfield:void * n;\toffset:8;\tsize:8;\tsigned:0;\n"
#define STR  "\tfield:__data_loc char[] s;\toffset:8;\tsize:4;\tsigned:0;\n"
#define FAR_ "\tfield:int far;\toffset:2000000000;\tsize:4;\tsigned:1;\n"
#define NEG  "\tfield:int neg;\toffset:-8;\tsize:4;\tsigned:1;\n"

#define FIELDS " n=4294967295 buf=ARRAY[01, 02, 03, 04]"
#define FAILED "[FAILED TO PARSE]" FIELDS

/* Formats that would read or allocate by a size in the sample: the fields are shown instead. */
static const struct wild_case wild_cases[] = {
	{U32 BUF, "\"%s\", __print_hex(REC->buf, REC->n)", FIELDS},
	{U32 BUF, "\"%s\", __print_array(REC->buf, REC->n, 1)", FIELDS},
	{U32 BUF, "\"%d\", REC->buf[REC->n]", FIELDS},
	{U32 BUF, "\"%d\", 5 / REC->n", FIELDS},
	{U32 BUF, "\"%*d\", REC->n, REC->n", FIELDS},
	{U32 BUF, "\"%999999999d\", REC->n", FIELDS},
	{U32 BUF, "\"%ls\", REC->buf", FIELDS},
	{U32 BUF, "\"%d\", 5 / (REC->n + 1)", FAILED},
	{U32 BUF, "\"%d\", REC->n ? 1 : REC->buf[1]", FAILED},
	{U32 BUF, "\"%d\", REC->n ? 1 : (REC->buf)[1]", FAILED},
	{U32 BUF, "\"%d\", REC->buf[1][1]", FAILED},
	{U32 BUF, "\"%d\", REC->buf[1] |= 1", FAILED},
	{U32 BUF, "\"%d\", REC->buf[1] = 1", FAILED},
	{U32 BUF, "\"%s\", __print_symbolic(REC->n, {REC->buf[1]})", FAILED},
	{U32 BUF, "\"%s\", __print_symbolic(REC->n, {1 ? 2 : 3})", FAILED},
	{U32 BUF, "\"%d\", sizeof(int)", FAILED},
	{U32 BUF, "\"%d\", sizeof(", FAILED},
	{U32 BUF, "\"%d\", 5 % 0", FAILED},
	{U32 BUF, "\"%d\", 5 / 2 - 2", FAILED},
	{U32 BUF, "\"%d\", __get_str({1, \"x\"})", FAILED},
	{U32 BUF, "\"%s\", __print_symbolic(REC->x, {1, \"a\"})", FAILED},
	{U32 BUF, "\"%s\", __get_str(x)", FAILED},
	{U32 BUF, "\"%d\", (", FAILED},
	{U32 BUF, "\"%d\" REC->n", FAILED},
	{U32 BUF, "\"%s\", __print_hex(REC->buf, 4)", "01 02 03 04"},
	{U32 BUF, "\"%d\", REC->buf[2]", "3"},
	{U32 BUF, "\"%d\", REC->n / 16", "268435455"},
	{U8 BUF, "\"%s\", __print_hex(REC->buf, REC->n / 64)", "01 02 03"},
	{S16 BUF, "\"%*d\", 2, REC->n", " n=-1 buf=ARRAY[01, 02, 03, 04]"},
	{PTR, "\"%*d\", 2, REC->n", " n=0x4030201ffffffff"},
	{STR BUF, "\"%*d\", 2, 3", " s= buf=ARRAY[01, 02, 03, 04]"},
	{FAR_ BUF, "\"%d\", REC->far", NULL},
	{NEG BUF, "\"%d\", REC->neg", NULL},
};

static int check_wild(const struct wild_case *wild)
{
	char event[2048];
	struct trace t;
	struct builder b;

	snprintf(event, sizeof(event), "name: wild\nID: 9\n%s%s\nprint fmt: %s\n", COMMON,
		 wild->fields, wild->fmt);
	start(&t, false);
	builder__u32(&t.b, 1);
	builder__bytes(&t.b, "wild", 5);
	builder__u32(&t.b, 1);
	format(&t, event);
	finish(&t);
	T_RUN(read_back(&t, 0));
	write_common(&b, false, 9);
	builder__u32(&b, 0xffffffff);
	builder__bytes(&b, "\1\2\3\4", 4);
	if (wild->text)
		T_STREQ(text(&t, 9, &b), wild->text);
	else
		T_CHECK(!text(&t, 9, &b));
	builder__exit(&b);
	stop(&t);
	return TEST_OK;
}

static int test_wild(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(wild_cases); i++)
		if (check_wild(&wild_cases[i]) != TEST_OK)
			T_FAIL("case %zu: %s", i, wild_cases[i].fmt);
	return TEST_OK;
}

/* ---- fields without a text ---- */

/* The text has a width that samples would tell, so that the values are shown. */
static const char values[] = EVENT("values", "8",
				   "\tfield:signed char c;\toffset:8;\tsize:1;\tsigned:1;\n"
				   "\tfield:unsigned char uc;\toffset:9;\tsize:1;\tsigned:0;\n"
				   "\tfield:short h;\toffset:10;\tsize:2;\tsigned:1;\n"
				   "\tfield:int i;\toffset:12;\tsize:4;\tsigned:1;\n"
				   "\tfield:long l;\toffset:16;\tsize:8;\tsigned:1;\n"
				   "\tfield:unsigned long ul;\toffset:24;\tsize:8;\tsigned:0;\n"
				   "\tfield:void * p;\toffset:32;\tsize:8;\tsigned:0;\n"
				   "\tfield:unsigned int u;\toffset:40;\tsize:4;\tsigned:0;\n"
				   "\tfield:char text[4];\toffset:44;\tsize:4;\tsigned:0;\n"
				   "\tfield:char none[4];\toffset:48;\tsize:4;\tsigned:0;\n"
				   "\tfield:unsigned char b[2];\toffset:52;\tsize:2;\tsigned:0;\n"
				   "\tfield:__rel_loc char[] r;\toffset:56;\tsize:4;\tsigned:0;\n"
				   "\tfield:__data_loc char[] d;\toffset:60;\tsize:4;\tsigned:0;\n",
				   "\"%*d\", REC->i, REC->i");

static void write_values(struct builder *b, bool big)
{
	write_common(b, big, 8);
	builder__u8(b, 0xfe);
	builder__u8(b, 0xfe);
	builder__u16(b, -3);
	builder__u32(b, -4);
	builder__u64(b, -5);
	builder__u64(b, -6);
	builder__u64(b, 0x1234);
	builder__u32(b, -7);
	builder__str(b, "a b", 4);
	builder__bytes(b, "\1z\377", 4);
	builder__bytes(b, "\11\253\0", 4);
	builder__u32(b, 3 << 16 | 4);
	builder__u32(b, 2 << 16 | 68);
	builder__str(b, "xy", 4);
	builder__bytes(b, "\177\2\0", 4);
}

/* Numbers by their sign and size, addresses in hex, texts, and bytes that are no text. */
static int check_values(bool big)
{
	struct trace t;
	struct builder b;

	start(&t, big);
	builder__u32(&t.b, 1);
	builder__bytes(&t.b, "x", 2);
	builder__u32(&t.b, 1);
	format(&t, values);
	finish(&t);
	T_RUN(read_back(&t, 0));
	write_values(&b, big);
	T_STREQ(text(&t, 8, &b), " c=-2 uc=254 h=-3 i=-4 l=-5 ul=0xfffffffffffffffa p=0x1234"
				 " u=4294967289 text=a b none=ARRAY[01, 7a, ff, 00] b=ARRAY[09, ab]"
				 " r=xy d=ARRAY[7f, 02]");
	builder__exit(&b);
	stop(&t);
	return TEST_OK;
}

static int test_values(void)
{
	T_RUN(check_values(false));
	return check_values(true);
}

/* ---- the kernel's longs ---- */

static const char longs[] = EVENT("longs", "9", "", "\"%d\", sizeof(long)");

static int check_longs(uint8_t recorder, const char *page, const char *want)
{
	struct trace t;
	struct builder b;

	start_longs(&t, false, recorder, page);
	builder__u32(&t.b, 1);
	builder__bytes(&t.b, "x", 2);
	builder__u32(&t.b, 1);
	format(&t, longs);
	finish(&t);
	T_RUN(read_back(&t, 0));
	write_common(&b, false, 9);
	T_STREQ(text(&t, 9, &b), want);
	builder__exit(&b);
	stop(&t);
	return TEST_OK;
}

/* A 32-bit perf on a 64-bit kernel writes its own size at the start. */
static int test_longs(void)
{
	T_RUN(check_longs(4, "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n", "8"));
	T_RUN(check_longs(8, "\tfield: local_t commit;\toffset:8;\tsize:4;\tsigned:1;\n", "4"));
	T_RUN(check_longs(8, "\tfield: local_t commit;\toffset:8;\tsize:2;\tsigned:1;\n", "8"));
	T_RUN(check_longs(4, "\tfield: char data;\toffset:16;\tsize:8;\tsigned:1;\n", "4"));
	return check_longs(4, "", "4");
}

/* ---- what is refused ---- */

/* A recorder whose longs have another size than any, and names that would move a cursor. */
static int test_refused(void)
{
	struct trace t;

	write_whole(&t, false);
	t.b.data[24 + 10 + 4 + 1] = 5;
	T_RUN(read_back(&t, 0));
	T_EQ(t.damage.nr, 2); /* why, and how many events are known */
	T_EQ(tracing_data__nr_events(t.td), 0);
	stop(&t);

	start(&t, false);
	builder__u32(&t.b, 2);
	builder__bytes(&t.b, "fs", 3);
	builder__u32(&t.b, 1);
	format(&t, filename);
	builder__bytes(&t.b, "sch\33d", 6);
	builder__u32(&t.b, 1);
	format(&t, sched_switch);
	finish(&t);
	T_RUN(read_back(&t, 0));
	T_EQ(t.damage.nr, 2); /* why, and how many events are known */
	T_EQ(tracing_data__nr_events(t.td), 1);
	stop(&t);
	return TEST_OK;
}

/* Formats that would recurse as deep as they are long. */
static int test_deep(void)
{
	const size_t size = 40000, room = 1000;
	char *event = malloc(size + room);
	struct trace t;
	struct builder b;
	int head;

	T_CHECK(event);
	for (int i = 0; i < 3; i++) {
		head = snprintf(event, room, "name: deep\nID: 9\n" COMMON "\nprint fmt: \"%%d\", ");
		memset(event + head, "(-["[i], size);
		event[head + size] = '\0';
		start(&t, false);
		builder__u32(&t.b, 1);
		builder__bytes(&t.b, "deep", 5);
		builder__u32(&t.b, 1);
		format(&t, event);
		finish(&t);
		T_RUN(read_back(&t, 0));
		T_EQ(tracing_data__nr_events(t.td), 1);
		T_EQ(t.damage.nr, 0);
		write_common(&b, false, 9);
		T_STREQ(text(&t, 9, &b), "[FAILED TO PARSE]");
		builder__exit(&b);
		stop(&t);
	}
	free(event);
	return TEST_OK;
}

/* Each byte of a format turned into others: nothing may fall over, whatever is understood. */
static int test_spoilt(void)
{
	static const char others[] = {'\0', '(', '"', '9', '-', (char)0xff};
	const size_t len = sizeof(filename) - 1;
	struct trace t;
	struct builder b;
	char *at;

	write_open(&b, false, 12 << 16 | 24);
	for (size_t i = 0; i < len; i++) {
		for (size_t j = 0; j < sizeof(others); j++) {
			write_whole(&t, false);
			at = memmem(t.b.data, t.b.size, filename, len);
			T_CHECK(at);
			at[i] = others[j];
			T_RUN(read_back(&t, 0));
			text(&t, 500, &b);
			stop(&t);
		}
	}
	builder__exit(&b);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the text of samples, in both byte orders", test_text},
	{"samples that are too short, or of another event", test_bad_samples},
	{"names of tracepoints", test_names},
	{"names of functions", test_resolver},
	{"tracing data cut at every byte", test_cut},
	{"tracing data that are not in the file", test_outside},
	{"formats that read as far as a sample says", test_wild},
	{"values of fields, in both byte orders", test_values},
	{"longs of the kernel, not of the recorder", test_longs},
	{"longs and names that cannot be", test_refused},
	{"formats that nest without end", test_deep},
	{"formats with each byte spoilt", test_spoilt},
	{0},
};

const struct test_suite suite__tracing_data = {"tracing-data", "Tracepoints' formats and text",
					       cases};
