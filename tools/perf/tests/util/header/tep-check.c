// SPDX-License-Identifier: GPL-2.0-only
/* Which formats of tracepoints are left to libtraceevent, and how much of them. */
#include <stdlib.h>

#include "tests/tests.h"
#include "util/base/array.h"
#include "util/header/tep-check.h"

#define FIELDS                                                              \
	"name: x\nID: 9\nformat:\n"                                         \
	"\tfield:unsigned char c;\toffset:8;\tsize:1;\tsigned:0;\n"         \
	"\tfield:unsigned short h;\toffset:10;\tsize:2;\tsigned:0;\n"       \
	"\tfield:short s;\toffset:12;\tsize:2;\tsigned:1;\n"                \
	"\tfield:unsigned int n;\toffset:16;\tsize:4;\tsigned:0;\n"         \
	"\tfield:u8 buf[4 * (2 + 1)];\toffset:20;\tsize:12;\tsigned:0;\n"   \
	"\tfield:__data_loc char[] name;\toffset:32;\tsize:4;\tsigned:0;\n" \
	"\tfield:int in_n;\toffset:36;\tsize:4;\tsigned:1;\n"

static enum tep_trust trust_in(const char *fields, const char *print)
{
	enum tep_trust trust;
	const char *fmt;
	char *text;

	if (asprintf(&text, "%s\nprint fmt: %s\n", fields, print) < 0)
		return TEP_TRUST_NOTHING;
	trust = tep_check__format(text, strlen(text), &fmt);
	free(text);
	return trust;
}

struct trusted {
	const char *print;
	enum tep_trust trust;
};

static int check(const struct trusted *cases, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		enum tep_trust got = trust_in(FIELDS, cases[i].print);

		if (got != cases[i].trust)
			T_FAIL("%s: trust %d, not %d", cases[i].print, got, cases[i].trust);
	}
	return TEST_OK;
}

#define CHECK(cases) T_RUN(check(cases, ARRAY_SIZE(cases)))

#define ALL    TEP_TRUST_ALL
#define SYNTAX TEP_TRUST_SYNTAX
#define ONLY   TEP_TRUST_FIELDS

/* Words, operators and strings as the kernel writes them, and what libtraceevent does not survive. */
static const struct trusted tokens[] = {
	{"\"text\"", ALL},
	{"\"a \\\" b\", REC->n", ALL},
	{"\t\"%d\" , REC->n ", ALL},
	{"REC->n", ONLY},
	{"\"open", ONLY},
	{"\"open\\", ONLY},
	{"\"%d\", REC->n + 1", ALL},
	{"\"%d\", REC->n == 1 && REC->h != 2 || REC->c <= 3", ALL},
	{"\"%d\", REC->n >= 1, REC->n << 2, REC->n >> 2, ~REC->n, !REC->n", ALL},
	{"\"%d\", REC->n & 1 | 2 ^ 3 - 4 * 5", ALL},
	{"\"%d\", REC->n < 1, REC->n > 1", ALL},
	{"\"%d\", REC->n = 1", ONLY},
	{"\"%d\", REC->n += 1", ONLY},
	{"\"%d\", REC->n <<= 1", ONLY},
	{"\"%d\", REC->n === 1", ONLY},
	{"\"%d\", x->n", ONLY},
	{"\"%d\", REC", ONLY},
	{"\"%d\", REC->", ONLY},
	{"\"%d\", REC->m", ONLY},
	{"\"%d\", REC->in", ONLY},
	{"\"%d\", REC->in_n", ALL},
	{"\"%d\", REC->buf", ALL},
	{"\"%s\", REC->name", ALL},
	{"\"%d\", RECORD", ALL},
	{"\"%d\", sizeof(u8)", ALL},
	{"\"%d\", sizeof(unsigned long)", ALL},
	{"\"%d\", sizeof(int)", ONLY},
	{"\"%d\", sizeofs", ALL},
	{"\"%s\", __get_str(name)", ALL},
	{"\"%s\", __get_str(nam)", ONLY},
	{"\"%s\", __get_str name", ONLY},
	{"\"%s\", __get_str(name", ONLY},
	{"\"%d\", #", ONLY},
	{"\"%d\", REC->n;", ONLY},
};

