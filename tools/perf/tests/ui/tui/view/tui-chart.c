// SPDX-License-Identifier: GPL-2.0-only
/* The place of the user in a flame chart: which lines the window shows, and which box has the cursor. */
#include "tests/stacks.h"
#include "tests/tests.h"
#include "ui/tui/view/chart-place.h"

#define NR_THREADS 3
#define NR_LINES   (4 * NR_THREADS) /* a name, main, read, vfs_read */
#define ROWS	   5
#define COLS	   20

struct placed {
	struct stacks stacks;
	struct chart chart;
	struct chart_place place;
};

/* Threads from @tid on of @COLS samples each, 10 ns apart; in the last half, one frame less. */
static int make_chart(const struct placed *p, struct chart *chart, int32_t tid, uint32_t nr)
{
	const uint32_t deep = p->stacks.hist.stacks[0].chain, flat = p->stacks.hist.stacks[1].chain;
	const struct chart_conf conf = {
		.chains = &p->stacks.chains, .funcs = &p->stacks.funcs, .comms = p->stacks.comms};

	chart__init(chart, &conf);
	for (uint32_t i = 0; i < nr * COLS; i++) {
		const struct chart_sample sample = {
			.time = 100 + 10 * (uint64_t)(i / nr),
			.weight = 1,
			.chain = i / nr < COLS / 2 ? deep : flat,
		};

		T_EQ(chart__add(chart, 7, tid + (int32_t)(i % nr), 0, &sample, NULL), 0);
	}
	T_EQ(chart__finish(chart, NULL), 0);
	T_EQ(chart->nr_lines, 4 * nr);
	return TEST_OK;
}

static int open_place(struct placed *p)
{
	const struct stacks_opts opts = {.sort = "sym"};

	*p = (struct placed){0};
	T_EQ(stacks__init(&p->stacks, &opts), 0);
	T_EQ(stacks__add(&p->stacks, "a", "main;read;k:vfs_read", 1, 1), 0);
	T_EQ(stacks__add(&p->stacks, "a", "main;read", 1, 1), 0);
	T_RUN(make_chart(p, &p->chart, 7, NR_THREADS));
	chart_place__init(&p->place);
	T_EQ(chart_place__set(&p->place, &p->chart, NULL), 0);
	return TEST_OK;
}

static void close_place(struct placed *p)
{
	chart_place__exit(&p->place);
	chart__exit(&p->chart);
	stacks__exit(&p->stacks);
}

/* Puts the cursor on @line in a window of @rows; the first line that it shows is @top then. */
static int check_top(struct placed *p, uint64_t line, unsigned int rows, uint64_t top)
{
	p->place.line = line;
	T_EQ(chart_place__lay_out(&p->place, rows, COLS, NULL), 0);
	T_EQ(p->place.line, line);
	T_EQ(p->place.top, top);
	return TEST_OK;
}

/* The window follows the cursor by as few lines as it can, and stays full. */
static int test_follow(void)
{
	struct placed p;

	T_RUN(open_place(&p));
	T_RUN(check_top(&p, ROWS - 1, ROWS, 0));
	T_RUN(check_top(&p, ROWS, ROWS, 1));
	T_RUN(check_top(&p, NR_LINES - 1, ROWS, NR_LINES - ROWS));
	T_RUN(check_top(&p, NR_LINES - ROWS, ROWS, NR_LINES - ROWS));
	T_RUN(check_top(&p, NR_LINES - ROWS - 1, ROWS, NR_LINES - ROWS - 1));
	T_RUN(check_top(&p, NR_LINES - 1, 1, NR_LINES - 1));
	/* Higher ones. */
	T_RUN(check_top(&p, NR_LINES - 1, ROWS + 1, NR_LINES - ROWS - 1));
	T_RUN(check_top(&p, NR_LINES - 1, NR_LINES, 0));
	T_RUN(check_top(&p, NR_LINES - 1, NR_LINES + 1, 0));
	/* A thread by itself. */
	T_RUN(check_top(&p, 5, 3, 3));
	chart_place__zoom_in(&p.place);
	T_EQ(p.place.shown.first_line, 4);
	T_EQ(p.place.shown.end_line, 8);
	T_RUN(check_top(&p, 7, 3, 5));
	T_RUN(check_top(&p, 4, 3, 4));
	T_RUN(check_top(&p, 7, 4, 4));
	close_place(&p);
	return TEST_OK;
}

