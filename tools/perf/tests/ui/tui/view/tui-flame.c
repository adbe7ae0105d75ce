// SPDX-License-Identifier: GPL-2.0-only
/* The flame graph of the TUI on a terminal in memory. */
#include <stdlib.h>

#include "tests/flame-screen.h"
#include "tests/tests.h"
#include "tests/tui-trace.h"
#include "ui/tui/term/term-priv.h"
#include "ui/tui/view/flame-note.h"

static int test_draw(void)
{
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 8, true));
	T_RUN(flame_screen__check(&screen, "100.00%  self   0.00%  all samples\n"
					   "|all                                   <\n"
					   "|main                               |[us\n"
					   "|write                     |read   .|ent\n"
					   "|entry                     |entry   |loc\n"
					   "|copy           |loc       |vfs_r..\n\n\n"));
	flame_screen__close(&screen);
	T_RUN(flame_screen__open(&screen, 8, false));
	T_RUN(flame_screen__check(&screen, "100.00%  self   0.00%  all samples\n"
					   "▏all                                   ◀\n"
					   "▏main                               ▏[us\n"
					   "▏write                     ▏read   ░▏ent\n"
					   "▏entry                     ▏entry   ▏loc\n"
					   "▏copy           ▏loc       ▏vfs_r..\n"
					   "\n\n"));
	flame_screen__close(&screen);
	return TEST_OK;
}

static bool is_flame(enum term_color color, enum term_color group)
{
	return color >= group && color < group + TERM_NR_FLAME;
}

/* Each half has its own colours, and neighbours differ. */
static int test_colors(void)
{
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 8, true));
	flame_screen__draw(&screen);
	T_EQ(term__color_at(screen.term, 1, 0), TERM_SELECTED);
	T_CHECK(is_flame(term__color_at(screen.term, 2, 0), TERM_FLAME_USER));
	T_CHECK(is_flame(term__color_at(screen.term, 3, 0), TERM_FLAME_USER));
	T_CHECK(is_flame(term__color_at(screen.term, 3, 30), TERM_FLAME_USER));
	T_CHECK(term__color_at(screen.term, 3, 0) != term__color_at(screen.term, 3, 30));
	T_EQ(term__color_at(screen.term, 3, 35), TERM_DIM);
	T_CHECK(is_flame(term__color_at(screen.term, 4, 0), TERM_FLAME_KERNEL));
	T_CHECK(is_flame(term__color_at(screen.term, 5, 17), TERM_FLAME_KERNEL));
	T_EQ(term__color_at(screen.term, 2, 37), TERM_FLAME_MISSING);
	flame_screen__close(&screen);
	return TEST_OK;
}

static int test_move(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 8, true));
	flame_screen__draw(&screen);
	view_flame_ops.target(&screen.view, &target);
	T_CHECK(!target.func);
	T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, " 92.00%  self   0.00%  [.] main  prog"));
	T_EQ(flame_screen__press(&screen, KEY_RIGHT), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, "  8.00%  self   0.00%  [.] [user stack l"));
	flame_screen__press(&screen, KEY_RIGHT);
	T_RUN(flame_screen__check_head(&screen, "  8.00%  self   0.00%  [.] [user stack l"));
	flame_screen__press(&screen, KEY_LEFT);
	flame_screen__press(&screen, KEY_DOWN);
	T_RUN(flame_screen__check_head(&screen, " 68.00%  self  18.00%  [.] write  prog"));
	/* Boxes that are too narrow are skipped. */
	flame_screen__press(&screen, KEY_RIGHT);
	flame_screen__press(&screen, KEY_RIGHT);
	flame_screen__press(&screen, KEY_DOWN);
	T_RUN(flame_screen__check_head(&screen, "  8.00%  self   8.00%  [k] lock  [kernel"));
	T_EQ(term__color_at(screen.term, 4, 37), TERM_SELECTED);
	view_flame_ops.target(&screen.view, &target);
	T_CHECK(target.func && target.dso);
	T_STREQ(target.func->name, "lock");
	flame_screen__press(&screen, KEY_UP);
	flame_screen__press(&screen, KEY_UP);
	flame_screen__press(&screen, KEY_UP);
	flame_screen__press(&screen, KEY_UP);
	T_RUN(flame_screen__check_head(&screen, "100.00%  self   0.00%  all samples"));
	flame_screen__press(&screen, KEY_PGDN);
	T_RUN(flame_screen__check_head(&screen, " 40.00%  self  40.00%  [k] copy  [kernel"));
	flame_screen__press(&screen, KEY_PGUP);
	T_RUN(flame_screen__check_head(&screen, "100.00%  self   0.00%  all samples"));
	T_EQ(flame_screen__press(&screen, 'q'), TUI_PASS);
	flame_screen__close(&screen);
	return TEST_OK;
}

