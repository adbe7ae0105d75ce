// SPDX-License-Identifier: GPL-2.0-only
/* Call graphs as report prints them: the forms that callgraph.c has not. */
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "ui/stdio/callgraph.h"
#include "ui/stdio/hist.h"
#include "util/profile/callgraph.h"

/* Prints the graph of the first row. */
static char *graph_of(struct stacks *stacks, const struct hist_print *how)
{
	const struct hist *hist = &stacks->hist;
	const struct hist_entry *entry;
	struct callgraph_print print = {.conf = &stacks->show.graph, .how = how};
	struct callgraph graph;
	char *text = NULL;
	size_t size;
	FILE *out;

	if (hist__sort(&stacks->hist, NULL) || !hist->nr_rows)
		return NULL;
	entry = &hist->entries[hist->rows[0]];
	print.total = hist->total.period;
	print.parent = hist__entry_period(hist, entry);
	if (hist__callgraph(hist, entry, &graph, NULL))
		return NULL;
	out = open_memstream(&text, &size);
	if (callgraph__print(&graph, &print, out, NULL))
		fputs("no graph", out);
	fclose(out);
	callgraph__exit(&graph);
	return text;
}

/* One row of 100 in all, whose samples and periods have other shares. */
static int add_stacks(struct stacks *stacks)
{
	T_EQ(stacks__add(stacks, "a", "main;read;k:vfs", 1, 60), 0);
	T_EQ(stacks__add(stacks, "a", "main;read;k:lock", 6, 21), 0);
	T_EQ(stacks__add(stacks, "a", "main;write", 2, 12), 0);
	T_EQ(stacks__add(stacks, "a", "main", 4, 5), 0);
	T_EQ(stacks__add(stacks, "a", "start", 3, 2), 0);
	return TEST_OK;
}

