// SPDX-License-Identifier: GPL-2.0-only
/* Rows of runs compared: what holds a change, what has moved, and the order of the tree of calls. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/compare/comparison.h"

#define NR_RUNS 6

static const bool is_after[NR_RUNS] = {false, false, false, true, true, true};

/* A stack, and how many samples it has before and after. */
struct line {
	const char *stack;
	uint64_t before, after;
};

/* Runs of a side differ by some samples of a thousand, each in other rows. Each sample has a period of @period. */
static int add_run(struct join *join, unsigned int run, const struct line *lines, uint64_t period)
{
	const struct stacks_opts opts = {.sort = "sym", .children = true};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	for (unsigned int i = 0; lines[i].stack; i++) {
		uint64_t nr = is_after[run] ? lines[i].after : lines[i].before;

		nr += nr * ((run * 3 + i) % 5) / 1000;
		T_EQ(stacks__add(&stacks, "a", lines[i].stack, nr, nr * period), 0);
	}
	T_EQ(join__add(join, run, &stacks.hist, NULL, NULL, NULL), 0);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int make_of(struct comparison *comparison, const struct join_opts *rows,
		   const struct line *lines, uint64_t period)
{
	const struct comparison_opts opts = {
		.join = *rows,
		.by_users = true,
		.is_after = is_after,
		.reference = REFERENCE_RUN,
		.compute = COMPUTE_DELTA_ABS,
		.q = 0.05,
	};
	struct comparison_event *event = calloc(1, sizeof(*event));

	if (!event)
		abort();
	T_EQ(comparison__init(comparison, &opts, NULL), 0);
	*event = (struct comparison_event){
		.sides = {true, true},
		.periods = true,
		.users = calloc(NR_RUNS, sizeof(*event->users)),
	};
	T_CHECK(event->users);
	comparison->events = event;
	comparison->nr_events = 1;
	T_EQ(join__init(&event->join, &opts.join, NULL), 0);
	for (unsigned int run = 0; run < NR_RUNS; run++)
		T_RUN(add_run(&event->join, run, lines, period));
	T_EQ(comparison__finish(comparison, NULL), 0);
	return TEST_OK;
}

static int make(struct comparison *comparison, const struct join_opts *rows,
		const struct line *lines)
{
	return make_of(comparison, rows, lines, 1);
}

/* Writes "names: number of changed rows that it holds, moved, q", a row each. */
static char *print_rows(const struct comparison *comparison)
{
	const struct comparison_event *event = &comparison->events[0];
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < event->nr_order; i++) {
		const uint32_t row = event->order[i];
		const char *names[8];
		size_t nr = join__names(&event->join, row, names, ARRAY_SIZE(names));

		for (size_t j = 0; j < nr; j++)
			fprintf(out, "%s%s", j ? ";" : "", names[j]);
		if (event->holds)
			fprintf(out, ": %u%s", event->holds[row],
				comparison__is_moved(comparison, event, row) ? " moved" : "");
		fprintf(out, "%s%s\n", isnan(event->differences[row].q) ? "" : " q",
			comparison__may_be_missing(comparison, event, row) ? " ?" : "");
	}
	fclose(out);
	return text;
}

static int check(const struct join_opts *rows, const struct line *lines, const char *want)
{
	struct comparison comparison;
	char *text;

	T_RUN(make(&comparison, rows, lines));
	text = print_rows(&comparison);
	T_STREQ(text, want);
	free(text);
	comparison__exit(&comparison);
	return TEST_OK;
}

/* What one part of parse takes more, another one takes less; emit takes more, and main with it. */
static const struct line lines[] = {
	{"main;parse;fast", 8000, 12000}, {"main;parse;slow", 30000, 26000},
	{"main;emit;put", 20000, 30000},  {"main;check", 15000, 15000},
	{"main;log;put", 15000, 15000},	  {0},
};

static int test_tree(void)
{
	const struct join_opts rows = {.nr_runs = NR_RUNS, .stacks = true, .inclusive = true};

	return check(&rows, lines,
		     "main: 3\n"
		     "main;emit: 1\n"
		     "main;emit;put: 1\n"
		     "main;parse: 2\n"
		     "main;parse;slow: 1\n"
		     "main;parse;fast: 1 moved\n"
		     "main;check: 0\n"
		     "main;log: 0\n"
		     "main;log;put: 0\n");
}

static int test_children(void)
{
	const struct join_opts rows = {.nr_runs = NR_RUNS, .inclusive = true};

	return check(&rows, lines,
		     "[.] put: 1\n"
		     "[.] emit: 1\n"
		     "[.] main: 3\n"
		     "[.] slow: 1\n"
		     "[.] fast: 1\n"
		     "[.] parse: 2\n"
		     "[.] check: 0\n"
		     "[.] log: 1\n");
}

static const struct join_opts callers = {.nr_runs = NR_RUNS, .stacks = true, .callers = true};

/* What was hit has a q, its callers have none. The greatest change is first, of functions and of callers. */
static int test_callers(void)
{
	return check(&callers, lines,
		     "put q\n"
		     "put;emit\n"
		     "put;emit;main\n"
		     "put;log\n"
		     "put;log;main\n"
		     "slow q\n"
		     "slow;parse\n"
		     "slow;parse;main\n"
		     "fast q\n"
		     "fast;parse\n"
		     "fast;parse;main\n"
		     "check q\n"
		     "check;main\n");
}

