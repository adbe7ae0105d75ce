// SPDX-License-Identifier: GPL-2.0-only
/* The cells of all columns that need no more than a row, and the orders of -s and -F. */
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/machine/branch.h"
#include "util/profile/column.h"

/* ---- cells ---- */

/* Two rows that differ in all that columns show; the second has more of each number. */
static int add_rows(struct stacks *stacks, struct hist_entry rows[2])
{
	T_EQ(stacks__add(stacks, "a", "main;f", 1, 10), 0);
	T_EQ(stacks__add(stacks, "bcd", "main;k:sys", 1, 10), 0);
	T_EQ(stacks->hist.nr, 2);
	stacks->hist.total = (struct sums){.nr = 16, .period = 1000, .latency = 400};
	rows[0] = rows[1] = stacks->hist.entries[0];
	rows[1].who = stacks->hist.entries[1].who;
	rows[1].func = stacks->hist.entries[1].func;
	for (uint64_t i = 0; i < 2; i++) {
		struct hist_entry *row = &rows[i];

		row->who.cls = i ? DEFER_LOST : DEFER_MERGED;
		row->who.parallelism = 3 + i;
		row->who.branch = i ? BRANCH_MISPREDICTED | BRANCH_IN_TX | BRANCH_ABORTED |
						  7ULL << BRANCH_CYCLES_SHIFT
				    : BRANCH_PREDICTED;
		row->self = (struct sums){
			.nr = 4 + i, .period = 100 + i, .weight = 10 + 5 * i, .latency = 40 + i};
		row->children = (struct sums){.nr = 6, .period = 200 + i, .latency = 80 + i};
		row->modes = (struct mode_periods){10 + i, 20 + i, 30 + i, 40 + i};
		row->users.nr = 3 + i;
		row->users.nr_missing = 1;
		row->most = 300 + i;
		row->delayed = 2;
		row->delay_mean = 1000 + i;
		row->delay_median = 2000 + i;
		row->delay_99 = 3000000 + i;
	}
	return TEST_OK;
}

static char compared(const struct column *column, const struct hist *hist,
		     const struct hist_entry *a, const struct hist_entry *b)
{
	int cmp = column__compare(column, hist, a, b);

	return cmp < 0 ? '<' : cmp ? '>' : '=';
}

/* "name [tight] [as wide as its column] length, tight and length of the second row, and their order". */
static void print_column(FILE *out, const struct column *column, const struct hist *hist,
			 const struct hist_entry rows[2])
{
	char tight[2][64], wide[64];

	for (int i = 0; i < 2; i++)
		column__format(column, hist, &rows[i], 0, true, tight[i], sizeof(tight[i]));
	column__format(column, hist, &rows[0], column->width, false, wide, sizeof(wide));
	fprintf(out, "%s [%s] [%s] %zu [%s] %zu %c%c\n", column->name, tight[0], wide,
		column__len(column, hist, &rows[0]), tight[1], column__len(column, hist, &rows[1]),
		compared(column, hist, &rows[0], &rows[1]),
		compared(column, hist, &rows[1], &rows[0]));
}