static int check(const char *graph, const struct hist_print *how, const char *want)
{
	const struct stacks_opts opts = {.sort = "comm", .graph = graph};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_RUN(add_stacks(&stacks));
	text = graph_of(&stacks, how);
	T_STREQ(text, want);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static const char period_text[] = "            |          \n"
				  "            |--98--main\n"
				  "            |          |          \n"
				  "            |          |--81--read\n"
				  "            |          |          |          \n"
				  "            |          |          |--60--vfs\n"
				  "            |          |          |          \n"
				  "            |          |           --21--lock\n"
				  "            |          |          \n"
				  "            |           --12--write\n"
				  "            |          \n"
				  "             --2--start\n"
				  "\n";
static const char count_text[] = "            |          \n"
				 "            |--13--main\n"
				 "            |          |          \n"
				 "            |          |--7--read\n"
				 "            |          |          |          \n"
				 "            |          |          |--1--vfs\n"
				 "            |          |          |          \n"
				 "            |          |           --6--lock\n"
				 "            |          |          \n"
				 "            |           --2--write\n"
				 "            |          \n"
				 "             --3--start\n"
				 "\n";
static const char color_text[] = "            |          \n"
				 "            |--\033[31m98.00%\033[m--main\n"
				 "            |          |          \n"
				 "            |          |--\033[31m81.00%\033[m--read\n"
				 "            |          |          |          \n"
				 "            |          |          |--\033[31m60.00%\033[m--vfs\n"
				 "            |          |          |          \n"
				 "            |          |           --\033[31m21.00%\033[m--lock\n"
				 "            |          |          \n"
				 "            |           --\033[31m12.00%\033[m--write\n"
				 "            |          \n"
				 "             --\033[32m2.00%\033[m--start\n"
				 "\n";
static const char limit_text[] = "            |          \n"
				 "            |--98.00%--main\n"
				 "            |          |          \n"
				 "            |          |--81.00%--read\n"
				 "            |          |          |          \n"
				 "            |          |          |--60.00%--vfs\n"
				 "\n";
static const char rest_text[] = "            |          \n"
				"            |--98.00%--main\n"
				"            |          |          \n"
				"            |          |--87.10%--read\n"
				"            |          |          |          \n"
				"            |          |          |--74.07%--vfs\n"
				"            |          |          |          \n"
				"            |          |           --25.93%--lock\n"
				"            |          |          \n"
				"            |           --12.90%--write\n"
				"             --2.00%--[...]\n"
				"\n";
static const char rest_count_text[] = "            |          \n"
				      "            |--13--main\n"
				      "            |          |          \n"
				      "            |          |--7--read\n"
				      "            |          |          |          \n"
				      "            |          |          |--1--vfs\n"
				      "            |          |          |          \n"
				      "            |          |           --6--lock\n"
				      "            |          |          \n"
				      "            |           --2--write\n"
				      "             --3--[...]\n"
				      "\n";
static const char flat_text[] = "           60.00%\n"
				"                main\n"
				"                read\n"
				"                vfs\n"
				"\n"
				"           21.00%\n"
				"                main\n"
				"                read\n"
				"                lock\n"
				"\n"
				"           12.00%\n"
				"                main\n"
				"                write\n"
				"\n"
				"           5.00%\n"
				"                main\n"
				"\n"
				"           2.00%\n"
				"                start\n"
				"\n";
static const char flat_count_text[] = "           1\n"
				      "                vfs\n"
				      "                read\n"
				      "                main\n"
				      "\n"
				      "           6\n"
				      "                lock\n"
				      "                read\n"
				      "                main\n"
				      "\n";
static const char folded_text[] = "60 vfs;read;main\n"
				  "21 lock;read;main\n"
				  "12 write;main\n"
				  "5 main\n"
				  "2 start\n";
static const char folded_sep_text[] = "60.00% main|read|vfs\n"
				      "21.00% main|read|lock\n"
				      "12.00% main|write\n";
static const char lines_text[] = "            |\n"
				 "            ---main +8\n"
				 "               mai +4\n"
				 "               read a..c:12 (inlined)\n"
				 "               rea read+0x10\n"
				 "               0x1234\n"
				 "\n";
static const char skip_text[] = "            |\n"
				"            ---read\n"
				"               main\n"
				"\n";
static const char skip_again_text[] = "            |\n"
				      "            ---vfs ×2\n"
				      "               read\n"
				      "               main\n"
				      "\n";
static const char change_text[] = "            |\n"
				  "            ---main\n"
				  "               |          \n"
				  "               |--9.00% +9.00%--new\n"
				  "               |          \n"
				  "               |--20.00% -4.69%--write\n"
				  "               |          \n"
				  "               |--70.00% -4.06%--read\n"
				  "               |          |          \n"
				  "               |          |--10.00% -39.38%--lock\n"
				  "               |          |          \n"
				  "               |           --60.00% +35.31%--vfs\n"
				  "               |          \n"
				  "                --1.00% ~-0.25%--same\n"
				  "\n";
static const char change_color_text[] =
	"            |\n"
	"            ---main\n"
	"               |          \n"
	"               |--\033[31m9.00%\033[m \033[31m+9.00%\033[m--new\n"
	"               |          \n"
	"               |--\033[31m20.00%\033[m \033[34m-4.69%\033[m--write\n"
	"               |          \n"
	"               |--\033[31m70.00%\033[m \033[34m-4.06%\033[m--read\n"
	"               |          |          \n"
	"               |          |--\033[31m10.00%\033[m \033[34m-39.38%\033[m--lock\n"
	"               |          |          \n"
	"               |           --\033[31m60.00%\033[m \033[31m+35.31%\033[m--vfs\n"
	"               |          \n"
	"                --\033[32m1.00%\033[m ~-0.25%--same\n"
	"\n";
static const char change_rel_text[] = "            |\n"
				      "            ---main\n"
				      "               |          \n"
				      "               |--20.00%--write\n"
				      "               |          \n"
				      "               |--70.00%--read\n"
				      "               |          |          \n"
				      "               |          |--14.29%--lock\n"
				      "               |          |          \n"
				      "               |           --85.71%--vfs\n"
				      "                --10.00%--[...]\n"
				      "\n";
static const char change_count_text[] = "            |\n"
					"            ---main\n"
					"               |          \n"
					"               |--900--new\n"
					"               |          \n"
					"               |--2000--write\n"
					"               |          \n"
					"               |--7000--read\n"
					"               |          |          \n"
					"               |          |--1000--lock\n"
					"               |          |          \n"
					"               |           --6000--vfs\n"
					"               |          \n"
					"                --100--same\n"
					"\n";

static int test_values(void)
{
	const struct hist_print plain = {0}, color = {.color = true};

	T_RUN(check("graph,0,caller,period", &plain, period_text));
	T_RUN(check("graph,0,caller,count", &plain, count_text));
	T_RUN(check("graph,0,caller", &color, color_text));
	T_RUN(check("graph,0,1,caller", &plain, limit_text));
	T_RUN(check("none", &plain, ""));
	return TEST_OK;
}

/* A fractal graph tells how much the branches have that it leaves out. */
static int test_rest(void)
{
	const struct hist_print plain = {0};

	T_RUN(check("fractal,10,caller", &plain, rest_text));
	T_RUN(check("fractal,10,caller,count", &plain, rest_count_text));
	return TEST_OK;
}

static int test_chains(void)
{
	const struct hist_print plain = {0}, sep = {.sep = "|"};

	T_RUN(check("flat,0,caller", &plain, flat_text));
	T_RUN(check("flat,0,2,callee,count", &plain, flat_count_text));
	T_RUN(check("folded,0,callee,period", &plain, folded_text));
	T_RUN(check("folded,0,3,caller", &sep, folded_sep_text));
	return TEST_OK;
}

/* A line behind each name; an address that stands for a line does not repeat the name. */
static int test_lines(void)
{
	const struct stacks_opts opts = {.sort = "comm", .graph = "graph,0,caller,address"};
	const struct hist_print plain = {0};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main;mai+read;rea;0x1234", 1, 100), 0);
	for (size_t i = 0; i < stacks.funcs.nr; i++) {
		struct func *func = &stacks.funcs.funcs[i];

		if (!func->name || !strcmp(func->name, "mai"))
			continue;
		func->srcline = !strcmp(func->name, "main")   ? "main+8"
				: !strcmp(func->name, "read") ? "a\033.c:12"
							      : "read+0x10";
	}
	text = graph_of(&stacks, &plain);
	T_STREQ(text, lines_text);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* The function that the row is called by is left out, unless it stands for a recursion. */
static int test_skip(void)
{
	const struct stacks_opts opts = {.sort = "sym", .graph = "callee", .fold_recursion = true};
	const struct hist_print skip = {.skip_symbol = true};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main;read;vfs", 1, 100), 0);
	text = graph_of(&stacks, &skip);
	T_STREQ(text, skip_text);
	free(text);
	stacks__exit(&stacks);
	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main;read;vfs;vfs", 1, 100), 0);
	text = graph_of(&stacks, &skip);
	T_STREQ(text, skip_again_text);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int check_change(const char *graph, const struct hist_print *how, const char *want)
{
	const struct stacks_opts opts = {.sort = "comm", .graph = graph, .compares = true};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add_both(&stacks, "a", "main;read;k:vfs", 6000, 2000), 0);
	T_EQ(stacks__add_both(&stacks, "a", "main;read;k:lock", 1000, 4000), 0);
	T_EQ(stacks__add_both(&stacks, "a", "main;write", 2000, 2000), 0);
	T_EQ(stacks__add_both(&stacks, "a", "main;new", 900, 0), 0);
	T_EQ(stacks__add_both(&stacks, "a", "main;same", 100, 101), 0);
	text = graph_of(&stacks, how);
	T_STREQ(text, want);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_changes(void)
{
	const struct hist_print plain = {0}, color = {.color = true};

	T_RUN(check_change("graph,0,caller", &plain, change_text));
	T_RUN(check_change("graph,0,caller", &color, change_color_text));
	/* Parts of the caller, and counts, have none. */
	T_RUN(check_change("fractal,20,caller", &plain, change_rel_text));
	T_RUN(check_change("graph,0,caller,count", &plain, change_count_text));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"periods, counts and colours", test_values},
	{"what a fractal graph leaves out", test_rest},
	{"flat and folded chains, of any value", test_chains},
	{"source lines behind functions", test_lines},
	{"without the function of the row", test_skip},
	{"how branches have changed", test_changes},
	{0},
};

const struct test_suite suite__callgraph_text = {"callgraph-text",
						 "Call graphs, as report prints them", cases};
