// SPDX-License-Identifier: GPL-2.0-only
/* Flame graphs: checks the tree against its stacks, and its pictures against the tree. */
#include <stdlib.h>

#include "tests/rng.h"
#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/view/flame.h"

static int make(struct stacks *stacks, const char *const *texts, const uint64_t *periods,
		unsigned int nr)
{
	const struct stacks_opts opts = {.sort = "sym", .children = true};

	T_EQ(stacks__init(stacks, &opts), 0);
	for (unsigned int i = 0; i < nr; i++)
		T_EQ(stacks__add(stacks, "a", texts[i], 1, periods[i]), 0);
	return TEST_OK;
}

static const char *const some[] = {
	"main;read;k:entry;k:vfs_read", "main;write;k:entry;k:copy",
	"main;write;k:entry;k:lock",	"main;write",
	"!lost;k:entry;k:lock",
};
static const uint64_t some_periods[] = {20, 40, 10, 20, 10};

static int make_some(struct stacks *stacks, struct flame *flame)
{
	T_RUN(make(stacks, some, some_periods, 5));
	T_EQ(flame__init(flame, &stacks->hist, FLAME_CALLERS, NULL), 0);
	return TEST_OK;
}

static void finish(struct stacks *stacks, struct flame *flame)
{
	flame__exit(flame);
	stacks__exit(stacks);
}

/* "depth:col+width name" a box. */
static char *describe(const struct flame *flame, const struct flame_picture *picture)
{
	char *text = NULL, buf[FLAME_LABEL_LEN];
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < picture->nr; i++) {
		const struct flame_box *box = &picture->boxes[i];

		fprintf(out, "%u:%u+%u ", box->depth, box->col, box->width);
		if (box->nr_rest)
			fprintf(out, "(%u)\n", box->nr_rest);
		else
			fprintf(out, "%s%s\n", flame__label(flame, box->node, buf),
				box->is_outer ? "^" : "");
	}
	fclose(out);
	return text;
}

static int check(struct flame *flame, const struct flame_opts *opts, const char *want)
{
	struct flame_picture picture = {0};
	char *text;

	T_EQ(flame__layout(flame, opts, &picture, NULL), 0);
	text = describe(flame, &picture);
	T_STREQ(text, want);
	free(text);
	flame_picture__exit(&picture);
	return TEST_OK;
}

/* What has no symbol is called by its DSO and the address in it, without a DSO by the address. */
static int test_names(void)
{
	static const char *const text[] = {"main;0x77;k:entry"};
	static const uint64_t period = 1;
	struct func func = {.ip = 0x123, .addr = 0x23};
	char buf[FUNC_LABEL_LEN];
	struct stacks stacks;
	struct flame flame;
	uint32_t node;

	T_RUN(make(&stacks, text, &period, 1));
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	node = stacks__box(&flame, stacks__box(&flame, FLAME_ROOT, "main"), "0x77");
	T_CHECK(node != FLAME_END);
	T_EQ(flame__func(&flame, node)->kind, FUNC_ADDRESS);
	T_STREQ(func__label(&func, buf), "0x123");
	func.dso = stacks.prog;
	T_STREQ(func__label(&func, buf), "prog+0x23");
	func.addr = 0; /* "0x" as well */
	T_STREQ(func__label(&func, buf), "prog+0x0");
	finish(&stacks, &flame);
	return TEST_OK;
}

/* Where recursion folds, a function that calls itself has one box, with the samples of all. */
static int test_fold(void)
{
	static const char *const texts[] = {"main;f;f;f;g", "main;f;f", "main;g;f;g"};
	static const uint64_t periods[] = {10, 20, 10};
	const struct flame_opts opts = {.width = 40, .min_width = 1, .max_depth = 9};
	struct stacks stacks;
	struct flame flame;

	T_RUN(make(&stacks, texts, periods, 3));
	stacks.show.fold_recursion = true;
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	T_RUN(check(&flame, &opts,
		    "0:0+40 all\n"
		    "1:0+40 main\n"
		    "2:0+30 f\n"
		    "2:30+10 g\n"
		    "3:0+10 g\n"
		    "3:30+10 f\n"
		    "4:30+10 g\n"));
	finish(&stacks, &flame);
	return TEST_OK;
}

