// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "tests/tests.h"
#include "ui/text/json.h"

struct sink {
	char *text;
	size_t size;
	FILE *fp;
	struct json json;
};

static int sink__open(struct sink *sink)
{
	sink->fp = open_memstream(&sink->text, &sink->size);
	T_CHECK(sink->fp);
	json__init(&sink->json, sink->fp);
	return TEST_OK;
}

/* Ends the text; what json__finish() said. */
static int sink__close(struct sink *sink)
{
	int ret = json__finish(&sink->json, NULL);

	fclose(sink->fp);
	return ret;
}

static int test_nesting(void)
{
	struct sink sink;

	T_RUN(sink__open(&sink));
	json__object(&sink.json, NULL);
	json__u64(&sink.json, "most", UINT64_MAX);
	json__i64(&sink.json, "least", INT64_MIN);
	json__array(&sink.json, "list");
	json__bool(&sink.json, NULL, true);
	json__null(&sink.json, NULL);
	json__object(&sink.json, NULL);
	json__end(&sink.json);
	json__end(&sink.json);
	json__array(&sink.json, "empty");
	json__end(&sink.json);
	json__double(&sink.json, "half", 0.5, 3);
	json__end(&sink.json);
	T_EQ(sink__close(&sink), 0);
	T_STREQ(sink.text, "{\n"
			   "  \"most\": 18446744073709551615,\n"
			   "  \"least\": -9223372036854775808,\n"
			   "  \"list\": [\n"
			   "    true,\n"
			   "    null,\n"
			   "    {}\n"
			   "  ],\n"
			   "  \"empty\": [],\n"
			   "  \"half\": 0.500\n"
			   "}\n");
	free(sink.text);
	return TEST_OK;
}

/* The text of one string value. */
static int check_string(const char *value, const char *want)
{
	struct sink sink;

	T_RUN(sink__open(&sink));
	json__str(&sink.json, NULL, value);
	T_EQ(sink__close(&sink), 0);
	T_STREQ(sink.text, want);
	free(sink.text);
	return TEST_OK;
}

static int test_escapes(void)
{
	T_RUN(check_string("a\"b\\c/d", "\"a\\\"b\\\\c/d\"\n"));
	T_RUN(check_string("\b\f\n\r\t\x01\x1f\x7f", "\"\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\"\n"));
	T_RUN(check_string("", "\"\"\n"));
	T_RUN(check_string(NULL, "null\n"));
	return TEST_OK;
}

static int test_utf8(void)
{
	T_RUN(check_string("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
			   "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"\n"));
	/* A lone byte of a longer form, and forms that the string's end cuts. */
	T_RUN(check_string("\x80z", "\"\\ufffdz\"\n"));
	T_RUN(check_string("\xc3", "\"\\ufffd\"\n"));
	T_RUN(check_string("\xf0\x9f\x98", "\"\\ufffd\\ufffd\\ufffd\"\n"));
	/* Too long a form, half a surrogate pair, past U+10FFFF, and bytes that start nothing. */
	T_RUN(check_string("\xc0\xaf", "\"\\ufffd\\ufffd\"\n"));
	T_RUN(check_string("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"\n"));
	T_RUN(check_string("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"\n"));
	T_RUN(check_string("\xff\xfe", "\"\\ufffd\\ufffd\"\n"));
	return TEST_OK;
}

static int check_double(double value, const char *want)
{
	struct sink sink;

	T_RUN(sink__open(&sink));
	json__double(&sink.json, NULL, value, 1);
	T_EQ(sink__close(&sink), 0);
	T_STREQ(sink.text, want);
	free(sink.text);
	return TEST_OK;
}

static int test_not_a_number(void)
{
	T_RUN(check_double(NAN, "null\n"));
	T_RUN(check_double(-INFINITY, "null\n"));
	T_RUN(check_double(-2.25, "-2.2\n"));
	return TEST_OK;
}

enum misuse {
	NO_KEY,
	KEY_IN_ARRAY,
	NOT_CLOSED,
	CLOSED_TWICE,
	TWO_VALUES,
	NOTHING,
	TOO_DEEP
};

static void misuse(struct json *json, enum misuse how)
{
	switch (how) {
	case NO_KEY:
		json__object(json, NULL);
		json__u64(json, NULL, 1);
		json__end(json);
		break;
	case KEY_IN_ARRAY:
		json__array(json, NULL);
		json__u64(json, "key", 1);
		json__end(json);
		break;
	case NOT_CLOSED:
		json__object(json, NULL);
		break;
	case CLOSED_TWICE:
		json__object(json, NULL);
		json__end(json);
		json__end(json);
		break;
	case TWO_VALUES:
		json__null(json, NULL);
		json__null(json, NULL);
		break;
	case NOTHING:
		break;
	case TOO_DEEP:
		for (int i = 0; i <= JSON_MAX_DEPTH; i++)
			json__array(json, NULL);
		for (int i = 0; i <= JSON_MAX_DEPTH; i++)
			json__end(json);
		break;
	default:
		break;
	}
}

static int test_misuse(void)
{
	for (enum misuse how = NO_KEY; how <= TOO_DEEP; how++) {
		struct sink sink;

		T_RUN(sink__open(&sink));
		misuse(&sink.json, how);
		T_EQ(sink__close(&sink), DEFER_ERR_INVAL);
		free(sink.text);
	}
	return TEST_OK;
}

static int test_full_disk(void)
{
	FILE *fp = fopen("/dev/full", "w");
	struct json json;
	struct defer_error err = DEFER_ERROR_INIT;

	if (!fp) {
		fprintf(stderr, "there is no /dev/full\n");
		return TEST_SKIP;
	}
	json__init(&json, fp);
	json__str(&json, NULL, "does not fit");
	T_EQ(json__finish(&json, &err), DEFER_ERR_IO);
	fclose(fp);
	T_CHECK(strstr(err.text, "No space left"));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"objects and arrays nest, commas stand between", test_nesting},
	{"quotes, backslashes and control characters are escaped", test_escapes},
	{"bytes that are not UTF-8 are replaced", test_utf8},
	{"what is not a number is null", test_not_a_number},
	{"misuse is found, not written", test_misuse},
	{"a failed write is an error", test_full_disk},
	{0},
};

const struct test_suite suite__json = {"json", "The JSON writer", cases};
