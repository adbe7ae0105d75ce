// SPDX-License-Identifier: GPL-2.0-only
/* The flame graph of the TUI on a terminal in memory. */
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "tests/tui-trace.h"
#include "ui/tui/term/term-priv.h"
#include "ui/tui/view/views.h"
#include "util/profile/profile.h"
#include "util/fold/samples.h"
#include "util/view/chart.h"
#include "util/view/flame.h"

struct screen {
	struct stacks stacks;
	struct profile_event event;
	struct flame flame;
	struct flame *flames[FLAME_NR_TREES];
	struct tui_host host;
	char said[64];
	unsigned int wanted; /* enum view_data_kind */
	struct tui_data data;
	struct tui_view view;
	struct term *term;
};

static int add_stacks(struct stacks *stacks)
{
	T_EQ(stacks__add(stacks, "a", "main;read;k:entry;k:vfs_read", 1, 20), 0);
	T_EQ(stacks__add(stacks, "a", "main;write;k:entry;k:copy", 1, 40), 0);
	T_EQ(stacks__add(stacks, "a", "main;write;k:entry;k:lock", 1, 10), 0);
	T_EQ(stacks__add(stacks, "a", "main;write", 1, 18), 0);
	T_EQ(stacks__add(stacks, "a", "!lost;k:entry;k:lock", 1, 8), 0);
	T_EQ(stacks__add(stacks, "a", "main;tiny", 1, 2), 0);
	T_EQ(stacks__add(stacks, "a", "main;small;deep", 1, 2), 0);
	return TEST_OK;
}

static struct screen *screen_of(struct tui_host *host)
{
	return (struct screen *)((char *)host - offsetof(struct screen, host));
}

static void say(struct tui_host *host, const char *fmt, va_list args)
{
	vsnprintf(screen_of(host)->said, sizeof(screen_of(host)->said), fmt, args);
}

static void want(struct tui_host *host, enum view_data_kind kind)
{
	screen_of(host)->wanted |= kind;
}

static const struct tui_host_ops host_ops = {.say = say, .want = want};

static int open_screen(struct screen *screen, unsigned int rows, bool ascii)
{
	const struct stacks_opts opts = {.sort = "sym", .children = true};

	*screen = (struct screen){0};
	T_EQ(stacks__init(&screen->stacks, &opts), 0);
	T_RUN(add_stacks(&screen->stacks));
	screen->event.hist = screen->stacks.hist;
	screen->data.event = &screen->event;
	T_EQ(flame__init(&screen->flame, &screen->event.hist, FLAME_CALLERS, NULL), 0);
	screen->flames[FLAME_CALLERS] = &screen->flame;
	screen->data.flames = screen->flames;
	screen->view = (struct tui_view){.ops = &view_flame_ops, .data = &screen->data};
	screen->host.ops = &host_ops;
	screen->view.host = &screen->host;
	T_EQ(term__new_memory(&screen->term, rows, 40, ascii, NULL), 0);
	T_EQ(view__open(&screen->view, NULL), 0);
	T_EQ(view_flame_ops.refresh(&screen->view, NULL), 0);
	return TEST_OK;
}

static void close_screen(struct screen *screen)
{
	view__close(&screen->view);
	flame__exit(&screen->flame);
	term__delete(screen->term);
	stacks__exit(&screen->stacks);
}

static void draw(struct screen *screen)
{
	struct term_win win = term__win(screen->term);

	term__clear(screen->term);
	view_flame_ops.draw(&screen->view, &win);
}

/* All rows, to be freed. */
static char *text_of(struct screen *screen)
{
	draw(screen);
	return term__all_text(screen->term);
}