static int test_tree(void)
{
	struct stacks stacks;
	struct flame flame;
	uint32_t main_node, write;

	T_RUN(make_some(&stacks, &flame));
	T_EQ(flame.nodes[FLAME_ROOT].total, 100);
	T_EQ(flame.nodes[FLAME_ROOT].nr_children, 2);
	T_EQ(flame.nodes[FLAME_ROOT].nr_below, flame.nr - 1);
	T_EQ(flame.max_depth, 4);
	main_node = stacks__box(&flame, FLAME_ROOT, "main");
	T_CHECK(main_node);
	T_EQ(flame.nodes[main_node].total, 90);
	T_EQ(flame.nodes[main_node].self, 0);
	write = stacks__box(&flame, main_node, "write");
	T_EQ(flame.nodes[write].total, 70);
	T_EQ(flame.nodes[write].self, 20);
	T_EQ(flame.nodes[write].nr_below, 3);
	T_EQ(flame__func(&flame, stacks__box(&flame, FLAME_ROOT, "[user stack lost]"))->kind,
	     FUNC_NO_HALF);
	T_CHECK(flame__percent(&flame, 70) == 70);
	T_CHECK(flame__is_below(&flame, write, main_node));
	T_CHECK(flame__is_below(&flame, write, write));
	T_CHECK(!flame__is_below(&flame, main_node, write));
	finish(&stacks, &flame);
	return TEST_OK;
}

static int test_layout(void)
{
	struct flame_opts opts = {.width = 50, .max_depth = 99};
	struct stacks stacks;
	struct flame flame;

	T_RUN(make_some(&stacks, &flame));
	T_RUN(check(
		&flame, &opts,
		"0:0+50 all\n1:0+45 main\n1:45+5 [user stack lost]\n2:0+35 write\n2:35+10 read\n"
		"2:45+5 entry\n3:0+25 entry\n3:35+10 entry\n3:45+5 lock\n4:0+20 copy\n"
		"4:20+5 lock\n4:35+10 vfs_read\n"));
	opts.max_depth = 1;
	T_RUN(check(&flame, &opts, "0:0+50 all\n1:0+45 main\n1:45+5 [user stack lost]\n"));
	opts.max_depth = 99;
	opts.focus = stacks__box(&flame, stacks__box(&flame, FLAME_ROOT, "main"), "write");
	T_RUN(check(&flame, &opts,
		    "0:0+50 all^\n1:0+50 main^\n2:0+50 write\n3:0+35 entry\n4:0+28 copy\n"
		    "4:28+7 lock\n"));
	/* Nothing is as wide as that. */
	opts.width = 0;
	T_RUN(check(&flame, &opts, ""));
	finish(&stacks, &flame);
	return TEST_OK;
}

/* Boxes that are too narrow are counted, and shown as one if together they are wide enough. */
static int test_narrow(void)
{
	static const char *const texts[] = {"a;b;c", "a;d", "a;e;f", "g"};
	static const uint64_t periods[] = {60, 9, 9, 22};
	struct flame_opts opts = {.width = 10, .max_depth = 99};
	struct flame_picture picture = {0};
	struct stacks stacks;
	struct flame flame;
	char *text;

	T_RUN(make(&stacks, texts, periods, 4));
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	T_RUN(check(&flame, &opts, "0:0+10 all\n1:0+7 a\n1:7+3 g\n2:0+6 b\n2:6+1 (2)\n3:0+6 c\n"));
	T_EQ(flame__layout(&flame, &opts, &picture, NULL), 0);
	T_EQ(picture.nr_narrow, 3);
	opts.min_width = 3;
	T_EQ(flame__layout(&flame, &opts, &picture, NULL), 0);
	text = describe(&flame, &picture);
	T_STREQ(text, "0:0+10 all\n1:0+7 a\n2:0+6 b\n3:0+6 c\n");
	T_EQ(picture.nr_narrow, 4);
	free(text);
	flame_picture__exit(&picture);
	finish(&stacks, &flame);
	return TEST_OK;
}