static int test_zoom(void)
{
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 8, true));
	flame_screen__draw(&screen);
	T_EQ(flame_screen__press(&screen, KEY_ESC), TUI_PASS);
	flame_screen__press(&screen, KEY_DOWN);
	flame_screen__press(&screen, KEY_DOWN);
	T_EQ(flame_screen__press(&screen, KEY_ENTER), TUI_DONE);
	T_RUN(flame_screen__check(&screen, " 68.00%  self  18.00%  [.] write  prog\n"
					   "|all\n|main\n"
					   "|write                                 <\n"
					   "|entry\n|copy                  |lock\n\n\n"));
	T_EQ(term__color_at(screen.term, 2, 0), TERM_DIM);
	/* Above the focus the way down leads to it. */
	flame_screen__press(&screen, KEY_UP);
	flame_screen__press(&screen, KEY_UP);
	flame_screen__press(&screen, KEY_DOWN);
	flame_screen__press(&screen, KEY_DOWN);
	T_RUN(flame_screen__check_head(&screen, " 68.00%  self  18.00%  [.] write  prog"));
	/* It stays when the data is read again. */
	flame__exit(&screen.flame);
	T_EQ(flame__init(&screen.flame, &screen.event.hist, FLAME_CALLERS, NULL), 0);
	T_EQ(view_flame_ops.refresh(&screen.view, NULL), 0);
	T_RUN(flame_screen__check_head(&screen, " 68.00%  self  18.00%  [.] write  prog"));
	T_EQ(flame_screen__press(&screen, KEY_ENTER), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_ESC), TUI_DONE);
	flame_screen__draw(&screen);
	T_CHECK(is_flame(term__color_at(screen.term, 2, 0), TERM_FLAME_USER));
	T_EQ(flame_screen__press(&screen, KEY_ESC), TUI_PASS);
	flame_screen__press(&screen, KEY_ENTER);
	T_EQ(flame_screen__press(&screen, KEY_HOME), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, "100.00%  self   0.00%  all samples"));
	T_EQ(flame_screen__press(&screen, KEY_BACKSPACE), TUI_DONE);
	flame_screen__close(&screen);
	return TEST_OK;
}

static int test_mouse(void)
{
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 8, true));
	flame_screen__draw(&screen);
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 3, 30), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen,
		" 20.00%  self   0.00%  [.] read  prog\n"
		"|all\n|main\n|read                                  <\n|entry\n|vfs_read\n\n\n"));
	/* Out to a caller; where there is no box nothing happens. */
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 7, 30), TUI_DONE);
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 0, 3), TUI_DONE);
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 2, 30), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, " 92.00%  self   0.00%  [.] main  prog"));
	T_EQ(flame_screen__click(&screen, MOUSE_RELEASE, 2, 30), TUI_PASS);
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 1, 30), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, "100.00%  self   0.00%  all samples"));
	/* From the first column of a box to its last. */
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 3, 27), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, " 20.00%  self   0.00%  [.] read  prog"));
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 1, 0), TUI_DONE);
	flame_screen__draw(&screen);
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 3, 26), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, " 68.00%  self  18.00%  [.] write  prog"));
	flame_screen__close(&screen);
	return TEST_OK;
}

/* A box that has no room any more leaves its caller selected. */
static int test_narrow(void)
{
	struct flame_screen screen;
	struct term_win win;

	T_RUN(flame_screen__open(&screen, 8, true));
	for (int i = 0; i < 2; i++) {
		flame_screen__draw(&screen);
		T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_DONE);
	}
	T_EQ(flame_screen__press(&screen, KEY_RIGHT), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, " 20.00%  self   0.00%  [.] read  prog"));
	win = term__win(screen.term);
	win = term_win__sub(&win, 0, 0, win.rows, 4);
	view_flame_ops.draw(&screen.view, &win);
	T_RUN(flame_screen__check_head(&screen, " 92.00%  self   0.00%  [.] main  prog"));
	flame_screen__close(&screen);
	return TEST_OK;
}

