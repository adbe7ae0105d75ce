// SPDX-License-Identifier: GPL-2.0-only
/* The heat strips of the TUI on a terminal in memory. */
#include <stdlib.h>

#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/tui-trace.h"
#include "ui/tui/view/views.h"
#include "util/header/env.h"
#include "util/profile/zoom.h"

/* Samples of the trace's one task, and of another thread, each 1 ms apart. */
static int open_trace(struct tui_trace *tt, struct trace *trace, unsigned int cols)
{
	trace__begin(trace, false, false);
	for (unsigned int i = 0; i < 40; i++)
		trace__sample(trace, i, TRACE_PID, TRACE_PID % 4, 0);
	for (unsigned int i = 10; i < 20; i++)
		trace__sample(trace, i, TRACE_PID + 1, (TRACE_PID + 1) % 4, 0);
	trace__end(trace);
	return tui_trace__open(tt, &trace->b, &view_time_ops, 6, cols);
}

static int check(struct tui_trace *tt, const char *want)
{
	char *text = tui_trace__draw(tt);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

#define STRIPS                                                           \
	"program 50          @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n" \
	":51 50/51                     @@@@@@@@@@\n\n"

static int test_draw(void)
{
	struct tui_trace tt;
	struct trace trace;
	char status[64];

	T_RUN(open_trace(&tt, &trace, 60));
	T_RUN(check(&tt, "0.010000 .. 0.049000  at 0.010000 .. 0.010971\n"
			 "all threads         **********@@@@@@@@@@********************\n"
			 "                    ^---------------------------------------\n" STRIPS));
	T_EQ(term__color_at(tt.term, 1, 20), TERM_SELECTED);
	T_EQ(term__color_at(tt.term, 1, 35), TERM_HEAT + 7);
	T_EQ(term__color_at(tt.term, 1, 25), TERM_HEAT + 5);
	T_EQ(term__color_at(tt.term, 4, 25), TERM_HEAT);
	T_EQ(term__color_at(tt.term, 4, 20), TERM_SELECTED);
	view_time_ops.status(&tt.view, status, sizeof(status));
	T_STREQ(status, "50 samples, 2 threads");
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_one_thread(void)
{
	struct tui_trace tt;
	struct trace trace;
	char status[64];

	trace__begin(&trace, false, false);
	trace__sample(&trace, 0, TRACE_PID, TRACE_PID % 4, 0);
	trace__end(&trace);
	T_RUN(tui_trace__open(&tt, &trace.b, &view_time_ops, 6, 60));
	view_time_ops.status(&tt.view, status, sizeof(status));
	T_STREQ(status, "1 sample, 1 thread");
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int check_target(const struct tui_trace *tt, int32_t tid, unsigned int from, unsigned int to)
{
	struct tui_target target = TUI_TARGET_INIT;

	view_time_ops.target(&tt->view, &target);
	T_EQ(target.pid, TRACE_PID);
	T_EQ(target.tid, tid);
	/* The samples @from to @to are in it, and no other. */
	T_CHECK(target.start <= trace__id(from).time && target.end >= trace__id(to).time);
	T_CHECK(!from || target.start > trace__id(from - 1).time);
	T_CHECK(to == 39 || target.end < trace__id(to + 1).time);
	return TEST_OK;
}

static int test_range(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 60));
	free(tui_trace__draw(&tt));
	T_RUN(check_target(&tt, TRACE_PID, 0, 0));
	T_EQ(tui_trace__press(&tt, KEY_LEFT), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID, 0, 0));
	T_EQ(tui_trace__press(&tt, '.'), TUI_DONE);
	T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID, 5, 5));
	T_EQ(tui_trace__press(&tt, 'b'), TUI_DONE);
	T_EQ(tui_trace__press(&tt, '.'), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID, 5, 9));
	T_RUN(check(&tt, "0.010000 .. 0.049000  range 0.014875 .. 0.019750\n"
			 "all threads         **********@@@@@@@@@@********************\n"
			 "                    -----####^------------------------------\n" STRIPS));
	/* Backward from where it began. */
	for (int i = 0; i < 3; i++)
		T_EQ(tui_trace__press(&tt, ','), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID, 0, 5));
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID, 0, 0));
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_PASS);
	tt.view.cursor = 1;
	for (int i = 0; i < 50; i++)
		T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID + 1, 39, 39));
	T_EQ(tui_trace__press(&tt, 'q'), TUI_PASS);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_mouse(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 60));
	free(tui_trace__draw(&tt));
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 1, 5), TUI_PASS);
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 1, 30), TUI_DONE);
	T_EQ(tt.view.cursor, 1);
	T_EQ(tui_trace__mouse(&tt, MOUSE_DRAG, 1, 34), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID + 1, 10, 14));
	/* Out of the window it goes to the end. */
	T_EQ(tui_trace__mouse(&tt, MOUSE_DRAG, 0, 3), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID + 1, 0, 10));
	T_EQ(tui_trace__mouse(&tt, MOUSE_DRAG, 0, 30), TUI_DONE);
	T_EQ(tui_trace__mouse(&tt, MOUSE_RELEASE, 0, 30), TUI_DONE);
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_PASS);
	T_EQ(tui_trace__mouse(&tt, MOUSE_WHEEL_UP, 0, 30), TUI_PASS);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_find(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 60));
	T_EQ(view_time_ops.find(&tt.view, 0, "PROGRAM", true), 0);
	T_EQ(view_time_ops.find(&tt.view, 0, "/51", true), 1);
	T_EQ(view_time_ops.find(&tt.view, 2, "50", false), 1);
	T_EQ(view_time_ops.find(&tt.view, 1, "50", false), 0);
	T_EQ(view_time_ops.find(&tt.view, 0, "50", false), UINT64_MAX);
	T_EQ(view_time_ops.find(&tt.view, 1, "prog", true), UINT64_MAX);
	T_EQ(view_time_ops.find(&tt.view, UINT64_MAX, "prog", false), 0);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* A part of the stacks, on one CPU, and a part of the time: only what passes all is there. */
