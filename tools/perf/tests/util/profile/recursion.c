// SPDX-License-Identifier: GPL-2.0-only
/* Functions that are in a stack more than once: how often, how deep, and called by whom. */
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/profile/recursion.h"

struct added {
	const char *text;
	uint64_t nr, period;
};

static const char *name_of(const struct stacks *stacks, uint32_t id, char buf[FUNC_LABEL_LEN])
{
	return func__label(funcs__at(&stacks->funcs, id), buf);
}

/* Writes a line for each: "f 5 65 3 times, by h 30". */
static char *print(const struct stacks *stacks, const struct recursions *recursions)
{
	char *text = NULL, func[FUNC_LABEL_LEN], caller[FUNC_LABEL_LEN];
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < recursions->nr; i++) {
		const struct recursion *of = &recursions->of[i];

		fprintf(out, "[%c] %s %" PRIu64 " %" PRIu64 " %u times, by %s %" PRIu64 "\n",
			funcs__at(&stacks->funcs, of->func)->level, name_of(stacks, of->func, func),
			of->sums.nr, of->sums.period, of->deepest,
			name_of(stacks, of->caller, caller), of->by_caller);
	}
	fclose(out);
	return text;
}

static int check(const struct added *added, size_t nr, const char *want)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct recursions recursions;
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	for (size_t i = 0; i < nr; i++)
		T_EQ(stacks__add(&stacks, "a", added[i].text, added[i].nr, added[i].period), 0);
	T_EQ(recursions__init(&recursions, &stacks.hist, NULL), 0);
	text = print(&stacks, &recursions);
	T_STREQ(text, want);
	free(text);
	recursions__exit(&recursions);
	stacks__exit(&stacks);
	return TEST_OK;
}

#define CHECK(added, want) T_RUN(check(added, ARRAY_SIZE(added), want))

/* The caller of the innermost call counts, and of callers the one that has most. */
static int test_callers(void)
{
	static const struct added one[] = {{"main;f;g;h", 4, 40}, {"main;f", 1, 10}};
	static const struct added rising[] = {
		{"main;f;f", 2, 20},  {"main;f;g;f;g;f", 1, 10}, {"main;f;h;f", 1, 30},
		{"main;f;f;f", 1, 5}, {"main;f;g", 7, 70},
	};
	static const struct added equal[] = {
		{"main;f;g;f", 1, 10},
		{"main;f;h;f", 2, 10},
		{"main;f;g;h;f;i", 1, 9},
	};

	CHECK(one, "");
	CHECK(rising, "[.] f 5 65 3 times, by h 30\n[.] g 1 10 2 times, by f 10\n");
	CHECK(equal, "[.] f 4 29 2 times, by h 19\n");
	return TEST_OK;
}

/* Functions of one name and one file are one, also where a call is inlined; of two files they are two. */
static int test_names(void)
{
	static const struct added added[] = {
		{"main;f;x+f", 1, 10},	  {"main;f;k:f", 1, 7},	    {"main;k:f;k:y;k:f", 3, 30},
		{"0x77;0x88;0x77", 2, 5}, {"main;0x99;0xaa", 1, 1}, {"main;g;!lost;g", 1, 2},
	};

	CHECK(added, "[k] f 3 30 2 times, by y 30\n[.] f 1 10 2 times, by x 10\n"
		     "[.] 0x77 2 5 2 times, by 0x88 5\n[.] g 1 2 2 times, by g 2\n");
	return TEST_OK;
}

/* Where two functions have as much, the one that was seen first stands first. */
static int test_order(void)
{
	static const struct added added[] = {
		{"main;g;g", 1, 10}, {"main;f;f", 1, 10}, {"main;h;h", 1, 11},
		{"main;e;e", 1, 9},  {"d;d;d;d;d", 1, 8},
	};

	CHECK(added, "[.] h 1 11 2 times, by h 11\n[.] g 1 10 2 times, by g 10\n"
		     "[.] f 1 10 2 times, by f 10\n[.] e 1 9 2 times, by e 9\n"
		     "[.] d 1 8 5 times, by d 8\n");
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the caller that most samples have", test_callers},
	{"functions are one by their name and file", test_names},
	{"the heaviest stand first", test_order},
	{0},
};

const struct test_suite suite__recursion = {"recursion", "Functions that call themselves again",
					    cases};