static const char want_cells[] =
	"pid [    100:a] [    100:a] 9 [    101:bcd] 11 <>\n"
	"tgid [    100:a] [    100:a] 9 [    100:bcd] 11 ==\n"
	"comm [a] [a] 1 [bcd] 3 <>\n"
	"dso [prog] [prog] 4 [[kernel.kallsyms]] 17 ><\n"
	"symbol [[.] f] [[.] f] 5 [[k] sys] 7 <>\n"
	"cpu [0] [000] 0 [1] 0 <>\n"
	"socket [ -1] [  -001] 0 [ -1] 0 ==\n"
	"srcline [f] [f] 1 [sys] 3 <>\n"
	"srcfile [] [] 0 [] 0 ==\n"
	"parallelism [3] [          3] 0 [4] 0 <>\n"
	"dso_from [prog] [prog] 4 [prog] 4 ==\n"
	"dso_to [prog] [prog] 4 [[kernel.kallsyms]] 17 ><\n"
	"symbol_from [[.] main] [[.] main] 8 [[.] main] 8 ==\n"
	"symbol_to [[.] f] [[.] f] 5 [[k] sys] 7 <>\n"
	"srcline_from [main] [main] 4 [main] 4 ==\n"
	"srcline_to [f] [f] 1 [sys] 3 <>\n"
	"mispredict [N] [N] 1 [Y] 1 <>\n"
	"in_tx [.] [.] 1 [T] 1 <>\n"
	"abort [.] [.] 1 [A] 1 <>\n"
	"cycles [-] [-] 0 [7] 0 ><\n"
	"class [merged] [merged] 6 [lost] 4 <>\n"
	"overhead [ 10.00%] [  10.00%] 0 [ 10.10%] 0 ><\n"
	"overhead_sys [ 1.00%] [   1.00%] 0 [ 1.10%] 0 ><\n"
	"overhead_us [ 2.00%] [   2.00%] 0 [ 2.10%] 0 ><\n"
	"overhead_guest_sys [ 3.00%] [    3.00%] 0 [ 3.10%] 0 ><\n"
	"overhead_guest_us [ 4.00%] [    4.00%] 0 [ 4.10%] 0 ><\n"
	"overhead_children [ 20.00%] [  20.00%] 0 [ 20.10%] 0 ><\n"
	"latency [ 10.00%] [  10.00%] 0 [ 10.25%] 0 ><\n"
	"latency_children [ 20.00%] [ 20.00%] 0 [ 20.25%] 0 ><\n"
	"sample [ 4] [           4] 0 [ 5] 0 ><\n"
	"period [ 100] [         100] 0 [ 101] 0 ><\n"
	"weight1 [ 2.5] [     2.5] 0 [ 3.0] 0 ><\n"
	"known [ 66.66%] [  66.66%] 0 [ 75.00%] 0 ><\n"
	"most [ 30.00%] [  30.00%] 0 [ 30.10%] 0 ><\n"
	"range [ 20.00 .. 30.00%] [ 20.00 .. 30.00%] 0 [ 20.10 .. 30.10%] 0 ><\n"
	"delay [ 1000] [     1.00 us] 0 [ 1001] 0 ><\n"
	"delay50 [ 2000] [     2.00 us] 0 [ 2001] 0 ><\n"
	"delay99 [ 3000000] [     3.00 ms] 0 [ 3000001] 0 ><\n";

