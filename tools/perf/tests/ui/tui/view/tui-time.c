// SPDX-License-Identifier: GPL-2.0-only
/* The heat strips of the TUI on a terminal in memory. */
#include <stdlib.h>
#include <string.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/tui-trace.h"
#include "ui/tui/view/views.h"
#include "util/base/array.h"
#include "util/header/env.h"
#include "util/profile/zoom.h"
#include "util/view/heat-samples.h"

/* Samples of the trace's one task, and of another thread, each 1 ms apart. */
static int open_trace(struct tui_trace *tt, struct trace *trace, unsigned int cols)
{
	trace__begin(trace, false, false);
	for (unsigned int i = 0; i < 40; i++)
		trace__sample(trace, i, TRACE_PID, TRACE_PID % 4, 0);
	for (unsigned int i = 10; i < 20; i++)
		trace__sample(trace, i, TRACE_PID + 1, (TRACE_PID + 1) % 4, 0);
	trace__end(trace);
	return tui_trace__open(tt, &trace->b, &view_time_ops, 7, cols);
}

static int check(struct tui_trace *tt, const char *want)
{
	char *text = tui_trace__draw(tt);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

#define STRIPS                                                                     \
	"program 50              80.0% @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n" \
	":51 50/51               20.0% |         @@@@@@@@@@\n\n"

static int test_draw(void)
{
	struct tui_trace tt;
	struct trace trace;
	char status[64];

	T_RUN(open_trace(&tt, &trace, 70));
	T_RUN(check(
		&tt,
		"at +0.000000 .. +0.000971 of +0.000000 .. +0.039000 from 0.010000\n"
		"1 of 50 samples, 2.00%: @ kernel 100%\n"
		"all threads            100.0% ::::::::::@@@@@@@@@@::::::::::::::::::::\n"
		"thread                 of all ^---------------------------------------\n" STRIPS));
	T_EQ(term__color_at(tt.term, 2, 30), TERM_KERNEL);
	T_EQ(term__color_at(tt.term, 2, 45), TERM_KERNEL);
	T_EQ(term__color_at(tt.term, 5, 30), TERM_DIM);
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
	T_RUN(tui_trace__open(&tt, &trace.b, &view_time_ops, 7, 70));
	view_time_ops.status(&tt.view, status, sizeof(status));
	T_STREQ(status, "1 sample, 1 thread");
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int check_target(const struct tui_trace *tt, int32_t tid, unsigned int from, unsigned int to)
{
	struct zoom_target target = ZOOM_TARGET_INIT;

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

	T_RUN(open_trace(&tt, &trace, 70));
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
	T_RUN(check(&tt, "range +0.004875 .. +0.009750 (0.004875 s) of +0.000000 .. +0.039000 fr\n"
			 "5 of 50 samples, 10.00%: @ kernel 100%\n"
			 "all threads            100.0% ::::::::::@@@@@@@@@@::::::::::::::::::::\n"
			 "thread               of range -----####^------------------------------\n"
			 "program 50             100.0% @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n"
			 ":51 50/51                0.0%      |   |@@@@@@@@@@\n\n"));
	/* What is in the range looks as before. */
	T_EQ(term__color_at(tt.term, 4, 34), TERM_DIM);
	T_EQ(term__color_at(tt.term, 4, 35), TERM_KERNEL);
	T_EQ(term__color_at(tt.term, 4, 39), TERM_KERNEL);
	T_EQ(term__color_at(tt.term, 4, 40), TERM_DIM);
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

	T_RUN(open_trace(&tt, &trace, 70));
	free(tui_trace__draw(&tt));
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 1, 5), TUI_PASS);
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 1, 40), TUI_DONE);
	T_EQ(tt.view.cursor, 1);
	T_EQ(tui_trace__mouse(&tt, MOUSE_DRAG, 1, 44), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID + 1, 10, 14));
	/* Out of the window it goes to the end. */
	T_EQ(tui_trace__mouse(&tt, MOUSE_DRAG, 0, 3), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID + 1, 0, 10));
	T_EQ(tui_trace__mouse(&tt, MOUSE_DRAG, 0, 40), TUI_DONE);
	T_EQ(tui_trace__mouse(&tt, MOUSE_RELEASE, 0, 40), TUI_DONE);
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_PASS);
	T_EQ(tui_trace__mouse(&tt, MOUSE_WHEEL_UP, 0, 40), TUI_PASS);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_find(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 70));
	T_EQ(view__line_with(&tt.view, 0, "PROGRAM", true), 0);
	T_EQ(view__line_with(&tt.view, 0, "/51", true), 1);
	T_EQ(view__line_with(&tt.view, 2, "50", false), 1);
	T_EQ(view__line_with(&tt.view, 1, "50", false), 0);
	T_EQ(view__line_with(&tt.view, 0, "50", false), UINT64_MAX);
	T_EQ(view__line_with(&tt.view, 1, "prog", true), UINT64_MAX);
	T_EQ(view__line_with(&tt.view, UINT64_MAX, "prog", false), 0);
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

	T_RUN(open_trace(&tt, &trace, 70));
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
	T_RUN(check(
		&tt,
		"at +0.005000 .. +0.005224 of +0.005000 .. +0.014000 from 0.010000\n"
		"0 of 5 samples, 0.00%: @ kernel 0%\n"
		"all threads            100.0% |                     @   @    @   @   @\n"
		"thread                 of all ^---------------------------------------\n"
		":51 50/51              100.0% |                     @   @    @   @   @\n\n\n"));
	T_EQ(tui_trace__press(&tt, KEY_ENTER), TUI_DONE);
	T_STREQ(tt.said, "There are no samples in 0.015000-0.015224");
	zooms.nr = 2;
	zooms.zooms[1] = (struct zoom){.kind = ZOOM_CPU, .start = 77, .end = 77};
	T_RUN(tui_trace__refresh(&tt));
	T_EQ(view_time_ops.nr_lines(&tt.view), 0);
	text = tui_trace__draw(&tt);
	T_STREQ(text, "\n\n\n\n\n\n\n");
	free(text);
	T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_PASS);
	zooms.zooms[1] = (struct zoom){.kind = ZOOM_SOCKET, .start = 1, .end = 1};
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

	T_RUN(open_trace(&tt, &trace, 70));
	tt.data.samples = NULL;
	T_RUN(tui_trace__refresh(&tt));
	T_RUN(check(&tt, "The trace is being read\n\n\n\n\n\n\n"));
	T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_PASS);
	T_EQ(view_time_ops.status(&tt.view, status, sizeof(status)), 0);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* ---- states ---- */

