// SPDX-License-Identifier: GPL-2.0-only
/* The flame graph in order of time on a terminal in memory. */
#include <stdlib.h>

#include "tests/flame-screen.h"
#include "tests/tests.h"
#include "tests/tui-trace.h"
#include "ui/tui/term/term-priv.h"
#include "util/fold/samples.h"
#include "util/view/chart.h"

/* Adds a sample of the stack that was added as number @stack. */
static int add_sample(struct flame_screen *screen, struct chart *chart, int32_t tid, uint64_t time,
		      unsigned int stack)
{
	const struct hist_stack *of = &screen->stacks.hist.stacks[stack];
	struct chart_sample sample = {.time = time, .weight = of->sums.period, .chain = of->chain};

	return chart__add(chart, 100, tid, 0, &sample, NULL);
}

/* 1 ms from sample to sample; a pause of 10 ms; another thread. */
static int make_chart(struct flame_screen *screen, struct chart *chart)
{
	static const unsigned int stacks[] = {0, 0, 1, 1, 1, 2, 3, 3};
	const struct chart_conf conf = {
		.chains = &screen->stacks.chains,
		.funcs = &screen->stacks.funcs,
		.comms = screen->stacks.comms,
		.total = 428,
	};

	chart__init(chart, &conf);
	for (unsigned int i = 0; i < 8; i++)
		T_EQ(add_sample(screen, chart, 100, 5000000000 + i * 1000000, stacks[i]), 0);
	T_EQ(add_sample(screen, chart, 100, 5018000000, 4), 0);
	T_EQ(add_sample(screen, chart, 101, 5018000000, 0), 0);
	T_EQ(add_sample(screen, chart, 101, 5019000000, 1), 0);
	T_EQ(chart__finish(chart, NULL), 0);
	return TEST_OK;
}

static int open_chart(struct flame_screen *screen, struct chart *chart, unsigned int rows)
{
	static struct sample_list none;
	static const struct samples samples = {.lists = &none, .nr_workers = 1};

	T_RUN(flame_screen__open(screen, rows, true));
	term__delete(screen->term);
	T_EQ(term__new_memory(&screen->term, rows, 80, true, NULL), 0);
	T_RUN(make_chart(screen, chart));
	for (int i = 0; i < 3; i++)
		T_EQ(flame_screen__press(screen, 'b'), TUI_DONE);
	T_CHECK(!(screen->wanted & VIEW_DATA_FLAME << FLAME_TIME));
	T_RUN(flame_screen__check_head(screen, "The flame graph is being made"));
	screen->data.samples = &samples;
	T_EQ(view_flame_ops.refresh(&screen->view, NULL), 0);
	T_CHECK(screen->wanted & VIEW_DATA_FLAME << FLAME_TIME);
	T_EQ(flame_screen__press(screen, KEY_DOWN), TUI_PASS);
	screen->data.chart = chart;
	T_EQ(view_flame_ops.refresh(&screen->view, NULL), 0);
	return TEST_OK;
}

static void close_chart(struct flame_screen *screen, struct chart *chart)
{
	flame_screen__close(screen);
	chart__exit(chart);
}

#define PAUSE "                                                                       "

static int test_chart(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct flame_screen screen;
	struct chart chart;
	char status[64];

	T_RUN(open_chart(&screen, &chart, 12));
	T_RUN(flame_screen__check(
		&screen,
		" 50.00%  9 samples  +0.000000 for 19.01 ms  a 100\n"
		"^+0.000            |+0.005             |+0.010             |+0.015\n"
		"|a 100                                                                         <\n"
		"|main                                                                  |[us..\n"
		"|read  |write                                                          |entry\n"
		"|entry |entry                                                          |lock\n"
		"|vfs_..|copy       |loc\n"
		"|a 100/101\n" PAUSE "|main\n" PAUSE "|rea|writ\n" PAUSE "|ent|entr\n" PAUSE
		"|vfs|copy\n"));
	view_flame_ops.status(&screen.view, status, sizeof(status));
	T_STREQ(status, "2 threads");
	T_EQ(view_flame_ops.shape(&screen.view), FLAME_TIME);
	view_flame_ops.target(&screen.view, &target);
	T_EQ(target.tid, 100);
	T_CHECK(target.pid == 100 && !target.func && !target.end);
	close_chart(&screen, &chart);
	return TEST_OK;
}

