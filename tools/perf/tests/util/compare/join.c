// SPDX-License-Identifier: GPL-2.0-only
/* Rows of several runs joined by name: which are one row, and what they count. */
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/compare/join.h"

/* A stack of a run, and how many samples it has. */
struct line {
	const char *stack;
	uint64_t nr;
};

static int add_run(struct join *join, unsigned int run, const char *sort, const struct line *lines)
{
	const struct stacks_opts opts = {
		.sort = sort, .children = join->opts.inclusive, .join_clones = true};
	const struct defer_evsel evsel = {0};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	for (; lines->stack; lines++)
		T_EQ(stacks__add(&stacks, "a", lines->stack, lines->nr, lines->nr * 10), 0);
	T_EQ(join__add(join, run, &stacks.hist, &evsel, NULL, NULL), 0);
	stacks__exit(&stacks);
	return TEST_OK;
}

#define NR_BLOCKS 2

/* Adds a run of which the first sample of each stack is in block 0, and all others are in block 1. */
static int add_blocks(struct join *join, unsigned int run, const struct line *lines)
{
	const struct stacks_opts opts = {.sort = "sym", .children = join->opts.inclusive};
	struct sample_sum sums[16 * NR_BLOCKS] = {0};
	const struct join_blocks blocks = {NR_BLOCKS, sums};
	const struct defer_evsel evsel = {0};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	for (size_t i = 0; lines[i].stack; i++) {
		T_EQ(stacks__add(&stacks, "a", lines[i].stack, lines[i].nr, lines[i].nr * 10), 0);
		sums[i * NR_BLOCKS] = (struct sample_sum){1, 10};
		sums[i * NR_BLOCKS + 1] =
			(struct sample_sum){lines[i].nr - 1, (lines[i].nr - 1) * 10};
	}
	T_EQ(join__add(join, run, &stacks.hist, &evsel, &blocks, NULL), 0);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns the number of rows that were hit whose samples the row has. */
static int nr_held(const struct join *join, size_t row)
{
	int nr = 0;

	for (size_t i = 0; i < join->nr_pairs; i++)
		nr += join->pairs[i].inclusive == row;
	return nr;
}

/*
 * Writes "names: samples of each run", a row each, in order of the alphabet; an inclusive row has "+", and how many it
 * holds.
 */
static char *print_join(const struct join *join)
{
	char *lines[64] = {0}, *text = NULL;
	size_t size;
	FILE *out;

	for (size_t i = 0; i < join->nr_rows; i++) {
		const char *names[32];
		size_t nr = join__names(join, i, names, 32);

		out = open_memstream(&lines[i], &size);
		for (size_t j = 0; j < nr; j++)
			fprintf(out, "%s%s", j ? ";" : "", names[j]);
		for (unsigned int run = 0; run < join->opts.nr_runs; run++)
			fprintf(out, "%s %lu", run ? "" : ":",
				(unsigned long)join__sum(join, i, run)->nr);
		if (join->rows[i].is_inclusive)
			fprintf(out, " + %d", nr_held(join, i));
		for (size_t j = 0; j < join->nr_blocks[0] + join->nr_blocks[1]; j++)
			fprintf(out, "%s%g", j % NR_BLOCKS ? " " : ", ",
				join->blocks[i * JOIN_BLOCKS_OF_TWO + j]);
		fclose(out);
	}
	qsort(lines, join->nr_rows, sizeof(lines[0]), compare_lines);
	out = open_memstream(&text, &size);
	for (size_t i = 0; i < join->nr_rows; i++) {
		fprintf(out, "%s\n", lines[i]);
		free(lines[i]);
	}
	fclose(out);
	return text;
}

static int check_join(const struct join_opts *opts, const char *sort, const struct line *first,
		      const struct line *second, const char *want)
{
	struct join join;
	char *text;

	T_EQ(join__init(&join, opts, NULL), 0);
	T_RUN(add_run(&join, 0, sort, first));
	T_RUN(add_run(&join, 1, sort, second));
	text = print_join(&join);
	T_STREQ(text, want);
	free(text);
	join__exit(&join);
	return TEST_OK;
}

static int check_blocks(const struct join_opts *opts, const struct line *first,
			const struct line *second, const char *want)
{
	static const double totals[] = {40, 60, 40, 220};
	struct join join;
	char *text;

	T_EQ(join__init(&join, opts, NULL), 0);
	T_RUN(add_blocks(&join, 0, first));
	T_RUN(add_blocks(&join, 1, second));
	text = print_join(&join);
	T_STREQ(text, want);
	for (size_t i = 0; i < 2 * NR_BLOCKS; i++)
		T_EQ(join.block_totals[i], totals[i]);
	free(text);
	join__exit(&join);
	return TEST_OK;
}

/* In the second run, functions are at other addresses, and some are others. */
static const struct line before[] = {
	{"main;read;k:copy", 4}, {"main;k:copy", 2}, {"main;write", 3}, {"main;old", 1}, {0}};
static const struct line after[] = {
	{"main;new", 5}, {"main;write", 6}, {"start;write", 7}, {"main;k:copy", 8}, {0}};

static int test_symbols(void)
{
	const struct join_opts opts = {.nr_runs = 2};

	T_RUN(check_join(&opts, "dso,sym", before, after,
			 "[kernel.kallsyms];[k] copy: 6 8\n"
			 "prog;[.] new: 0 5\n"
			 "prog;[.] old: 1 0\n"
			 "prog;[.] write: 3 13\n"));
	return check_join(&opts, "comm", before, after, "a: 10 26\n");
}

static int test_stacks(void)
{
	const struct join_opts opts = {.nr_runs = 2, .stacks = true};

	return check_join(&opts, "sym", before, after,
			  "main;copy: 2 8\n"
			  "main;new: 0 5\n"
			  "main;old: 1 0\n"
			  "main;read;copy: 4 0\n"
			  "main;write: 3 6\n"
			  "start;write: 0 7\n");
}

/* Clones are one function; no function has an empty name. */
static int test_clones(void)
{
	static const struct line of_gcc[] = {
		{"f.isra.0", 1}, {"f.part.1.cold", 2}, {"g.constprop.0", 3}, {".cold", 4}, {0}};
	static const struct line of_clang[] = {{"f", 10}, {"g", 20}, {0}};
	struct join_opts opts = {.nr_runs = 2};

	T_RUN(check_join(&opts, "sym", of_gcc, of_clang,
			 "[.] .cold: 4 0\n[.] f: 3 10\n[.] g: 3 20\n"));
	opts.stacks = true;
	return check_join(&opts, "sym", of_gcc, of_clang, ".cold: 4 0\nf: 3 10\ng: 3 20\n");
}

/* A function counts a stack once, however often and under whatever names it is in it. */
static int test_children(void)
{
	static const struct line nested[] = {
		{"main;f;g;f.part.0", 4}, {"main;f.isra.0;f;k:copy", 2}, {"f.cold;g;f;g", 1}, {0}};
	static const struct line plain[] = {{"main;f", 10}, {"0x7f0081000010", 3}, {0}};
	struct join_opts opts = {.nr_runs = 2, .inclusive = true};

	T_RUN(check_join(&opts, "sym", nested, plain,
			 "[.] f: 4 10\n"
			 "[.] f: 7 10 + 3\n"
			 "[.] g: 1 0\n"
			 "[.] g: 5 0 + 2\n"
			 "[.] main: 6 10 + 2\n"
			 "[k] copy: 2 0\n"
			 "[k] copy: 2 0 + 1\n"
			 "[unknown]: 0 3\n"
			 "[unknown]: 0 3 + 1\n"));
	return check_join(&opts, "dso", before, after,
			  "[kernel.kallsyms]: 6 8\n"
			  "[kernel.kallsyms]: 6 8 + 1\n"
			  "prog: 10 26 + 2\n"
			  "prog: 4 18\n");
}

/* The tree of calls has a node for each caller. */
static int test_tree(void)
{
	const struct join_opts opts = {.nr_runs = 2, .stacks = true, .inclusive = true};

	return check_join(&opts, "sym", before, after,
			  "main: 10 19 + 5\n"
			  "main;copy: 2 8\n"
			  "main;copy: 2 8 + 1\n"
			  "main;new: 0 5\n"
			  "main;new: 0 5 + 1\n"
			  "main;old: 1 0\n"
			  "main;old: 1 0 + 1\n"
			  "main;read: 4 0 + 1\n"
			  "main;read;copy: 4 0\n"
			  "main;read;copy: 4 0 + 1\n"
			  "main;write: 3 6\n"
			  "main;write: 3 6 + 1\n"
			  "start: 0 7 + 1\n"
			  "start;write: 0 7\n"
			  "start;write: 0 7 + 1\n");
}

/* An inverted one has what was hit, and below that who called it. */
static int test_inverted(void)
{
	const struct join_opts opts = {.nr_runs = 2, .stacks = true, .callers = true};

	return check_join(&opts, "sym", before, after,
			  "copy: 6 8\n"
			  "copy;main: 2 8 + 0\n"
			  "copy;read: 4 0 + 0\n"
			  "copy;read;main: 4 0 + 0\n"
			  "new: 0 5\n"
			  "new;main: 0 5 + 0\n"
			  "old: 1 0\n"
			  "old;main: 1 0 + 0\n"
			  "write: 3 13\n"
			  "write;main: 3 6 + 0\n"
			  "write;start: 0 7 + 0\n");
}

/* Kinds of entry are those of the stacks, whoever entered, and wherever it was hit. */
static int test_kinds(void)
{
	static const struct line entries[] = {
		{"main;w;k:entry_SYSCALL_64;k:__x64_sys_write;k:copy", 1},
		{"go;k:entry_SYSCALL_64;k:__x64_sys_write", 2},
		{"main;w;k:entry_SYSCALL_64;k:__x64_sys_read", 4},
		{"main;k:asm_exc_page_fault;k:copy", 8},
		{"main;w", 16},
		{"k:ret_from_fork", 32},
		{0}};
	const struct join_opts opts = {.nr_runs = 2, .kinds = true};

	return check_join(&opts, "sym", entries, after,
			  "new task: 32 0\n"
			  "page fault: 8 0\n"
			  "syscall read: 4 0\n"
			  "syscall write: 3 0\n"
			  "unknown: 0 8\n"
			  "user mode: 16 18\n");
}

/* The same name in the kernel and in a program is two functions of a stack. */
static int test_dsos(void)
{
	static const struct line user[] = {{"main;copy", 1}, {0}},
				 kernel[] = {{"main;k:copy", 2}, {0}};
	const struct join_opts opts = {.nr_runs = 2, .stacks = true};

	return check_join(&opts, "sym", user, kernel, "main;copy: 0 2\nmain;copy: 1 0\n");
}

/* Code without a name or a file, as that of a JIT, is elsewhere in each run. */
static int test_nameless(void)
{
	static const struct line first[] = {{"0x7f0081000010", 1}, {"0x7f0081000020", 2}, {0}};
	static const struct line second[] = {{"0x7f00a2000010", 4}, {0}};
	static const struct line calls[] = {{"0x7f0081000010;0x7f0081000020;f", 5}, {0}};
	const struct join_opts by_key = {.nr_runs = 2}, by_stack = {.nr_runs = 2, .stacks = true};
	const struct join_opts inclusive = {.nr_runs = 2, .inclusive = true};

	T_RUN(check_join(&by_key, "sym", first, second, "[unknown]: 3 4\n"));
	T_RUN(check_join(&inclusive, "sym", calls, second,
			 "[.] f: 5 0\n[.] f: 5 0 + 1\n[unknown]: 0 4\n[unknown]: 5 4 + 2\n"));
	return check_join(&by_stack, "sym", first, second, "[unknown]: 3 4\n");
}

/* Rows have what their stacks have in each block of each run; totals are of the rows that were hit. */
static int test_blocks(void)
{
	const struct join_opts by_key = {.nr_runs = 2},
			       inclusive = {.nr_runs = 2, .inclusive = true},
			       by_stack = {.nr_runs = 2, .stacks = true},
			       tree = {.nr_runs = 2, .stacks = true, .callers = true};

	T_RUN(check_blocks(&by_key, before, after,
			   "[.] new: 0 5, 0 0, 10 40\n"
			   "[.] old: 1 0, 10 0, 0 0\n"
			   "[.] write: 3 13, 10 20, 20 110\n"
			   "[k] copy: 6 8, 20 40, 10 70\n"));
	T_RUN(check_blocks(&inclusive, before, after,
			   "[.] main: 10 19 + 4, 40 60, 30 160\n"
			   "[.] new: 0 5 + 1, 0 0, 10 40\n"
			   "[.] new: 0 5, 0 0, 10 40\n"
			   "[.] old: 1 0 + 1, 10 0, 0 0\n"
			   "[.] old: 1 0, 10 0, 0 0\n"
			   "[.] read: 4 0 + 1, 10 30, 0 0\n"
			   "[.] start: 0 7 + 1, 0 0, 10 60\n"
			   "[.] write: 3 13 + 1, 10 20, 20 110\n"
			   "[.] write: 3 13, 10 20, 20 110\n"
			   "[k] copy: 6 8 + 1, 20 40, 10 70\n"
			   "[k] copy: 6 8, 20 40, 10 70\n"));
	T_RUN(check_blocks(&by_stack, before, after,
			   "main;copy: 2 8, 10 10, 10 70\n"
			   "main;new: 0 5, 0 0, 10 40\n"
			   "main;old: 1 0, 10 0, 0 0\n"
			   "main;read;copy: 4 0, 10 30, 0 0\n"
			   "main;write: 3 6, 10 20, 10 50\n"
			   "start;write: 0 7, 0 0, 10 60\n"));
	return check_blocks(&tree, before, after,
			    "copy: 6 8, 20 40, 10 70\n"
			    "copy;main: 2 8 + 0, 10 10, 10 70\n"
			    "copy;read: 4 0 + 0, 10 30, 0 0\n"
			    "copy;read;main: 4 0 + 0, 10 30, 0 0\n"
			    "new: 0 5, 0 0, 10 40\n"
			    "new;main: 0 5 + 0, 0 0, 10 40\n"
			    "old: 1 0, 10 0, 0 0\n"
			    "old;main: 1 0 + 0, 10 0, 0 0\n"
			    "write: 3 13, 10 20, 20 110\n"
			    "write;main: 3 6 + 0, 10 20, 10 50\n"
			    "write;start: 0 7 + 0, 0 0, 10 60\n");
}

/* A run without the event has no hist: all of its counts are 0. */
static int test_missing(void)
{
	const struct join_opts opts = {.nr_runs = 3};
	struct join join;
	char *text;

	T_EQ(join__init(&join, &opts, NULL), 0);
	T_RUN(add_run(&join, 2, "sym", after));
	text = print_join(&join);
	T_STREQ(text, "[.] new: 0 0 5\n[.] write: 0 0 13\n[k] copy: 0 0 8\n");
	T_EQ(join.all[0].nr, 0);
	T_EQ(join.all[2].nr, 26);
	T_EQ(join.all[2].period, 260);
	T_EQ(join.nr_headers, 1);
	T_STREQ(join.headers[0], "Symbol");
	free(text);
	join__exit(&join);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"functions at other addresses are one row", test_symbols},
	{"whole stacks", test_stacks},
	{"clones of functions", test_clones},
	{"with all that rows call", test_children},
	{"the tree of calls", test_tree},
	{"the tree of callers", test_inverted},
	{"kinds of entry", test_kinds},
	{"functions of one name in two files", test_dsos},
	{"code without a name", test_nameless},
	{"blocks of time", test_blocks},
	{"a run without samples", test_missing},
	{0},
};

const struct test_suite suite__join = {
	.name = "join",
	.desc = "Rows of several runs, joined by name",
	.cases = cases,
};
