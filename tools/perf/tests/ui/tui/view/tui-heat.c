// SPDX-License-Identifier: GPL-2.0-only
/* The heat map of the TUI, against plain counting and on a terminal in memory. */
#include <stdlib.h>
#include <string.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/tui-trace.h"
#include "ui/tui/term/term-priv.h"
#include "ui/tui/view/time-axis.h"
#include "ui/tui/view/views.h"
#include "util/base/array.h"
#include "util/profile/zoom.h"

#define NR_SAMPLES 200

/* Samples in two seconds, in bursts; what is after 0.5 s and before 0.6 s is of another thread. */
static int open_trace(struct tui_trace *tt, struct trace *trace, unsigned int rows,
		      unsigned int cols)
{
	uint64_t rng = 7;
	unsigned int ms = 0;

	trace__begin(trace, false, false);
	for (unsigned int i = 0; i < NR_SAMPLES; i++) {
		trace__sample(trace, ms, TRACE_PID + (ms > 500 && ms < 600), 0, 0);
		ms += 1 + rng__below(&rng, i % 50 < 25 ? 4 : 16);
	}
	trace__end(trace);
	return tui_trace__open(tt, &trace->b, &view_time_ops, rows, cols);
}

/* ---- cells ---- */

/* Returns the samples from @start to @end that the zooms let pass. */
static uint64_t count(const struct heat_samples *hs, uint64_t start, uint64_t end)
{
	uint64_t nr = 0;

	for (size_t i = 0; i < samples__nr(hs->shown.samples); i++) {
		uint64_t time = samples__at(hs->shown.samples, i)->time;

		nr += time >= start && time <= end && time >= hs->heat.start &&
		      time <= hs->heat.end;
	}
	return nr;
}

static bool is_round(uint64_t len)
{
	while (len % 10 == 0)
		len /= 10;
	return len == 1 || len == 2 || len == 5;
}

/* Each sample of the window is in the cell of its time, and in no other. */
static int check_cells(const struct time_axis *axis, uint64_t zero)
{
	const struct time_grid *grid = &axis->grid;
	const struct heat *heat = time_axis__heat(axis);
	uint64_t sum = 0, most = 0;

	T_EQ(axis->cols, grid->nr);
	T_CHECK(axis->at < grid->nr);
	T_CHECK(is_round(grid->cell * grid->parts));
	T_EQ((grid->start - zero) % (grid->cell * grid->parts), grid->skip * grid->cell);
	T_CHECK(grid->parts <= grid->max_parts);
	T_CHECK(grid->max_cols < 10 ||
		(time_grid__col(grid, grid->nr - 1) + 1) * grid->width <= grid->max_cols);
	T_CHECK(grid->start <= axis->shown.start && axis->shown.start - grid->start < grid->cell);
	for (uint32_t i = 0; i < grid->nr; i++) {
		uint64_t start = grid->start + i * grid->cell, nr = heat_sums__nr(&heat->all[i]);

		T_EQ(nr, count(axis->whole, start, start + grid->cell - 1));
		sum += nr;
		most = nr > most ? nr : most;
	}
	T_EQ(sum, count(axis->whole, axis->shown.start, axis->shown.end));
	T_EQ(sum, heat->nr);
	T_EQ(most, grid->most);
	return TEST_OK;
}

static int move_somewhere(struct time_axis *axis, uint64_t *rng)
{
	switch (rng__below(rng, 8)) {
	case 0:
		return time_axis__zoom(axis, true, NULL);
	case 1:
		return time_axis__zoom(axis, false, NULL);
	case 2:
		return time_axis__pan(axis, rng__below(rng, 2), NULL);
	case 3:
		return time_axis__fold(axis, 1 + rng__below(rng, 200), 1 + rng__below(rng, 120),
				       NULL);
	case 4:
		return time_axis__move(axis, rng__below(rng, 2) ? 1 : -1, NULL);
	default:
		return time_axis__move(axis, ((int64_t)rng__below(rng, 9) - 4) * axis->grid.parts,
				       NULL);
	}
}