/* A window of three rows follows what is selected, and the wheel. */
static int test_scroll(void)
{
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 4, true));
	flame_screen__draw(&screen);
	flame_screen__press(&screen, KEY_PGDN);
	T_RUN(flame_screen__check(&screen, " 50.00%  self   0.00%  [k] entry  [kerne\n"
					   "|main                               |[us\n"
					   "|write                     |read   .|ent\n"
					   "|entry             <       |entry   |loc\n"));
	T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_RUN(flame_screen__check(&screen, " 50.00%  self   0.00%  [k] entry  [kerne\n"
					   "|write                     |read   .|ent\n"
					   "|entry             <       |entry   |loc\n"
					   "|copy           |loc       |vfs_r..\n"));
	/* A click goes by what is shown. */
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 3, 30), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, " 20.00%  self  20.00%  [k] vfs_read  [ke"));
	for (int i = 0; i < 9; i++)
		T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_UP, 1, 1), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen, " 20.00%  self  20.00%  [k] vfs_read  [ke\n|all\n|main\n|read\n"));
	flame_screen__close(&screen);
	return TEST_OK;
}

/* More of the wheel than is drawn: to the last row, and no further. */
static int test_fast_wheel(void)
{
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 3, true));
	T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_RUN(flame_screen__check(
		&screen,
		"100.00%  self   0.00%  all samples\n|all                                   <\n"
		"|main                               |[us\n"));
	for (int i = 0; i < 9; i++)
		T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_RUN(flame_screen__check(&screen, "100.00%  self   0.00%  all samples\n"
					   "|entry                     |entry   |loc\n"
					   "|copy           |loc       |vfs_r..\n"));
	flame_screen__close(&screen);
	return TEST_OK;
}

static int test_search(void)
{
	struct flame_screen screen;
	uint64_t found;

	T_RUN(flame_screen__open(&screen, 8, true));
	screen.view.search = "Lock";
	T_RUN(flame_screen__check_head(&screen, "100.00%  self   0.00%  all samples"));
	T_EQ(term__color_at(screen.term, 5, 18), TERM_MATCH);
	T_EQ(term__color_at(screen.term, 4, 38), TERM_MATCH);
	found = view__line_with(&screen.view, 0, "Lock", true);
	T_EQ(found, 0);
	T_EQ(view__line_with(&screen.view, found + 1, "Lock", true), 1);
	T_EQ(view__line_with(&screen.view, 2, "Lock", true), UINT64_MAX);
	T_EQ(view__line_with(&screen.view, 1, "Lock", false), 0);
	T_EQ(view__line_with(&screen.view, 0, "Lock", false), UINT64_MAX);
	T_EQ(view__line_with(&screen.view, 0, "nobody", true), UINT64_MAX);
	view__line_with(&screen.view, 0, "lock", true);
	view_flame_ops.select(&screen.view, 0);
	flame_screen__draw(&screen);
	T_EQ(term__color_at(screen.term, 5, 18), TERM_SELECTED);
	/* A frame without a box gets one. */
	T_EQ(view__line_with(&screen.view, 0, "deep", true), 0);
	view_flame_ops.select(&screen.view, 0);
	screen.view.search = "deep";
	T_RUN(flame_screen__check(
		&screen, "  2.00%  self   2.00%  [.] deep  p 2.00%\n"
			 "|all\n|main\n|small\n|deep                                  <\n\n\n\n"));
	T_EQ(flame_screen__press(&screen, KEY_ESC), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_ESC), TUI_PASS);
	flame_screen__close(&screen);
	return TEST_OK;
}

/* The name of the selected box stays; the search result is shown as far as there is room. */
static int test_note(void)
{
	static const char *const heads[] = {
		" 50.00%  self   0.00%  [k] entry  18.00%",
		" 50.00%  self   0.00%  [k] entry  [kernel.kallsyms]",
		" 50.00%  self   0.00%  [k] entry  [ke 18.00% in 2 places",
		" 50.00%  self   0.00%  [k] entry  [kernel.kallsyms]    \"lock\" 18.00% in 2 places",
	};
	static const unsigned int cols[] = {40, 0, 56, 80};
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 8, true));
	for (size_t i = 0; i < sizeof(cols) / sizeof(*cols); i++) {
		screen.view.search = cols[i] ? "lock" : NULL;
		T_EQ(term__resize(screen.term, 8, cols[i] ? cols[i] : 60, NULL), 0);
		flame_screen__draw(&screen);
		flame_screen__press(&screen, KEY_HOME);
		for (int down = 0; down < 3; down++)
			flame_screen__press(&screen, KEY_DOWN);
		T_RUN(flame_screen__check_head(&screen, heads[i]));
	}
	flame_screen__close(&screen);
	return TEST_OK;
}

