// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/tests.h"
#include <perf/defer-evlist.h>

#include "ui/script/fields.h"
#include "ui/script/lines.h"
#include "util/base/array.h"
#include "util/dso/dso.h"
#include "util/dso/symbol.h"
#include "util/profile/func.h"

#define ALL_SAMPLE_TYPES DEFER_SAMPLE_KNOWN

static uint64_t fields_of(const char *option, uint32_t type, uint64_t sample_type, int *ret)
{
	struct defer_evsel evsel = {.name = (char *)"an event"};
	struct script_fields fields;
	uint64_t shown = 0;

	evsel.attr.type = type;
	evsel.attr.sample_type = sample_type;
	script_fields__init(&fields);
	*ret = option ? script_fields__parse(&fields, option, NULL) : 0;
	if (!*ret)
		*ret = script_fields__of_evsel(&fields, &evsel, &shown, NULL);
	return shown;
}

#define EXPECT_FIELDS(option, type, sample_type, want)                              \
	do {                                                                        \
		int ret_;                                                           \
		T_EQ(fields_of(option, type, sample_type, &ret_), (int64_t)(want)); \
		T_EQ(ret_, 0);                                                      \
	} while (0)

#define DEFAULTS                                                                                \
	(FIELD_COMM | FIELD_TID | FIELD_CPU | FIELD_TIME | FIELD_EVENT | FIELD_IP | FIELD_SYM | \
	 FIELD_SYMOFF | FIELD_DSO | FIELD_PERIOD)

#define NAMED (FIELD_SYM | FIELD_SYMOFF | FIELD_DSO | FIELD_DSOFF)

static int test_defaults(void)
{
	EXPECT_FIELDS(NULL, DEFER_TYPE_SOFTWARE, ALL_SAMPLE_TYPES, DEFAULTS);
	EXPECT_FIELDS(NULL, DEFER_TYPE_HARDWARE, ALL_SAMPLE_TYPES, DEFAULTS);
	EXPECT_FIELDS(NULL, 17, ALL_SAMPLE_TYPES, DEFAULTS);
	/* Fields that samples lack are not shown. */
	EXPECT_FIELDS(NULL, DEFER_TYPE_SOFTWARE, ALL_SAMPLE_TYPES & ~DEFER_SAMPLE_CPU,
		      DEFAULTS & ~FIELD_CPU);
	EXPECT_FIELDS(NULL, DEFER_TYPE_TRACEPOINT, ALL_SAMPLE_TYPES,
		      FIELD_COMM | FIELD_TID | FIELD_CPU | FIELD_TIME | FIELD_EVENT | FIELD_TRACE);
	EXPECT_FIELDS(NULL, DEFER_TYPE_RAW, DEFER_SAMPLE_IP | DEFER_SAMPLE_ADDR,
		      (DEFAULTS | FIELD_ADDR) & ~(FIELD_CPU | FIELD_TIME | FIELD_TID));
	EXPECT_FIELDS(NULL, DEFER_TYPE_RAW, ALL_SAMPLE_TYPES,
		      DEFAULTS | FIELD_ADDR | FIELD_WEIGHT | FIELD_PHYS_ADDR |
			      FIELD_DATA_PAGE_SIZE | FIELD_CODE_PAGE_SIZE | FIELD_INS_LAT |
			      FIELD_RETIRE_LAT);
	/* An address of any kind has a name. */
	EXPECT_FIELDS("ip,sym,symoff,dso,dsoff,srcline", DEFER_TYPE_SOFTWARE, DEFER_SAMPLE_IP,
		      FIELD_IP | NAMED | FIELD_SRCLINE);
	EXPECT_FIELDS("ip,sym,symoff,dso,dsoff,srcline", DEFER_TYPE_SOFTWARE,
		      DEFER_SAMPLE_CALLCHAIN, FIELD_IP | NAMED | FIELD_SRCLINE);
	EXPECT_FIELDS("addr,sym,symoff,dso,dsoff", DEFER_TYPE_SOFTWARE, DEFER_SAMPLE_ADDR,
		      FIELD_ADDR | NAMED);
	return TEST_OK;
}