static int test_search(void)
{
	struct flame_matches matches;
	struct stacks stacks;
	struct flame flame;
	char buf[FLAME_LABEL_LEN];

	T_RUN(make_some(&stacks, &flame));
	T_EQ(flame__search(&flame, "LOCK", &matches, NULL), 0);
	T_EQ(matches.nr, 2);
	T_EQ(matches.total, 20);
	flame_matches__exit(&matches);
	/* One in another counts once; the heaviest comes first. */
	T_EQ(flame__search(&flame, "r", &matches, NULL), 0);
	T_EQ(matches.nr, 3);
	T_EQ(matches.total, 70 + 20 + 10);
	T_STREQ(flame__label(&flame, matches.nodes[0], buf), "write");
	T_STREQ(flame__label(&flame, matches.nodes[1], buf), "read");
	T_STREQ(flame__label(&flame, matches.nodes[2], buf), "[user stack lost]");
	T_CHECK(flame_matches__has(&matches, &flame, matches.nodes[0]));
	T_CHECK(!flame_matches__has(&matches, &flame, FLAME_ROOT));
	flame_matches__exit(&matches);
	/* A name is meant alone, as it is written. */
	T_EQ(flame__search(&flame, "=read", &matches, NULL), 0);
	T_EQ(matches.nr, 1);
	T_STREQ(flame__label(&flame, matches.nodes[0], buf), "read");
	flame_matches__exit(&matches);
	T_EQ(flame__search(&flame, "=Read", &matches, NULL), 0);
	T_EQ(matches.nr, 0);
	flame_matches__exit(&matches);
	T_EQ(flame__search(&flame, "=rea", &matches, NULL), 0);
	T_EQ(matches.nr, 0);
	flame_matches__exit(&matches);
	T_EQ(flame__search(&flame, "nobody", &matches, NULL), 0);
	T_EQ(matches.nr, 0);
	T_EQ(matches.total, 0);
	flame_matches__exit(&matches);
	finish(&stacks, &flame);
	return TEST_OK;
}

/* From what was hit; and below their threads. */
static int test_shapes(void)
{
	static const char *const comms[] = {"a", "b", "b", "a", "b"};
	const struct stacks_opts stacks_opts = {.sort = "sym", .children = true};
	const struct flame_opts opts = {.width = 50, .max_depth = 99};
	struct flame_matches matches;
	struct stacks stacks;
	struct flame flame;

	T_EQ(stacks__init(&stacks, &stacks_opts), 0);
	for (unsigned int i = 0; i < 5; i++)
		T_EQ(stacks__add(&stacks, comms[i], some[i], 1, some_periods[i]), 0);
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_INVERTED, NULL), 0);
	T_EQ(flame.nodes[FLAME_ROOT].total, 100);
	T_RUN(check(&flame, &opts,
		    "0:0+50 all\n1:0+20 copy\n1:20+10 lock\n1:30+10 vfs_read\n1:40+10 write\n"
		    "2:0+20 entry\n2:20+10 entry\n2:30+10 entry\n2:40+10 main\n3:0+20 write\n"
		    "3:20+5 [user stack lost]\n3:25+5 write\n3:30+10 read\n4:0+20 main\n"
		    "4:25+5 main\n4:30+10 main\n"));
	flame__exit(&flame);

	T_EQ(flame__init(&flame, &stacks.hist, FLAME_THREADS, NULL), 0);
	T_EQ(flame.nodes[FLAME_ROOT].total, 100);
	T_CHECK(!flame__subject(&flame, flame.nodes[FLAME_ROOT].first));
	T_RUN(check(
		&flame, &opts,
		"0:0+50 all\n1:0+30 b 100/101\n1:30+20 a 100\n2:0+25 main\n2:25+5 [user stack lost]\n2:30+20 main\n3:0+25 write\n3:25+5 entry\n3:30+10 read\n3:40+10 write\n4:0+25 entry\n4:25+5 lock\n4:30+10 entry\n5:0+20 copy\n5:20+5 lock\n5:30+10 vfs_read\n"));
	/* Threads are found by their names. */
	T_EQ(flame__search(&flame, "b 100", &matches, NULL), 0);
	T_EQ(matches.nr, 1);
	T_EQ(matches.total, 60);
	flame_matches__exit(&matches);
	finish(&stacks, &flame);
	return TEST_OK;
}

