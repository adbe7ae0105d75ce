// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/profile/callgraph.h"

/* The stacks that most cases draw. 10 of 100 are hits in level itself. */
static int add_stacks(struct stacks *stacks)
{
	T_EQ(stacks__add(stacks, "a", "main;level;write;k:entry;k:vfs_write;k:copy", 1, 40), 0);
	T_EQ(stacks__add(stacks, "a", "main;level;write;k:entry;k:vfs_write;k:lock", 1, 30), 0);
	T_EQ(stacks__add(stacks, "a", "main;level;read;k:entry;k:vfs_read", 1, 20), 0);
	T_EQ(stacks__add(stacks, "a", "main;level", 2, 10), 0);
	return TEST_OK;
}

static int check_graph(const struct stacks_opts *opts, const char *symbol, const char *want)
{
	struct stacks stacks;
	char *text;
	uint32_t row = 0;

	T_EQ(stacks__init(&stacks, opts), 0);
	T_RUN(add_stacks(&stacks));
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	while (row < stacks.hist.nr_rows &&
	       strcmp(funcs__at(&stacks.funcs, stacks.hist.entries[stacks.hist.rows[row]].func)
			      ->name,
		      symbol))
		row++;
	T_CHECK(row < stacks.hist.nr_rows);
	text = stacks__graph(&stacks, row);
	T_STREQ(text, want);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_caller(void)
{
	struct stacks_opts opts = {.sort = "dso,sym", .children = true};

	/* One root that is all of the row goes without its percentage. */
	T_RUN(check_graph(&opts, "main",
			  "            |\n"
			  "            ---main\n"
			  "               level\n"
			  "               |          \n"
			  "               |--70.00%--write\n"
			  "               |          entry\n"
			  "               |          vfs_write\n"
			  "               |          |          \n"
			  "               |          |--40.00%--copy\n"
			  "               |          |          \n"
			  "               |           --30.00%--lock\n"
			  "               |          \n"
			  "                --20.00%--read\n"
			  "                          entry\n"
			  "                          vfs_read\n"
			  "\n"));
	/* A row that was hit itself has chains from the root, and from itself where it called. */
	T_RUN(check_graph(&opts, "level",
			  "            |          \n"
			  "            |--90.00%--level\n"
			  "            |          |          \n"
			  "            |          |--70.00%--write\n"
			  "            |          |          entry\n"
			  "            |          |          vfs_write\n"
			  "            |          |          |          \n"
			  "            |          |          |--40.00%--copy\n"
			  "            |          |          |          \n"
			  "            |          |           --30.00%--lock\n"
			  "            |          |          \n"
			  "            |           --20.00%--read\n"
			  "            |                     entry\n"
			  "            |                     vfs_read\n"
			  "            |          \n"
			  "             --10.00%--main\n"
			  "                       level\n"
			  "\n"));
	return TEST_OK;
}

static int test_callee(void)
{
	struct stacks_opts opts = {.sort = "dso,sym", .graph = "callee"};

	T_RUN(check_graph(&opts, "copy",
			  "            |\n"
			  "            ---copy\n"
			  "               vfs_write\n"
			  "               entry\n"
			  "               write\n"
			  "               level\n"
			  "               main\n"
			  "\n"));
	opts.sort = "dso";
	T_RUN(check_graph(&opts, "copy",
			  "            |          \n"
			  "            |--40.00%--copy\n"
			  "            |          vfs_write\n"
			  "            |          entry\n"
			  "            |          write\n"
			  "            |          level\n"
			  "            |          main\n"
			  "            |          \n"
			  "            |--30.00%--lock\n"
			  "            |          vfs_write\n"
			  "            |          entry\n"
			  "            |          write\n"
			  "            |          level\n"
			  "            |          main\n"
			  "            |          \n"
			  "             --20.00%--vfs_read\n"
			  "                       entry\n"
			  "                       read\n"
			  "                       level\n"
			  "                       main\n"
			  "\n"));
	return TEST_OK;
}

static int test_threshold(void)
{
	struct stacks_opts opts = {.sort = "dso,sym", .children = true, .graph = "caller,35"};

	T_RUN(check_graph(&opts, "main",
			  "            |\n"
			  "            ---main\n"
			  "               level\n"
			  "               |          \n"
			  "                --70.00%--write\n"
			  "                          entry\n"
			  "                          vfs_write\n"
			  "                          |          \n"
			  "                           --40.00%--copy\n"
			  "\n"));
	T_RUN(check_graph(&opts, "read", ""));
	/* Two entries at most of each node. */
	opts = (struct stacks_opts){.sort = "comm", .graph = "callee,0,1"};
	T_RUN(check_graph(&opts, "copy",
			  "            |          \n"
			  "            |--40.00%--copy\n"
			  "            |          vfs_write\n"
			  "            |          entry\n"
			  "            |          write\n"
			  "            |          level\n"
			  "            |          main\n"
			  "\n"));
	return TEST_OK;
}

static int test_fractal(void)
{
	struct stacks_opts opts = {
		.sort = "dso,sym", .children = true, .graph = "fractal,30,caller"};

	T_RUN(check_graph(&opts, "main",
			  "            |\n"
			  "            ---main\n"
			  "               level\n"
			  "               |          \n"
			  "               |--70.00%--write\n"
			  "               |          entry\n"
			  "               |          vfs_write\n"
			  "               |          |          \n"
			  "               |          |--57.14%--copy\n"
			  "               |          |          \n"
			  "               |           --42.86%--lock\n"
			  "                --30.00%--[...]\n"
			  "\n"));
	return TEST_OK;
}

/* A small share of the total may be a large share of the caller. */
static int test_fractal_threshold(void)
{
	struct stacks_opts opts = {.sort = "comm", .children = true, .graph = "fractal,50,caller"};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main;f", 1, 60), 0);
	T_EQ(stacks__add(&stacks, "a", "main;g;x", 1, 15), 0);
	T_EQ(stacks__add(&stacks, "a", "main;g;y", 1, 25), 0);
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	stacks.show.graph.threshold = 40;
	text = stacks__graph(&stacks, 0);
	T_STREQ(text, "            |\n"
		      "            ---main\n"
		      "               |          \n"
		      "               |--60.00%--f\n"
		      "               |          \n"
		      "                --40.00%--g\n"
		      "                          |          \n"
		      "                          |--62.50%--y\n"
		      "                           --37.50%--[...]\n"
		      "\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Chains of one weight that end alike: the shorter one first, whichever was there first. */
static int test_flat_ties(void)
{
	struct stacks_opts opts = {.sort = "comm", .graph = "folded,0,caller"};

	for (int first = 0; first < 2; first++) {
		struct stacks stacks;
		char *text;

		T_EQ(stacks__init(&stacks, &opts), 0);
		T_EQ(stacks__add(&stacks, "a", first ? "f;g" : "main;f;g", 1, 10), 0);
		T_EQ(stacks__add(&stacks, "a", first ? "main;f;g" : "f;g", 1, 10), 0);
		T_EQ(hist__sort(&stacks.hist, NULL), 0);
		text = stacks__graph(&stacks, 0);
		T_STREQ(text, "50.00% f;g\n50.00% main;f;g\n");
		free(text);
		stacks__exit(&stacks);
	}
	return TEST_OK;
}

static int test_flat(void)
{
	struct stacks_opts opts = {.sort = "comm", .graph = "flat,25,callee"};

	T_RUN(check_graph(&opts, "copy",
			  "           40.00%\n"
			  "                copy\n"
			  "                vfs_write\n"
			  "                entry\n"
			  "                write\n"
			  "                level\n"
			  "                main\n"
			  "\n"
			  "           30.00%\n"
			  "                lock\n"
			  "                vfs_write\n"
			  "                entry\n"
			  "                write\n"
			  "                level\n"
			  "                main\n"
			  "\n"));
	opts.graph = "folded,0,caller";
	T_RUN(check_graph(&opts, "copy",
			  "40.00% main;level;write;entry;vfs_write;copy\n"
			  "30.00% main;level;write;entry;vfs_write;lock\n"
			  "20.00% main;level;read;entry;vfs_read\n"
			  "10.00% main;level\n"));
	opts.graph = "folded,0,caller,count,2";
	T_RUN(check_graph(&opts, "copy",
			  "1 main;level;write;entry;vfs_write;copy\n"
			  "1 main;level;write;entry;vfs_write;lock\n"));
	opts.graph = "folded,15,caller,period";
	T_RUN(check_graph(&opts, "copy",
			  "40 main;level;write;entry;vfs_write;copy\n"
			  "30 main;level;write;entry;vfs_write;lock\n"
			  "20 main;level;read;entry;vfs_read\n"));
	return TEST_OK;
}

/* Recursion counts once in a row, and its graph begins at the outermost call. */
static int test_recursion(void)
{
	struct stacks_opts opts = {.sort = "sym", .children = true};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main;f;f;f;g", 1, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "main;f;g;f", 1, 10), 0);
	text = stacks__rows(&stacks);
	T_STREQ(text, " 100.00%| 75.00%|[.] g\n"
		      " 100.00%| 0.00%|[.] main\n"
		      " 100.00%| 25.00%|[.] f\n");
	free(text);
	text = stacks__graph(&stacks, 2);
	T_STREQ(text, "            |          \n"
		      "            |--75.00%--f\n"
		      "            |          f\n"
		      "            |          f\n"
		      "            |          g\n"
		      "            |          \n"
		      "             --25.00%--main\n"
		      "                       f\n"
		      "                       g\n"
		      "                       f\n"
		      "\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Where recursion folds, chains of any depth share a line, which says how deep they are; the sums stay. */
static int test_fold(void)
{
	struct stacks_opts opts = {.sort = "sym", .children = true, .fold_recursion = true};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "main;f;f;f;g", 1, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "main;f;f;g", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "a", "main;g;g", 1, 40), 0);
	T_EQ(stacks__add(&stacks, "a", "main;h;f;h;f", 1, 20), 0);
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	text = stacks__rows(&stacks);
	T_STREQ(text, " 100.00%| 0.00%|[.] main\n"
		      " 80.00%| 80.00%|[.] g\n"
		      " 60.00%| 20.00%|[.] f\n"
		      " 20.00%| 0.00%|[.] h\n");
	free(text);
	text = stacks__graph(&stacks, 0);
	T_STREQ(text, "            |\n"
		      "            ---main\n"
		      "               |          \n"
		      "               |--40.00%--f ×2-3\n"
		      "               |          g\n"
		      "               |          \n"
		      "               |--40.00%--g ×2\n"
		      "               |          \n"
		      "                --20.00%--h\n"
		      "                          f\n"
		      "                          h\n"
		      "                          f\n"
		      "\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_inlined(void)
{
	struct stacks_opts opts = {.sort = "sym", .children = true};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	/* The hit is in main; what was inlined there only has it as a child. */
	T_EQ(stacks__add(&stacks, "a", "main+helper", 1, 30), 0);
	/* One that has the name of the function around is that function. */
	T_EQ(stacks__add(&stacks, "a", "main;f+f", 1, 10), 0);
	text = stacks__rows(&stacks);
	T_STREQ(text, " 100.00%| 75.00%|[.] main\n"
		      " 75.00%| 0.00%|[.] helper (inlined)\n"
		      " 25.00%| 25.00%|[.] f\n");
	free(text);
	text = stacks__graph(&stacks, 1);
	T_STREQ(text, "            |\n"
		      "            ---helper (inlined)\n"
		      "\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_no_half(void)
{
	struct stacks_opts opts = {.sort = "dso,sym", .graph = "callee"};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "!lost;k:entry;k:sys", 1, 30), 0);
	T_EQ(stacks__add(&stacks, "a", "!exec;k:entry;k:sys", 1, 20), 0);
	text = stacks__rows(&stacks);
	T_STREQ(text, " 100.00%|[kernel.kallsyms]|[k] sys\n");
	free(text);
	text = stacks__graph(&stacks, 0);
	T_STREQ(text, "            |\n"
		      "            ---sys\n"
		      "               entry\n"
		      "               |          \n"
		      "               |--60.00%--[user stack lost]\n"
		      "               |          \n"
		      "                --40.00%--[exec]\n"
		      "\n");
	free(text);
	stacks__exit(&stacks);

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		T_EQ(func__no_half_name(cls) != NULL, cls >= DEFER_LOST && cls != DEFER_UNWOUND);
	return TEST_OK;
}

static int test_options(void)
{
	struct graph_conf conf = GRAPH_CONF_DEFAULT;
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(graph_conf__parse(&conf, "graph,0.5,caller,function,percent", &err), 0);
	T_EQ(conf.mode, GRAPH_ABS);
	T_EQ(conf.order, ORDER_CALLER);
	T_CHECK(conf.order_set);
	T_EQ(graph_conf__parse(&conf, "frac,2,7,callee,addr,count", &err), 0);
	T_EQ(conf.mode, GRAPH_REL);
	T_EQ(conf.threshold, 2);
	T_EQ(conf.print_limit, 7);
	T_EQ(conf.order, ORDER_CALLEE);
	T_EQ(conf.key, GRAPH_KEY_ADDRESS);
	T_EQ(conf.value, GRAPH_COUNT);
	T_EQ(graph_conf__parse(&conf, "none", &err), 0);
	T_EQ(conf.mode, GRAPH_NONE);

	T_EQ(graph_conf__parse(&conf, "graph,nonsense", &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "'nonsense'"));
	defer_error__clear(&err);
	T_EQ(graph_conf__parse(&conf, "1,2,3", &err), DEFER_ERR_INVAL);
	return TEST_OK;
}

/* A row's graph never has more nodes than the hist allows; that of another row is not affected. */
static int test_limit(void)
{
	const struct stacks_opts opts = {.sort = "sym", .graph = "callee"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct callgraph graph;
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a", "a;b;x;hit", 1, 9), 0);
	T_EQ(stacks__add(&stacks, "a", "a;b;y;hit", 1, 9), 0);
	T_EQ(stacks__add(&stacks, "a", "a;other", 1, 1), 0);
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	stacks.hist.conf.max_nodes = 8; /* the root, hit, and x and y with their callers */
	T_EQ(hist__callgraph(&stacks.hist, &stacks.hist.entries[stacks.hist.rows[0]], &graph, NULL),
	     0);
	T_EQ(graph.nr, 8);
	callgraph__exit(&graph);
	stacks.hist.conf.max_nodes = 7;
	T_EQ(hist__callgraph(&stacks.hist, &stacks.hist.entries[stacks.hist.rows[0]], &graph, &err),
	     DEFER_ERR_NOMEM);
	T_EQ(graph.nr, 7);
	T_CHECK(strstr(err.text, "too many nodes for call graphs: more than 7"));
	callgraph__exit(&graph);
	T_EQ(hist__callgraph(&stacks.hist, &stacks.hist.entries[stacks.hist.rows[1]], &graph, NULL),
	     0);
	callgraph__exit(&graph);
	stacks__exit(&stacks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"from callers to callees", test_caller},
	{"from callees to callers", test_callee},
	{"what is below the threshold or past the limit is hidden", test_threshold},
	{"percentages of the caller, and what is left over", test_fractal},
	{"a threshold of what the caller has", test_fractal_threshold},
	{"flat and folded chains", test_flat},
	{"chains of one weight", test_flat_ties},
	{"recursion counts once", test_recursion},
	{"recursion folds", test_fold},
	{"inlined functions are frames of their own", test_inlined},
	{"a user half that is not there is named", test_no_half},
	{"what -g takes", test_options},
	{"too many nodes", test_limit},
	{0},
};

const struct test_suite suite__callgraph = {"callgraph", "Call graphs, drawn", cases};
