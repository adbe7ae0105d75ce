// SPDX-License-Identifier: GPL-2.0-only
/* A profile compared with other samples: what is noise, whose rows there are, and their order. */
#include <stdlib.h>

#include "tests/profiled.h"
#include "tests/recorded.h"
#include "tests/stacks.h"
#include "tests/tests.h"
#include "ui/export/folded.h"
#include "util/profile/hist-change.h"
#include "util/view/flame.h"

/* ---- noise ---- */

static struct change change_of(uint64_t before, uint64_t all_before, uint64_t now, uint64_t all_now)
{
	const struct sample_sums part = {{before, before * 7}, {now, now * 3}};
	const struct sample_sums all = {{all_before, all_before * 7}, {all_now, all_now * 3}};

	return change__of(&part, &all);
}

/* One of twenty changes is as large: 2.7 samples are worth an independent one. */
static int test_noise(void)
{
	T_CHECK(!change_of(100, 1000, 151, 1000).is_noise);
	T_CHECK(change_of(100, 1000, 145, 1000).is_noise);
	T_CHECK(!change_of(160, 1000, 100, 1000).is_noise);
	/* the same shares of fewer samples */
	T_CHECK(change_of(25, 250, 38, 250).is_noise);
	T_CHECK(change_of(100, 1000, 38, 250).is_noise);
	T_CHECK(!change_of(100000, 1000000, 45, 200).is_noise);
	/* a few hits of nothing are chance, more are not */
	T_CHECK(change_of(0, 1000, 8, 1000).is_noise);
	T_CHECK(!change_of(0, 1000, 20, 1000).is_noise);
	T_CHECK(!change_of(40, 1000, 0, 1000).is_noise);
	T_CHECK(change_of(0, 1000, 0, 1000).is_noise);
	T_CHECK(change_of(500, 1000, 50, 100).is_noise);
	/* without samples no share is known */
	T_CHECK(change_of(0, 0, 50, 100).is_noise);
	T_CHECK(change_of(50, 100, 0, 0).is_noise);
	return TEST_OK;
}

static bool is_noise(uint64_t nr_before, uint64_t before, uint64_t nr_now, uint64_t now)
{
	const struct sample_sums part = {{nr_before, before}, {nr_now, now}};
	const struct sample_sums all = {{100, 1000}, {100, 1000}};

	return change__of(&part, &all).is_noise;
}

/* A change is in both the periods and the number of samples, or it may be one heavy sample. */
static int test_heavy(void)
{
	T_CHECK(is_noise(1, 10, 1, 900));
	T_CHECK(is_noise(99, 990, 99, 100));
	T_CHECK(is_noise(10, 100, 12, 900));
	T_CHECK(is_noise(10, 100, 40, 110));
	/* more samples of less period */
	T_CHECK(is_noise(10, 400, 40, 100));
	T_CHECK(!is_noise(10, 100, 40, 900));
	T_CHECK(!is_noise(40, 900, 10, 100));
	return TEST_OK;
}

static int check_text(struct change change, int width, const char *want)
{
	char text[CHANGE_LEN];

	change__format(&change, width, text, sizeof(text));
	T_STREQ(text, want);
	return TEST_OK;
}

/* Shares are those of periods, unless there are none. */
static int test_shares(void)
{
	const struct sample_sums part = {{1, 0}, {3, 0}}, all = {{4, 0}, {4, 0}};
	const struct sample_sums heavy = {{1, 30}, {3, 10}}, all_heavy = {{4, 40}, {4, 40}};
	struct change change = change__of(&part, &all);

	T_EQ(change.before, 25);
	T_EQ(change.now, 75);
	change = change__of(&heavy, &all_heavy);
	T_EQ(change.before, 75);
	T_EQ(change.now, 25);
	change = change_of(10, 0, 10, 40);
	T_EQ(change.before, 0);
	T_EQ(change.now, 25);
	T_RUN(check_text(change_of(100, 1000, 300, 1000), 9, "  +20.00%"));
	T_RUN(check_text(change_of(300, 1000, 100, 1000), 0, "-20.00%"));
	T_RUN(check_text(change_of(100, 1000, 101, 1000), 9, "  ~+0.10%"));
	T_RUN(check_text(change_of(1000, 1000, 0, 1000), 9, " -100.00%"));
	return TEST_OK;
}

/* ---- rows ---- */

