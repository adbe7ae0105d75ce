// SPDX-License-Identifier: GPL-2.0-only
/* Products that need 128 bits: with and without a type of the compiler for them. */
#include "tests/tests.h"
#include "ui/tui/view/time-span.h"
#include "util/base/array.h"
#include "util/base/mul-div.h"

static const uint64_t numbers[] = {
	0,
	1,
	2,
	3,
	7,
	10000,
	UINT32_MAX - 1,
	UINT32_MAX,
	1ULL << 32,
	(1ULL << 32) + 1,
	0x9e3779b97f4a7c15,
	UINT64_MAX / 3,
	1ULL << 63,
	(1ULL << 63) + 1,
	UINT64_MAX - 1,
	UINT64_MAX,
};
#define NR ARRAY_SIZE(numbers)

static int test_mul(void)
{
	struct wide wide;

	for (size_t i = 0; i < NR * NR; i++) {
		uint64_t a = numbers[i / NR], b = numbers[i % NR];
		struct wide plain = wide__mul_plain(a, b);

		wide = wide__mul(a, b);
		T_EQ(plain.low, a * b);
		T_EQ(plain.low, wide.low);
		T_EQ(plain.high, wide.high);
		T_EQ(mul_fold(a, b), plain.high ^ plain.low);
	}
	wide = wide__mul_plain(UINT64_MAX, UINT64_MAX);
	T_EQ(wide.high, UINT64_MAX - 1);
	T_EQ(wide.low, 1);
	return TEST_OK;
}

/* A quotient, multiplied, leaves less than the divisor. */
static int check_div(struct wide num, uint64_t by)
{
	uint64_t quotient = wide__div_plain(num, by);
	struct wide back = wide__mul_plain(quotient, by);

	T_EQ(quotient, wide__div(num, by));
	T_EQ(num.high - back.high - (num.low < back.low), 0);
	T_CHECK(num.low - back.low < by);
	return TEST_OK;
}

static int test_div(void)
{
	for (size_t i = 0; i < NR * NR * NR; i++) {
		struct wide num = {numbers[i / NR / NR], numbers[i / NR % NR]};

		if (num.high < numbers[i % NR])
			T_RUN(check_div(num, numbers[i % NR]));
	}
	return TEST_OK;
}

static int test_mul_div(void)
{
	T_EQ(mul_div(7, 10, 20), 3);
	T_EQ(mul_div(UINT64_MAX, UINT64_MAX, UINT64_MAX), UINT64_MAX);
	T_EQ(mul_div(UINT64_MAX, 80, UINT64_MAX - 1), 80);
	T_EQ(mul_div(UINT64_MAX - 1, 80, UINT64_MAX), 79);
	/* More than 64 bits have. */
	T_EQ(mul_div(1ULL << 63, 4, 2), UINT64_MAX);
	T_EQ(mul_div(1ULL << 63, 4, 1), UINT64_MAX);
	/* 2^64 */
	T_EQ(mul_div(1ULL << 63, 5, 0), 2);
	T_EQ(mul_div(UINT64_MAX, 80, 0), 79);
	return TEST_OK;
}

/* Each part begins where the search changes; a part without a number has the begin of the next. */
static int test_parts(void)
{
	static const uint32_t counts[] = {1, 2, 3, 80, 65536, UINT32_MAX};

	for (size_t i = 0; i < NR * ARRAY_SIZE(counts); i++) {
		uint64_t last = numbers[i % NR];
		uint32_t nr = counts[i / NR];

		T_EQ(parts__first(0, last, nr), 0);
		T_EQ(parts__find(last, last, nr), last >= nr ? nr - 1 : nr * last / (last + 1));
		T_EQ(parts__first(nr, last, nr), last + 1);
		for (uint64_t part = 1; part < nr; part += 1 + part / 7) {
			uint64_t first = parts__first(part, last, nr);

			T_CHECK(first > last || parts__find(first, last, nr) >= part);
			T_CHECK(parts__find(first - 1, last, nr) < part);
		}
	}
	return TEST_OK;
}

#define T_SPAN(got, first, final)                     \
	do {                                          \
		const struct time_span span_ = (got); \
		T_EQ(span_.start, first);             \
		T_EQ(span_.end, final);               \
	} while (0)

static int test_pan(void)
{
	const struct time_span all = {100, 199}, every = {0, UINT64_MAX};

	T_SPAN(time_span__pan((struct time_span){120, 139}, all, true), 130, 149);
	T_SPAN(time_span__pan((struct time_span){120, 140}, all, false), 109, 129);
	T_SPAN(time_span__pan((struct time_span){105, 124}, all, false), 100, 119);
	T_SPAN(time_span__pan((struct time_span){175, 194}, all, true), 180, 199);
	T_SPAN(time_span__pan((struct time_span){0, 300}, all, true), 100, 199);
	T_SPAN(time_span__pan((struct time_span){1, 10}, every, false), 0, 9);
	T_SPAN(time_span__pan((struct time_span){UINT64_MAX - 9, UINT64_MAX - 1}, every, true),
	       UINT64_MAX - 8, UINT64_MAX);
	T_SPAN(time_span__around((struct time_span){120, 139}, all, 150), 140, 159);
	T_SPAN(time_span__around((struct time_span){120, 138}, all, 150), 141, 159);
	T_SPAN(time_span__around((struct time_span){120, 139}, all, 101), 100, 119);
	return TEST_OK;
}

static int test_scale(void)
{
	const struct time_span all = {100, 199}, every = {0, UINT64_MAX};

	T_SPAN(time_span__scale((struct time_span){120, 139}, all, true, 120), 120, 129);
	T_SPAN(time_span__scale((struct time_span){120, 139}, all, true, 130), 125, 134);
	T_SPAN(time_span__scale((struct time_span){120, 140}, all, true, 140), 130, 140);
	T_SPAN(time_span__scale((struct time_span){120, 139}, all, false, 130), 110, 149);
	T_SPAN(time_span__scale((struct time_span){120, 139}, all, false, 139), 101, 140);
	T_SPAN(time_span__scale((struct time_span){120, 190}, all, false, 150), 100, 199);
	T_SPAN(time_span__scale(every, every, true, 1ULL << 63), 1ULL << 62, (3ULL << 62) - 1);
	T_SPAN(time_span__scale(every, every, false, 5), 0, UINT64_MAX);
	T_SPAN(time_span__scale((struct time_span){1, UINT64_MAX}, every, false, 9), 0, UINT64_MAX);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"products of 128 bits are the same on all machines", test_mul},
	{"so are quotients", test_div},
	{"a product is divided, whatever its size", test_mul_div},
	{"equal parts begin where they are found", test_parts},
	{"a window moves within all time", test_pan},
	{"a window shows half or twice as much around the cursor", test_scale},
	{NULL},
};

const struct test_suite suite__mul_div = {"mul-div", "products of 128 bits, and parts of time",
					  cases};
