// SPDX-License-Identifier: GPL-2.0-only
/* A function between its callers and its callees: by hand, and against a count of each stack. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/rng.h"
#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/profile/callgraph.h"
#include "util/view/sandwich.h"

static int64_t find_func(const struct stacks *stacks, const char *name)
{
	for (size_t i = 0; i < stacks->funcs.nr; i++) {
		const struct func *func = funcs__at(&stacks->funcs, i);

		if (func->name && !strcmp(func->name, name))
			return i;
	}
	return -1;
}

static void print_below(const struct callgraph *graph, uint32_t node, int depth, FILE *out)
{
	for (uint32_t i = graph->nodes[node].first; i != GRAPH_END; i = graph->nodes[i].next) {
		fprintf(out, "%*s%s %d\n", depth, "",
			funcs__at(graph->funcs, graph->nodes[i].func)->name,
			(int)graph->nodes[i].sums.cum.period);
		print_below(graph, i, depth + 1, out);
	}
}

/* "name period" a line, indented by depth; callers, then callees. */
static char *describe(const struct sandwich *sandwich)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (int side = 0; side < SANDWICH_NR_SIDES; side++) {
		const struct hist *hist = &sandwich->sides[side];
		struct callgraph graph;

		fprintf(out, "%s\n", side == SANDWICH_CALLERS ? "callers" : "callees");
		if (!hist__callgraph(hist, &hist->entries[0], &graph, NULL))
			print_below(&graph, GRAPH_ROOT, 1, out);
		callgraph__exit(&graph);
	}
	fclose(out);
	return text;
}

static int make(struct stacks *stacks, enum seam_mode seam)
{
	const struct stacks_opts opts = {
		.sort = "sym", .children = true, .graph = "graph,0,caller", .seam = seam};

	T_EQ(stacks__init(stacks, &opts), 0);
	return TEST_OK;
}

static int check(const struct stacks *stacks, const char *name, const char *want,
		 struct sandwich **sandwich)
{
	int64_t func = find_func(stacks, name);
	char *text;