static int test_changes(void)
{
	uint32_t sw = DEFER_TYPE_SOFTWARE;

	EXPECT_FIELDS("comm,ip", sw, ALL_SAMPLE_TYPES, FIELD_COMM | FIELD_IP);
	EXPECT_FIELDS("+srcline", sw, ALL_SAMPLE_TYPES, DEFAULTS | FIELD_SRCLINE);
	EXPECT_FIELDS("+pid,-comm", sw, ALL_SAMPLE_TYPES, (DEFAULTS | FIELD_PID) & ~FIELD_COMM);
	EXPECT_FIELDS("+class,+cookie,+delay", sw, ALL_SAMPLE_TYPES,
		      DEFAULTS | FIELD_CLASS | FIELD_COOKIE | FIELD_DELAY);
	EXPECT_FIELDS("sw:ip", sw, ALL_SAMPLE_TYPES, FIELD_IP);
	EXPECT_FIELDS("hw:ip", sw, ALL_SAMPLE_TYPES, DEFAULTS);
	EXPECT_FIELDS("sw:-dso", sw, ALL_SAMPLE_TYPES, DEFAULTS & ~FIELD_DSO);
	/* An empty list for one type: its events are not shown. */
	EXPECT_FIELDS("sw:", sw, ALL_SAMPLE_TYPES, 0);
	/* The offset in a DSO needs the DSO. */
	EXPECT_FIELDS("ip,dsoff", sw, ALL_SAMPLE_TYPES, FIELD_IP | FIELD_DSO | FIELD_DSOFF);
	/* Only tracepoints have fields of a trace. */
	EXPECT_FIELDS("ip,trace", sw, ALL_SAMPLE_TYPES, FIELD_IP);
	EXPECT_FIELDS("ip,trace", DEFER_TYPE_TRACEPOINT, ALL_SAMPLE_TYPES, FIELD_IP | FIELD_TRACE);
	return TEST_OK;
}

static int test_refused(void)
{
	static const struct {
		const char *option;
		int want;
	} bad[] = {
		{"", DEFER_ERR_INVAL},
		{"nonsense", DEFER_ERR_INVAL},
		{"comm,,ip", DEFER_ERR_INVAL},
		{"+comm,ip", DEFER_ERR_INVAL},
		{"comm,-ip", DEFER_ERR_INVAL},
		{"gpu:ip", DEFER_ERR_INVAL},
		{"sw:trace", DEFER_ERR_INVAL},
		{"brstacksym", DEFER_ERR_UNSUPPORTED},
		{"+insn", DEFER_ERR_UNSUPPORTED},
	};
	int ret;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		fields_of(bad[i].option, DEFER_TYPE_SOFTWARE, ALL_SAMPLE_TYPES, &ret);
		if (ret != bad[i].want)
			T_FAIL("-F '%s' gives %d", bad[i].option, ret);
	}
	/* Fields that are requested by name must be present. */
	fields_of("cpu", DEFER_TYPE_SOFTWARE, DEFER_SAMPLE_IP, &ret);
	T_EQ(ret, DEFER_ERR_INVAL);
	return TEST_OK;
}