static int check_limit(struct stacks *stacks, enum flame_shape shape)
{
	struct flame flame;
	size_t nr;

	stacks->hist.conf.max_nodes = 0;
	T_EQ(flame__init(&flame, &stacks->hist, shape, NULL), 0);
	nr = flame.nr;
	flame__exit(&flame);
	stacks->hist.conf.max_nodes = nr;
	T_EQ(flame__init(&flame, &stacks->hist, shape, NULL), 0);
	T_CHECK(!flame.too_large);
	T_EQ(flame.nr, nr);
	flame__exit(&flame);
	stacks->hist.conf.max_nodes = nr - 1;
	T_EQ(flame__init(&flame, &stacks->hist, shape, NULL), 0);
	T_CHECK(flame.too_large);
	T_EQ(flame.nr, 1);
	T_EQ(flame.nodes[FLAME_ROOT].total, 0);
	T_EQ(flame.nodes[FLAME_ROOT].nr_children, 0);
	flame__exit(&flame);
	return TEST_OK;
}

/* A flame with more nodes than the hist allows has no samples; others are not affected. */
static int test_limit(void)
{
	struct stacks stacks;

	T_RUN(make(&stacks, some, some_periods, 5));
	for (int shape = 0; shape < FLAME_NR_TREES; shape++)
		T_RUN(check_limit(&stacks, shape));
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Samples without a chain show where they hit; without periods, samples are what counts. */
static int test_no_chain(void)
{
	struct stacks stacks;
	struct flame flame;
	uint32_t read;

	T_RUN(make(&stacks, some, some_periods, 5));
	for (size_t i = 0; i < stacks.hist.nr_stacks; i++)
		stacks.hist.stacks[i].chain = CHAIN_ROOT;
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	T_EQ(flame.nodes[FLAME_ROOT].total, 100);
	T_EQ(flame.max_depth, 1);
	read = stacks__box(&flame, FLAME_ROOT, "vfs_read");
	T_CHECK(read);
	T_EQ(flame.nodes[read].self, 20);
	flame__exit(&flame);
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_INVERTED, NULL), 0);
	T_EQ(flame.nodes[FLAME_ROOT].total, 100);
	T_EQ(flame.max_depth, 1);
	flame__exit(&flame);
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_THREADS, NULL), 0);
	T_EQ(flame.nodes[FLAME_ROOT].total, 100);
	T_EQ(flame.max_depth, 2);
	flame__exit(&flame);

	for (size_t i = 0; i < stacks.hist.nr_stacks; i++)
		stacks.hist.stacks[i].sums.period = 0;
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	T_EQ(flame.nodes[FLAME_ROOT].total, 5);
	T_CHECK(flame__percent(&flame, 1) == 20);
	finish(&stacks, &flame);
	return TEST_OK;
}

static int test_empty(void)
{
	const struct flame_opts opts = {.width = 80, .max_depth = 9};
	struct flame_matches matches;
	struct stacks stacks;
	struct flame flame;

	T_RUN(make(&stacks, NULL, NULL, 0));
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	T_EQ(flame.nr, 1);
	T_CHECK(flame__percent(&flame, 0) == 0);
	T_RUN(check(&flame, &opts, ""));
	T_EQ(flame__search(&flame, "a", &matches, NULL), 0);
	T_EQ(matches.nr, 0);
	flame_matches__exit(&matches);
	finish(&stacks, &flame);
	return TEST_OK;
}