static const struct trusted brackets[] = {
	{"\"%d\", (REC->n)", ALL},
	{"\"%d\", ((REC->n) + (1))", ALL},
	{"\"%d\", (REC->n", ONLY},
	{"\"%d\", REC->n)", ONLY},
	{"\"%d\", (REC->n}", ONLY},
	{"\"%s\", __print_symbolic(REC->n, {1, \"a\"}, {2, \"b\"})", ALL},
	{"\"%s\", __print_symbolic(REC->n, {1, \"a\"}, {2, \"b\")", ONLY},
	{"\"%s\", __print_symbolic(REC->n {1, \"a\"})", ONLY},
	{"\"%d\", REC->n ? 1 : 2", ALL},
	{"\"%d\", REC->n ? REC->c ? 1 : 2 : 3", ALL},
	{"\"%d\", REC->n ? 1", ONLY},
	{"\"%d\", REC->n : 1", ONLY},
	{"\"%d\", REC->buf[0]", ALL},
	{"\"%d\", REC->buf[99]", ALL},
	{"\"%d\", REC->buf[100]", SYNTAX},
	{"\"%d\", REC->buf[REC->c]", SYNTAX},
	{"\"%d\", REC->buf[REC->n]", SYNTAX},
	{"\"%d\", REC->n[0]", ALL},
	{"\"%d\", 7[0]", SYNTAX},
	{"\"%d\", (REC->buf)[0]", ALL},
	{"\"%d\", REC->buf[]", ONLY},
	{"\"%d\", REC->buf[1 + 1]", ONLY},
	{"\"%d\", REC->buf[1][1]", ONLY},
	{"\"%d\", REC->n ? REC->buf[1] : 2", ALL},
	{"\"%d\", REC->n ? 2 : REC->buf[1]", ONLY},
	{"\"%d\", REC->n ? 2 : 1, REC->buf[1]", ALL},
	{"\"%d\", (REC->n ? 2 : 1) + REC->buf[1]", ALL},
	{"\"%d\", REC->n ? 2 : (REC->buf[1])", ALL},
	{"\"%d\", REC->n ? 2 : (1)[1]", ONLY},
};

/* How far to read, or what to divide by, must not be told by a sample. */
static const struct trusted bounds[] = {
	{"\"%d\", REC->n / 2", ALL},
	{"\"%d\", REC->n % 16", ALL},
	{"\"%d\", REC->n / 0", ONLY},
	{"\"%d\", REC->n / 0x10", ALL},
	{"\"%d\", REC->n / 010", ONLY},
	{"\"%d\", REC->n / 2 + 1", ONLY},
	{"\"%d\", (REC->n / 2) + 1", ALL},
	{"\"%d\", REC->n / x", ONLY},
	{"\"%d\", REC->buf + [0]", SYNTAX}, /* of nothing */
	{"\"%d\", REC->buf + \"a\"[0]", SYNTAX},
	{"\"%d\", REC->n / REC->c", SYNTAX},
	{"\"%d\", REC->n % __get_dynamic_array_len(name)", SYNTAX},
	{"\"%s\", __print_hex(REC->buf, 4)", ALL},
	{"\"%s\", __print_hex(REC->buf, 65535)", ALL},
	{"\"%s\", __print_hex(REC->buf, 65536)", SYNTAX},
	{"\"%s\", __print_hex(REC->buf, REC->c)", ALL},
	{"\"%s\", __print_hex(REC->buf, REC->h)", ALL},
	{"\"%s\", __print_hex(REC->buf, REC->s)", SYNTAX},
	{"\"%s\", __print_hex(REC->buf, REC->n)", SYNTAX},
	{"\"%s\", __print_hex(REC->buf, REC->h / 4)", ALL},
	{"\"%s\", __print_hex(REC->buf, REC->h >> 2)", ALL},
	{"\"%s\", __print_hex(REC->buf, REC->h * 2)", SYNTAX},
	{"\"%s\", __print_hex(7, 4)", SYNTAX},
	{"\"%s\", __print_hex(REC->buf)", SYNTAX},
	{"\"%s\", __print_hex(__get_dynamic_array(name), __get_dynamic_array_len(name))", ALL},
	{"\"%s\", __print_hex(__get_str(name), 4)", SYNTAX},
	{"\"%s\", __print_array(REC->buf, 4, 8)", ALL},
	{"\"%s\", __print_array(REC->buf, 4, 9)", SYNTAX},
	{"\"%s\", __print_array(REC->buf, 4 >> , 8)", SYNTAX},
	{"\"%s\", __print_array(REC->buf, 4, REC->c)", SYNTAX},
	{"\"%s\", __print_array(REC->buf, 4, sizeof(u32))", ALL},
	{"\"%s\", __print_hex_str(REC->buf, REC->n)", SYNTAX},
};

static int test_tokens(void)
{
	CHECK(tokens);
	return TEST_OK;
}

static int test_brackets(void)
{
	CHECK(brackets);
	return TEST_OK;
}

static int test_bounds(void)
{
	CHECK(bounds);
	return TEST_OK;
}