static int test_types_in_trace(void)
{
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_attr attr = {
		.type = DEFER_TYPE_TRACEPOINT,
		.size = DEFER_ATTR_SIZE_VER0,
		.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN,
	};
	struct script_fields fields;
	uint64_t shown;

	T_CHECK(evlist);
	T_EQ(defer_evlist__add(evlist, &attr, NULL, 0, NULL), 0);
	script_fields__init(&fields);
	T_EQ(script_fields__start(&fields, evlist, NULL), 0);
	/* Tracepoints with callchains show them. */
	T_EQ(script_fields__of_evsel(&fields, defer_evlist__evsel(evlist, 0), &shown, NULL), 0);
	T_CHECK(shown & FIELD_IP && shown & FIELD_SYMOFF);

	T_EQ(script_fields__parse(&fields, "hw:ip", NULL), 0);
	T_EQ(script_fields__start(&fields, evlist, NULL), DEFER_ERR_INVAL);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

/* What -F wants is refused if it would show nothing, unless an event of another type shows it. */
static int test_additions(void)
{
	static const struct {
		const char *fields;
		int ret;
	} cases[] = {
		{"comm,sym", DEFER_ERR_INVAL},
		{"comm,dso", DEFER_ERR_INVAL},
		{"comm,srcline", DEFER_ERR_INVAL},
		{"ip,symoff", DEFER_ERR_INVAL},
		{"ip,sym,symoff,dso,srcline", 0},
		{"addr,sym,dso", 0},
		{"-ip", 0},
		{"-sym", 0},
	};
	struct defer_attr attr = {.type = DEFER_TYPE_SOFTWARE, .size = DEFER_ATTR_SIZE_VER0};
	struct defer_evlist *evlist = defer_evlist__new();
	struct script_fields fields;

	T_CHECK(evlist);
	T_EQ(defer_evlist__add(evlist, &attr, NULL, 0, NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		script_fields__init(&fields);
		T_EQ(script_fields__parse(&fields, cases[i].fields, NULL), 0);
		T_EQ(script_fields__start(&fields, evlist, NULL), cases[i].ret);
	}
	script_fields__init(&fields);
	T_EQ(script_fields__parse(&fields, "sw:ip,sym", NULL), 0);
	T_EQ(script_fields__parse(&fields, "trace:sym,trace", NULL), 0);
	attr.type = DEFER_TYPE_TRACEPOINT;
	T_EQ(defer_evlist__add(evlist, &attr, NULL, 0, NULL), 0);
	T_EQ(script_fields__start(&fields, evlist, NULL), 0);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

/* Checks that the text gathered in @out is @want, and empties it. */
static int expect(struct out *out, const char *want)
{
	out__char(out, '\0');
	T_EQ(out->error, 0);
	T_STREQ(out->buf, want);
	out->len = 0;
	return TEST_OK;
}

static int test_numbers(void)
{
	const uint64_t numbers[] = {0, 1, 9, 10, 99999, 100000, 4294967296, UINT64_MAX};
	char want[256];
	struct out out;

	T_EQ(out__init(&out, -1, NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		uint64_t n = numbers[i];

		for (int width = 0; width < 26; width += 5) {
			out__u64(&out, n, width);
			out__i64(&out, (int64_t)n, width);
			out__hex(&out, n, width);
			out__i64_left(&out, (int64_t)n, width);
			out__u64_zeroes(&out, n, width > 20 ? 20 : width);
			snprintf(want, sizeof(want),
				 "%*" PRIu64 "%*" PRId64 "%*" PRIx64 "%-*" PRId64 "%0*" PRIu64,
				 width, n, width, (int64_t)n, width, n, width, (int64_t)n,
				 width > 20 ? 20 : width, n);
			T_RUN(expect(&out, want));
		}
	}
	out__u64(&out, 7, 50);
	T_RUN(expect(&out, "                                                 7"));
	out__i64(&out, INT64_MIN, 0);
	out__str_right(&out, "right", 8);
	out__str_right(&out, "longer than that", 8);
	T_RUN(expect(&out, "-9223372036854775808   rightlonger than that"));
	out__exit(&out);
	return TEST_OK;
}

static int test_times(void)
{
	const uint64_t times[] = {0,	     1,		999,	   1000,       999999,
				  1000000,   123456789, 999999999, 1000000000, 12345678901234,
				  UINT64_MAX};
	char want[64];
	struct out out;

	T_EQ(out__init(&out, -1, NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		uint64_t sec = times[i] / 1000000000, ns = times[i] % 1000000000;

		out__time(&out, times[i], false);
		snprintf(want, sizeof(want), "%5" PRIu64 ".%06" PRIu64 ": ", sec, ns / 1000);
		T_RUN(expect(&out, want));
		out__time(&out, times[i], true);
		snprintf(want, sizeof(want), "%5" PRIu64 ".%09" PRIu64 ": ", sec, ns);
		T_RUN(expect(&out, want));
	}
	out__exit(&out);
	return TEST_OK;
}

/* Pieces of all sizes, to a file and to memory, come out whole and in order. */
static int test_large(void)
{
	char name[] = "/tmp/perf-defer-out-XXXXXX", *piece = malloc(3 * OUT_SIZE), *back;
	int fd = mkstemp(name);
	struct out file, memory;

	T_CHECK(piece && fd >= 0);
	unlink(name);
	for (size_t i = 0; i < 3 * OUT_SIZE; i++)
		piece[i] = 'a' + i % 26;
	T_EQ(out__init(&file, fd, NULL), 0);
	T_EQ(out__init(&memory, -1, NULL), 0);
	for (size_t len = 1; len <= 2 * OUT_SIZE; len = len * 3 + 1) {
		out__write(&file, piece, len);
		out__write(&memory, piece, len);
	}
	out__flush(&file);
	out__flush(&memory);
	T_EQ(file.error, 0);
	T_EQ(memory.error, 0);
	T_EQ(lseek(fd, 0, SEEK_END), (off_t)memory.len);
	back = malloc(memory.len);
	T_CHECK(back);
	T_EQ(pread(fd, back, memory.len, 0), (ssize_t)memory.len);
	T_CHECK(!memcmp(back, memory.buf, memory.len));
	free(back);
	free(piece);
	out__exit(&file);
	out__exit(&memory);
	close(fd);
	return TEST_OK;
}

static int test_failed_write(void)
{
	int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
	struct out out;

	if (fd < 0) {
		fprintf(stderr, "there is no /dev/full\n");
		return TEST_SKIP;
	}
	T_EQ(out__init(&out, fd, NULL), 0);
	out__str(&out, "text");
	T_EQ(out.error, 0);
	out__flush(&out);
	T_EQ(out.error, ENOSPC);
	/* The first error stays, and nothing breaks after it. */
	for (int i = 0; i < 3 * OUT_SIZE / 4; i++)
		out__str(&out, "more");
	T_EQ(out.error, ENOSPC);
	out__exit(&out);
	close(fd);
	return TEST_OK;
}

static int test_frames(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct dso *dso = dso__new("/usr/bin/program", DSO_ELF, NULL, &err);
	struct symbol sym = {.start = 0x1000, .end = 0x1100, .name = "function"};
	struct frame frame = {.ip = 0x401010, .addr = 0x1010, .dso = dso, .sym = &sym};
	struct frame unknown = {.ip = UINT64_MAX / 2};
	uint64_t all = FIELD_IP | FIELD_SYM | FIELD_SYMOFF | FIELD_DSO;
	struct out out;

	T_CHECK(dso);
	T_EQ(out__init(&out, -1, NULL), 0);
	frame__print_hit(&frame, all, &out);
	T_RUN(expect(&out, "          401010 function+0x10 (/usr/bin/program)"));
	frame__print_hit(&frame, all | FIELD_DSOFF, &out);
	T_RUN(expect(&out, "          401010 function+0x10 (/usr/bin/program+0x1010)"));
	frame__print_hit(&frame, FIELD_SYM, &out);
	T_RUN(expect(&out, " function"));
	frame.srcline = "program.c:12";
	frame__print_hit(&frame, all | FIELD_SRCLINE, &out);
	T_RUN(expect(&out, "          401010 function+0x10 (/usr/bin/program)\n  program.c:12"));
	frame__print_hit(&unknown, all, &out);
	T_RUN(expect(&out, "7fffffffffffffff [unknown] ([unknown])"));
	out__exit(&out);
	dso__delete(dso);
	return TEST_OK;
}

/* Names in a trace are whatever its maker wrote. */
static int test_control(void)
{
	struct symbol sym = {.start = 0, .end = 1, .name = "\033[31mred\n\xc2\x9b"};
	struct frame frame = {.ip = 1, .sym = &sym, .srcline = "\a.c:\x7f"};
	struct out out;

	T_EQ(out__init(&out, -1, NULL), 0);
	frame__print_hit(&frame, FIELD_SYM | FIELD_SRCLINE, &out);
	T_RUN(expect(&out, " .[31mred..\n  ..c:."));
	out__plain_right(&out, "\t\xc3\xa9", 5);
	out__plain(&out, "");
	T_RUN(expect(&out, "  .\xc3\xa9"));
	out__exit(&out);
	return TEST_OK;
}

/* An unmerged half reads as a frame of its own, and never as a cookie. */
static int test_no_half(void)
{
	uint64_t all = FIELD_IP | FIELD_SYM | FIELD_SYMOFF | FIELD_DSO;
	struct out out;

	T_EQ(out__init(&out, -1, NULL), 0);
	stand_in__print(func__no_half_name(DEFER_LOST), all, &out);
	T_RUN(expect(&out, "\t               0 [user stack lost] ([unknown])\n"));
	stand_in__print(func__no_half_name(DEFER_LOST), FIELD_SYM, &out);
	T_RUN(expect(&out, "\t [user stack lost]\n"));
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		bool named = cls >= DEFER_LOST && cls != DEFER_UNWOUND;

		T_EQ(func__no_half_name(cls) != NULL, named);
	}
	out__exit(&out);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"default fields are perf's, for each type of event", test_defaults},
	{"-F sets, adds and removes", test_changes},
	{"-F that makes no sense is refused", test_refused},
	{"fields follow the events of the trace", test_types_in_trace},
	{"fields that show nothing alone", test_additions},
	{"numbers are printed as printf does", test_numbers},
	{"so are times", test_times},
	{"large output comes out whole", test_large},
	{"a failed write is kept", test_failed_write},
	{"frames are printed as perf does", test_frames},
	{"control characters reach no terminal", test_control},
	{"a missing user half is a frame", test_no_half},
	{0},
};

const struct test_suite suite__script = {"script", "Text of samples", cases};