static void add_user_sample(struct trace *trace, unsigned int i)
{
	const uint64_t ips[] = {DEFER_CONTEXT_USER, 0x401000};
	const struct defer_sample sample = {
		.id = TRACE_ID,
		.ip = ips[1],
		.pid = TRACE_PID,
		.tid = TRACE_PID,
		.time = trace__id(i).time,
		.period = 1,
		.misc = DEFER_MISC_USER,
		.chain = {.ips = (const uint8_t *)ips, .nr = 2},
	};

	builder__sample(&trace->b, &trace->events[0].attr, &sample);
}

/*
 * One thread is in the kernel from 0 to 20 ms, and later in user mode; one has lost a user half; one
 * does not return any more.
 */
static void begin_states(struct trace *trace)
{
	trace__begin(trace, false, false);
	trace__sample(trace, 0, TRACE_PID, 0, TRACE_COOKIE(1));
	trace__sample(trace, 2, TRACE_PID, 0, TRACE_COOKIE(1));
	trace__sample(trace, 5, TRACE_PID + 1, 1, TRACE_COOKIE(2));
	trace__sample(trace, 7, TRACE_PID + 1, 1, TRACE_COOKIE(3));
	trace__deferred_of(trace, 8, TRACE_PID + 1, TRACE_COOKIE(3));
	trace__deferred_of(trace, 20, TRACE_PID, TRACE_COOKIE(1));
	add_user_sample(trace, 25);
	trace__sample(trace, 30, TRACE_PID + 2, 2, TRACE_COOKIE(4));
	trace__sample(trace, 39, TRACE_PID, 0, 0);
}