/* Boxes of a row do not overlap, lie in their parents', and none is narrower than asked. */
static int check_boxes(const struct flame *flame, const struct flame_opts *opts,
		       const struct flame_picture *picture)
{
	uint32_t depth = 0, end = 0, width_of[1000] = {0}, col_of[1000] = {0};

	for (size_t i = 0; i < picture->nr; i++) {
		const struct flame_box *box = &picture->boxes[i];
		uint32_t parent = box->nr_rest ? box->node : flame->nodes[box->node].parent;

		T_CHECK(box->depth >= depth);
		end = box->depth > depth ? 0 : end;
		depth = box->depth;
		T_CHECK(box->col >= end);
		end = box->col + box->width;
		T_CHECK(end <= opts->width);
		T_CHECK(box->width >= opts->min_width);
		if (depth > flame->nodes[opts->focus].depth) {
			T_CHECK(box->col >= col_of[parent]);
			T_CHECK(end <= col_of[parent] + width_of[parent]);
		}
		if (!box->nr_rest) {
			col_of[box->node] = box->col;
			width_of[box->node] = box->width;
		}
	}
	return TEST_OK;
}

static int test_random(void)
{
	struct flame_picture picture = {0};
	uint64_t rng = 3;
	struct stacks stacks;
	struct flame flame;

	T_RUN(make(&stacks, NULL, NULL, 0));
	for (int i = 0; i < 300; i++) {
		char text[64] = "f0";
		uint64_t nr = rng__below(&rng, 8);

		for (uint64_t j = 0; j < nr; j++)
			snprintf(text + strlen(text), 8, ";f%d", (int)rng__below(&rng, 4));
		T_EQ(stacks__add(&stacks, "a", text, 1, 1 + rng__below(&rng, 1000)), 0);
	}
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	T_CHECK(flame.nr > 300 && flame.nr < 1000);
	for (int i = 0; i < 300; i++) {
		const struct flame_opts opts = {
			.focus = rng__below(&rng, flame.nr),
			.width = 2 + rng__below(&rng, 300),
			.min_width = 1 + rng__below(&rng, 2),
			.max_depth = 99,
		};
		uint64_t boxes = 0;

		T_EQ(flame__layout(&flame, &opts, &picture, NULL), 0);
		T_RUN(check_boxes(&flame, &opts, &picture));
		for (size_t j = 0; j < picture.nr; j++)
			boxes += !picture.boxes[j].nr_rest && !picture.boxes[j].is_outer;
		/* Each node of the focus has a box or is counted. */
		T_EQ(boxes + picture.nr_narrow, flame.nodes[opts.focus].nr_below + 1);
	}
	flame_picture__exit(&picture);
	finish(&stacks, &flame);
	return TEST_OK;
}

/* However many nodes there are, a picture has no more boxes than fit into it. */
static int test_many(void)
{
	const struct flame_opts opts = {.width = 200, .max_depth = 60};
	struct flame_picture picture = {0};
	struct stacks stacks;
	struct flame flame;
	uint64_t rng = 5;

	T_RUN(make(&stacks, some, some_periods, 5));
	for (uint32_t i = 0; i < 300000; i++) {
		struct hist_stack stack = stacks.hist.stacks[0];
		int64_t node = chain_tree__call(&stacks.chains, rng__below(&rng, stacks.chains.nr),
						rng__below(&rng, stacks.funcs.nr), NULL);

		T_CHECK(node >= 0);
		stack.chain = node;
		T_EQ(hist__add(&stacks.hist, &stack, NULL), 0);
	}
	T_EQ(flame__init(&flame, &stacks.hist, FLAME_CALLERS, NULL), 0);
	T_CHECK(flame.nr > 100000);
	T_EQ(flame__layout(&flame, &opts, &picture, NULL), 0);
	T_CHECK(picture.nr > 200);
	T_CHECK(picture.nr <= 200 * 61);
	flame_picture__exit(&picture);
	finish(&stacks, &flame);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"from what was hit, and by thread", test_shapes},
	{"names of what has none", test_names},
	{"too many nodes", test_limit},
	{"a tree of the chains", test_tree},
	{"recursion folds", test_fold},
	{"boxes, and what calls the focus", test_layout},
	{"boxes that are too narrow are counted", test_narrow},
	{"search, each sample once", test_search},
	{"samples without a chain or a period", test_no_chain},
	{"nothing at all", test_empty},
	{"boxes of random trees", test_random},
	{"many nodes, few boxes", test_many},
	{0},
};

const struct test_suite suite__flame = {"flame", "boxes of flame graphs", cases};