/* Declarations are of words, and their arrays closed; there is a text, and no byte that does not print. */
static int test_fields(void)
{
	static const struct {
		const char *fields;
		enum tep_trust trust;
	} declared[] = {
		{"", ALL},
		{"\tfield:int x;\toffset:8;\tsize:4;\tsigned:1;\n", ALL},
		{"\tfield:int x[(A - 1) * 2 + _b];\toffset:8;\tsize:4;\tsigned:1;\n", ALL},
		{"\tfield:int x[4;\toffset:8;\tsize:4;\tsigned:1;\n", TEP_TRUST_NOTHING},
		{"\tfield:int x[a/b];\toffset:8;\tsize:4;\tsigned:1;\n", TEP_TRUST_NOTHING},
		{"\tfield:int \"x\";\toffset:8;\tsize:4;\tsigned:1;\n", TEP_TRUST_NOTHING},
		{"\tfield:int 'x';\toffset:8;\tsize:4;\tsigned:1;\n", TEP_TRUST_NOTHING},
		{"\tfield:int __attribute__((a)) x;\n", TEP_TRUST_NOTHING},
		{"\tfield:int \x1b;\n", TEP_TRUST_NOTHING},
		{"\tfield:int \xe4;\n", TEP_TRUST_NOTHING},
	};
	const char *fmt = NULL;
	static const char no_text[] = FIELDS, other[] = FIELDS "print fmt: \"\"";

	for (size_t i = 0; i < ARRAY_SIZE(declared); i++) {
		if (trust_in(declared[i].fields, "\"\"") != declared[i].trust)
			T_FAIL("%s", declared[i].fields);
	}
	T_EQ(tep_check__format(no_text, strlen(no_text), &fmt), TEP_TRUST_NOTHING);
	T_CHECK(!fmt);
	T_EQ(tep_check__format(other, strlen(other), &fmt), TEP_TRUST_ALL);
	T_STREQ(fmt, "print fmt: \"\"");
	return TEST_OK;
}

/* ---- limits ---- */

/* "head", @nr times @what, "tail". */
static enum tep_trust trust_in_many(const char *head, const char *what, size_t nr, const char *tail)
{
	size_t len = strlen(what);
	char *text = malloc(strlen(head) + nr * len + strlen(tail) + 1), *at;
	enum tep_trust trust;

	if (!text)
		return TEP_TRUST_NOTHING;
	at = stpcpy(text, head);
	while (nr--)
		at = stpcpy(at, what);
	strcpy(at, tail);
	trust = trust_in(FIELDS, text);
	free(text);
	return trust;
}

static enum tep_trust trust_in_nest(size_t nr)
{
	char close[300];

	memset(close, ')', nr);
	close[nr] = '\0';
	return trust_in_many("\"\", ", "(", nr, close);
}

static int test_limits(void)
{
	const size_t whole = strlen(FIELDS "\nprint fmt: \"\"\n");
	char *fields = malloc(17000);
	size_t len;

	T_EQ(trust_in_nest(256), ALL);
	T_EQ(trust_in_nest(257), ONLY);
	T_EQ(trust_in_many("\"\", 1", "+1", 4096, ""), ALL);
	T_EQ(trust_in_many("\"\", 1", "+1", 4097, ""), ONLY);
	T_EQ(trust_in_many("\"\", 1", ", REC->c", 4096, ""), ALL);
	T_EQ(trust_in_many("\"\", 1", ", REC->c", 4097, ""), ONLY);
	T_EQ(trust_in_many("\"\", 1", ", (1)", 4096, ""), ALL);
	T_EQ(trust_in_many("\"\", 1", ", (1)", 4097, ""), ONLY);
	T_EQ(trust_in_many("\"", "x", (64 << 10) - whole, "\""), ALL);
	T_EQ(trust_in_many("\"", "x", (64 << 10) - whole + 1, "\""), TEP_TRUST_NOTHING);

	/* The line feed before the text is the last byte of the declarations. */
	T_CHECK(fields);
	for (len = (16 << 10) - 1; len <= 16 << 10; len++) {
		memset(fields, ' ', len);
		fields[len] = '\0';
		T_EQ(trust_in(fields, "\"\""), len < 16 << 10 ? ALL : TEP_TRUST_NOTHING);
	}
	free(fields);
	return TEST_OK;
}

/* Conversions whose width or precision a sample tells, or is long, and strings of wide characters. */
static int test_conversions(void)
{
	static const struct {
		const char *format;
		bool ok;
	} conversions[] = {
		{"", true},	    {"no", true},    {"%d", true},	 {"%-08.3lld", true},
		{"%100d", true},    {"%999d", true}, {"%1000d", false},	 {"%.999d", true},
		{"%.1000d", false}, {"%*d", false},  {"%.*s", false},	 {"%s %c", true},
		{"%ls", false},	    {"%Ls", false},  {"%zc", false},	 {"%Zs", false},
		{"%lx %s", true},   {"%%*d", true},  {"%%%*d", false},	 {"100%", true},
		{"%d %*d", false},  {"%5%", true},   {"%hd %hhs", true}, {"% +#-0d", true},
	};

	for (size_t i = 0; i < ARRAY_SIZE(conversions); i++) {
		if (tep_check__conversions(conversions[i].format) != conversions[i].ok)
			T_FAIL("%s is%s", conversions[i].format, conversions[i].ok ? " not" : "");
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"words, operators and strings", test_tokens},
	{"what opens and closes", test_brackets},
	{"divisors and lengths", test_bounds},
	{"declarations", test_fields},
	{"the longest and deepest texts", test_limits},
	{"conversions", test_conversions},
	{0},
};

const struct test_suite suite__tep_check = {"tep-check", "Formats that libtraceevent may read",
					    cases};