static int open_states(struct tui_trace *tt, struct trace *trace)
{
	begin_states(trace);
	trace__end(trace);
	return tui_trace__open(tt, &trace->b, &view_time_ops, 8, 70);
}

static int test_states(void)
{
	struct tui_trace tt;
	struct trace trace;
	char *text;

	T_RUN(open_states(&tt, &trace));
	free(tui_trace__draw(&tt));
	T_EQ(tui_trace__press(&tt, 'b'), TUI_DONE);
	for (int i = 0; i < 10; i++)
		T_EQ(tui_trace__press(&tt, '.'), TUI_DONE);
	text = tui_trace__draw(&tt);
	T_STREQ(text, "range +0.000000 .. +0.039000 (0.039000 s) of +0.000000 .. +0.039000 fr\n"
		      "7 of 7 samples, 100.00%: U user 14% @ kernel 57% ? missing 29% - waiti\n"
		      "all threads            100.0% @-@--?-@-------------    U    ?--------@\n"
		      "thread               of range #######################################^\n"
		      "program 50              57.1% @-@------------------    U             @\n"
		      ":51 50/51               28.6% |    ? @-                              |\n"
		      ":52 50/52               14.3% |                             ?---------\n\n");
	free(text);
	T_EQ(tui_trace__press(&tt, 'b'), TUI_DONE);
	free(tui_trace__draw(&tt));
	T_EQ(term__color_at(tt.term, 4, 32), TERM_KERNEL);
	T_EQ(term__color_at(tt.term, 4, 31), TERM_DIM);
	T_EQ(term__color_at(tt.term, 4, 55), TERM_USER);
	T_EQ(term__color_at(tt.term, 5, 35), TERM_MISSING);
	T_EQ(term__color_at(tt.term, 5, 37), TERM_KERNEL);
	T_EQ(term__color_at(tt.term, 6, 60), TERM_MISSING);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* Returns how much of @from to @to, ms, lies between @start and @end, ns. */
static uint64_t overlap(uint64_t start, uint64_t end, unsigned int from, unsigned int to)
{
	uint64_t a = trace__id(from).time, b = trace__id(to).time - 1;

	a = a > start ? a : start;
	b = b < end ? b : end;
	return a > b ? 0 : b - a + 1;
}

/* What is in a part of the time, however short, is what is there in all of it. */
static int check_part(const struct heat_samples *all, uint64_t start, uint64_t end)
{
	static const unsigned int kernel[] = {0, 2, 7, 39}, missing[] = {5, 30};
	struct heat_sums sums, want = {.nr = {0}};
	struct heat part;

	for (size_t i = 0; i < ARRAY_SIZE(kernel); i++)
		want.nr[HEAT_KERNEL] +=
			trace__id(kernel[i]).time >= start && trace__id(kernel[i]).time <= end;
	for (size_t i = 0; i < ARRAY_SIZE(missing); i++)
		want.nr[HEAT_MISSING] +=
			trace__id(missing[i]).time >= start && trace__id(missing[i]).time <= end;
	want.nr[HEAT_USER] = trace__id(25).time >= start && trace__id(25).time <= end;
	want.ns[HEAT_WAITING - HEAT_FIRST_SPAN] = overlap(start, end, 0, 20) +
						  overlap(start, end, 7, 8) +
						  overlap(start, end, 30, 39);
	T_EQ(heat__init_part(&part, all, start, end, all->want.nr_buckets, NULL), 0);
	heat__sum(&part, &start, &end, &sums);
	T_CHECK(!memcmp(&sums, &want, sizeof(sums)));
	heat__exit(&part);
	return TEST_OK;
}

static int test_parts(void)
{
	struct tui_trace tt;
	struct trace trace;
	uint64_t rng = 3, first = trace__id(0).time, span = trace__id(39).time - first;

	T_RUN(open_states(&tt, &trace));
	for (int i = 0; i < 1000; i++) {
		uint64_t start = rng__below(&rng, span), len = rng__below(&rng, span - start);

		T_RUN(check_part(tt.heats[0], first + start, first + start + len));
		T_RUN(check_part(tt.heats[0], first + start, first + start + len % 1000));
	}
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* ---- a window of time ---- */

static int check_times(struct tui_trace *tt, const char *want)
{
	char *text = tui_trace__draw(tt);

	text[strlen(want)] = '\0';
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

/* Half of the time, again and again, until one sample is left in the window. */
static int test_window(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 70));
	free(tui_trace__draw(&tt));
	for (int i = 0; i < 20; i++)
		T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID, 20, 20));
	T_EQ(tui_trace__press(&tt, '+'), TUI_DONE);
	T_RUN(check_times(&tt, "at +0.019728 .. +0.020223 of +0.009978 .. +0.029"));
	for (int i = 0; i < 5; i++)
		T_EQ(tui_trace__press(&tt, '+'), TUI_DONE);
	T_RUN(check(&tt, "at +0.019980 .. +0.019996 of +0.019666 .. +0.020295 from 0.010000\n"
			 "0 of 50 samples, 0.00%: @ kernel 0%\n"
			 "all threads            100.0%                     |@\n"
			 "thread                 of all --------------------^-------------------\n"
			 "program 50              80.0%                     |@\n"
			 ":51 50/51               20.0%                     |\n\n"));
	/* To the sample before and back; at the ends nothing moves. */
	T_EQ(tui_trace__press(&tt, '<'), TUI_DONE);
	T_EQ(tui_trace__press(&tt, '<'), TUI_DONE);
	T_EQ(tui_trace__press(&tt, '<'), TUI_DONE);
	T_RUN(check(&tt, "at +0.019038 .. +0.019053 of +0.018724 .. +0.019352 from 0.010000\n"
			 "0 of 50 samples, 0.00%: @ kernel 0%\n"
			 "all threads            100.0%                  @  |\n"
			 "thread                 of all --------------------^-------------------\n"
			 "program 50              80.0%                  @  |\n"
			 ":51 50/51               20.0%                  @  |\n\n"));
	for (int i = 0; i < 200; i++)
		T_EQ(tui_trace__press(&tt, '<'), TUI_DONE);
	T_RUN(check_times(&tt, "at +0.000314 .. +0.000329 of +0.000000 .. +0.0006"));
	/* The cursor takes the window along. */
	for (int i = 0; i < 43; i++)
		T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID, 1, 1));
	for (int i = 0; i < 6; i++)
		T_EQ(tui_trace__press(&tt, '-'), TUI_DONE);
	T_RUN(check_target(&tt, TRACE_PID, 1, 1));
	T_EQ(tui_trace__press(&tt, '+'), TUI_DONE);
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_DONE);
	T_RUN(check_times(&tt, "at +0.000971 .. +0.001942 of +0.000000 .. +0.039000 f"));
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_PASS);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* A range that begins in one window and ends in another. */
static int test_far_range(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 70));
	free(tui_trace__draw(&tt));
	for (int i = 0; i < 10; i++)
		T_EQ(tui_trace__press(&tt, KEY_RIGHT), TUI_DONE);
	for (int i = 0; i < 6; i++)
		T_EQ(tui_trace__press(&tt, '+'), TUI_DONE);
	T_EQ(tui_trace__press(&tt, 'b'), TUI_DONE);
	for (int i = 0; i < 20; i++)
		T_EQ(tui_trace__press(&tt, '>'), TUI_DONE);
	T_RUN(check_times(&tt, "range +0.010226 .. +0.016"));
	T_RUN(check_target(&tt, TRACE_PID, 11, 16));
	/* All views show what the figures are about. */
	T_EQ(tui_trace__press(&tt, KEY_ENTER), TUI_DONE);
	T_EQ(tt.zoom.kind, ZOOM_TIME);
	T_CHECK(tt.zoom.start > trace__id(10).time && tt.zoom.start <= trace__id(11).time);
	T_CHECK(tt.zoom.end >= trace__id(16).time && tt.zoom.end < trace__id(17).time);
	T_RUN(check_times(&tt, "at +0.016"));
	/* Other data of the same time show the same part of it. */
	T_RUN(tui_trace__refresh(&tt));
	T_RUN(check_times(&tt, "at +0.016"));
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* ---- order ---- */