static int check(struct screen *screen, const char *want)
{
	char *text = text_of(screen);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int check_head(struct screen *screen, const char *want)
{
	char row[256];

	draw(screen);
	term__text(screen->term, 0, row, sizeof(row));
	T_STREQ(row, want);
	return TEST_OK;
}

static int press(struct screen *screen, uint32_t key)
{
	const struct term_event event = {.kind = TERM_EVENT_KEY, .key = key};

	return view_flame_ops.key(&screen->view, &event, NULL);
}

static int click(struct screen *screen, enum term_mouse mouse, unsigned int row, unsigned int col)
{
	const struct term_event event = {
		.kind = TERM_EVENT_MOUSE, .mouse = mouse, .row = row, .col = col};

	return view_flame_ops.key(&screen->view, &event, NULL);
}

static int test_draw(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, 8, true));
	T_RUN(check(&screen, "100.00%  self   0.00%  all samples\n"
			     "|all                                   <\n"
			     "|main                               |[us\n"
			     "|write                     |read   .|ent\n"
			     "|entry                     |entry   |loc\n"
			     "|copy           |loc       |vfs_r..\n\n\n"));
	close_screen(&screen);
	T_RUN(open_screen(&screen, 8, false));
	T_RUN(check(&screen, "100.00%  self   0.00%  all samples\n"
			     "▏all                                   ◀\n"
			     "▏main                               ▏[us\n"
			     "▏write                     ▏read   ░▏ent\n"
			     "▏entry                     ▏entry   ▏loc\n"
			     "▏copy           ▏loc       ▏vfs_r..\n"
			     "\n\n"));
	close_screen(&screen);
	return TEST_OK;
}

static bool is_flame(enum term_color color, enum term_color group)
{
	return color >= group && color < group + TERM_NR_FLAME;
}

/* Each half has its own colours, and neighbours differ. */
static int test_colors(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, 8, true));
	draw(&screen);
	T_EQ(term__color_at(screen.term, 1, 0), TERM_SELECTED);
	T_CHECK(is_flame(term__color_at(screen.term, 2, 0), TERM_FLAME_USER));
	T_CHECK(is_flame(term__color_at(screen.term, 3, 0), TERM_FLAME_USER));
	T_CHECK(is_flame(term__color_at(screen.term, 3, 30), TERM_FLAME_USER));
	T_CHECK(term__color_at(screen.term, 3, 0) != term__color_at(screen.term, 3, 30));
	T_EQ(term__color_at(screen.term, 3, 35), TERM_DIM);
	T_CHECK(is_flame(term__color_at(screen.term, 4, 0), TERM_FLAME_KERNEL));
	T_CHECK(is_flame(term__color_at(screen.term, 5, 17), TERM_FLAME_KERNEL));
	T_EQ(term__color_at(screen.term, 2, 37), TERM_FLAME_MISSING);
	close_screen(&screen);
	return TEST_OK;
}

static int test_move(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct screen screen;

	T_RUN(open_screen(&screen, 8, true));
	draw(&screen);
	view_flame_ops.target(&screen.view, &target);
	T_CHECK(!target.func);
	T_EQ(press(&screen, KEY_DOWN), TUI_DONE);
	T_RUN(check_head(&screen, " 92.00%  self   0.00%  [.] main  prog"));
	T_EQ(press(&screen, KEY_RIGHT), TUI_DONE);
	T_RUN(check_head(&screen, "  8.00%  self   0.00%  [.] [user stack l"));
	press(&screen, KEY_RIGHT);
	T_RUN(check_head(&screen, "  8.00%  self   0.00%  [.] [user stack l"));
	press(&screen, KEY_LEFT);
	press(&screen, KEY_DOWN);
	T_RUN(check_head(&screen, " 68.00%  self  18.00%  [.] write  prog"));
	/* Boxes that are too narrow are skipped. */
	press(&screen, KEY_RIGHT);
	press(&screen, KEY_RIGHT);
	press(&screen, KEY_DOWN);
	T_RUN(check_head(&screen, "  8.00%  self   8.00%  [k] lock  [kernel"));
	T_EQ(term__color_at(screen.term, 4, 37), TERM_SELECTED);
	view_flame_ops.target(&screen.view, &target);
	T_CHECK(target.func && target.dso);
	T_STREQ(target.func->name, "lock");
	press(&screen, KEY_UP);
	press(&screen, KEY_UP);
	press(&screen, KEY_UP);
	press(&screen, KEY_UP);
	T_RUN(check_head(&screen, "100.00%  self   0.00%  all samples"));
	press(&screen, KEY_PGDN);
	T_RUN(check_head(&screen, " 40.00%  self  40.00%  [k] copy  [kernel"));
	press(&screen, KEY_PGUP);
	T_RUN(check_head(&screen, "100.00%  self   0.00%  all samples"));
	T_EQ(press(&screen, 'q'), TUI_PASS);
	close_screen(&screen);
	return TEST_OK;
}