/* 1,000 samples before, 500 now: gone had 200, new has 50, read shrinks and write grows. */
static int add_stacks(struct stacks *stacks)
{
	T_EQ(stacks__add_both(stacks, "a", "main;read;k:entry", 200, 600), 0);
	T_EQ(stacks__add_both(stacks, "a", "main;write", 250, 0), 0);
	T_EQ(stacks__add_both(stacks, "b", "main;write", 0, 200), 0);
	T_EQ(stacks__add_both(stacks, "a", "main;gone", 0, 200), 0);
	T_EQ(stacks__add_both(stacks, "a", "main;new", 50, 0), 0);
	return TEST_OK;
}

static int make(struct stacks *stacks, const struct stacks_opts *opts)
{
	T_EQ(stacks__init(stacks, opts), 0);
	T_RUN(add_stacks(stacks));
	return TEST_OK;
}

static int check_rows(const struct stacks_opts *opts, const char *want)
{
	struct stacks stacks;
	char *text;

	T_RUN(make(&stacks, opts));
	text = stacks__rows(&stacks);
	T_STREQ(text, want);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Tasks are not told apart unless asked for. The greatest change is first; rows of one side are there. */
static int test_rows(void)
{
	struct stacks_opts opts = {.compares = true};

	T_RUN(check_rows(&opts, " 20.00%| 50.00%|+30.00%|prog|[.] write\n"
				" 60.00%| 40.00%|-20.00%|[kernel.kallsyms]|[k] entry\n"
				" 20.00%| 0.00%|-20.00%|prog|[.] gone\n"
				" 0.00%| 10.00%|+10.00%|prog|[.] new\n"));
	opts.sort = "comm";
	T_RUN(check_rows(&opts, " 80.00%| 100.00%|+20.00%|a\n 20.00%| 0.00%|-20.00%|b\n"));
	opts.fields = "baseline,comm";
	T_RUN(check_rows(&opts, " 80.00%|a\n 20.00%|b\n"));
	opts.fields = "comm,delta";
	T_RUN(check_rows(&opts, "a|+20.00%\nb|-20.00%\n"));
	return TEST_OK;
}

/* Callers count on both sides; the limit hides a row that is below it on both. */
static int test_children(void)
{
	struct stacks_opts opts = {.sort = "sym", .children = true, .compares = true};

	T_RUN(check_rows(&opts, " 20.00%| 50.00%| 50.00%|+30.00%|[.] write\n"
				" 60.00%| 40.00%| 40.00%|-20.00%|[k] entry\n"
				" 60.00%| 40.00%| 0.00%|-20.00%|[.] read\n"
				" 20.00%| 0.00%| 0.00%|-20.00%|[.] gone\n"
				" 0.00%| 10.00%| 10.00%|+10.00%|[.] new\n"
				" 100.00%| 100.00%| 0.00%|~+0.00%|[.] main\n"));
	opts.min_percent = 15;
	T_RUN(check_rows(&opts, " 20.00%| 50.00%| 50.00%|+30.00%|[.] write\n"
				" 60.00%| 40.00%| 40.00%|-20.00%|[k] entry\n"
				" 60.00%| 40.00%| 0.00%|-20.00%|[.] read\n"
				" 20.00%| 0.00%| 0.00%|-20.00%|[.] gone\n"
				" 100.00%| 100.00%| 0.00%|~+0.00%|[.] main\n"));
	return TEST_OK;
}

/* Clones are functions of their own, or one that counts a stack once. */
static int test_clones(void)
{
	struct stacks_opts opts = {.sort = "sym", .children = true, .compares = true};
	struct stacks stacks;
	char *text;

	for (int join = 0; join < 2; join++) {
		opts.join_clones = join;
		T_EQ(stacks__init(&stacks, &opts), 0);
		T_EQ(stacks__add_both(&stacks, "a", "f;f.part.0", 0, 600), 0);
		T_EQ(stacks__add_both(&stacks, "a", "f.isra.0.cold", 200, 400), 0);
		T_EQ(stacks__add_both(&stacks, "a", "g", 300, 0), 0);
		text = stacks__rows(&stacks);
		T_STREQ(text, join ? " 0.00%| 60.00%| 60.00%|+60.00%|[.] g\n"
				     " 100.00%| 40.00%| 40.00%|-60.00%|[.] f\n"
				   : " 0.00%| 60.00%| 60.00%|+60.00%|[.] g\n"
				     " 60.00%| 0.00%| 0.00%|-60.00%|[.] f\n"
				     " 60.00%| 0.00%| 0.00%|-60.00%|[.] f.part.0\n"
				     " 40.00%| 40.00%| 40.00%|~+0.00%|[.] f.isra.0.cold\n");
		free(text);
		stacks__exit(&stacks);
	}
	return TEST_OK;
}

/* ---- call graphs ---- */

static int check_graph(const struct stacks_opts *opts, uint32_t row, const char *want)
{
	struct stacks stacks;
	char *text;

	T_RUN(make(&stacks, opts));
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	text = stacks__graph(&stacks, row);
	T_STREQ(text, want);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Branches of one side are there, those that have changed most first. */
static int test_graph(void)
{
	struct stacks_opts opts = {
		.sort = "sym", .graph = "graph,0.5,caller", .children = true, .compares = true};

	T_RUN(check_graph(&opts, 5,
			  "            |\n"
			  "            ---main\n"
			  "               |          \n"
			  "               |--50.00% +30.00%--write\n"
			  "               |          \n"
			  "               |--40.00% -20.00%--read\n"
			  "               |          entry\n"
			  "               |          \n"
			  "               |--0.00% -20.00%--gone\n"
			  "               |          \n"
			  "                --10.00% +10.00%--new\n"
			  "\n"));
	/* a limit that one side reaches */
	opts.graph = "graph,15,caller";
	T_RUN(check_graph(&opts, 5,
			  "            |\n"
			  "            ---main\n"
			  "               |          \n"
			  "               |--50.00% +30.00%--write\n"
			  "               |          \n"
			  "               |--40.00% -20.00%--read\n"
			  "               |          entry\n"
			  "               |          \n"
			  "                --0.00% -20.00%--gone\n"
			  "\n"));
	/* a row of before alone has a graph */
	T_RUN(check_graph(&opts, 3, "            |\n            ---main\n               gone\n\n"));
	return TEST_OK;
}

/* A frame where samples ended before begins a branch of its own: its callees have another change. */
static int test_runs(void)
{
	const struct stacks_opts opts = {
		.sort = "comm", .graph = "graph,0.5,caller", .children = true, .compares = true};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add_both(&stacks, "a", "main;f;g", 400, 200), 0);
	T_EQ(stacks__add_both(&stacks, "a", "main;f", 0, 200), 0);
	T_EQ(hist__sort(&stacks.hist, NULL), 0);
	text = stacks__graph(&stacks, 0);
	T_STREQ(text, "            |\n"
		      "            ---main\n"
		      "               f\n"
		      "               |          \n"
		      "                --100.00% +50.00%--g\n"
		      "\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* ---- flames and exports ---- */

/* Writes "share change name", a box a line, with those that have no width. */
static void write_boxes(const struct flame *flame, FILE *out)
{
	char buf[FLAME_LABEL_LEN], text[CHANGE_LEN];

	for (size_t i = 0; i < flame->nr; i++) {
		struct change change = flame__change(flame, i);

		change__format(&change, 0, text, sizeof(text));
		fprintf(out, "%.0f%% %s %s\n", flame__percent(flame, flame->nodes[i].total), text,
			flame__label(flame, i, buf));
	}
}

static int check_flame(const struct stacks_opts *opts, enum flame_shape shape, const char *want)
{
	struct stacks stacks;
	struct flame flame;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	T_RUN(make(&stacks, opts));
	T_EQ(flame__init(&flame, &stacks.hist, shape, NULL), 0);
	write_boxes(&flame, out);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	flame__exit(&flame);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Boxes are as wide as now, and know what they had before, in each shape. */
static int test_flame(void)
{
	struct stacks_opts opts = {.sort = "sym", .compares = true};

	T_RUN(check_flame(&opts, FLAME_CALLERS,
			  "100% ~+0.00% all\n100% ~+0.00% main\n40% -20.00% read\n"
			  "40% -20.00% entry\n50% +30.00% write\n0% -20.00% gone\n"
			  "10% +10.00% new\n"));
	T_RUN(check_flame(&opts, FLAME_INVERTED,
			  "100% ~+0.00% all\n40% -20.00% entry\n40% -20.00% read\n"
			  "40% -20.00% main\n50% +30.00% write\n50% +30.00% main\n"
			  "0% -20.00% gone\n0% -20.00% main\n10% +10.00% new\n"
			  "10% +10.00% main\n"));
	T_RUN(check_flame(&opts, FLAME_THREADS,
			  "100% ~+0.00% all\n100% +20.00% a 100\n100% +20.00% main\n"
			  "40% -20.00% read\n40% -20.00% entry\n50% +50.00% write\n"
			  "0% -20.00% b 100/101\n0% -20.00% main\n0% -20.00% write\n"
			  "0% -20.00% gone\n10% +10.00% new\n"));
	opts.seam = SEAM_PIVOT;
	T_RUN(check_flame(&opts, FLAME_CALLERS,
			  "100% ~+0.00% all\n40% -20.00% read -> unknown -> entry\n"
			  "40% -20.00% [callers]\n40% -20.00% main\n40% -20.00% [kernel]\n"
			  "50% +30.00% write -> user mode\n50% +30.00% [callers]\n"
			  "50% +30.00% main\n50% +30.00% [kernel]\n"
			  "0% -20.00% gone -> user mode\n0% -20.00% [callers]\n"
			  "0% -20.00% main\n0% -20.00% [kernel]\n"
			  "10% +10.00% new -> user mode\n10% +10.00% [callers]\n"
			  "10% +10.00% main\n10% +10.00% [kernel]\n"));
	return TEST_OK;
}

/* Two counts a line, before and now, as difffolded.pl has them. */
static int test_folded(void)
{
	const struct stacks_opts opts = {.sort = "sym", .compares = true};
	struct stacks stacks;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	T_RUN(make(&stacks, &opts));
	T_EQ(folded__write(&stacks.hist, &(struct folded_opts){.shape = FLAME_CALLERS}, out, NULL),
	     0);
	fclose(out);
	T_STREQ(text, "a;main;gone 2000 0\na;main;new 0 500\na;main;read;entry_[k] 6000 2000\n"
		      "a;main;write 0 2500\nb;main;write 2000 0\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* ---- a real trace ---- */

#define CELL_LEN 4096

/* Writes the keys of the row. */
static void format_keys(const struct hist *hist, const struct hist_entry *entry, char *buf)
{
	const struct column_list *keys = &hist->conf.order->keys;
	size_t len = 0;

	for (unsigned int i = 0; i < keys->nr && len < CELL_LEN; i++)
		len += column__format(keys->columns[i], hist, entry, 0, true, buf + len,
				      CELL_LEN - len);
}

/* Returns the share that a report of one half alone has in the row with these keys. */
static double share_of(const struct hist *hist, const char *keys)
{
	char buf[CELL_LEN];

	for (size_t i = 0; i < hist->nr; i++) {
		format_keys(hist, &hist->entries[i], buf);
		if (!strcmp(buf, keys))
			return 100 * ((double)hist->entries[i].self.period / hist->total.period);
	}
	return 0;
}

static int open_part(struct profiled *p, const char *path, const char *time,
		     const struct sample_filter_opts *base)
{
	const struct pipeline_opts opts = {
		.session.path = path,
		.filter.time = time,
		.base = base ? *base : (struct sample_filter_opts){0},
		.sort = {.sort = "dso,symbol", .compares = base != NULL},
		.show.graph = GRAPH_CONF_DEFAULT,
		.show.relative = true,
	};
	struct defer_error err = DEFER_ERROR_INIT;

	*p = (struct profiled){.conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"}};
	if (profiled__open(p, &opts, true, &err) || profiled__make(p, p->pipeline.fold, &err))
		T_FAIL("%s", err.text);
	return TEST_OK;
}

/* Both shares of each row of two halves of a trace are those of a report of each half alone. */
static int test_halves(void)
{
	static const char first[] = "50%/1", second[] = "50%/2";
	const struct sample_filter_opts base = {.time = first};
	struct profiled both, before, now;
	const struct hist *hist;
	char path[4096];

	T_NEED_RECORDED();
	snprintf(path, sizeof(path), "%s/burn2.data", getenv("PERF_DEFER_TEST_DATA"));
	T_RUN(open_part(&both, path, second, &base));
	T_RUN(open_part(&before, path, first, NULL));
	T_RUN(open_part(&now, path, second, NULL));
	hist = &both.profile->events[0].hist;
	T_CHECK(hist->nr >= now.profile->events[0].hist.nr);
	T_EQ(hist->base->total.nr, before.profile->events[0].all.nr);
	T_EQ(hist->total.nr, now.profile->events[0].all.nr);
	for (size_t i = 0; i < hist->nr; i++) {
		struct change change = hist__entry_change(hist, &hist->entries[i]);
		char keys[CELL_LEN];

		format_keys(hist, &hist->entries[i], keys);
		T_CHECK(change.before == share_of(&before.profile->events[0].hist, keys));
		T_CHECK(change.now == share_of(&now.profile->events[0].hist, keys));
	}
	profiled__exit(&both);
	profiled__exit(&before);
	profiled__exit(&now);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"noise", test_noise},
	{"heavy samples", test_heavy},
	{"shares and their text", test_shares},
	{"rows of both sides, and of one", test_rows},
	{"callers, and the percent limit", test_children},
	{"clones of functions", test_clones},
	{"call graphs", test_graph},
	{"frames that are a run on one side alone", test_runs},
	{"flames", test_flame},
	{"folded stacks", test_folded},
	{"two halves of a trace against a report of each", test_halves},
	{0},
};

const struct test_suite suite__compare = {"compare", "A profile beside other samples", cases};
