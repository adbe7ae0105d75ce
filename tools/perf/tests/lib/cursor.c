// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-cursor.h>

#include "tests/builder.h"
#include "tests/tests.h"

static int read_numbers(bool big)
{
	struct defer_cursor cur;
	struct builder b;

	builder__init(&b, big);
	builder__u8(&b, 0x12);
	builder__u16(&b, 0x1234);
	builder__u32(&b, 0x12345678);
	builder__u64(&b, 0x123456789abcdef0ULL);

	defer_cursor__init(&cur, b.data, b.size, 1000, builder__swap(&b));
	T_EQ(defer_cursor__u8(&cur), 0x12);
	T_EQ(defer_cursor__u16(&cur), 0x1234);
	T_EQ(defer_cursor__u32(&cur), 0x12345678);
	T_EQ(defer_cursor__offset(&cur), 1007);
	T_EQ(defer_cursor__u64(&cur), 0x123456789abcdef0LL);
	T_EQ(defer_cursor__left(&cur), 0);
	T_EQ(defer_cursor__check(&cur, "numbers", NULL), 0);
	builder__exit(&b);
	return TEST_OK;
}

static int test_both_orders(void)
{
	T_RUN(read_numbers(false));
	T_RUN(read_numbers(true));
	return TEST_OK;
}

static int test_past_end(void)
{
	static const uint8_t bytes[] = {1, 2, 3};
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur;

	defer_cursor__init(&cur, bytes, sizeof(bytes), 500, false);
	T_EQ(defer_cursor__u8(&cur), 1);
	T_EQ(defer_cursor__u32(&cur), 0);
	T_CHECK(cur.failed);
	T_EQ(defer_cursor__left(&cur), 2);
	T_EQ(defer_cursor__check(&cur, "three bytes", &err), DEFER_ERR_TRUNCATED);
	T_EQ(err.code, DEFER_ERR_TRUNCATED);
	T_EQ(err.offset, 501);
	T_CHECK(strstr(err.text, "three bytes"));
	return TEST_OK;
}

static int test_failed_for_good(void)
{
	static const uint8_t bytes[] = {1, 2, 3};
	struct defer_cursor cur;

	defer_cursor__init(&cur, bytes, sizeof(bytes), 0, false);
	T_EQ(defer_cursor__u64(&cur), 0);
	T_EQ(defer_cursor__u8(&cur), 0);
	T_EQ(defer_cursor__u16(&cur), 0);
	T_CHECK(!defer_cursor__bytes(&cur, 1));
	T_CHECK(!defer_cursor__bytes(&cur, 0));
	T_CHECK(!defer_cursor__str(&cur, 1));
	return TEST_OK;
}

static int test_giant_size(void)
{
	static const uint8_t bytes[] = {1, 2, 3};
	struct defer_cursor cur;

	defer_cursor__init(&cur, bytes, sizeof(bytes), 0, false);
	defer_cursor__u8(&cur);
	T_CHECK(!defer_cursor__bytes(&cur, SIZE_MAX));
	T_CHECK(cur.failed);
	return TEST_OK;
}

static int test_str(void)
{
	struct defer_cursor cur;

	defer_cursor__init(&cur, "ab\0cdefgh", 9, 0, false);
	T_STREQ(defer_cursor__str(&cur, 5), "ab");
	T_EQ(cur.pos, 5);
	T_CHECK(!defer_cursor__str(&cur, 4));
	T_CHECK(cur.failed);
	T_EQ(cur.pos, 5);

	defer_cursor__init(&cur, "", 1, 0, false);
	T_STREQ(defer_cursor__str(&cur, 1), "");
	T_CHECK(!defer_cursor__str(&cur, 0));
	return TEST_OK;
}

static int test_empty(void)
{
	struct defer_cursor cur;

	defer_cursor__init(&cur, NULL, 0, 0, true);
	T_EQ(defer_cursor__left(&cur), 0);
	T_EQ(defer_cursor__u8(&cur), 0);
	T_CHECK(cur.failed);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"numbers of both byte orders", test_both_orders},
	{"a read past the end gives 0 and an error with its offset", test_past_end},
	{"a cursor that failed stays so", test_failed_for_good},
	{"a size that would overflow the position", test_giant_size},
	{"strings that end, and strings with no end", test_str},
	{"no bytes at all", test_empty},
	{0},
};

const struct test_suite suite__cursor = {"cursor", "The one way to read bytes", cases};