static int test_zoom(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, 8, true));
	draw(&screen);
	T_EQ(press(&screen, KEY_ESC), TUI_PASS);
	press(&screen, KEY_DOWN);
	press(&screen, KEY_DOWN);
	T_EQ(press(&screen, KEY_ENTER), TUI_DONE);
	T_RUN(check(&screen, " 68.00%  self  18.00%  [.] write  prog\n"
			     "|all\n|main\n"
			     "|write                                 <\n"
			     "|entry\n|copy                  |lock\n\n\n"));
	T_EQ(term__color_at(screen.term, 2, 0), TERM_DIM);
	/* Above the focus the way down leads to it. */
	press(&screen, KEY_UP);
	press(&screen, KEY_UP);
	press(&screen, KEY_DOWN);
	press(&screen, KEY_DOWN);
	T_RUN(check_head(&screen, " 68.00%  self  18.00%  [.] write  prog"));
	/* It stays when the data is read again. */
	flame__exit(&screen.flame);
	T_EQ(flame__init(&screen.flame, &screen.event.hist, FLAME_CALLERS, NULL), 0);
	T_EQ(view_flame_ops.refresh(&screen.view, NULL), 0);
	T_RUN(check_head(&screen, " 68.00%  self  18.00%  [.] write  prog"));
	T_EQ(press(&screen, KEY_ENTER), TUI_DONE);
	T_EQ(press(&screen, KEY_ESC), TUI_DONE);
	draw(&screen);
	T_CHECK(is_flame(term__color_at(screen.term, 2, 0), TERM_FLAME_USER));
	T_EQ(press(&screen, KEY_ESC), TUI_PASS);
	press(&screen, KEY_ENTER);
	T_EQ(press(&screen, KEY_HOME), TUI_DONE);
	T_RUN(check_head(&screen, "100.00%  self   0.00%  all samples"));
	T_EQ(press(&screen, KEY_BACKSPACE), TUI_DONE);
	close_screen(&screen);
	return TEST_OK;
}

static int test_mouse(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, 8, true));
	draw(&screen);
	T_EQ(click(&screen, MOUSE_PRESS, 3, 30), TUI_DONE);
	T_RUN(check(
		&screen,
		" 20.00%  self   0.00%  [.] read  prog\n"
		"|all\n|main\n|read                                  <\n|entry\n|vfs_read\n\n\n"));
	/* Out to a caller; where there is no box nothing happens. */
	T_EQ(click(&screen, MOUSE_PRESS, 7, 30), TUI_DONE);
	T_EQ(click(&screen, MOUSE_PRESS, 0, 3), TUI_DONE);
	T_EQ(click(&screen, MOUSE_PRESS, 2, 30), TUI_DONE);
	T_RUN(check_head(&screen, " 92.00%  self   0.00%  [.] main  prog"));
	T_EQ(click(&screen, MOUSE_RELEASE, 2, 30), TUI_PASS);
	T_EQ(click(&screen, MOUSE_PRESS, 1, 30), TUI_DONE);
	T_RUN(check_head(&screen, "100.00%  self   0.00%  all samples"));
	/* From the first column of a box to its last. */
	T_EQ(click(&screen, MOUSE_PRESS, 3, 27), TUI_DONE);
	T_RUN(check_head(&screen, " 20.00%  self   0.00%  [.] read  prog"));
	T_EQ(click(&screen, MOUSE_PRESS, 1, 0), TUI_DONE);
	draw(&screen);
	T_EQ(click(&screen, MOUSE_PRESS, 3, 26), TUI_DONE);
	T_RUN(check_head(&screen, " 68.00%  self  18.00%  [.] write  prog"));
	close_screen(&screen);
	return TEST_OK;
}