/* Keys that come before the next drawing do what they do after it. */
static int test_fast_keys(void)
{
	struct flame_screen screen;

	T_RUN(flame_screen__open(&screen, 3, true));
	flame_screen__draw(&screen);
	for (int i = 0; i < 3; i++)
		T_EQ(flame_screen__click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_RUN(flame_screen__check(&screen, "100.00%  self   0.00%  all samples\n"
					   "|entry                     |entry   |loc\n"
					   "|copy           |loc       |vfs_r..\n"));
	/* A zoom in and out again, and what was not shown within it. */
	flame_screen__press(&screen, KEY_HOME);
	flame_screen__press(&screen, KEY_DOWN);
	flame_screen__press(&screen, KEY_DOWN);
	flame_screen__press(&screen, KEY_ENTER);
	flame_screen__draw(&screen);
	flame_screen__press(&screen, KEY_HOME);
	flame_screen__press(&screen, KEY_DOWN);
	flame_screen__press(&screen, KEY_RIGHT);
	T_RUN(flame_screen__check_head(&screen, "  8.00%  self   0.00%  [.] [user stack l"));
	flame_screen__press(&screen, KEY_HOME);
	T_EQ(flame_screen__click(&screen, MOUSE_PRESS, 2, 30), TUI_DONE);
	T_RUN(flame_screen__check_head(&screen, " 92.00%  self   0.00%  [.] main  prog"));
	flame_screen__close(&screen);
	return TEST_OK;
}

/* Nothing is there yet, and then a trace without samples. */
static int test_empty(void)
{
	const struct stacks_opts opts = {.sort = "sym", .children = true};
	struct flame_screen screen;
	struct stacks none;
	char status[64];

	T_RUN(flame_screen__open(&screen, 4, true));
	screen.data.event = NULL;
	screen.data.flames = NULL;
	T_EQ(view_flame_ops.refresh(&screen.view, NULL), 0);
	T_RUN(flame_screen__check(&screen, "The trace is being read\n\n\n\n"));
	T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_PASS);
	T_EQ(view_flame_ops.status(&screen.view, status, sizeof(status)), 0);

	T_EQ(stacks__init(&none, &opts), 0);
	screen.event.hist = none.hist;
	screen.data.event = &screen.event;
	flame__exit(&screen.flame);
	T_EQ(flame__init(&screen.flame, &screen.event.hist, FLAME_CALLERS, NULL), 0);
	screen.data.flames = screen.flames;
	T_EQ(view_flame_ops.refresh(&screen.view, NULL), 0);
	T_RUN(flame_screen__check(&screen, "No samples\n\n\n\n"));
	T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_PGDN), TUI_DONE);
	T_RUN(flame_screen__check(&screen, "No samples\n\n\n\n"));
	stacks__exit(&none);
	flame_screen__close(&screen);
	return TEST_OK;
}