static int check_walk(const struct tui_trace *tt, uint64_t rng)
{
	uint64_t zero = samples__at(&tt->samples, 0)->time;
	struct time_axis axis;

	time_axis__init(&axis);
	T_EQ(time_axis__set(&axis, tt->heats[0], NULL), 0);
	T_EQ(time_axis__fold(&axis, 70, 24, NULL), 0);
	for (int i = 0; i < 300; i++) {
		T_RUN(check_cells(&axis, zero));
		T_EQ(move_somewhere(&axis, &rng), 0);
	}
	T_EQ(time_axis__show_whole(&axis, NULL), 0);
	T_RUN(check_cells(&axis, zero));
	T_EQ(time_axis__heat(&axis)->nr, tt->heats[0]->heat.nr);
	/* Without the grid there is a strip again, of the same time. */
	T_EQ(time_axis__fold(&axis, 50, 0, NULL), 0);
	T_EQ(axis.cols, 50);
	T_EQ(axis.grid.parts, 1);
	T_CHECK(time_axis__is_whole(&axis) && axis.at < 50);
	time_axis__exit(&axis);
	return TEST_OK;
}

/* All of the time, and a part that begins and ends within a cell. */
static int test_cells(void)
{
	struct zooms zooms = {.nr = 1};
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 14, 80));
	T_EQ(tt.heats[0]->heat.nr, NR_SAMPLES);
	for (uint64_t rng = 0; rng < 20; rng++)
		T_RUN(check_walk(&tt, rng));
	tt.data.zooms = &zooms;
	zooms.zooms[0] = (struct zoom){.kind = ZOOM_TIME,
				       .start = trace__id(333).time + 7,
				       .end = trace__id(777).time + 11};
	T_RUN(tui_trace__refresh(&tt));
	for (uint64_t rng = 0; rng < 20; rng++)
		T_RUN(check_walk(&tt, rng));
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* ---- lengths ---- */

/* Whatever the times are, the grid is in all of them. */
static int check_grid(uint64_t zero, uint64_t start, uint64_t last, uint64_t want)
{
	struct time_span all = {start, start + last}, shown = all, span;
	struct time_grid grid = {.max_cols = 70, .max_parts = 22};

	time_grid__divide(&grid, &shown, all, zero);
	span = time_grid__span(&grid);
	T_CHECK(span.start <= all.start && span.end >= all.end);
	T_CHECK(shown.start == all.start && shown.end == all.end);
	T_CHECK(time_grid__col(&grid, grid.nr - 1) < 70);
	T_EQ(grid.cell * grid.parts, want);
	return TEST_OK;
}

static int test_lengths(void)
{
	const uint64_t s = 1000000000;

	T_RUN(check_grid(0, 0, 0, 1000));
	T_RUN(check_grid(5 * s, 5 * s, s / 10, s / 100));
	T_RUN(check_grid(5 * s, 5 * s, 3 * s, s / 5));
	T_RUN(check_grid(5 * s, 5 * s, 9 * s - 1, s / 2));
	T_RUN(check_grid(5 * s, 5 * s, 9 * s, s));
	T_RUN(check_grid(5 * s, 5 * s, 70 * s - 1, s));
	T_RUN(check_grid(5 * s, 5 * s, 70 * s, 2 * s));
	T_RUN(check_grid(5 * s, 5 * s + 1, 70 * s - 1, 2 * s));
	T_RUN(check_grid(5 * s, 5 * s, 3600 * s, 100 * s));
	T_RUN(check_grid(0, 0, UINT64_MAX, 500000000 * s));
	T_RUN(check_grid(0, UINT64_MAX, 0, 1000));
	T_RUN(check_grid(UINT64_MAX - 10 * s, UINT64_MAX - 10 * s, 10 * s, s));
	return TEST_OK;
}

/* ---- the view ---- */