	T_CHECK(func >= 0);
	T_EQ(sandwich__new(sandwich, &stacks->hist, func, NULL), 0);
	text = describe(*sandwich);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int check_sides(enum seam_mode seam)
{
	struct sandwich *sandwich;
	struct stacks stacks;

	T_RUN(make(&stacks, seam));
	T_EQ(stacks__add(&stacks, "a", "main;read;k:entry;k:lock;k:spin", 1, 40), 0);
	T_EQ(stacks__add(&stacks, "b", "main;read;k:entry;k:lock;k:spin", 2, 5), 0);
	T_EQ(stacks__add(&stacks, "a", "main;write;k:entry;k:lock", 3, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "main;write;k:entry;k:copy", 1, 15), 0);
	T_EQ(stacks__add(&stacks, "a", "!lost;k:entry;k:lock;k:park", 1, 10), 0);
	T_RUN(check(&stacks, "lock",
		    "callers\n entry 85\n  read 45\n   main 45\n  write 30\n   main 30\n"
		    "  [user stack lost] 10\n"
		    "callees\n spin 45\n park 10\n",
		    &sandwich));
	T_EQ(sandwich->sum.nr, 7);
	T_EQ(sandwich->sum.period, 85);
	T_EQ(sandwich->self.nr, 3);
	T_EQ(sandwich->self.period, 30);
	/* Percentages are of all samples. */
	T_EQ(sandwich->sides[SANDWICH_CALLERS].total.period, 100);
	T_EQ(sandwich->sides[SANDWICH_CALLEES].total.period, 100);
	/* Stacks of two comms are one, and the heaviest. */
	T_EQ(sandwich->nr_stacks, 3);
	T_EQ(sandwich->stacks[0].sum.period, 45);
	T_EQ(sandwich->stacks[0].sum.nr, 3);
	T_EQ(sandwich->stacks[2].sum.period, 10);
	sandwich__delete(sandwich);
	/* The ends of stacks have nothing on one side. */
	T_RUN(check(&stacks, "copy", "callers\n entry 15\n  write 15\n   main 15\ncallees\n",
		    &sandwich));
	sandwich__delete(sandwich);
	T_RUN(check(&stacks, "[user stack lost]",
		    "callers\ncallees\n entry 10\n  lock 10\n   park 10\n", &sandwich));
	sandwich__delete(sandwich);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Rows where user code enters the kernel are made of the same stacks. */
static int test_sides(void)
{
	T_RUN(check_sides(SEAM_BOTH));
	return check_sides(SEAM_PIVOT);
}

/* A stack in which the function recurs counts once, split at the outermost place. */
static int test_recursion(void)
{
	struct sandwich *sandwich;
	struct stacks stacks;

	T_RUN(make(&stacks, SEAM_BOTH));
	T_EQ(stacks__add(&stacks, "a", "main;f;g;f;h", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "a", "main;g;f", 1, 1), 0);
	T_RUN(check(&stacks, "f",
		    "callers\n main 10\n g 1\n  main 1\n"
		    "callees\n g 10\n  f 10\n   h 10\n",
		    &sandwich));
	T_EQ(sandwich->sum.period, 11);
	T_EQ(sandwich->self.period, 1);
	sandwich__delete(sandwich);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Samples without a chain are those of the function that they hit, and of no other. */
static int test_no_chain(void)
{
	struct hist_stack stack = {.sums.nr = 2, .sums.period = 20};
	struct sandwich *sandwich;
	struct stacks stacks;

	T_RUN(make(&stacks, SEAM_BOTH));
	T_EQ(stacks__add(&stacks, "a", "first;second", 1, 10), 0);
	stack.hit = find_func(&stacks, "second");
	T_EQ(hist__add(&stacks.hist, &stack, NULL), 0);
	T_RUN(check(&stacks, "first", "callers\ncallees\n second 10\n", &sandwich));
	T_EQ(sandwich->self.period, 0);
	sandwich__delete(sandwich);
	T_RUN(check(&stacks, "second", "callers\n first 10\ncallees\n", &sandwich));
	T_EQ(sandwich->sum.period, 30);
	T_EQ(sandwich->self.nr, 3);
	T_EQ(sandwich->self.period, 30);
	sandwich__delete(sandwich);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* ---- against a count ---- */

#define NR_STACKS 60
#define MAX_DEPTH 9

struct plain {
	char names[NR_STACKS][MAX_DEPTH]; /* outermost first, a letter each */
	unsigned int depth[NR_STACKS];
	uint64_t period[NR_STACKS];
};

static int make_plain(struct stacks *stacks, struct plain *plain, uint64_t *rng)
{
	for (unsigned int i = 0; i < NR_STACKS; i++) {
		char text[2 * MAX_DEPTH + 1] = "";
		size_t len = 0;

		plain->depth[i] = 1 + rng__below(rng, MAX_DEPTH);
		plain->period[i] = 1 + rng__below(rng, 50);
		for (unsigned int j = 0; j < plain->depth[i]; j++) {
			plain->names[i][j] = 'a' + rng__below(rng, 4);
			len += sprintf(text + len, "%s%c", j ? ";" : "", plain->names[i][j]);
		}
		T_EQ(stacks__add(stacks, "comm", text, 1, plain->period[i]), 0);
	}
	return TEST_OK;
}

/* Sums up the stacks whose names on @side of the outermost @func begin with @path. */
static uint64_t plain_sum(const struct plain *plain, char func, enum sandwich_side side,
			  const char *path)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < NR_STACKS; i++) {
		const char *names = plain->names[i], *at = memchr(names, func, plain->depth[i]);
		int step = side == SANDWICH_CALLERS ? -1 : 1;
		size_t j = 0;

		if (!at)
			continue;
		while (path[j] && at + step * (int)(j + 1) >= names &&
		       at + step * (int)(j + 1) < names + plain->depth[i] &&
		       at[step * (int)(j + 1)] == path[j])
			j++;
		sum += path[j] ? 0 : plain->period[i];
	}
	return sum;
}

/* Writes the names from the root of @graph to @node. */
static void path_of(const struct callgraph *graph, uint32_t node, char *path)
{
	size_t len = 0;

	for (uint32_t i = node; i != GRAPH_ROOT; i = graph->nodes[i].parent)
		len++;
	path[len] = '\0';
	for (; node != GRAPH_ROOT; node = graph->nodes[node].parent)
		path[--len] = funcs__at(graph->funcs, graph->nodes[node].func)->name[0];
}

static int check_side(const struct plain *plain, const struct sandwich *sandwich, char func,
		      enum sandwich_side side)
{
	const struct hist *hist = &sandwich->sides[side];
	struct callgraph graph;
	char path[MAX_DEPTH + 1];

	T_EQ(hist->nr_rows, 1);
	T_EQ(hist__callgraph(hist, &hist->entries[0], &graph, NULL), 0);
	for (uint32_t node = 1; node < graph.nr; node++) {
		path_of(&graph, node, path);
		T_EQ(graph.nodes[node].sums.cum.period, plain_sum(plain, func, side, path));
	}
	callgraph__exit(&graph);
	return TEST_OK;
}

static int check_func(const struct stacks *stacks, const struct plain *plain, char func)
{
	const char name[] = {func, '\0'};
	int64_t id = find_func(stacks, name);
	struct sandwich *sandwich;
	uint64_t sum = 0;

	if (id < 0)
		return TEST_OK;
	T_EQ(sandwich__new(&sandwich, &stacks->hist, id, NULL), 0);
	T_EQ(sandwich->sum.period, plain_sum(plain, func, SANDWICH_CALLERS, ""));
	for (size_t i = 0; i < sandwich->nr_stacks; i++) {
		T_CHECK(!i || sandwich->stacks[i - 1].sum.period >= sandwich->stacks[i].sum.period);
		sum += sandwich->stacks[i].sum.period;
	}
	T_EQ(sum, sandwich->sum.period);
	T_RUN(check_side(plain, sandwich, func, SANDWICH_CALLERS));
	T_RUN(check_side(plain, sandwich, func, SANDWICH_CALLEES));
	sandwich__delete(sandwich);
	return TEST_OK;
}

static int test_random(void)
{
	uint64_t rng = 7;

	for (int round = 0; round < 50; round++) {
		struct stacks stacks;
		struct plain plain;

		T_RUN(make(&stacks, SEAM_BOTH));
		T_RUN(make_plain(&stacks, &plain, &rng));
		for (char func = 'a'; func < 'e'; func++)
			T_RUN(check_func(&stacks, &plain, func));
		stacks__exit(&stacks);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"callers and callees", test_sides},
	{"recursion", test_recursion},
	{"samples without a chain", test_no_chain},
	{"as a count of each stack", test_random},
	{0},
};

const struct test_suite suite__sandwich = {"sandwich", "A function, its callers and callees",
					   cases};