/* Returns the samples of the row less those of what is right below it. */
static long rest_of(const struct comparison *comparison, uint32_t row, bool after)
{
	const struct comparison_event *event = &comparison->events[0];
	const struct join *join = &event->join;
	long rest = comparison__row_sum(comparison, event, row, after).nr;

	for (uint32_t i = 0; i < join->nr_rows; i++) {
		if (join->paths.nodes[join->rows[i].path].parent == join->rows[row].path)
			rest -= comparison__row_sum(comparison, event, i, after).nr;
	}
	return rest;
}

/* Callers add up to what they call, on both sides, but for the stacks that begin there. */
static int test_callers_sum(void)
{
	static const struct line deep[] = {
		{"main;a;f;g", 100, 200}, {"main;b;f;g", 50, 10}, {"f;g", 7, 0},
		{"main;a;g", 0, 90},	  {"g;f;g", 5, 6},	  {0}};
	static const long want[][2] = {{0, 0},	   {0, 0}, {0, 270},  {21, 0}, {0, 0},
				       {300, 600}, {0, 0}, {150, 30}, {15, 18}};
	struct comparison comparison;

	T_RUN(make(&comparison, &callers, deep));
	T_EQ(comparison.events[0].nr_order, ARRAY_SIZE(want));
	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		const uint32_t row = comparison.events[0].order[i];

		T_EQ(rest_of(&comparison, row, false), want[i][0]);
		T_EQ(rest_of(&comparison, row, true), want[i][1]);
		T_EQ(comparison__top_row(&comparison.events[0], row),
		     comparison.events[0].order[0]);
	}
	comparison__exit(&comparison);
	return TEST_OK;
}

/* A tenth of the user stacks is known in the runs after alone. */
static int check_missing(const struct join_opts *rows, uint64_t nr_missing, const char *want)
{
	static const struct line found[] = {{"main;w;k:w", 4000, 4900}, {"!exec;k:w", 1000, 0},
					    {"main;big", 2000, 5000},	{"main;same", 1000, 1000},
					    {"k:idle", 2000, 2010},	{0}};
	struct comparison comparison;
	char *text;

	T_RUN(make(&comparison, rows, found));
	for (unsigned int run = 0; run < NR_RUNS; run++)
		comparison.events[0].users[run] =
			(struct user_halves){10000, is_after[run] ? 0 : nr_missing, 0};
	text = print_rows(&comparison);
	T_STREQ(text, want);
	free(text);
	comparison__exit(&comparison);
	return TEST_OK;
}

/* What has changed by no more than that, and has user code, may not have changed: but not what was hit. */
static int test_missing(void)
{
	const struct join_opts stacks = {.nr_runs = NR_RUNS, .stacks = true};
	const struct join_opts inclusive = {.nr_runs = NR_RUNS, .inclusive = true};

	T_RUN(check_missing(&stacks, 1100,
			    "main;big q\n"
			    "[exec];w q ?\n"
			    "main;w;w q ?\n"
			    "idle q\n"
			    "main;same q ?\n"));
	T_RUN(check_missing(&stacks, 800,
			    "main;big q\n"
			    "[exec];w q\n"
			    "main;w;w q\n"
			    "idle q\n"
			    "main;same q ?\n"));
	T_RUN(check_missing(&inclusive, 1100,
			    "[.] main: 1\n"
			    "[.] big: 1\n"
			    "[.] [exec]: 0 ?\n"
			    "[.] w: 0 ?\n"
			    "[k] w: 0\n"
			    "[k] idle: 0\n"
			    "[.] same: 0 ?\n"));
	return check_missing(&callers, 1100,
			     "big q\n"
			     "big;main\n"
			     "w q\n"
			     "w;[exec] ?\n"
			     "w;w ?\n"
			     "w;w;main ?\n"
			     "idle q\n"
			     "same q\n"
			     "same;main ?\n");
}

/* Samples without a period weigh nothing: nothing has changed, and all that is said of it is a number. */
static int test_no_periods(void)
{
	const struct join_opts stacks = {.nr_runs = NR_RUNS, .stacks = true};
	const struct comparison_event *event;
	struct comparison comparison;

	T_RUN(make_of(&comparison, &stacks, lines, 0));
	event = comparison.events;
	T_CHECK(event->total.before == 0 && event->total.after == 0);
	for (uint32_t i = 0; i < event->join.nr_rows; i++) {
		T_CHECK(event->differences[i].before == 0 && event->differences[i].after == 0);
		T_CHECK(!comparison__is_found(&comparison, &event->differences[i]));
	}
	comparison__exit(&comparison);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the tree of calls, and what has moved in it", test_tree},
	{"functions hold the changed ones that they call", test_children},
	{"functions that were hit, and their callers", test_callers},
	{"callers add up to what they call", test_callers_sum},
	{"what missing user stacks may explain", test_missing},
	{"samples without periods", test_no_periods},
	{0},
};

const struct test_suite suite__comparison = {
	.name = "comparison",
	.desc = "Rows of runs compared: what holds a change, and what has moved",
	.cases = cases,
};