/* The other shapes, whose data the view asks for; nothing is there until they come. */
static int test_shapes(void)
{
	struct flame_screen screen;
	struct flame inverted, threads;
	struct zoom_target target = ZOOM_TARGET_INIT;

	T_RUN(flame_screen__open(&screen, 6, true));
	T_EQ(flame__init(&inverted, &screen.event.hist, FLAME_INVERTED, NULL), 0);
	T_EQ(flame__init(&threads, &screen.event.hist, FLAME_THREADS, NULL), 0);
	flame_screen__draw(&screen);
	T_EQ(flame_screen__press(&screen, 'b'), TUI_DONE);
	T_STREQ(screen.said, "From the functions that were hit to their callers");
	T_EQ(screen.wanted, VIEW_DATA_FLAME << FLAME_INVERTED);
	T_RUN(flame_screen__check(&screen, "The flame graph is being made\n\n\n\n\n\n"));
	screen.flames[FLAME_INVERTED] = &inverted;
	T_EQ(view_flame_ops.refresh(&screen.view, NULL), 0);
	T_RUN(flame_screen__check(&screen, "100.00%  self   0.00%  all samples\n"
					   "|all                                   <\n"
					   "|copy           |vfs_r..|lock  |write ..\n"
					   "|entry          |entry  |entry |main\n"
					   "|write          |read   |wri|[u\n"
					   "|main           |main   |mai\n"));
	T_EQ(flame_screen__press(&screen, 'b'), TUI_DONE);
	T_EQ(flame_screen__press(&screen, 'b'), TUI_DONE);
	T_STREQ(screen.said, "In order of time, by thread");
	T_EQ(flame_screen__press(&screen, 'b'), TUI_DONE);
	T_EQ(screen.wanted, VIEW_DATA_FLAME << FLAME_INVERTED | VIEW_DATA_FLAME << FLAME_THREADS);
	T_RUN(flame_screen__check_head(&screen, "100.00%  self   0.00%  all samples"));
	screen.flames[FLAME_THREADS] = &threads;
	T_EQ(flame_screen__press(&screen, 'b'), TUI_DONE);
	T_EQ(flame_screen__press(&screen, 'b'), TUI_DONE);
	T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_DONE);
	T_RUN(flame_screen__check(&screen, "100.00%  self   0.00%  a 100\n|all\n"
					   "|a 100                                 <\n"
					   "|main                               |[us\n"
					   "|write                     |read   .|ent\n"
					   "|entry                     |entry   |loc\n"));
	view_flame_ops.target(&screen.view, &target);
	T_EQ(target.pid, 100);
	T_EQ(target.tid, 100);
	T_CHECK(!target.func);
	T_EQ(flame_screen__press(&screen, KEY_DOWN), TUI_DONE);
	view_flame_ops.target(&screen.view, &target);
	T_CHECK(target.func);
	flame__exit(&inverted);
	flame__exit(&threads);
	flame_screen__close(&screen);
	return TEST_OK;
}

static int test_status(void)
{
	struct flame_screen screen;
	char status[64];

	T_RUN(flame_screen__open(&screen, 8, true));
	flame_screen__draw(&screen);
	view_flame_ops.status(&screen.view, status, sizeof(status));
	T_STREQ(status, "12 boxes, 3 too narrow to draw");
	flame_screen__close(&screen);
	return TEST_OK;
}

/* Draws a name of 4 columns from column 2 on and a note behind it, in a row of @cols. */
static int check_note(unsigned int cols, size_t nr, const char *want)
{
	const struct flame_note note = {.text = "read", .percent = 12.5, .nr = nr};
	const struct term_span name = {.begin = 2, .end = 6};
	struct term_win win;
	struct term *term;
	char text[64];

	T_EQ(term__new_memory(&term, 1, cols, true, NULL), 0);
	win = term__win(term);
	flame_note__draw(&note, name, &win);
	term__text(term, 0, text, sizeof(text));
	T_STREQ(text, want);
	if (*want)
		T_EQ(term__color_at(term, 0, cols - 1), TERM_MATCH);
	term__delete(term);
	return TEST_OK;
}

/* The note says less where it has less room, which ends where the name does, or in half of the row. */
static int test_note_room(void)
{
	T_RUN(check_note(33, 2, "        \"read\" 12.50% in 2 places"));
	T_RUN(check_note(32, 2, "       \"read\" 12.50% in 2 places"));
	T_RUN(check_note(31, 2, "             12.50% in 2 places"));
	T_RUN(check_note(31, 1, "       \"read\" 12.50% in 1 place"));
	T_RUN(check_note(30, 1, "             12.50% in 1 place"));
	T_RUN(check_note(25, 2, "       12.50% in 2 places"));
	T_RUN(check_note(24, 2, "                  12.50%"));
	T_RUN(check_note(13, 2, "       12.50%"));
	T_RUN(check_note(12, 2, ""));
	T_RUN(check_note(4, 2, ""));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"boxes as wide as their shares", test_draw},
	{"halves differ in colour", test_colors},
	{"from box to box", test_move},
	{"zoom in and out", test_zoom},
	{"the mouse", test_mouse},
	{"a window that becomes narrow", test_narrow},
	{"a fast wheel", test_fast_wheel},
	{"a window with few rows", test_scroll},
	{"search", test_search},
	{"what was found, beside what is selected", test_note},
	{"what was found, in less and less room", test_note_room},
	{"keys that are faster than drawing", test_fast_keys},
	{"nothing to show", test_empty},
	{"from what was hit, and by thread", test_shapes},
	{"how many boxes", test_status},
	{0},
};

const struct test_suite suite__tui_flame = {"tui-flame", "the flame graph of the TUI", cases};