/* Where a stack is less deep, the cursor is on its innermost box. */
static int test_find(void)
{
	const struct chart_box *box;
	struct placed p;

	T_RUN(open_place(&p));
	T_EQ(chart_place__lay_out(&p.place, NR_LINES, COLS, NULL), 0);
	T_CHECK(chart_place__go_to(&p.place, 7, 0));
	box = chart_place__box(&p.place, NULL);
	T_CHECK(box && box->line == 7 && box->col == 0 && box->width == COLS / 2);
	T_CHECK(chart_place__go_to(&p.place, 7, COLS / 2 - 1));
	T_CHECK(!chart_place__go_to(&p.place, 7, COLS / 2));
	T_CHECK(chart_place__go_to(&p.place, 6, COLS - 1));
	T_CHECK(!chart_place__go_to(&p.place, 6, COLS));
	T_CHECK(!chart_place__go_to(&p.place, NR_LINES, 0));
	T_EQ(p.place.col, COLS - 1);
	p.place.line = 7;
	box = chart_place__box(&p.place, NULL);
	T_CHECK(box && box->line == 6);
	T_EQ(p.place.line, 6);
	T_CHECK(chart_place__go_to(&p.place, 6, COLS / 2));
	p.place.line = 7;
	box = chart_place__box(&p.place, NULL);
	T_CHECK(box && box->line == 6);
	close_place(&p);
	return TEST_OK;
}

/* Scrolls by a step from where the cursor is on @line; the first line that is shown is @top then. */
static int check_scroll(struct placed *p, uint64_t line, int step, uint64_t top, uint64_t then)
{
	p->place.line = line;
	T_EQ(chart_place__lay_out(&p->place, ROWS, COLS, NULL), 0);
	chart_place__scroll(&p->place, step);
	T_EQ(p->place.top, top);
	T_EQ(p->place.line, then);
	return TEST_OK;
}

/* The lines that are shown have the cursor, whichever way they are scrolled, and are never beside the chart. */
static int test_scroll(void)
{
	struct placed p;

	T_RUN(open_place(&p));
	T_RUN(check_scroll(&p, 0, -1, 0, 0));
	T_RUN(check_scroll(&p, 0, 1, 1, 1));
	T_RUN(check_scroll(&p, ROWS - 1, 1, 2, ROWS - 1));
	T_RUN(check_scroll(&p, ROWS + 1, -1, 1, ROWS));
	T_RUN(check_scroll(&p, ROWS - 1, -1, 0, ROWS - 1));
	T_RUN(check_scroll(&p, NR_LINES - 1, 1, NR_LINES - ROWS, NR_LINES - 1));
	close_place(&p);
	return TEST_OK;
}

/* Beyond the last box of a line, and before its first one, the window moves there. */
static int test_beside(void)
{
	struct placed p;
	uint64_t start;

	T_RUN(open_place(&p));
	T_EQ(chart_place__lay_out(&p.place, NR_LINES, COLS, NULL), 0);
	T_CHECK(chart_place__go_to(&p.place, 1, COLS / 2));
	chart_place__scale(&p.place, true);
	T_EQ(chart_place__lay_out(&p.place, NR_LINES, COLS, NULL), 0);
	start = p.place.shown.start;
	T_CHECK(start > 100 && p.place.shown.end < 100 + 10 * (COLS - 1));
	T_CHECK(chart_place__go_to(&p.place, 1, COLS / 2));
	chart_place__go_beside(&p.place, 1);
	T_CHECK(p.place.shown.start > start);
	T_EQ(chart_place__lay_out(&p.place, NR_LINES, COLS, NULL), 0);
	chart_place__go_beside(&p.place, -1);
	T_EQ(p.place.shown.start, start);
	close_place(&p);
	return TEST_OK;
}

/* Shows the first sample of a thread at a depth, which the lines from @first to @end - 1 then have. */
static int check_show(struct placed *p, uint32_t thread, uint32_t depth, uint64_t first,
		      uint64_t end)
{
	size_t i = 0;

	while (p->chart.samples[i].thread != thread)
		T_CHECK(++i < p->chart.nr);
	chart_place__show(&p->place, i, depth);
	T_EQ(p->place.line, p->chart.threads[thread].line + depth);
	T_EQ(p->place.shown.first_line, first);
	T_EQ(p->place.shown.end_line, end);
	return TEST_OK;
}

