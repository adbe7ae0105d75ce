// SPDX-License-Identifier: GPL-2.0-only
#include "tests/tests.h"
#include "util/record/delay.h"

#define MS    1000000ULL
#define START (77 * MS)

/* Returns all actions due @ms after the start, one letter each: Enable, Disable, the last End. */
static const char *due(struct delay *delay, uint64_t ms)
{
	static const char letters[] = {
		[DELAY_ENABLE] = 'E', [DELAY_DISABLE] = 'D', [DELAY_END] = 'X'};
	static __thread char text[16];
	enum delay_due what;
	size_t nr = 0;

	while ((what = delay__due(delay, START + ms * MS)) && nr + 1 < sizeof(text))
		text[nr++] = letters[what];
	text[nr] = '\0';
	return text;
}

static int start(struct delay *delay, struct record_opts *opts, const char *str)
{
	struct defer_error err = DEFER_ERROR_INIT;

	record_opts__init(opts);
	if (str && record_opts__set_delay(opts, str, &err))
		T_FAIL("-D %s: %s", str, err.text);
	delay__start(delay, opts, START);
	return TEST_OK;
}

static int test_none(void)
{
	static const char *const strs[] = {NULL, "0", "-1"};
	struct record_opts opts;
	struct delay delay;

	for (size_t i = 0; i < sizeof(strs) / sizeof(*strs); i++) {
		T_RUN(start(&delay, &opts, strs[i]));
		T_EQ(delay.at_ns, 0);
		T_STREQ(due(&delay, 1000000), "");
		record_opts__exit(&opts);
	}
	return TEST_OK;
}

static int test_delay(void)
{
	struct record_opts opts;
	struct delay delay;

	T_RUN(start(&delay, &opts, "250"));
	T_EQ(delay.at_ns, START + 250 * MS);
	T_STREQ(due(&delay, 249), "");
	T_STREQ(due(&delay, 250), "E");
	T_EQ(delay.at_ns, 0);
	T_STREQ(due(&delay, 1000000), "");
	record_opts__exit(&opts);
	return TEST_OK;
}

static int test_ranges(void)
{
	struct record_opts opts;
	struct delay delay;

	T_RUN(start(&delay, &opts, "10-20,30-40"));
	T_EQ(delay.at_ns, START + 10 * MS);
	T_STREQ(due(&delay, 9), "");
	T_STREQ(due(&delay, 10), "E");
	/* Times are counted from the start, however late the one before was. */
	T_EQ(delay.at_ns, START + 20 * MS);
	T_STREQ(due(&delay, 25), "D");
	T_EQ(delay.at_ns, START + 30 * MS);
	T_STREQ(due(&delay, 35), "E");
	T_EQ(delay.at_ns, START + 40 * MS);
	T_STREQ(due(&delay, 41), "X");
	T_EQ(delay.at_ns, 0);
	T_STREQ(due(&delay, 1000000), "");
	record_opts__exit(&opts);
	return TEST_OK;
}

static int test_late(void)
{
	struct record_opts opts;
	struct delay delay;

	T_RUN(start(&delay, &opts, "10-20,30-40,50-60"));
	T_STREQ(due(&delay, 31), "EDE");
	T_STREQ(due(&delay, 100), "DEX");
	record_opts__exit(&opts);
	return TEST_OK;
}

static int test_at_once(void)
{
	struct record_opts opts;
	struct delay delay;

	T_RUN(start(&delay, &opts, "0-20,30-40"));
	T_EQ(opts.delay_ms, 0);
	T_EQ(delay.at_ns, START + 20 * MS);
	T_STREQ(due(&delay, 29), "D");
	T_STREQ(due(&delay, 40), "EX");
	record_opts__exit(&opts);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"nothing is due without -D", test_none},
	{"a delay", test_delay},
	{"ranges", test_ranges},
	{"ranges that nobody asked after in time", test_late},
	{"a range that begins at once", test_at_once},
	{0},
};

const struct test_suite suite__delay = {"delay", "When samples are taken, by -D", cases};