static int check_order(const struct tui_trace *tt, const char *const *names)
{
	for (uint64_t i = 0; names[i]; i++)
		T_EQ(view__line_with(&tt->view, 0, names[i], true), i);
	return TEST_OK;
}

static void add_thread(struct trace *trace)
{
	const struct defer_event comm = {
		.type = DEFER_RECORD_COMM,
		.id = trace__id(0),
		.comm = {.pid = TRACE_PID, .tid = 7, .name = "other"},
	};

	builder__event(&trace->b, &trace->events[1].attr, &comm);
	for (unsigned int i = 35; i < 38; i++)
		trace__sample(trace, i, 7, 3, 0);
}

/* The cursor stays on its thread. */
static int test_order(void)
{
	static const char *const orders[][5] = {
		{"program", "other", "/51", "/52"},
		{"program", "/51", "/52", "other"},
		{"other", "program", "/51", "/52"},
		{"/51", "/52", "other", "program"},
	};
	static const uint64_t cursors[] = {2, 1, 2, 0};
	struct tui_trace tt;
	struct trace trace;

	begin_states(&trace);
	add_thread(&trace);
	trace__end(&trace);
	T_RUN(tui_trace__open(&tt, &trace.b, &view_time_ops, 8, 70));
	tt.view.cursor = 2;
	for (int i = 0; i < 9; i++) {
		T_RUN(check_order(&tt, orders[i % 4]));
		T_EQ(tt.view.cursor, cursors[i % 4]);
		T_EQ(tui_trace__press(&tt, 'o'), TUI_DONE);
	}
	T_STREQ(tt.said, "Sorted by first sample");
	T_RUN(check_order(&tt, orders[1]));
	T_EQ(tui_trace__press(&tt, 'O'), TUI_DONE);
	T_EQ(tui_trace__press(&tt, 'O'), TUI_DONE);
	T_RUN(check_order(&tt, orders[3]));
	/* Other data are in that order as well. */
	T_RUN(tui_trace__refresh(&tt));
	T_RUN(check_order(&tt, orders[3]));
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* ---- rows of other kinds ---- */

static int test_turn(void)
{
	struct tui_trace tt;
	struct trace trace;
	struct zoom_target target = ZOOM_TARGET_INIT;
	char status[64];

	T_RUN(open_trace(&tt, &trace, 70));
	free(tui_trace__draw(&tt));
	T_EQ(tui_trace__press(&tt, '.'), TUI_DONE);
	T_EQ(tui_trace__press(&tt, 'r'), TUI_DONE);
	T_RUN(check(&tt, "at +0.003884 .. +0.004875 of +0.000000 .. +0.039000 from 0.010000\n"
			 "1 of 50 samples, 2.00%: @ kernel 100%\n"
			 "all                    100.0% ::::::::::@@@@@@@@@@::::::::::::::::::::\n"
			 "CPU                    of all ----^-----------------------------------\n"
			 "CPU 2                   80.0% @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\n"
			 "CPU 3                   20.0%     |     @@@@@@@@@@\n\n"));
	tt.view.cursor = 1;
	view_time_ops.target(&tt.view, &target);
	T_EQ(target.cpu, 3);
	T_EQ(target.tid, -1);
	T_EQ(tui_trace__press(&tt, 'r'), TUI_DONE);
	T_EQ(view_time_ops.nr_lines(&tt.view), 1);
	T_EQ(view__line_with(&tt.view, 0, "program 50", true), 0);
	view_time_ops.status(&tt.view, status, sizeof(status));
	T_STREQ(status, "50 samples, 1 process");
	T_EQ(tui_trace__press(&tt, 'r'), TUI_DONE);
	T_EQ(view_time_ops.nr_lines(&tt.view), 2);
	T_RUN(check_target(&tt, TRACE_PID, 4, 4));
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* Threads that have a hundredth of the samples together are one line, which is found by their names. */
static int test_idle(void)
{
	struct tui_trace tt;
	struct trace trace;
	char *text;

	trace__begin(&trace, false, false);
	for (unsigned int i = 0; i < 400; i++)
		trace__sample(&trace, i, TRACE_PID, i % 4, 0);
	for (unsigned int i = 0; i < 4; i++)
		trace__sample(&trace, 100 * i + 50, TRACE_PID + 1 + i, 0, 0);
	trace__end(&trace);
	T_RUN(tui_trace__open(&tt, &trace.b, &view_time_ops, 8, 70));
	T_EQ(view_time_ops.nr_lines(&tt.view), 2);
	text = tui_trace__draw(&tt);
	T_CHECK(strstr(text,
		       "\n4 idle threads           1.0% |    .         .         .         .\n"));
	free(text);
	T_EQ(view__line_with(&tt.view, 0, "50/53", true), 1);
	T_EQ(view__line_with(&tt.view, 0, "50/55", true), UINT64_MAX);
	T_EQ(tui_trace__press(&tt, 'o'), TUI_DONE);
	T_EQ(view_time_ops.nr_lines(&tt.view), 2);
	T_EQ(tui_trace__press(&tt, 'e'), TUI_DONE);
	T_EQ(view_time_ops.nr_lines(&tt.view), 5);
	T_EQ(view__line_with(&tt.view, 0, "50/53", true), 3);
	T_EQ(tui_trace__press(&tt, 'e'), TUI_DONE);
	T_EQ(view_time_ops.nr_lines(&tt.view), 2);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int press_all(struct tui_trace *tt, const char *keys)
{
	for (; *keys; keys++)
		T_EQ(tui_trace__press(tt, *keys), TUI_DONE);
	return TEST_OK;
}

/* The digits tell how long the range is; a window whose columns are longer becomes shorter. */
static int test_second(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 70));
	free(tui_trace__draw(&tt));
	T_RUN(press_all(&tt, "g0"));
	T_RUN(check_target(&tt, TRACE_PID, 0, 39));
	T_RUN(press_all(&tt, ".01"));
	T_RUN(check_target(&tt, TRACE_PID, 10, 20));
	T_RUN(check_times(&tt,
			  "range +0.009997 .. +0.020014 (0.010016 s) of +0.000000 .. +0.039000"));
	T_RUN(press_all(&tt, "2"));
	T_RUN(check_target(&tt, TRACE_PID, 12, 13));
	/* Another key ends the number. */
	T_RUN(press_all(&tt, "b"));
	T_EQ(tui_trace__press(&tt, '7'), TUI_PASS);
	T_RUN(press_all(&tt, "g9"));
	T_STREQ(tt.said, "Nothing of second 9 is shown");
	T_RUN(press_all(&tt, "999999999999999999"));
	T_STREQ(tt.said, "Nothing of second 999999999999999 is shown");
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* Samples of a thread in any span, whether or not it begins and ends with a bucket. */
static int test_sums(void)
{
	static const unsigned int times[] = {0, 2, 25, 39};
	struct tui_trace tt;
	struct trace trace;
	uint64_t rng = 5, first = trace__id(0).time, span = trace__id(39).time - first;

	T_RUN(open_states(&tt, &trace));
	for (int i = 0; i < 1000; i++) {
		uint64_t start = first + rng__below(&rng, span), nr[3], want = 0;
		uint64_t end = start + rng__below(&rng, i % 2 ? 20000 : first + span - start);

		end = end < first + span ? end : first + span;
		for (size_t k = 0; k < ARRAY_SIZE(times); k++)
			want += trace__id(times[k]).time >= start &&
				trace__id(times[k]).time <= end;
		T_EQ(tt.heats[0]->heat.nr_rows, 3);
		heat_samples__sum(tt.heats[0], start, end, nr);
		T_EQ(nr[heat__find(&tt.heats[0]->heat, heat_task__key(TRACE_PID, TRACE_PID))],
		     want);
	}
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
	{"states of samples, and waiting", test_states},
	{"parts of the time", test_parts},
	{"a window of time", test_window},
	{"a range beyond the window", test_far_range},
	{"threads in other orders", test_order},
	{"rows are CPUs, processes", test_turn},
	{"idle threads are one line", test_idle},
	{"to a second", test_second},
	{"samples of any span", test_sums},
	{0},
};

const struct test_suite suite__tui_time = {"tui-time", "samples over time in the TUI", cases};