/* A box that has no room any more leaves its caller selected. */
static int test_narrow(void)
{
	struct screen screen;
	struct term_win win;

	T_RUN(open_screen(&screen, 8, true));
	for (int i = 0; i < 2; i++) {
		draw(&screen);
		T_EQ(press(&screen, KEY_DOWN), TUI_DONE);
	}
	T_EQ(press(&screen, KEY_RIGHT), TUI_DONE);
	T_RUN(check_head(&screen, " 20.00%  self   0.00%  [.] read  prog"));
	win = term__win(screen.term);
	win = term_win__sub(&win, 0, 0, win.rows, 4);
	view_flame_ops.draw(&screen.view, &win);
	T_RUN(check_head(&screen, " 92.00%  self   0.00%  [.] main  prog"));
	close_screen(&screen);
	return TEST_OK;
}

/* A window of three rows follows what is selected, and the wheel. */
static int test_scroll(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, 4, true));
	draw(&screen);
	press(&screen, KEY_PGDN);
	T_RUN(check(&screen, " 50.00%  self   0.00%  [k] entry  [kerne\n"
			     "|main                               |[us\n"
			     "|write                     |read   .|ent\n"
			     "|entry             <       |entry   |loc\n"));
	T_EQ(click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_EQ(click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_RUN(check(&screen, " 50.00%  self   0.00%  [k] entry  [kerne\n"
			     "|write                     |read   .|ent\n"
			     "|entry             <       |entry   |loc\n"
			     "|copy           |loc       |vfs_r..\n"));
	/* A click goes by what is shown. */
	T_EQ(click(&screen, MOUSE_PRESS, 3, 30), TUI_DONE);
	T_RUN(check_head(&screen, " 20.00%  self  20.00%  [k] vfs_read  [ke"));
	for (int i = 0; i < 9; i++)
		T_EQ(click(&screen, MOUSE_WHEEL_UP, 1, 1), TUI_DONE);
	T_RUN(check(&screen, " 20.00%  self  20.00%  [k] vfs_read  [ke\n|all\n|main\n|read\n"));
	close_screen(&screen);
	return TEST_OK;
}

/* More of the wheel than is drawn: to the last row, and no further. */
static int test_fast_wheel(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, 3, true));
	T_EQ(click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_RUN(check(&screen,
		    "100.00%  self   0.00%  all samples\n|all                                   <\n"
		    "|main                               |[us\n"));
	for (int i = 0; i < 9; i++)
		T_EQ(click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_RUN(check(&screen, "100.00%  self   0.00%  all samples\n"
			     "|entry                     |entry   |loc\n"
			     "|copy           |loc       |vfs_r..\n"));
	close_screen(&screen);
	return TEST_OK;
}

static int test_search(void)
{
	struct screen screen;
	uint64_t found;

	T_RUN(open_screen(&screen, 8, true));
	screen.view.search = "Lock";
	T_RUN(check_head(&screen, "100.00%  self   0.00%  all samples"));
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
	draw(&screen);
	T_EQ(term__color_at(screen.term, 5, 18), TERM_SELECTED);
	/* A frame without a box gets one. */
	T_EQ(view__line_with(&screen.view, 0, "deep", true), 0);
	view_flame_ops.select(&screen.view, 0);
	screen.view.search = "deep";
	T_RUN(check(&screen,
		    "  2.00%  self   2.00%  [.] deep  p 2.00%\n"
		    "|all\n|main\n|small\n|deep                                  <\n\n\n\n"));
	T_EQ(press(&screen, KEY_ESC), TUI_DONE);
	T_EQ(press(&screen, KEY_ESC), TUI_PASS);
	close_screen(&screen);
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
	struct screen screen;

	T_RUN(open_screen(&screen, 8, true));
	for (size_t i = 0; i < sizeof(cols) / sizeof(*cols); i++) {
		screen.view.search = cols[i] ? "lock" : NULL;
		T_EQ(term__resize(screen.term, 8, cols[i] ? cols[i] : 60, NULL), 0);
		draw(&screen);
		press(&screen, KEY_HOME);
		for (int down = 0; down < 3; down++)
			press(&screen, KEY_DOWN);
		T_RUN(check_head(&screen, heads[i]));
	}
	close_screen(&screen);
	return TEST_OK;
}

/* Keys that come before the next drawing do what they do after it. */
static int test_fast_keys(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, 3, true));
	draw(&screen);
	for (int i = 0; i < 3; i++)
		T_EQ(click(&screen, MOUSE_WHEEL_DOWN, 1, 1), TUI_DONE);
	T_RUN(check(&screen, "100.00%  self   0.00%  all samples\n"
			     "|entry                     |entry   |loc\n"
			     "|copy           |loc       |vfs_r..\n"));
	/* A zoom in and out again, and what was not shown within it. */
	press(&screen, KEY_HOME);
	press(&screen, KEY_DOWN);
	press(&screen, KEY_DOWN);
	press(&screen, KEY_ENTER);
	draw(&screen);
	press(&screen, KEY_HOME);
	press(&screen, KEY_DOWN);
	press(&screen, KEY_RIGHT);
	T_RUN(check_head(&screen, "  8.00%  self   0.00%  [.] [user stack l"));
	press(&screen, KEY_HOME);
	T_EQ(click(&screen, MOUSE_PRESS, 2, 30), TUI_DONE);
	T_RUN(check_head(&screen, " 92.00%  self   0.00%  [.] main  prog"));
	close_screen(&screen);
	return TEST_OK;
}

