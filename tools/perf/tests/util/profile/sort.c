// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"

/* The names of @list with a space after each. */
static const char *names(const struct column_list *list, char buf[static 256])
{
	buf[0] = '\0';
	for (unsigned int i = 0; i < list->nr; i++)
		strcat(strcat(buf, list->columns[i]->name), " ");
	return buf;
}

static int test_default(void)
{
	struct sort_opts opts = {.children = true};
	struct sort_order order;
	char buf[256];

	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "overhead_children overhead comm dso symbol ");
	T_STREQ(names(&order.sorts, buf), "overhead_children overhead comm dso symbol ");
	T_STREQ(names(&order.keys, buf), "comm dso symbol ");
	T_STREQ(sort_order__header(&order, column__find("overhead", 8)), "Self");

	opts.children = false;
	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "overhead comm dso symbol ");
	T_STREQ(sort_order__header(&order, column__find("overhead", 8)), "Overhead");
	return TEST_OK;
}

static int test_given(void)
{
	struct sort_opts opts = {.sort = "sym,tid", .nr_samples = true, .total_period = true};
	struct sort_order order;
	char buf[256];

	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "overhead sample period symbol pid ");
	T_STREQ(names(&order.sorts, buf), "overhead symbol pid sample period ");

	/* Fields alone sort by themselves, and nothing is put in front. */
	opts = (struct sort_opts){.fields = "sample,comm,dso,sym", .children = true};
	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "sample comm dso symbol ");
	T_STREQ(names(&order.sorts, buf), "sample comm dso symbol ");

	/* Both: the order goes by the one, the look by the other. */
	opts = (struct sort_opts){.fields = "sample,sym", .sort = "dso"};
	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "sample symbol dso ");
	T_STREQ(names(&order.sorts, buf), "dso sample symbol ");

	opts = (struct sort_opts){.sort = "+cpu", .fields = "+weight"};
	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_STREQ(names(&order.fields, buf), "overhead weight1 comm dso symbol cpu ");
	return TEST_OK;
}

static int test_unknown(void)
{
	struct sort_opts opts = {.sort = "comm,nonsense"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct sort_order order;

	T_EQ(sort_order__init(&order, &opts, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "'nonsense' is not a valid sort key"));
	T_CHECK(strstr(err.text, "symbol"));

	defer_error__clear(&err);
	opts = (struct sort_opts){.fields = "overheads"};
	T_EQ(sort_order__init(&order, &opts, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "'overheads' is not a valid field"));
	return TEST_OK;
}

static int test_elide(void)
{
	struct sort_opts opts = {0};
	struct sort_order order;
	char buf[256];

	T_EQ(sort_order__init(&order, &opts, NULL), 0);
	T_CHECK(sort_order__elide(&order, "dso"));
	T_CHECK(!sort_order__elide(&order, "dso"));
	T_STREQ(names(&order.fields, buf), "overhead comm symbol ");
	T_CHECK(sort_order__elide(&order, "comm"));
	/* The last key stays: rows need something to be about. */
	T_CHECK(!sort_order__elide(&order, "symbol"));
	T_STREQ(names(&order.keys, buf), "symbol ");
	return TEST_OK;
}

/* Rows by @sort of some stacks of two comms. */
static int check_rows(const char *sort, const char *want)
{
	struct stacks_opts opts = {.sort = sort};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "b", "main;f;k:sys", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "a", "main;f", 2, 20), 0);
	T_EQ(stacks__add(&stacks, "b", "main;g;k:sys", 3, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "main;0x77", 1, 40), 0);
	rows = stacks__rows(&stacks);
	T_STREQ(rows, want);
	free(rows);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_keys(void)
{
	T_RUN(check_rows("comm", " 60.00%|a\n 40.00%|b\n"));
	T_RUN(check_rows("dso", " 40.00%|[kernel.kallsyms]\n 40.00%|[unknown]\n 20.00%|prog\n"));
	T_RUN(check_rows("sym",
			 " 40.00%|[k] sys\n 40.00%|[.] 0x0000000000000077\n 20.00%|[.] f\n"));
	T_RUN(check_rows("comm,dso", " 40.00%|a|[unknown]\n 40.00%|b|[kernel.kallsyms]\n"
				     " 20.00%|a|prog\n"));
	T_RUN(check_rows("pid", " 60.00%|    101:a\n 40.00%|    100:b\n"));
	T_RUN(check_rows("tgid,dso",
			 " 40.00%|    100:b|[kernel.kallsyms]\n 40.00%|    100:a|[unknown]\n"
			 " 20.00%|    100:a|prog\n"));
	T_RUN(check_rows("cpu", " 60.00%|1\n 40.00%|0\n"));
	return TEST_OK;
}