static int test_chart_move(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct flame_screen screen;
	struct chart chart;

	T_RUN(open_chart(&screen, &chart, 12));
	T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_DONE);
	T_RUN(flame_screen__check_head(
		&screen, " 48.13%  8 samples  +0.000000 for 8.01 ms  [.] main  prog"));
	T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_DONE);
	T_RUN(flame_screen__check_head(
		&screen, "  9.35%  2 samples  +0.000000 for 2.00 ms  [.] read  prog"));
	T_EQ(flame_screen__press(&screen, KEY_RIGHT), TUI_DONE);
	T_RUN(flame_screen__check_head(
		&screen, " 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog"));
	view_flame_ops.target(&screen.view, &target);
	T_STREQ(target.func->name, "write");
	T_EQ(target.start, 5002000000);
	T_CHECK(target.end > 5007990000 && target.end < 5008020000);
	/* Behind the pause, at the missing half, which is where it was. */
	T_EQ(flame_screen__press(&screen, KEY_RIGHT), TUI_DONE);
	T_RUN(flame_screen__check_head(
		&screen, "  1.87%  1 sample  +0.018000 for 1.01 ms  [k] entry  [kernel.kallsyms]"));
	T_EQ(term__color_at(screen.term, 3, 72), TERM_FLAME_MISSING);
	T_EQ(flame_screen__press(&screen, KEY_RIGHT), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_LEFT), TUI_DONE);
	T_RUN(flame_screen__check_head(
		&screen, " 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog"));
	/* Out to the thread, and on to the next one. */
	for (int i = 0; i < 3; i++)
		T_EQ(flame_screen__press(&screen, KEY_UP), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen,
				       " 50.00%  9 samples  +0.000000 for 19.01 ms  a 100"));
	T_EQ(flame_screen__press(&screen, KEY_PGDN), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen,
				       " 14.02%  2 samples  +0.018000 for 2.01 ms  a 100/101"));
	T_EQ(flame_screen__press(&screen, KEY_PGUP), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen,
				       " 50.00%  9 samples  +0.000000 for 19.01 ms  a 100"));
	close_chart(&screen, &chart);
	return TEST_OK;
}

static int test_chart_zoom(void)
{
	struct flame_screen screen;
	struct chart chart;

	T_RUN(open_chart(&screen, &chart, 12));
	for (int i = 0; i < 2; i++)
		T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_RIGHT), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_ENTER), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen,
		" 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog\n"
		"^+0.002                   |+0.004                    |+0.006\n"
		"|a 100\n|main\n"
		"|write                                                                         <\n"
		"|entry\n|copy                                  |lock\n\n"
		"\n"
		"\n"
		"\n"
		"\n"));
	T_EQ(flame_screen__press(&screen, '+'), TUI_DONE);
	T_EQ(flame_screen__press(&screen, '>'), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen,
		" 25.23%  4 samples  +0.003000 for 4.00 ms  [.] write  prog\n"
		"^            |+0.004                   |+0.005                    |+0.006\n"
		"|a 100\n|main\n"
		"|write                                                                         <\n"
		"|entry\n|copy                                  |lock\n\n"
		"\n"
		"\n"
		"\n"
		"\n"));
	T_EQ(flame_screen__press(&screen, '-'), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_BACKSPACE), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen,
		" 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog\n"
		"|+0.000       ^    |+0.005             |+0.010             |+0.015\n"
		"|a 100\n"
		"|main                                                                  |[us..\n"
		"|read  |write                   <                                      |entry\n"
		"|entry |entry                                                          |lock\n"
		"|vfs_..|copy       |loc\n|a 100/101\n"
		"                                                                       |main\n"
		"                                                                       |rea|writ\n"
		"                                                                       |ent|entr\n"
		"                                                                       |vfs|copy\n"));
	T_EQ(flame_screen__press(&screen, KEY_ESC), TUI_PASS);
	T_EQ(flame_screen__press(&screen, KEY_ENTER), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_HOME), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen,
				       " 50.00%  9 samples  +0.000000 for 19.01 ms  a 100"));
	T_EQ(flame_screen__press(&screen, KEY_ESC), TUI_PASS);
	close_chart(&screen, &chart);
	return TEST_OK;
}