/* Nothing is there yet, and then a trace without samples. */
static int test_empty(void)
{
	const struct stacks_opts opts = {.sort = "sym", .children = true};
	struct screen screen;
	struct stacks none;
	char status[64];

	T_RUN(open_screen(&screen, 4, true));
	screen.data.event = NULL;
	screen.data.flames = NULL;
	T_EQ(view_flame_ops.refresh(&screen.view, NULL), 0);
	T_RUN(check(&screen, "The trace is being read\n\n\n\n"));
	T_EQ(press(&screen, KEY_DOWN), TUI_PASS);
	T_EQ(view_flame_ops.status(&screen.view, status, sizeof(status)), 0);

	T_EQ(stacks__init(&none, &opts), 0);
	screen.event.hist = none.hist;
	screen.data.event = &screen.event;
	flame__exit(&screen.flame);
	T_EQ(flame__init(&screen.flame, &screen.event.hist, FLAME_CALLERS, NULL), 0);
	screen.data.flames = screen.flames;
	T_EQ(view_flame_ops.refresh(&screen.view, NULL), 0);
	T_RUN(check(&screen, "No samples\n\n\n\n"));
	T_EQ(press(&screen, KEY_DOWN), TUI_DONE);
	T_EQ(press(&screen, KEY_PGDN), TUI_DONE);
	T_RUN(check(&screen, "No samples\n\n\n\n"));
	stacks__exit(&none);
	close_screen(&screen);
	return TEST_OK;
}