static int test_cells(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct hist_entry rows[2];
	struct stacks stacks;
	char *text = NULL;
	size_t size;
	FILE *out;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_RUN(add_rows(&stacks, rows));
	out = open_memstream(&text, &size);
	for (const struct column *column = column__table(); column->name; column++) {
		if (column->kind != COLUMN_TRAIT && !column__compares(column))
			print_column(out, column, &stacks.hist, rows);
	}
	fclose(out);
	T_STREQ(text, want_cells);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Rows that know nothing: no samples, no user halves, no delays, nothing that percentages are of. */
static const char want_empty[] = "pid [      0:a] [      0:a] 9 [      0:a] 9 ==\n"
				 "tgid [      0:a] [      0:a] 9 [      0:a] 9 ==\n"
				 "comm [a] [a] 1 [bcd] 3 <>\n"
				 "dso [prog] [prog] 4 [prog] 4 ==\n"
				 "symbol [[.] f] [[.] f] 5 [[.] f] 5 ==\n"
				 "cpu [0] [000] 0 [-1] 0 ><\n"
				 "socket [ -1] [  -001] 0 [ -1] 0 ==\n"
				 "srcline [f] [f] 1 [f] 1 ==\n"
				 "srcfile [] [] 0 [] 0 ==\n"
				 "parallelism [0] [          0] 0 [0] 0 ==\n"
				 "dso_from [prog] [prog] 4 [prog] 4 ==\n"
				 "dso_to [prog] [prog] 4 [prog] 4 ==\n"
				 "symbol_from [[.] main] [[.] main] 8 [[.] main] 8 ==\n"
				 "symbol_to [[.] f] [[.] f] 5 [[.] f] 5 ==\n"
				 "srcline_from [main] [main] 4 [main] 4 ==\n"
				 "srcline_to [f] [f] 1 [f] 1 ==\n"
				 "mispredict [N/A] [N/A] 3 [N/A] 3 ==\n"
				 "in_tx [.] [.] 1 [.] 1 ==\n"
				 "abort [.] [.] 1 [.] 1 ==\n"
				 "cycles [-] [-] 0 [-] 0 ==\n"
				 "class [merged] [merged] 6 [merged] 6 ==\n"
				 "overhead [ 0.00%] [   0.00%] 0 [ 0.00%] 0 ==\n"
				 "overhead_sys [ 0.00%] [   0.00%] 0 [ 0.00%] 0 ==\n"
				 "overhead_us [ 0.00%] [   0.00%] 0 [ 0.00%] 0 ==\n"
				 "overhead_guest_sys [ 0.00%] [    0.00%] 0 [ 0.00%] 0 ==\n"
				 "overhead_guest_us [ 0.00%] [    0.00%] 0 [ 0.00%] 0 ==\n"
				 "overhead_children [ 0.00%] [   0.00%] 0 [ 0.00%] 0 ==\n"
				 "latency [ 0.00%] [   0.00%] 0 [ 0.00%] 0 ==\n"
				 "latency_children [ 0.00%] [  0.00%] 0 [ 0.00%] 0 ==\n"
				 "sample [ 0] [           0] 0 [ 0] 0 ==\n"
				 "period [ 0] [           0] 0 [ 0] 0 ==\n"
				 "weight1 [ 0.0] [     0.0] 0 [ 0.0] 0 ==\n"
				 "known [ -] [       -] 0 [ -] 0 ==\n"
				 "most [ 0.00%] [   0.00%] 0 [ 0.00%] 0 ==\n"
				 "range [ 0.00%] [           0.00%] 0 [ 0.00%] 0 ==\n"
				 "delay [ 0] [        0 ns] 0 [ -] 0 <>\n"
				 "delay50 [ 0] [        0 ns] 0 [ -] 0 <>\n"
				 "delay99 [ 0] [        0 ns] 0 [ -] 0 <>\n";

static int test_empty(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct hist_entry rows[2];
	struct stacks stacks;
	char *text = NULL;
	size_t size;
	FILE *out;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_RUN(add_rows(&stacks, rows));
	stacks.hist.total = (struct sums){.nr = 0};
	rows[1] = (struct hist_entry){.func = rows[0].func, .who = {.comm_id = 1, .cpu = -1}};
	rows[0] = (struct hist_entry){.func = rows[0].func, .who = {.cpu = 0}, .delayed = 1};
	out = open_memstream(&text, &size);
	for (const struct column *column = column__table(); column->name; column++) {
		if (column->kind != COLUMN_TRAIT && !column__compares(column))
			print_column(out, column, &stacks.hist, rows);
	}
	fclose(out);
	T_STREQ(text, want_empty);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* With paths, addresses and labels in place of names. */
static int test_paths(void)
{
	static const char *const cells[][2] = {
		{"dso", "/usr/bin/prog"},
		{"symbol", "0x403004           [.] x"},
		{"dso", "[unknown]"},
		{"symbol", "0x77               [.] 0x77"},
	};
	const struct stacks_opts opts = {.sort = "sym"};
	struct stacks stacks;
	char cell[64];

	T_EQ(stacks__init(&stacks, &opts), 0);
	stacks.show.full_paths = true;
	stacks.show.labels = true;
	T_EQ(stacks__add(&stacks, "a", "main;f;x", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "a", "main;0x77", 1, 10), 0);
	T_EQ(stacks.hist.nr, 2);
	for (size_t i = 0; i < ARRAY_SIZE(cells); i++) {
		const struct column *column = column__find(cells[i][0], strlen(cells[i][0]));
		const struct hist_entry *row = &stacks.hist.entries[i / 2];

		column__format(column, &stacks.hist, row, 0, true, cell, sizeof(cell));
		T_STREQ(cell, cells[i][1]);
		/* Columns of addresses are as wide as the longest address. */
		if (i != 2)
			T_EQ(column__len(column, &stacks.hist, row), strlen(cells[i][1]));
	}
	T_EQ(column__len(column__find("dso", 3), &stacks.hist, &stacks.hist.entries[1]), 16);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Source files stand in the order of their names; one that another begins with stands first. */
static int test_source_files(void)
{
	static const char *const lines[] = {"b.c:1", "ab.c:7", "a.c:3", "ab.cc:2", "b.c:9"};
	const struct stacks_opts opts = {.sort = "srcfile", .fields = "srcfile,sample"};
	struct stacks stacks;
	char *rows;

	T_EQ(stacks__init(&stacks, &opts), 0);
	stacks.funcs.srclines = true;
	T_EQ(stacks__add(&stacks, "a", "f;no_line", 1, 10), 0);
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct hist_stack stack = stacks.hist.stacks[0];
		struct frame frame = stacks.frames[0].frame;

		frame.srcline = lines[i];
		stack.hit = funcs__of_hit(&stacks.funcs, &frame, DEFER_MISC_USER, NULL);
		T_EQ(hist__add(&stacks.hist, &stack, NULL), 0);
	}
	rows = stacks__rows(&stacks);
	T_STREQ(rows, "| 1\na.c| 1\nab.c| 1\nab.cc| 1\nb.c| 2\n");
	free(rows);
	T_EQ(column__len(column__find("srcfile", 7), &stacks.hist, &stacks.hist.entries[0]), 0);
	T_EQ(column__len(column__find("srcfile", 7), &stacks.hist, &stacks.hist.entries[1]), 3);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* A name, its beginning in any case, or the other name whole; keys first where -s has the word. */
static int test_names(void)
{
	static const struct {
		const char *word, *field, *key;
	} words[] = {
		{"pid", "pid", "pid"},
		{"tid", "pid", "pid"},
		{"ti", "time", "time"},
		{"SYM", "symbol", "symbol"},
		{"overhead", "overhead", "overhead"},
		{"overhead_c", "overhead_children", "overhead_children"},
		{"weight", "weight1", "weight"},
		{"s", "symbol", "symbol"},
		{"sa", "sample", "sample"},
		{"symbols", NULL, NULL},
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t len = strlen(words[i].word);
		const struct column *field = column__find(words[i].word, len);
		const struct column *key = column__find_sort(words[i].word, len);

		if (!words[i].field) {
			T_CHECK(!field && !key);
			continue;
		}
		T_CHECK(field && key);
		T_STREQ(field->name, words[i].field);
		T_STREQ(key->name, words[i].key);
	}
	return TEST_OK;
}

/* A cell that is longer than the room makes the room. */
static int test_room(void)
{
	const struct stacks_opts opts = {.sort = "comm"};
	const struct column *column = column__find("comm", 4);
	struct stacks stacks;
	size_t cap = 4;
	char *buf = malloc(cap);

	T_CHECK(buf);
	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "abc", "main", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "abcd", "main", 1, 10), 0);
	T_STREQ(column__text(column, &stacks.hist, &stacks.hist.entries[0], &buf, &cap), "abc");
	T_EQ(cap, 4);
	T_STREQ(column__text(column, &stacks.hist, &stacks.hist.entries[1], &buf, &cap), "abcd");
	T_CHECK(cap > 4);
	free(buf);
	stacks__exit(&stacks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"cells of all columns", test_cells},
	{"cells of rows that know nothing", test_empty},
	{"paths, addresses and labels", test_paths},
	{"source files", test_source_files},
	{"words that name a column", test_names},
	{"cells of any length", test_room},
	{0},
};

const struct test_suite suite__column = {"column", "Cells of rows, and their order", cases};
