// SPDX-License-Identifier: GPL-2.0-only
/* Flame charts: pictures of known samples, and of random ones against a slow count. */
#include <stdlib.h>
#include <string.h>

#include "tests/profiled.h"
#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/stacks.h"
#include "tests/tests.h"
#include "tests/xml-check.h"
#include "ui/export/svg.h"
#include "ui/export/svg-page.h"
#include "util/base/array.h"
#include "util/fold/samples.h"
#include "util/profile/profile.h"
#include "util/view/chart-find.h"

#define MAX_STACKS 16

struct charted {
	struct stacks stacks;
	uint32_t chains[MAX_STACKS]; /* of the texts */
	struct chart chart;
	struct chart_picture picture;
};

static int open_chart(struct charted *c, const char *const *texts, unsigned int nr)
{
	const struct stacks_opts opts = {.sort = "sym", .children = true};
	struct chart_conf conf;

	*c = (struct charted){0};
	T_EQ(stacks__init(&c->stacks, &opts), 0);
	for (unsigned int i = 0; i < nr; i++) {
		T_EQ(stacks__add(&c->stacks, i ? "b" : "a", texts[i], 1, 1), 0);
		c->chains[i] = c->stacks.hist.stacks[c->stacks.hist.nr_stacks - 1].chain;
	}
	conf = (struct chart_conf){
		.chains = &c->stacks.chains,
		.funcs = &c->stacks.funcs,
		.comms = c->stacks.comms,
		.total = 1000,
	};
	chart__init(&c->chart, &conf);
	return TEST_OK;
}

static void close_chart(struct charted *c)
{
	chart_picture__exit(&c->picture);
	chart__exit(&c->chart);
	stacks__exit(&c->stacks);
}

static int add(struct charted *c, int32_t tid, uint64_t time, uint64_t weight, unsigned int stack)
{
	const struct chart_sample sample = {
		.time = time, .weight = weight, .chain = c->chains[stack]};

	return chart__add(&c->chart, 100, tid, tid - 100, &sample, NULL);
}

/* "line:col+width name" a box. */
static char *describe(const struct charted *c)
{
	char *text = NULL, buf[CHART_LABEL_LEN];
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < c->picture.nr; i++) {
		const struct chart_box *box = &c->picture.boxes[i];
		const struct chain_node *node = &c->stacks.chains.nodes[box->node];

		fprintf(out, "%d:%u+%u %s\n", (int)box->line, box->col, box->width,
			box->depth ? func__label(funcs__at(&c->stacks.funcs, node->func), buf)
				   : chart__thread_label(&c->chart, box->thread, buf));
	}
	fclose(out);
	return text;
}