/* The other shapes, whose data the view asks for; nothing is there until they come. */
static int test_shapes(void)
{
	struct screen screen;
	struct flame inverted, threads;
	struct zoom_target target = ZOOM_TARGET_INIT;

	T_RUN(open_screen(&screen, 6, true));
	T_EQ(flame__init(&inverted, &screen.event.hist, FLAME_INVERTED, NULL), 0);
	T_EQ(flame__init(&threads, &screen.event.hist, FLAME_THREADS, NULL), 0);
	draw(&screen);
	T_EQ(press(&screen, 'b'), TUI_DONE);
	T_STREQ(screen.said, "From the functions that were hit to their callers");
	T_EQ(screen.wanted, VIEW_DATA_FLAME << FLAME_INVERTED);
	T_RUN(check(&screen, "The flame graph is being made\n\n\n\n\n\n"));
	screen.flames[FLAME_INVERTED] = &inverted;
	T_EQ(view_flame_ops.refresh(&screen.view, NULL), 0);
	T_RUN(check(&screen, "100.00%  self   0.00%  all samples\n"
			     "|all                                   <\n"
			     "|copy           |vfs_r..|lock  |write ..\n"
			     "|entry          |entry  |entry |main\n"
			     "|write          |read   |wri|[u\n"
			     "|main           |main   |mai\n"));
	T_EQ(press(&screen, 'b'), TUI_DONE);
	T_EQ(press(&screen, 'b'), TUI_DONE);
	T_STREQ(screen.said, "In order of time, by thread");
	T_EQ(press(&screen, 'b'), TUI_DONE);
	T_EQ(screen.wanted, VIEW_DATA_FLAME << FLAME_INVERTED | VIEW_DATA_FLAME << FLAME_THREADS);
	T_RUN(check_head(&screen, "100.00%  self   0.00%  all samples"));
	screen.flames[FLAME_THREADS] = &threads;
	T_EQ(press(&screen, 'b'), TUI_DONE);
	T_EQ(press(&screen, 'b'), TUI_DONE);
	T_EQ(press(&screen, KEY_DOWN), TUI_DONE);
	T_RUN(check(&screen, "100.00%  self   0.00%  a 100\n|all\n"
			     "|a 100                                 <\n"
			     "|main                               |[us\n"
			     "|write                     |read   .|ent\n"
			     "|entry                     |entry   |loc\n"));
	view_flame_ops.target(&screen.view, &target);
	T_EQ(target.pid, 100);
	T_EQ(target.tid, 100);
	T_CHECK(!target.func);
	T_EQ(press(&screen, KEY_DOWN), TUI_DONE);
	view_flame_ops.target(&screen.view, &target);
	T_CHECK(target.func);
	flame__exit(&inverted);
	flame__exit(&threads);
	close_screen(&screen);
	return TEST_OK;
}

/* ---- in order of time ---- */

/* Adds a sample of the stack that was added as number @stack. */
static int add_sample(struct screen *screen, struct chart *chart, int32_t tid, uint64_t time,
		      unsigned int stack)
{
	const struct hist_stack *of = &screen->stacks.hist.stacks[stack];
	struct chart_sample sample = {.time = time, .weight = of->sums.period, .chain = of->chain};

	return chart__add(chart, 100, tid, 0, &sample, NULL);
}

/* 1 ms from sample to sample; a pause of 10 ms; another thread. */
static int make_chart(struct screen *screen, struct chart *chart)
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

static int open_chart(struct screen *screen, struct chart *chart, unsigned int rows)
{
	static struct sample_list none;
	static const struct samples samples = {.lists = &none, .nr_workers = 1};

	T_RUN(open_screen(screen, rows, true));
	term__delete(screen->term);
	T_EQ(term__new_memory(&screen->term, rows, 80, true, NULL), 0);
	T_RUN(make_chart(screen, chart));
	for (int i = 0; i < 3; i++)
		T_EQ(press(screen, 'b'), TUI_DONE);
	T_CHECK(!(screen->wanted & VIEW_DATA_FLAME << FLAME_TIME));
	T_RUN(check_head(screen, "The flame graph is being made"));
	screen->data.samples = &samples;
	T_EQ(view_flame_ops.refresh(&screen->view, NULL), 0);
	T_CHECK(screen->wanted & VIEW_DATA_FLAME << FLAME_TIME);
	T_EQ(press(screen, KEY_DOWN), TUI_PASS);
	screen->data.chart = chart;
	T_EQ(view_flame_ops.refresh(&screen->view, NULL), 0);
	return TEST_OK;
}

static void close_chart(struct screen *screen, struct chart *chart)
{
	close_screen(screen);
	chart__exit(chart);
}

#define PAUSE "                                                                       "