/* A sample beside what was zoomed into undoes the zoom, and one in it does not. */
static int test_show(void)
{
	struct placed p;

	T_RUN(open_place(&p));
	T_RUN(check_top(&p, 5, ROWS, 1));
	chart_place__zoom_in(&p.place);
	T_RUN(check_show(&p, 1, 0, 4, 8));
	T_RUN(check_show(&p, 1, 3, 4, 8));
	T_RUN(check_show(&p, 0, 3, 0, NR_LINES));
	T_RUN(check_top(&p, 5, ROWS, 4));
	chart_place__zoom_in(&p.place);
	T_RUN(check_show(&p, 2, 0, 0, NR_LINES));
	close_place(&p);
	return TEST_OK;
}

/* Goes down from line to line in column @col, as deep as the stack is there, and no further at the end. */
static int check_down(struct placed *p, uint32_t col, uint32_t depth)
{
	chart_place__go_home(&p->place);
	T_CHECK(chart_place__go_to(&p->place, 0, col));
	for (uint64_t thread = 0; thread < NR_THREADS; thread++) {
		for (uint64_t i = 0; i <= depth; i++) {
			T_CHECK(chart_place__box(&p->place, NULL));
			T_EQ(p->place.line, 4 * thread + i);
			chart_place__go_down(&p->place);
		}
	}
	T_CHECK(chart_place__box(&p->place, NULL));
	T_EQ(p->place.line, 4 * (NR_THREADS - 1) + depth);
	return TEST_OK;
}

static int test_down(void)
{
	struct placed p;

	T_RUN(open_place(&p));
	T_EQ(chart_place__lay_out(&p.place, NR_LINES, COLS, NULL), 0);
	T_RUN(check_down(&p, 0, 3));
	T_RUN(check_down(&p, COLS - 1, 2));
	/* Not out of the thread that is shown. */
	T_CHECK(chart_place__go_to(&p.place, 4, 0));
	chart_place__zoom_in(&p.place);
	T_RUN(check_top(&p, 7, NR_LINES, 4));
	chart_place__go_down(&p.place);
	T_CHECK(chart_place__box(&p.place, NULL));
	T_EQ(p.place.line, 7);
	close_place(&p);
	return TEST_OK;
}

/* Shows the chart in place of another one: the time that was shown stays. */
static int check_other(struct placed *p, const struct chart *chart)
{
	const struct chart_part before = p->place.shown;

	T_EQ(chart_place__set(&p->place, chart, NULL), 0);
	T_EQ(p->place.shown.start, before.start);
	T_EQ(p->place.shown.end, before.end);
	return TEST_OK;
}

/* In another chart the cursor is on the same frame, and what was zoomed into is not remembered. */
static int test_other(void)
{
	struct chart other;
	struct placed p;

	T_RUN(open_place(&p));
	T_RUN(make_chart(&p, &other, 8, NR_THREADS - 1));
	T_RUN(check_top(&p, 4, ROWS, 0));
	chart_place__zoom_in(&p.place);
	T_RUN(check_top(&p, 6, ROWS, 4));
	T_RUN(check_other(&p, &other));
	T_EQ(p.place.line, 2);
	T_EQ(p.place.top, 0);
	T_CHECK(!chart_place__zoom_out(&p.place));
	/* The first half, and the last. */
	T_CHECK(chart_place__go_to(&p.place, 0, 0));
	chart_place__scale(&p.place, true);
	T_EQ(p.place.shown.start, other.start);
	T_CHECK(p.place.shown.end < other.end);
	T_RUN(check_other(&p, &p.chart));
	chart_place__pan(&p.place, true);
	chart_place__pan(&p.place, true);
	T_EQ(p.place.shown.end, other.end);
	T_CHECK(p.place.shown.start > other.start);
	T_RUN(check_other(&p, &other));
	/* A column shows no less than about a nanosecond. */
	for (int i = 0; i < 9; i++)
		chart_place__scale(&p.place, true);
	T_CHECK(p.place.shown.end - p.place.shown.start >= COLS / 2 - 1);
	close_place(&p);
	chart__exit(&other);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the window follows the cursor", test_follow},
	{"boxes at a place", test_find},
	{"scrolling keeps the cursor in sight", test_scroll},
	{"what is beside the window", test_beside},
	{"samples in a zoom and beside it", test_show},
	{"down, as deep as each stack is", test_down},
	{"the same place in another chart", test_other},
	{0},
};

const struct test_suite suite__tui_chart = {"tui-chart", "Places in a flame chart of the TUI",
					    cases};