static int check(struct tui_trace *tt, const char *want)
{
	char *text = tui_trace__draw(tt);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int check_target(const struct tui_trace *tt, unsigned int from, unsigned int to)
{
	struct zoom_target target = ZOOM_TARGET_INIT;

	view_time_ops.target(&tt->view, &target);
	T_EQ(target.start, trace__id(from).time);
	T_EQ(target.end, trace__id(to).time - 1);
	T_EQ(target.tid, -1);
	return TEST_OK;
}

/* Presses keys, of which "<>^v" are arrows, and "{}" Home and End. */
static int press_all(struct tui_trace *tt, const char *keys)
{
	static const char named[] = "<>^v{}";
	static const uint32_t keys_of[] = {KEY_LEFT, KEY_RIGHT, KEY_UP,
					   KEY_DOWN, KEY_HOME,	KEY_END};

	for (; *keys; keys++) {
		const char *at = strchr(named, *keys);

		T_EQ(tui_trace__press(tt, at ? keys_of[at - named] : (uint32_t)*keys), TUI_DONE);
	}
	return TEST_OK;
}

/* A range begins and ends with any cell; what is not in it is dim. */
static int test_draw(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 16, 70));
	free(tui_trace__draw(&tt));
	T_RUN(press_all(&tt, "M"));
	T_RUN(check(&tt, "at +0.000000 .. +0.009999 of +0.000000 .. +1.076000 from 0.010000\n"
			 "4 of 200 samples, 2.00%: @ kernel 100%\n"
			 "column 100 ms, cell 10 ms: 1 .:-+*#@ 6 samples\n"
			 "        ^0----------+0.3--------+0.6--------+0.9----\n"
			 "   0 ns x   ----::::++++    ::::++++----++++----::::\n"
			 "  10 ms ++++    ----++++----++++****----++++::::----\n"
			 "  20 ms ****::::----****::::::::++++::::@@@@    ----\n"
			 "  30 ms ####::::::::++++    ::::    ::::****::::::::\n"
			 "  40 ms ++++::::    ####----::::::::::::++++----\n"
			 "  50 ms ####++++::::****    ::::----::::++++::::::::\n"
			 "  60 ms ----    ::::::::----****::::::::++++    ----\n"
			 "  70 ms ::::++++::::::::    ####----::::--------::::\n"
			 "  80 ms ::::::::++++----::::####------------::::\n"
			 "  90 ms     ::::++++::::::::++++::::::::::::::::\n"
			 "\n"
			 "\n"));
	T_RUN(check_target(&tt, 0, 10));
	T_RUN(press_all(&tt, ">>vvb"));
	T_RUN(check_target(&tt, 220, 230));
	T_RUN(press_all(&tt, ">>^"));
	T_RUN(check_target(&tt, 220, 420));
	T_RUN(check(&tt, "range +0.220000 .. +0.419999 (0.200000 s) of +0.000000 .. +1.076000 fr\n"
			 "41 of 200 samples, 20.50%: @ kernel 100%\n"
			 "column 100 ms, cell 10 ms: 1 .:-+*#@ 6 samples\n"
			 "        --------########^###----+0.6--------+0.9----\n"
			 "   0 ns ****----::::++++    ::::++++----++++----::::\n"
			 "  10 ms ++++    ----++++x   ++++****----++++::::----\n"
			 "  20 ms ****::::[   ****::::::::++++::::@@@@    ----\n"
			 "  30 ms ####::::::::++++    ::::    ::::****::::::::\n"
			 "  40 ms ++++::::    ####----::::::::::::++++----\n"
			 "  50 ms ####++++::::****    ::::----::::++++::::::::\n"
			 "  60 ms ----    ::::::::----****::::::::++++    ----\n"
			 "  70 ms ::::++++::::::::    ####----::::--------::::\n"
			 "  80 ms ::::::::++++----::::####------------::::\n"
			 "  90 ms     ::::++++::::::::++++::::::::::::::::\n"
			 "\n"
			 "\n"));
	T_EQ(term__color_at(tt.term, 6, 8 + 4 * 2), TERM_SELECTED); /* the mark */
	T_EQ(term__color_at(tt.term, 5, 8 + 4 * 4), TERM_SELECTED); /* the cursor */
	T_EQ(term__color_at(tt.term, 5, 8 + 4 * 2), TERM_DIM);
	T_EQ(term__color_at(tt.term, 4, 8 + 4 * 3), TERM_HEAT + 4);
	T_EQ(tui_trace__press(&tt, KEY_ENTER), TUI_DONE);
	T_EQ(tt.zoom.start, trace__id(220).time);
	T_EQ(tt.zoom.end, trace__id(420).time - 1);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int check_moves(struct tui_trace *tt)
{
	T_RUN(press_all(tt, "^<"));
	T_RUN(check_target(tt, 0, 10));
	T_RUN(press_all(tt, "}"));
	T_RUN(check_target(tt, 90, 100));
	T_RUN(press_all(tt, "v"));
	T_RUN(check_target(tt, 100, 110));
	T_RUN(press_all(tt, "v>{"));
	T_RUN(check_target(tt, 200, 210));
	T_RUN(press_all(tt, "v..,"));
	T_RUN(check_target(tt, 310, 320));
	/* The last column ends with the last sample; its row stays where there is one. */
	for (int i = 0; i < 20; i++)
		T_RUN(press_all(tt, ">"));
	T_RUN(check_target(tt, 1010, 1020));
	T_RUN(press_all(tt, "<^^>"));
	T_RUN(check_target(tt, 990, 1000));
	return TEST_OK;
}