static int test_chart(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct screen screen;
	struct chart chart;
	char status[64];

	T_RUN(open_chart(&screen, &chart, 12));
	T_RUN(check(
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
	struct screen screen;
	struct chart chart;

	T_RUN(open_chart(&screen, &chart, 12));
	T_EQ(press(&screen, KEY_DOWN), TUI_DONE);
	T_RUN(check_head(&screen, " 48.13%  8 samples  +0.000000 for 8.01 ms  [.] main  prog"));
	T_EQ(press(&screen, KEY_DOWN), TUI_DONE);
	T_RUN(check_head(&screen, "  9.35%  2 samples  +0.000000 for 2.00 ms  [.] read  prog"));
	T_EQ(press(&screen, KEY_RIGHT), TUI_DONE);
	T_RUN(check_head(&screen, " 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog"));
	view_flame_ops.target(&screen.view, &target);
	T_STREQ(target.func->name, "write");
	T_EQ(target.start, 5002000000);
	T_CHECK(target.end > 5007990000 && target.end < 5008020000);
	/* Behind the pause, at the missing half, which is where it was. */
	T_EQ(press(&screen, KEY_RIGHT), TUI_DONE);
	T_RUN(check_head(&screen,
			 "  1.87%  1 sample  +0.018000 for 1.01 ms  [k] entry  [kernel.kallsyms]"));
	T_EQ(term__color_at(screen.term, 3, 72), TERM_FLAME_MISSING);
	T_EQ(press(&screen, KEY_RIGHT), TUI_DONE);
	T_EQ(press(&screen, KEY_LEFT), TUI_DONE);
	T_RUN(check_head(&screen, " 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog"));
	/* Out to the thread, and on to the next one. */
	for (int i = 0; i < 3; i++)
		T_EQ(press(&screen, KEY_UP), TUI_DONE);
	T_RUN(check_head(&screen, " 50.00%  9 samples  +0.000000 for 19.01 ms  a 100"));
	T_EQ(press(&screen, KEY_PGDN), TUI_DONE);
	T_RUN(check_head(&screen, " 14.02%  2 samples  +0.018000 for 2.01 ms  a 100/101"));
	T_EQ(press(&screen, KEY_PGUP), TUI_DONE);
	T_RUN(check_head(&screen, " 50.00%  9 samples  +0.000000 for 19.01 ms  a 100"));
	close_chart(&screen, &chart);
	return TEST_OK;
}

static int test_chart_zoom(void)
{
	struct screen screen;
	struct chart chart;

	T_RUN(open_chart(&screen, &chart, 12));
	for (int i = 0; i < 2; i++)
		T_EQ(press(&screen, KEY_DOWN), TUI_DONE);
	T_EQ(press(&screen, KEY_RIGHT), TUI_DONE);
	T_EQ(press(&screen, KEY_ENTER), TUI_DONE);
	T_RUN(check(
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
	T_EQ(press(&screen, '+'), TUI_DONE);
	T_EQ(press(&screen, '>'), TUI_DONE);
	T_RUN(check(
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
	T_EQ(press(&screen, '-'), TUI_DONE);
	T_EQ(press(&screen, KEY_BACKSPACE), TUI_DONE);
	T_RUN(check(
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
	T_EQ(press(&screen, KEY_ESC), TUI_PASS);
	T_EQ(press(&screen, KEY_ENTER), TUI_DONE);
	T_EQ(press(&screen, KEY_HOME), TUI_DONE);
	T_RUN(check_head(&screen, " 50.00%  9 samples  +0.000000 for 19.01 ms  a 100"));
	T_EQ(press(&screen, KEY_ESC), TUI_PASS);
	close_chart(&screen, &chart);
	return TEST_OK;
}

static int test_chart_find(void)
{
	struct screen screen;
	struct chart chart;

	T_RUN(open_chart(&screen, &chart, 12));
	draw(&screen);
	T_EQ(view__line_with(&screen.view, 0, "lock", true), 5);
	view_flame_ops.select(&screen.view, 5);
	screen.view.search = "lock";
	T_RUN(check_head(
		&screen,
		"  2.34%  1 sample  +0.005000 for 1.00 ms  [k] lock  [ke \"lock\" 4.21% in 2 places"));
	T_EQ(view__line_with(&screen.view, 6, "lock", true), 8);
	T_EQ(view__line_with(&screen.view, 5, "lock", false), UINT64_MAX);
	/* Zoomed into another time and thread: all is shown again. */
	view_flame_ops.select(&screen.view, 9);
	T_EQ(press(&screen, KEY_ENTER), TUI_DONE);
	view_flame_ops.select(&screen.view, 5);
	T_RUN(check_head(
		&screen,
		"  2.34%  1 sample  +0.005000 for 1.00 ms  [k] lock  [ke \"lock\" 4.21% in 2 places"));
	close_chart(&screen, &chart);
	return TEST_OK;
}

static int test_chart_mouse(void)
{
	struct screen screen;
	struct chart chart;

	T_RUN(open_chart(&screen, &chart, 6));
	draw(&screen);
	T_EQ(click(&screen, MOUSE_RIGHT, 4, 20), TUI_PASS);
	T_RUN(check_head(&screen, " 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog"));
	T_EQ(click(&screen, MOUSE_RIGHT, 4, 40), TUI_DONE);
	T_EQ(click(&screen, MOUSE_PRESS, 0, 0), TUI_DONE);
	for (int i = 0; i < 2; i++)
		T_EQ(click(&screen, MOUSE_WHEEL_DOWN, 4, 20), TUI_DONE);
	T_RUN(check(
		&screen,
		" 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog\n"
		"|+0.000            |^0.005             |+0.010             |+0.015\n"
		"|read  |write                   <                                      |entry\n"
		"|entry |entry                                                          |lock\n"
		"|vfs_..|copy       |loc\n|a 100/101\n"));
	for (int i = 0; i < 20; i++)
		T_EQ(click(&screen, MOUSE_WHEEL_DOWN, 4, 20), TUI_DONE);
	T_RUN(check(
		&screen,
		" 14.02%  2 samples  +0.018000 for 2.01 ms  a 100/101\n"
		"|+0.000            |^0.005             |+0.010             |+0.015\n"
		"|a 100/101                                                                     <\n"
		"                                                                       |main\n"
		"                                                                       |rea|writ\n"
		"                                                                       |ent|entr\n"));
	for (int i = 0; i < 20; i++)
		T_EQ(click(&screen, MOUSE_WHEEL_UP, 4, 20), TUI_DONE);
	T_EQ(click(&screen, MOUSE_PRESS, 4, 20), TUI_DONE);
	T_RUN(check(
		&screen,
		" 38.79%  6 samples  +0.002000 for 6.01 ms  [.] write  prog\n"
		"|+0.002                   |+0.004      ^             |+0.006\n"
		"|a 100\n|main\n"
		"|write                                                                         <\n"
		"|entry\n"));
	close_chart(&screen, &chart);
	return TEST_OK;
}

static int test_status(void)
{
	struct screen screen;
	char status[64];

	T_RUN(open_screen(&screen, 8, true));
	draw(&screen);
	view_flame_ops.status(&screen.view, status, sizeof(status));
	T_STREQ(status, "12 boxes, 3 too narrow to draw");
	close_screen(&screen);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"boxes as wide as their shares", test_draw},
	{"in order of time", test_chart},
	{"in order of time: from box to box", test_chart_move},
	{"in order of time: zoom in and out", test_chart_zoom},
	{"in order of time: search", test_chart_find},
	{"in order of time: the mouse", test_chart_mouse},
	{"halves differ in colour", test_colors},
	{"from box to box", test_move},
	{"zoom in and out", test_zoom},
	{"the mouse", test_mouse},
	{"a window that becomes narrow", test_narrow},
	{"a fast wheel", test_fast_wheel},
	{"a window with few rows", test_scroll},
	{"search", test_search},
	{"what was found, beside what is selected", test_note},
	{"keys that are faster than drawing", test_fast_keys},
	{"nothing to show", test_empty},
	{"from what was hit, and by thread", test_shapes},
	{"how many boxes", test_status},
	{0},
};

const struct test_suite suite__tui_flame = {"tui-flame", "the flame graph of the TUI", cases};