static int test_shares(void)
{
	struct stacks_opts opts = {.fields = "overhead_sys,overhead_us,sample,period,comm"};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main", 3, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "main;k:sys", 1, 10), 0);
	rows = stacks__rows(&stacks);
	T_STREQ(rows, " 25.00%| 75.00%| 4| 40|a\n");
	free(rows);
	/* Each mode has a share of its own, a guest's too. */
	for (int i = 0; i < 2; i++) {
		struct hist_stack guest = stacks.hist.stacks[0];

		guest.cpumode = i ? DEFER_MISC_GUEST_USER : DEFER_MISC_GUEST_KERNEL;
		guest.sums.period = i ? 4 : 6;
		T_EQ(hist__add(&stacks.hist, &guest, NULL), 0);
	}
	T_EQ(stacks.hist.entries[0].self.period, 50);
	T_EQ(stacks.hist.entries[0].modes.sys, 10);
	T_EQ(stacks.hist.entries[0].modes.us, 30);
	T_EQ(stacks.hist.entries[0].modes.guest_sys, 6);
	T_EQ(stacks.hist.entries[0].modes.guest_us, 4);
	/* Samples that a filter kept out count in what percentages are of. */
	hist__add_filtered(&stacks.hist, &(struct sums){.period = 50});
	rows = stacks__rows(&stacks);
	T_STREQ(rows, " 10.00%| 30.00%| 10| 50|a\n");
	free(rows);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* A row with exactly the minimum share is shown. */
static int test_limit(void)
{
	struct stacks_opts opts = {.sort = "comm", .min_percent = 25};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main", 1, 51), 0);
	T_EQ(stacks__add(&stacks, "b", "main", 1, 25), 0);
	T_EQ(stacks__add(&stacks, "c", "main", 1, 24), 0);
	rows = stacks__rows(&stacks);
	T_STREQ(rows, " 51.00%|a\n 25.00%|b\n");
	free(rows);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Rows by CPU, the one that is not known before all, and what their samples have on average. */
static int test_cpus(void)
{
	static const int32_t cpus[] = {1, -1, 0};
	struct stacks_opts opts = {.sort = "cpu", .fields = "overhead,cpu,weight1"};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main", 1, 1), 0);
	for (int i = 0; i < 3; i++) {
		struct hist_stack stack = stacks.hist.stacks[0];

		stack.who.cpu = cpus[i];
		stack.sums.nr = 2;
		stack.sums.period = 10;
		stack.sums.weight = 5;
		T_EQ(hist__add(&stacks.hist, &stack, NULL), 0);
	}
	rows = stacks__rows(&stacks);
	T_STREQ(rows, " 32.26%|-1| 2.5\n 35.48%|0| 1.7\n 32.26%|1| 2.5\n");
	free(rows);
	stacks__exit(&stacks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the default columns", test_default},
	{"columns that -s and -F name", test_given},
	{"names that are no column", test_unknown},
	{"a key that has one value is dropped", test_elide},
	{"rows by each key", test_keys},
	{"shares by mode, and of filtered samples", test_shares},
	{"what has just the least share", test_limit},
	{"rows by CPU, and averages", test_cpus},
	{0},
};

const struct test_suite suite__sort = {"sort", "Columns and the order of rows", cases};