static int test_move(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 16, 70));
	free(tui_trace__draw(&tt));
	T_RUN(press_all(&tt, "M"));
	T_RUN(check_moves(&tt));
	/* Half of the time; the window moves with the cursor. */
	T_RUN(press_all(&tt, "+"));
	T_RUN(check_target(&tt, 990, 995));
	for (int i = 0; i < 20; i++)
		T_RUN(press_all(&tt, "<"));
	T_RUN(check_target(&tt, 40, 45));
	/* All of a second. */
	T_RUN(press_all(&tt, "g0.2"));
	T_RUN(check_target(&tt, 200, 300));
	/* Keys of rows show these, with the same range. */
	T_RUN(press_all(&tt, "o"));
	T_STREQ(tt.said, "Sorted by first sample");
	T_EQ(view_time_ops.nr_lines(&tt.view), 2);
	T_EQ(view__line_with(&tt.view, 0, "program", true), 0);
	T_RUN(press_all(&tt, "M"));
	T_RUN(check_target(&tt, 200, 300));
	T_EQ(view__line_with(&tt.view, 0, "program", true), UINT64_MAX);
	T_RUN(press_all(&tt, "+"));
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_DONE);
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_DONE);
	T_EQ(tui_trace__press(&tt, KEY_ESC), TUI_PASS);
	T_RUN(press_all(&tt, "M"));
	T_EQ(view_time_ops.nr_lines(&tt.view), 2);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* Two parts in a line, each half of a cell in its own colour. */