static int test_chart_find(void)
{
	struct flame_screen screen;
	struct chart chart;

	T_RUN(open_chart(&screen, &chart, 12));
	flame_screen__draw(&screen);
	T_EQ(view__line_with(&screen.view, 0, "lock", true), 5);
	view_flame_ops.select(&screen.view, 5);
	screen.view.search = "lock";
	T_RUN(flame_screen__check_head(
		&screen,
		"  2.34%  1 sample  +0.005000 for 1.00 ms  [k] lock  [ke \"lock\" 4.21% in 2 places"));
	T_EQ(view__line_with(&screen.view, 6, "lock", true), 8);
	T_EQ(view__line_with(&screen.view, 5, "lock", false), UINT64_MAX);
	/* Zoomed into another time and thread: all is shown again. */
	view_flame_ops.select(&screen.view, 9);
	T_EQ(flame_screen__press(&screen, KEY_ENTER), TUI_DONE);
	view_flame_ops.select(&screen.view, 5);
	T_RUN(flame_screen__check_head(
		&screen,
		"  2.34%  1 sample  +0.005000 for 1.00 ms  [k] lock  [ke \"lock\" 4.21% in 2 places"));
	close_chart(&screen, &chart);
	return TEST_OK;
}

static int test_chart_mouse(void)
{
	struct flame_screen screen;
	struct chart chart;

	T_RUN(open_chart(&screen, &chart, 6));
	flame_screen__draw(&screen);
	T_EQ(flame_screen__click(&screen, MOUSE_RIGHT, 4, 20), TUI_PASS);
	T_RUN(flame_screen__check_head(
		&screen, " 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog"));
	T_EQ(flame_screen__click(&screen, MOUSE_RIGHT, 4, 40), TUI_DONE);
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 0, 0), TUI_DONE);
	for (int i = 0; i < 2; i++)
		T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_DOWN, 4, 20), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen,
		" 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog\n"
		"|+0.000            |^0.005             |+0.010             |+0.015\n"
		"|read  |write                   <                                      |entry\n"
		"|entry |entry                                                          |lock\n"
		"|vfs_..|copy       |loc\n|a 100/101\n"));
	for (int i = 0; i < 20; i++)
		T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_DOWN, 4, 20), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen,
		" 14.02%  2 samples  +0.018000 for 2.01 ms  a 100/101\n"
		"|+0.000            |^0.005             |+0.010             |+0.015\n"
		"|a 100/101                                                                     <\n"
		"                                                                       |main\n"
		"                                                                       |rea|writ\n"
		"                                                                       |ent|entr\n"));
	for (int i = 0; i < 20; i++)
		T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_UP, 4, 20), TUI_DONE);
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 4, 20), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen,
		" 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog\n"
		"|+0.002                   |+0.004      ^             |+0.006\n"
		"|a 100\n|main\n"
		"|write                                                                         <\n"
		"|entry\n"));
	close_chart(&screen, &chart);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"samples beside each other", test_chart}, {"from box to box", test_chart_move},
	{"zoom in and out", test_chart_zoom},	   {"search", test_chart_find},
	{"the mouse", test_chart_mouse},	   {0},
};

const struct test_suite suite__tui_flame_time = {"tui-flame-time",
						 "the flame graph in order of time", cases};
