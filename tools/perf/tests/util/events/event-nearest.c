// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <string.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/events/event-nearest.h"

static int test_distance(void)
{
	static const struct {
		const char *a, *b;
		unsigned int distance;
	} tries[] = {
		{"", "", 0},
		{"", "abc", 3},
		{"cycles", "cycles", 0},
		{"Cycles", "cYCLES", 0},
		{"cylces", "cycles", 1},
		{"cycle", "cycles", 1},
		{"cyccles", "cycles", 1},
		{"cyclas", "cycles", 1},
		{"kitten", "sitting", 3},
		{"ca", "abc", 3},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		T_EQ(event_nearest__distance(tries[i].a, tries[i].b), tries[i].distance);
		T_EQ(event_nearest__distance(tries[i].b, tries[i].a), tries[i].distance);
	}
	return TEST_OK;
}

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/* By the definition, from the ends on. */
static unsigned int slow_distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned int d;

	if (!na || !nb)
		return na + nb;
	d = slow_distance(a, na - 1, b, nb - 1) + (a[na - 1] != b[nb - 1]);
	d = least(d, slow_distance(a, na - 1, b, nb) + 1);
	d = least(d, slow_distance(a, na, b, nb - 1) + 1);
	if (na > 1 && nb > 1 && a[na - 1] == b[nb - 2] && a[na - 2] == b[nb - 1])
		d = least(d, slow_distance(a, na - 2, b, nb - 2) + 1);
	return d;
}

static void write_word(char word[static 8], uint64_t *rng)
{
	size_t len = rng__below(rng, 6);

	for (size_t i = 0; i < len; i++)
		word[i] = 'a' + rng__below(rng, 3);
	word[len] = '\0';
}

static int test_definition(void)
{
	uint64_t rng = 5;
	char a[8], b[8];

	for (int i = 0; i < 2000; i++) {
		unsigned int want;

		write_word(a, &rng);
		write_word(b, &rng);
		want = slow_distance(a, strlen(a), b, strlen(b));
		if (event_nearest__distance(a, b) != want)
			T_FAIL("%s to %s is %u, not %u", a, b, event_nearest__distance(a, b), want);
	}
	return TEST_OK;
}

static const char *choose(const char *want, const char *const *names)
{
	static struct event_nearest nearest;

	event_nearest__init(&nearest, want, strlen(want));
	for (; *names; names++)
		event_nearest__offer(&nearest, *names);
	return nearest.best;
}

static int test_choice(void)
{
	static const char *const names[] = {"cycles", "cpu-cycles", "ref-cycles",
					    "cs",     "faults",	    NULL};
	char word[EVENT_NEAREST_MAX + 9];

	T_STREQ(choose("cylces", names), "cycles");
	T_STREQ(choose("re-cycles", names), "ref-cycles");
	T_STREQ(choose("cpucycles", names), "cpu-cycles");
	T_STREQ(choose("fault", names), "faults");
	T_STREQ(choose("CYCLES", names), "cycles");
	/* A quite different word is not suggested. */
	T_STREQ(choose("x", names), "");
	T_STREQ(choose("instructions", names), "");
	T_STREQ(choose("", names), "");

	memset(word, 'c', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	T_STREQ(choose(word, names), "");
	T_CHECK(event_nearest__distance(word, "c") == UINT_MAX);
	T_CHECK(event_nearest__distance("c", word) == UINT_MAX);
	word[EVENT_NEAREST_MAX - 1] = '\0';
	T_EQ(event_nearest__distance(word, "c"), EVENT_NEAREST_MAX - 2);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"slips of the pen", test_distance},
	{"as defined, for all short words", test_definition},
	{"the nearest, if it is near", test_choice},
	{0},
};

const struct test_suite suite__event_nearest = {"event-nearest", "Which name was meant", cases};