static int test_halves(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 9, 40));
	tt.term->ascii = false;
	tt.term->has_halves = true;
	free(tui_trace__draw(&tt));
	T_RUN(press_all(&tt, "M>v"));
	T_RUN(check(&tt, "at +0.110000 .. +0.119999 of +0.000000 .\n"
			 "0 of 200 samples, 0.00%: █ kernel 0%\n"
			 "column 100 ms, cell 10 ms: 1 ███████ 6 s\n"
			 "        +0^───────+0.5──────+1\n"
			 "  10 ms ▀▀v ▀▀██▄▄▀▀▀▀████▀▀▀▀\n"
			 "  20 ms ▀▀██▀▀▀▀▀▀██▀▀██▀▀▄▄▀▀\n"
			 "  40 ms ▀▀▀▀▄▄▀▀▀▀██▀▀████▀▀▄▄\n"
			 "  60 ms ▀▀▄▄████▀▀▀▀▀▀██▀▀▄▄▀▀\n"
			 "  80 ms ▀▀████▀▀██▀▀▀▀▀▀▀▀██\n"));
	T_EQ(term__color_at(tt.term, 4, 8), TERM_HEATS(5, 4));
	T_EQ(term__color_at(tt.term, 4, 8 + 2 * 1), TERM_SELECTED);
	T_EQ(term__color_at(tt.term, 4, 8 + 2 * 2), TERM_HEATS(2, 3));
	T_EQ(term__color_at(tt.term, 4, 8 + 2 * 3), TERM_HEAT + 4);
	T_EQ(term__color_at(tt.term, 4, 8 + 2 * 4), TERM_HEAT + 3);
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* Below the last of an odd number of parts there is nothing, not the column after it. */
static int test_odd(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 7, 70));
	tt.term->has_halves = true;
	free(tui_trace__draw(&tt));
	T_RUN(press_all(&tt, "M>"));
	T_RUN(check_target(&tt, 100, 120));
	T_RUN(check(
		&tt,
		"at +0.100000 .. +0.119999 of +0.000000 .. +1.076000 from 0.010000\n"
		"2 of 200 samples, 1.00%: @ kernel 100%\n"
		"column 100 ms, cell 20 ms: 1 ####### 10 samples\n"
		"        +0--^-------+0.3--------+0.6--------+0.9----\n"
		"   0 ns \"\"\"\"^   ########\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"####\n"
		"  40 ms \"\"\"\"####\"\"\"\"\"\"\"\"####\"\"\"\"########\"\"\"\"\"\"\"\"\"\"\"\"\n"
		"  80 ms \"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\n"));
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 2, 8 + 4), TUI_DONE);
	T_RUN(check_target(&tt, 180, 200));
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

static int test_mouse(void)
{
	struct tui_trace tt;
	struct trace trace;

	T_RUN(open_trace(&tt, &trace, 16, 70));
	free(tui_trace__draw(&tt));
	T_RUN(press_all(&tt, "M"));
	free(tui_trace__draw(&tt));
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 3, 2), TUI_PASS);
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 11, 9), TUI_PASS);
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 9, 8 + 10 * 4), TUI_PASS); /* after the last cell */
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 3, 8 + 2 * 4 + 3), TUI_DONE);
	T_RUN(check_target(&tt, 230, 240));
	T_EQ(tui_trace__mouse(&tt, MOUSE_DRAG, 4, 8 + 2 * 4), TUI_DONE);
	T_RUN(check_target(&tt, 230, 250));
	T_EQ(tui_trace__mouse(&tt, MOUSE_DRAG, 4, 0), TUI_DONE);
	T_RUN(check_target(&tt, 40, 240));
	T_EQ(tui_trace__mouse(&tt, MOUSE_RELEASE, 4, 0), TUI_DONE);
	T_EQ(tt.zoom.start, trace__id(40).time);
	T_EQ(tui_trace__mouse(&tt, MOUSE_PRESS, 3, 8), TUI_DONE);
	T_EQ(tui_trace__mouse(&tt, MOUSE_RELEASE, 3, 8), TUI_DONE);
	T_RUN(check_target(&tt, 30, 40));
	tui_trace__close(&tt);
	trace__exit(&trace);
	return TEST_OK;
}

/* From 1x1 up, nothing is drawn outside the window, and a cell has the cursor. */
static int test_sizes(void)
{
	struct tui_trace tt;
	struct trace trace;

	for (unsigned int cols = 1; cols <= TERM_MAX_COLS; cols = cols * 3 + 7) {
		T_RUN(open_trace(&tt, &trace, 4 + cols % 150, cols));
		free(tui_trace__draw(&tt));
		T_RUN(press_all(&tt, "Mv>b.}"));
		free(tui_trace__draw(&tt));
		T_RUN(press_all(&tt, "++v-"));
		free(tui_trace__draw(&tt));
		tui_trace__close(&tt);
		trace__exit(&trace);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"each sample is in its cell", test_cells},
	{"lengths of columns", test_lengths},
	{"cells on the screen", test_draw},
	{"moving among cells", test_move},
	{"half blocks", test_halves},
	{"an odd number of parts", test_odd},
	{"cells by the mouse", test_mouse},
	{"windows of all sizes", test_sizes},
	{0},
};

const struct test_suite suite__tui_heat = {"tui-heat", "the heat map of the TUI", cases};