static int test_zooms(void)
{
	struct zooms zooms = {.nr = 1};
	struct tui_trace tt;
	struct trace trace;
	struct stack *stacks = malloc(sizeof(*stacks));
	struct env_cpu cpus[4] = {{.socket = 0}, {.socket = 0}, {.socket = 2}, {.socket = 1}};
	struct fold *part;
	char *text;

	T_RUN(open_trace(&tt, &trace, 60));
	T_CHECK(stacks);
	for (uint32_t i = 0; i < fold__nr(tt.fold); i++) {
		if (fold__stack(tt.fold, i)->tid == TRACE_PID + 1)
			*stacks = *fold__stack(tt.fold, i);
	}
	T_EQ(fold__new_part(&part, tt.fold, stacks, 1, NULL), 0);
	tt.data.fold = part;
	tt.data.zooms = &zooms;
	zooms.zooms[0] = (struct zoom){
		.kind = ZOOM_TIME, .start = trace__id(5).time, .end = trace__id(14).time};
	T_RUN(tui_trace__refresh(&tt));
	T_RUN(check(&tt, "0.015000 .. 0.024000  at 0.015000 .. 0.015224\n"
			 "all threads                               @   @    @   @   @\n"
			 "                    ^---------------------------------------\n"
			 ":51 50/51                                 @   @    @   @   @\n\n\n"));
	zooms.nr = 2;
	zooms.zooms[1] = (struct zoom){.kind = ZOOM_CPU, .cpu = 77};
	T_RUN(tui_trace__refresh(&tt));
	T_EQ(view_time_ops.nr_lines(&tt.view), 0);
	text = tui_trace__draw(&tt);
	T_STREQ(text, "\n\n\n\n\n\n");
	free(text);
	T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_PASS);
	zooms.zooms[1] = (struct zoom){.kind = ZOOM_SOCKET, .socket = 1};
	T_RUN(tui_trace__refresh(&tt));
	T_EQ(view_time_ops.nr_lines(&tt.view), 0);
	tt.session->env->topology.cpus = cpus;
	tt.session->env->topology.nr_cpus = 4;
	T_RUN(tui_trace__refresh(&tt));
	T_EQ(view_time_ops.nr_lines(&tt.view), 1);
	fold__delete(part);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* From 40 columns up, nothing is drawn outside the window. */
static int test_sizes(void)
{
	struct tui_trace tt;
	struct trace trace;

	for (unsigned int cols = 1; cols <= TERM_MAX_COLS; cols = cols * 3 + 7) {
		T_RUN(open_trace(&tt, &trace, cols));
		free(tui_trace__draw(&tt));
		T_EQ(tui_trace__press(&tt, '.'), TUI_DONE);
		free(tui_trace__draw(&tt));
		tui_trace__close(&tt);
		trace__exit(&trace);
	}
	return TEST_OK;
}

static int test_nothing(void)
{
	struct tui_trace tt;
	struct trace trace;
	char status[64];

	T_RUN(open_trace(&tt, &trace, 60));
	tt.data.samples = NULL;
	T_RUN(tui_trace__refresh(&tt));
	T_RUN(check(&tt, "The trace is being read\n\n\n\n\n\n"));
	T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_PASS);
	T_EQ(view_time_ops.status(&tt.view, status, sizeof(status)), 0);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a strip for each thread", test_draw},
	{"a range of columns", test_range},
	{"one sample of one thread", test_one_thread},
	{"a range by the mouse", test_mouse},
	{"threads are found by name", test_find},
	{"within zooms", test_zooms},
	{"windows of all widths", test_sizes},
	{"nothing is read yet", test_nothing},
	{0},
};

const struct test_suite suite__tui_time = {"tui-time", "samples over time in the TUI", cases};