static int check(struct charted *c, const struct chart_part *part, uint32_t cols, const char *want)
{
	char *text;

	T_EQ(chart__layout(&c->chart, part, cols, &c->picture, NULL), 0);
	text = describe(c);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static const char *const some[] = {"main;read;k:vfs_read", "main;write;k:copy", "main;write",
				   "!lost;k:copy"};

/* Two threads, 10 ns from sample to sample; the first one pauses between 140 and 200. */
static int open_some(struct charted *c)
{
	static const struct {
		uint64_t time, weight;
		unsigned int stack;
	} samples[] = {{100, 5, 0}, {110, 5, 0}, {120, 9, 1}, {130, 4, 2},
		       {200, 4, 2}, {210, 1, 3}, {220, 1, 0}};

	T_RUN(open_chart(c, some, 4));
	for (unsigned int i = 0; i < 7; i++) {
		T_EQ(add(c, 100, samples[i].time, samples[i].weight, samples[i].stack), 0);
		if (samples[i].time == 200)
			T_EQ(add(c, 101, 205, 7, 0), 0);
	}
	T_EQ(chart__finish(&c->chart, NULL), 0);
	return TEST_OK;
}

static int test_picture(void)
{
	struct chart_part part;
	struct charted c;

	T_RUN(open_some(&c));
	T_EQ(c.chart.step, 10);
	T_EQ(c.chart.start, 100);
	T_EQ(c.chart.end, 229);
	T_EQ(c.chart.nr_lines, 8);
	part = chart__whole(&c.chart);
	/* A column for each 10 ns: the pause is a gap, the missing half is where it was. */
	T_RUN(check(&c, &part, 13,
		    "0:0+13 a 100\n1:0+4 main\n1:10+1 main\n1:11+1 [user stack lost]\n1:12+1 main\n"
		    "2:0+2 read\n2:2+2 write\n2:10+1 write\n2:11+1 copy\n2:12+1 read\n"
		    "3:0+2 vfs_read\n3:2+1 copy\n3:12+1 vfs_read\n"
		    "4:0+13 b 100/101\n5:10+2 main\n6:10+2 read\n7:10+2 vfs_read\n"));
	/* Wider columns show the heaviest stack: that of 5 + 5 before that of 9; 9 before 4. */
	part.end_line = 4;
	T_RUN(check(&c, &part, 4,
		    "0:0+4 a 100\n1:0+2 main\n1:3+1 main\n2:0+1 read\n2:1+1 write\n2:3+1 write\n"
		    "3:0+1 vfs_read\n"));
	/* Narrow ones: a sample lasts until the next one. */
	part.start = 105;
	part.end = 124;
	part.first_line = 2;
	T_RUN(check(&c, &part, 20, "2:0+15 read\n2:15+5 write\n3:0+15 vfs_read\n3:15+5 copy\n"));
	/* Before a pause it lasts one step. */
	part.start = 130;
	part.end = 149;
	T_RUN(check(&c, &part, 20, "2:0+10 write\n"));
	/* Another begin of the same time is another picture. */
	part.start = 120;
	T_RUN(check(&c, &part, 20, "2:0+13 write\n3:0+6 copy\n"));
	/* There is nothing in it. */
	part.start = 145;
	part.end = 199;
	T_RUN(check(&c, &part, 20, ""));
	close_chart(&c);
	return TEST_OK;
}

/* Up to twice the usual time, the next sample is what ends one. */
static int test_end(void)
{
	static const uint64_t times[] = {100, 110, 120, 139, 149, 170};
	static const uint64_t ends[] = {110, 120, 139, 149, 159, 180};
	struct charted c;

	T_RUN(open_chart(&c, some, 4));
	for (unsigned int i = 0; i < ARRAY_SIZE(times); i++)
		T_EQ(add(&c, 100, times[i], 1, 0), 0);
	T_EQ(chart__finish(&c.chart, NULL), 0);
	T_EQ(c.chart.step, 10);
	for (unsigned int i = 0; i < ARRAY_SIZE(times); i++)
		T_EQ(chart__sample_end(&c.chart, i), ends[i]);
	close_chart(&c);
	return TEST_OK;
}

static const struct chart_box *box_at(const struct charted *c, uint64_t line, uint32_t col)
{
	for (size_t i = 0; i < c->picture.nr; i++) {
		const struct chart_box *box = &c->picture.boxes[i];

		if (box->line == line && box->col <= col && col < box->col + box->width)
			return box;
	}
	return NULL;
}

static int check_facts(struct charted *c, uint64_t line, uint32_t col,
		       const struct chart_facts *want)
{
	const struct chart_box *box = box_at(c, line, col);
	struct chart_facts facts;

	T_CHECK(box);
	chart__facts(&c->chart, &c->picture, box, &facts);
	T_EQ(facts.nr, want->nr);
	T_EQ(facts.weight, want->weight);
	T_EQ(facts.start, want->start);
	T_EQ(facts.end, want->end);
	return TEST_OK;
}

static int test_facts(void)
{
	struct chart_part part;
	struct charted c;

	T_RUN(open_some(&c));
	part = chart__whole(&c.chart);
	T_EQ(chart__layout(&c.chart, &part, 13, &c.picture, NULL), 0);
	T_RUN(check_facts(&c, 1, 2, &(struct chart_facts){100, 140, 4, 23}));
	T_RUN(check_facts(&c, 2, 3, &(struct chart_facts){120, 140, 2, 13}));
	T_RUN(check_facts(&c, 3, 2, &(struct chart_facts){120, 130, 1, 9}));
	T_RUN(check_facts(&c, 1, 11, &(struct chart_facts){210, 220, 1, 1}));
	T_RUN(check_facts(&c, 0, 5, &(struct chart_facts){100, 230, 7, 29}));
	T_RUN(check_facts(&c, 5, 10, &(struct chart_facts){205, 215, 1, 7}));
	T_CHECK(chart__percent(&c.chart, 23) == 2.3);
	/* A column counts all samples that have the frame, not those of its heaviest stack alone. */
	T_EQ(chart__layout(&c.chart, &part, 1, &c.picture, NULL), 0);
	T_RUN(check_facts(&c, 2, 0, &(struct chart_facts){100, 230, 3, 11}));
	T_RUN(check_facts(&c, 1, 0, &(struct chart_facts){100, 230, 6, 28}));
	close_chart(&c);
	return TEST_OK;
}

static int test_find(void)
{
	struct chart_matches matches;
	struct charted c;

	T_RUN(open_some(&c));
	T_EQ(chart__search(&c.chart, "READ", &matches, NULL), 0);
	/* The first two samples are one place; then the last one of the thread; then another thread. */
	T_EQ(matches.nr, 3);
	T_EQ(matches.total, 5 + 5 + 1 + 7);
	T_EQ(chart__find(&c.chart, &matches, 0, true), 0);
	T_EQ(chart__find(&c.chart, &matches, 1, true), 6);
	T_EQ(chart__find(&c.chart, &matches, 7, true), 7);
	T_EQ(chart__find(&c.chart, &matches, 8, true), SIZE_MAX);
	T_EQ(chart__find(&c.chart, &matches, 7, false), 6);
	T_EQ(chart__find(&c.chart, &matches, 6, false), 0);
	T_EQ(chart__find(&c.chart, &matches, 0, false), SIZE_MAX);
	T_EQ(matches.depths[c.chart.samples[0].chain], 2);
	chart_matches__exit(&matches);
	T_EQ(chart__search(&c.chart, "nobody", &matches, NULL), 0);
	T_EQ(matches.nr, 0);
	T_EQ(chart__find(&c.chart, &matches, 0, true), SIZE_MAX);
	chart_matches__exit(&matches);
	close_chart(&c);
	return TEST_OK;
}

static int test_empty(void)
{
	struct chart_part part;
	struct charted c;

	T_RUN(open_chart(&c, some, 4));
	T_EQ(chart__finish(&c.chart, NULL), 0);
	part = chart__whole(&c.chart);
	T_RUN(check(&c, &part, 10, ""));
	chart__exit(&c.chart);
	chart_picture__exit(&c.picture);

	/* The last times that there are, and a sample without frames. */
	chart__init(&c.chart, &(struct chart_conf){.chains = &c.stacks.chains,
						   .funcs = &c.stacks.funcs,
						   .comms = c.stacks.comms});
	c.chains[0] = CHAIN_ROOT;
	T_EQ(add(&c, 100, UINT64_MAX - 1, 1, 0), 0);
	T_EQ(add(&c, 100, UINT64_MAX, 1, 1), 0);
	T_EQ(chart__finish(&c.chart, NULL), 0);
	T_EQ(c.chart.nr_bare, 1);
	T_CHECK(chart__percent(&c.chart, 1) == 0);
	part = chart__whole(&c.chart);
	T_EQ(chart__layout(&c.chart, &part, 7, &c.picture, NULL), 0);
	close_chart(&c);
	return TEST_OK;
}

/* ---- exports ---- */

static int write_svg(const struct charted *c, bool icicle, char **text)
{
	const struct svg_opts opts = {.title = "<t>", .icicle = icicle};
	size_t size;
	FILE *out = open_memstream(text, &size);
	int ret = svg_chart__write(&c->chart, &opts, out, NULL);

	fclose(out);
	return ret;
}

static int test_svg(void)
{
	struct charted c;
	char *text;

	T_RUN(open_some(&c));
	T_EQ(write_svg(&c, false, &text), 0);
	T_CHECK(!xml_check__fault(text));
	T_CHECK(strstr(text,
		       "data-s=\"0\" data-v=\"130\" data-d=\"0\"><title>all (8 samples, 100.00%)"));
	/* The busiest thread is on top. */
	T_CHECK(strstr(text, "data-s=\"0\" data-v=\"130\" data-d=\"5\">"
			     "<title>a 100 (7 samples, 2.90%, +0.000000 for 130 ns)"));
	/* From the first sample to the pause; and the missing half. */
	T_CHECK(strstr(
		text,
		"data-v=\"40\" data-d=\"6\"><title>main (4 samples, 2.30%, +0.000000 for 40 ns)"));
	T_CHECK(strstr(text, "<g class=\"m\" data-s=\"110\" data-v=\"10\" data-d=\"6\">"
			     "<title>[user stack lost] (1 sample, 0.10%, "));
	/* 2 heads of threads, 3 frames each: the first line is at the bottom, or at the top. */
	T_CHECK(strstr(text, "height=\"249\""));
	T_CHECK(strstr(text, "<title>all (8 samples, 100.00%)</title><rect x=\"10.00\" y=\"198\""));
	free(text);
	T_EQ(write_svg(&c, true, &text), 0);
	T_CHECK(strstr(text, "<title>all (8 samples, 100.00%)</title><rect x=\"10.00\" y=\"62\""));
	free(text);
	/* An order is not a time. */
	c.chart.conf.no_time = true;
	T_EQ(write_svg(&c, false, &text), 0);
	T_CHECK(strstr(text, "<title>main (4 samples, 2.30%)"));
	free(text);
	close_chart(&c);
	return TEST_OK;
}

/* Browsers draw no picture of any height. */
static int test_high(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct charted c;
	char *text;

	T_RUN(open_some(&c));
	c.chart.nr_lines = SVG_MAX_LINES + 1;
	T_EQ(svg_chart__write(&c.chart, &(struct svg_opts){0}, stderr, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "of 2 threads is too high"));
	chart__exit(&c.chart);
	chart__init(&c.chart, &(struct chart_conf){.chains = &c.stacks.chains});
	T_EQ(chart__finish(&c.chart, NULL), 0);
	T_EQ(write_svg(&c, false, &text), 0);
	T_CHECK(!xml_check__fault(text));
	free(text);
	close_chart(&c);
	return TEST_OK;
}

/* ---- random ---- */

/* Returns the sample that a column shows by a slow count, or SIZE_MAX. */
static size_t slow_column(const struct chart *chart, const struct chart_thread *thread,
			  uint64_t start, uint64_t next)
{
	size_t best = SIZE_MAX, end = thread->first + thread->nr;
	uint64_t best_sum = 0;

	for (size_t i = thread->first; i < end; i++) {
		const struct chart_sample *sample = &chart->samples[i];
		uint64_t sum = 0;

		for (size_t j = thread->first; j < end; j++) {
			if (chart->samples[j].chain == sample->chain &&
			    chart->samples[j].time >= start && chart->samples[j].time < next)
				sum += chart->samples[j].weight;
		}
		if (sample->time >= start && sample->time < next && sum > best_sum) {
			best = i;
			best_sum = sum;
		}
	}
	for (size_t i = thread->first; best == SIZE_MAX && i < end; i++) {
		if (chart->samples[i].time < start && chart__sample_end(chart, i) > start)
			best = i;
	}
	return best;
}

/* Checks that each column has the frames of its stack in boxes, and no others. */
static int check_columns(const struct charted *c, const struct chart_part *part, uint32_t cols)
{
	const struct chain_node *nodes = c->stacks.chains.nodes;

	for (size_t t = 0; t < c->chart.nr_threads; t++) {
		const struct chart_thread *thread = &c->chart.threads[t];

		for (uint32_t col = 0; col < cols; col++) {
			uint64_t start = chart_part__edge(part, col, cols);
			uint64_t next = chart_part__edge(part, col + 1, cols);
			/* A column of less than a ns is in the one that begins before. */
			size_t i = slow_column(&c->chart, thread, start - (start == next), next);
			uint32_t node = i == SIZE_MAX ? CHAIN_ROOT : c->chart.samples[i].chain;

			for (uint32_t depth = thread->depth; depth > 0; depth--) {
				const struct chart_box *box = box_at(c, thread->line + depth, col);

				T_EQ(!box, nodes[node].depth < depth);
				if (!box)
					continue;
				T_EQ(nodes[box->node].func, nodes[node].func);
				node = nodes[node].parent;
			}
		}
	}
	return TEST_OK;
}

/* The samples of all boxes of the outermost frames of a thread are those in the part. */
static int check_sums(const struct charted *c, const struct chart_part *part)
{
	uint64_t nr = 0, want = 0;

	for (size_t i = 0; i < c->chart.nr; i++)
		want += c->chart.samples[i].time >= part->start &&
			c->chart.samples[i].time <= part->end;
	for (size_t i = 0; i < c->picture.nr; i++) {
		struct chart_facts facts;

		if (c->picture.boxes[i].depth)
			continue;
		chart__facts(&c->chart, &c->picture, &c->picture.boxes[i], &facts);
		nr += facts.nr;
	}
	T_CHECK(nr >= want && nr <= want + c->chart.nr_threads);
	return TEST_OK;
}

static int test_random(void)
{
	uint64_t rng = 11;

	for (unsigned int round = 0; round < 60; round++) {
		uint64_t time = rng__below(&rng, 1000);
		struct charted c;

		T_RUN(open_chart(&c, some, 4));
		for (unsigned int i = 0; i < 80; i++) {
			time += rng__below(&rng, 8) ? rng__below(&rng, 12) : rng__below(&rng, 200);
			T_EQ(add(&c, 100 + rng__below(&rng, 2), time, 1 + rng__below(&rng, 5),
				 rng__below(&rng, 4)),
			     0);
		}
		T_EQ(chart__finish(&c.chart, NULL), 0);
		for (unsigned int i = 0; i < 8; i++) {
			struct chart_part part = chart__whole(&c.chart);
			uint32_t cols = 1 + rng__below(&rng, 60);

			/* Twice the same time, so that rows are taken from the picture before. */
			if (i > 1) {
				part.start += rng__below(&rng, part.end - part.start);
				part.end = part.start + rng__below(&rng, part.end - part.start + 1);
			}
			T_EQ(chart__layout(&c.chart, &part, cols, &c.picture, NULL), 0);
			T_RUN(check_columns(&c, &part, cols));
			T_RUN(check_sums(&c, &part));
			part.first_line = 3;
			T_EQ(chart__layout(&c.chart, &part, cols, &c.picture, NULL), 0);
			part.first_line = 0;
			T_EQ(chart__layout(&c.chart, &part, cols, &c.picture, NULL), 0);
			T_RUN(check_columns(&c, &part, cols));
		}
		close_chart(&c);
	}
	return TEST_OK;
}

/* ---- a trace ---- */

static int test_trace(void)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	struct profiled p = {.conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"}};
	struct pipeline_opts opts = {.show.graph = GRAPH_CONF_DEFAULT, .samples = true};
	struct shown shown = {0};
	struct chart *chart;
	char path[4096];
	uint64_t sum = 0;

	T_NEED_RECORDED();
	snprintf(path, sizeof(path), "%s/burn2.data", data);
	opts.session.path = path;
	T_EQ(profiled__open(&p, &opts, true, NULL), 0);
	T_EQ(profiled__make(&p, p.pipeline.fold, NULL), 0);
	shown.profile = p.profile;
	shown.all = shown.part = p.pipeline.fold;
	shown.samples = &p.pipeline.samples;
	T_EQ(chart__new(&chart, &shown, 0, NULL), 0);
	T_EQ(chart->nr, p.profile->events[0].all.nr);
	T_EQ(chart->nr_threads, 2);
	/* Sampled 4000 times a second. */
	T_CHECK(chart->step >= 249000 && chart->step <= 254000);
	for (size_t i = 0; i < chart->nr; i++)
		sum += chart->samples[i].weight;
	T_EQ(sum, p.profile->events[0].all.period);
	T_CHECK(chart__percent(chart, sum) == 100);
	chart__delete(chart);
	profiled__exit(&p);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"columns of time, gaps, missing halves", test_picture},
	{"where a sample ends", test_end},
	{"what a box stands for", test_facts},
	{"search, from place to place", test_find},
	{"no samples, and the last times", test_empty},
	{"a picture for a browser", test_svg},
	{"a picture that is too high, and one of nothing", test_high},
	{"random samples, counted slowly", test_random},
	{"a trace", test_trace},
	{0},
};

const struct test_suite suite__chart = {"chart", "stacks in order of time", cases};
