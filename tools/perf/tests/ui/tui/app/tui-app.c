// SPDX-License-Identifier: GPL-2.0-only
/* The whole TUI on a terminal that is not there, with a real trace and keys from a list. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/child.h"
#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/tui-play.h"
#include "tests/tui-trace.h"
#include "ui/tui/app/app-keys.h"
#include "ui/tui/term/keys.h"
#include "ui/tui/view/views.h"

static void copy_screen(const struct term *term, void *ctx)
{
	char line[TERM_MAX_COLS];
	FILE *out = ctx;

	for (unsigned int row = 0; row < term__rows(term); row++) {
		term__text(term, row, line, sizeof(line));
		fprintf(out, "%s\n", line);
	}
}

/* ---- what is on the screen ---- */

static int test_zoom(void)
{
	static const struct term_step steps[] = {
		IDLE_K('k'),
		UNTIL("Zoomed into DSO: [kernel.kallsyms]"),
		IDLE_K('t'),
		UNTIL("Zoom into which thread?"),
		UNTIL("burn(114)"),
		K(KEY_DOWN),
		K(KEY_ENTER),
		UNTIL("Zoomed into DSO: [kernel.kallsyms], Thread: burn(114)"),
		UNTIL("Samples: 38K of event"),
		IDLE_K('F'),
		UNTIL("(percentages are of this)"),
		K(KEY_HOME),
		UNTIL("+   99.74%     0.22%  burn     [kernel.kallsyms]  [k] do_syscall_64"),
		IDLE_K(KEY_LEFT),
		UNTIL("Samples: 77K of event"),
		UNTIL("Zoomed into DSO: [kernel.kallsyms] ("),
		IDLE_K(KEY_ESC),
		UNTIL("+   98.95%     0.01%  burn       burn               [.] level1"),
		K(KEY_ESC),
		UNTIL("There is no zoom to undo"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* Time, CPU and class go by single samples: what they keep adds up to what audit says. */
static int test_zoom_samples(void)
{
	static const struct term_step steps[] = {
		IDLE_K('z'),
		UNTIL("Class: what became"),
		K(KEY_DOWN),
		K(KEY_DOWN),
		K(KEY_DOWN),
		K(KEY_DOWN),
		K(KEY_ENTER),
		UNTIL("Zoom into which class?"),
		UNTIL("exec"),
		K(KEY_END), /* the lightest */
		K(KEY_ENTER),
		UNTIL("Zoomed into Class: merged-back"),
		UNTIL("Samples: 14  of event"),
		IDLE_K(KEY_ESC),
		UNTIL("Samples: 2K of event"),
		IDLE_K('z'),
		K(KEY_END),
		K(KEY_ENTER),
		UNTIL("Time, as --time takes it"),
		K('1'),
		K('0'),
		K('%'),
		K('/'),
		K('1'),
		K(KEY_ENTER),
		UNTIL("Zoomed into Time: 10%/1"),
		IDLE_K(KEY_ESC),
		UNTIL("Samples: 2K of event"),
		IDLE_K('z'),
		K(KEY_END),
		K(KEY_ENTER),
		K('x'),
		K(KEY_ENTER),
		UNTIL("'x'"), /* what is no time is said to be none */
	};
	struct play play;

	T_RUN(play__init(&play, "forky-systemwide.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

static int test_search(void)
{
	static const struct term_step steps[] = {
		IDLE_K('f'),  UNTIL("Search:"),
		K('V'),	      K('F'),
		K('S'),	      K('_'),
		K('x'),	      K(KEY_BACKSPACE),
		K(KEY_ENTER), UNTIL(" 7/303"),
		K('n'),	      UNTIL(" 21/303"),
		K('N'),	      UNTIL(" 7/303"),
		K('f'),	      K('q'),
		K('q'),	      K('q'),
		K(KEY_ENTER), UNTIL("'qqq' is nowhere in this view"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

static int test_tree(void)
{
	static const struct term_step steps[] = {
		IDLE_K('2'),
		UNTIL("From the outermost callers down"),
		UNTIL("-  100.00%  burn"),
		UNTIL("~~ syscall ~~ [k] entry_SYSCALL_64_after_hwframe"),
		IDLE_K('b'),
		UNTIL("From what was hit up to its callers"),
		UNTIL("-   45.21%  [k] rep_movs_alternative"),
		UNTIL("~~ syscall ~~ [.] __libc_write"),
		IDLE_K('c'),
		UNTIL("+   45.21%  [k] rep_movs_alternative"),
		K('e'),
		UNTIL("-   45.21%  [k] rep_movs_alternative"),
		UNTIL("[.] start_thread"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 50, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* A half that is not there has a name, and zooming into it goes by its class. */
static int test_missing(void)
{
	static const struct term_step steps[] = {
		IDLE_K('f'),  K('['),	    K('e'),
		K('x'),	      K('e'),	    K('c'),
		K(KEY_ENTER), K(KEY_RIGHT), UNTIL("Zoom into class exec"),
	};
	struct play play;

	T_RUN(play__init(&play, "forky-systemwide.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* New rows of the same keep what was open, and the cursor on its line. */
static int test_memory(void)
{
	static const struct term_step steps[] = {
		IDLE_K(KEY_DOWN),
		IDLE_K('e'),
		K(KEY_DOWN),
		K(KEY_DOWN),
		UNTIL(" 4/345"),
		UNTIL("-   98.94%     0.00%  burn       burn               [.] level2"),
		IDLE_K('L'),
		K(KEY_CTRL('u')),
		K('2'),
		K(KEY_ENTER),
		UNTIL(" 4/71"), /* fewer rows, and fewer branches below the open one */
		UNTIL("-   98.94%     0.00%  burn       burn               [.] level2"),
		UNTIL("    -  96.10% [.] __libc_write"),
		IDLE_K('k'), /* other rows: from the first one */
		UNTIL("Zoomed into DSO: [kernel.kallsyms]"),
		UNTIL(" 1/"),
		IDLE_K(KEY_ESC), /* what the cursor is on stays under it */
		UNTIL(" 50/71"),
		K(KEY_HOME),
		UNTIL("-   98.94%     0.00%  burn       burn               [.] level2"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

static void note_common_key(const struct term *term, void *ctx)
{
	char *text = term__all_text(term);

	*(bool *)ctx |= strstr(text, "key >     Scroll right") != NULL;
	free(text);
}

/* A function is gone to in a view that has functions; a key is what it is in this view alone. */
static int test_finder(void)
{
	bool is_common = false;
	struct term_step steps[] = {
		IDLE_K('6'),
		K(':'),
		K('>'),
		UNTIL("with: >"),
		UNTIL("key >"),
		{.look = note_common_key, .ctx = &is_common},
		K(KEY_ESC),
		K('v'),
		K('f'),
		K('s'),
		K('_'),
		K('r'),
		UNTIL("function vfs_read"),
		K(KEY_ENTER),
		UNTIL("'=vfs_read': 1 match"),
		UNTIL("[k] vfs_read"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	T_CHECK(!is_common);
	return TEST_OK;
}

/* ---- sizes ---- */

static int test_resize(void)
{
	static const struct term_step steps[] = {
		IDLE_K('E'),
#define RESIZE(r, c)                                                          \
	{                                                                     \
		.event = {.kind = TERM_EVENT_RESIZE, .row = (r), .col = (c) } \
	}
		RESIZE(10, 40),
		UNTIL(" 1 symbols  2  3"),
		UNTIL("Children      Self"),
		K(KEY_END),
		RESIZE(9, 40),
		UNTIL("40x9 is too small: 40x10 is needed"),
		RESIZE(1, 1),
		K(KEY_PGUP),
		K('h'), /* boxes on one cell */
		RESIZE(60, 200),
		UNTIL("Keys of all views"),
		K(KEY_ESC),
		RESIZE(24, 80),
		K(KEY_HOME),
		UNTIL("-   98.95%     0.01%  burn"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 24, 80));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/*
 * Addresses instead of names: the screen names the key that shows the reason, until it was pressed.
 */
static int test_no_symbols(void)
{
	static const struct term_step steps[] = {
		UNTIL("; i: why the kernel has no symbols"),
		K('i'),
		UNTIL("No symbols:"),
		UNTIL("use --kallsyms with a"),
		UNTIL(" 1-22 of "),
		K(KEY_END),
		UNTIL("# ========"),
		K(KEY_LEFT),
		UNTIL("h: help  Enter: open"),
	};
	struct play play;

	T_RUN(play__init(&play, "cxx.data", 24, 80));
	play.conf.kallsyms = NULL;
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* A trace that was cut short, and one of events that never came. */
static int check_damage(struct play *play, const char *path)
{
	static const struct term_step steps[] = {
		UNTIL("; i: the trace is damaged"),	K('i'),	    UNTIL("Damage:"),
		UNTIL("The data ends within a record"), K(KEY_ESC), UNTIL("h: help  Enter: open"),
	};
	static const struct term_step empty[] = {
		IDLE_K(']'), /* the other event has none */
		UNTIL("No other event has samples"),
		K(KEY_HOME),
		IDLE_K('L'),
		UNTIL("percent (rows,callchains): "),
		K(KEY_CTRL('u')),
		K('1'),
		K('0'),
		K('0'),
		K(KEY_ENTER),
		UNTIL("  ... 1113 more, 100.00% self"),
	};
	char command[8192];

	snprintf(command, sizeof(command), "head -c 3000000 '%s' > '%s/cut.data'", play->path,
		 path);
	T_EQ(system(command), 0);
	snprintf(play->path, sizeof(play->path), "%s/cut.data", path);
	T_PLAY(play, steps);
	play__exit(play);

	T_RUN(play__init(play, "forky-systemwide.data", 24, 100));
	T_PLAY(play, empty);
	return TEST_OK;
}

static int test_damage(void)
{
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 24, 100));
	T_RUN(play__enter_folder(path));
	T_RUN(check_damage(&play, path));
	play__exit(&play);
	return play__leave_folder(path);
}

/* Pasted text is text in a text box, and is not taken as keys elsewhere. */
#define PASTE(k)                                                               \
	{                                                                      \
		.event = {.kind = TERM_EVENT_KEY, .key = (k), .pasted = true } \
	}

/* What work says of its progress replaces no message, and goes in the end. */
static int test_message(void)
{
	static const struct term_step work[] = {
		IDLE_K('E'),
		UNTIL(" lines are open "),
	};
	static const struct term_step other[] = {
		IDLE_K('E'),
		PASTE('6'),
		UNTIL(" Nothing can be pasted here                              1/36825"),
	};
	struct play play;

	T_RUN(play__init(&play, "cxx.data", 30, 65));
	play.pipeline.show.graph.threshold = 0;
	T_PLAY(&play, other);
	/* A row for each sample: so many lines that no machine opens them at once. */
	play.pipeline.sort.sort = "time,cpu,sym";
	play.pipeline.time_quantum = 1;
	T_PLAY(&play, work);
	play__exit(&play);
	return TEST_OK;
}

static int test_paste(void)
{
	static const struct term_step steps[] = {
		IDLE_K(KEY_HOME),
		PASTE('6'),
		UNTIL("Nothing can be pasted here"),
		PASTE('q'),
		PASTE('\r'),
		K('z'),
		UNTIL("Zoom into"),
		PASTE('q'), /* narrows the list */
		UNTIL("Zoom into with: q"),
		PASTE('\r'),
		K(KEY_ESC),
		K(KEY_ESC),
		UNTIL("98.95%     0.01%  burn       burn               [.] level1"),
		K('f'),
		PASTE('v'),
		PASTE('f'),
		PASTE('\r'), /* of a line that was pasted whole */
		PASTE('s'),
		UNTIL("Search: vfs"),
		K(KEY_ENTER),
		UNTIL(" 7/303"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* Tab cycles through all views, source included; Esc returns from source, q leaves it. */
static int test_views(void)
{
	static const struct term_step views[] = {
		IDLE_K(KEY_TAB), UNTIL("From the outermost callers"),
		K(KEY_UNTAB),	 UNTIL("Shared Object"),
		IDLE_K('a'),	 UNTIL("Source (a:"),
		K(KEY_ESC),	 UNTIL("Shared Object"),
		K('a'),		 UNTIL("Source (a:"),
		K(KEY_TAB),	 UNTIL("all threads"),
		K(KEY_TAB),	 UNTIL("User code"),
		K(KEY_TAB),	 UNTIL("Kernel stack"),
		K(KEY_TAB),	 UNTIL("callers above"),
		K(KEY_TAB),	 UNTIL("u user"),
		K(KEY_TAB),	 UNTIL("Shared Object"),
		K('a'),		 UNTIL("Source (a:"),
		K('q'), /* nothing comes after it */
	};
	struct play play;

	T_RUN(play__init(&play, "forky-systemwide.data", 24, 100));
	T_PLAY(&play, views);
	play__exit(&play);
	return TEST_OK;
}

/* perf's menu of what to do with a line, and shares of functions in the list of them. */
static int test_menus(void)
{
	static const struct term_step steps[] = {
		IDLE_K('m'),
		UNTIL("Source and assembly of level1"),
		UNTIL("Zoom into symbol level1"),
		K(KEY_ENTER),
		UNTIL(" level1  burn  5 samples"),
		K(KEY_LEFT),
		UNTIL("Shared Object"),
		IDLE_K('z'),
		UNTIL("Symbol..."),
		K(KEY_END),
		K(KEY_UP),
		K(KEY_ENTER),
		UNTIL(" 98.95%  level1"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* ---- keys and help ---- */

static const struct tui_key *view_keys(unsigned int view)
{
	return tui_views()[view]->keys;
}

/* Every key that does something has its line in the help, and the help has no others. */
static int test_help(void)
{
	static const struct term_step open[] = {
		IDLE_K('h'),
		UNTIL("Keys of all views"),
	};
	struct term_step look = {.look = copy_screen};
	struct term_step steps[sizeof(open) / sizeof(*open) + 1];
	char *text = NULL, name[KEY_NAME_LEN];
	struct play play;
	size_t size;

	T_RUN(play__init(&play, "cxx.data", 400, 200));
	look.ctx = open_memstream(&text, &size);
	memcpy(steps, open, sizeof(open));
	steps[sizeof(open) / sizeof(*open)] = look;
	T_PLAY(&play, steps);
	fclose(look.ctx);
	for (const struct app_key *key = app_keys(); key->key.help; key++) {
		if (key->works)
			continue; /* it may have nothing to work on here */
		T_CHECK(strstr(text, key->key.help));
		T_CHECK(strstr(text, key__name(key->key.keys[0], name)));
	}
	for (unsigned int i = 0; tui_views()[i]; i++) {
		T_CHECK(strstr(text, tui_views()[i]->title));
		for (const struct tui_key *key = view_keys(i); key && key->help; key++)
			T_CHECK(strstr(text, key->help));
	}
	free(text);
	play__exit(&play);
	return TEST_OK;
}

static void expect_known(const struct term *term, void *ctx)
{
	char line[1024];

	term__text(term, term__rows(term) - 1, line, sizeof(line));
	*(bool *)ctx |= strstr(line, "does nothing here") != NULL;
}

/* Presses one key in each view, and whatever ends what it may have begun. */
static int press(uint32_t key)
{
	bool unknown = false;
	struct term_step steps[] = {
		IDLE_K('1'), K(key),	 {.look = expect_known, .ctx = &unknown},
		K(KEY_ESC),  K(KEY_ESC), K('2'),
		IDLE_K(key),
	};
	struct play play;

	T_RUN(play__init(&play, "forky-systemwide.data", 30, 100));
	T_PLAY(&play, steps);
	play__exit(&play);
	if (unknown)
		T_FAIL("key %#x is in the help, and does nothing", key);
	return TEST_OK;
}

static int test_every_key(void)
{
	char path[] = "/tmp/perf-defer-tui-XXXXXX";

	T_NEED_RECORDED();
	T_RUN(play__enter_folder(path));
	for (const struct app_key *key = app_keys(); key->key.help; key++) {
		for (size_t i = 0; i < 3 && key->key.keys[i]; i++) {
			uint32_t code = key->key.keys[i];

			/* These end the run itself: others look at them. */
			if (code != 'q' && code != KEY_CTRL('c') && !key->works)
				T_RUN(press(code));
		}
	}
	return play__leave_folder(path);
}

/* Any keys in any order: nothing falls over, and ctrl-C leaves from wherever that led to. */
static int test_monkey(void)
{
	static const uint32_t likely[] = {
		KEY_UP, KEY_DOWN, KEY_PGDN, KEY_END, KEY_ENTER, KEY_ESC, KEY_LEFT, '+', 'e',
		'E',	'C',	  KEY_TAB,  '1',     '2',	'b',	 KEY_DOWN, 'n'};
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	static struct term_step steps[1500];
	const size_t nr = sizeof(steps) / sizeof(*steps);
	uint64_t seed = 3;
	struct play play;

	T_RUN(play__init(&play, "forky-systemwide.data", 24, 80));
	T_RUN(play__enter_folder(path));
	for (size_t i = 0; i < nr; i++) {
		struct term_event *event = &steps[i].event;

		event->kind = TERM_EVENT_KEY;
		event->key = rng__below(&seed, 2)
				     ? likely[rng__below(&seed, sizeof(likely) / sizeof(*likely))]
				     : 1 + rng__below(&seed, 0x7f);
		if (event->key == KEY_CTRL('c') || event->key == 'q' || event->key == 's')
			event->key = KEY_UNTAB;
		if (rng__below(&seed, 20))
			continue;
		*event = (struct term_event){
			.kind = rng__coin(&seed) ? TERM_EVENT_MOUSE : TERM_EVENT_RESIZE,
			.mouse = rng__below(&seed, MOUSE_WHEEL_DOWN + 1),
			.row = 1 + rng__below(&seed, 50),
			.col = 1 + rng__below(&seed, 150),
		};
	}
	steps[nr - 1] = (struct term_step)K(KEY_CTRL('c'));
	T_PLAY(&play, steps);
	play__exit(&play);
	return play__leave_folder(path);
}

/* ---- the mouse ---- */

#define MOUSE(m, r, c)                            \
	{                                         \
		.until = IDLE, .event = {         \
			.kind = TERM_EVENT_MOUSE, \
			.mouse = (m),             \
			.row = (r),               \
			.col = (c)                \
		}                                 \
	}

static int test_mouse(void)
{
	static const struct term_step steps[] = {
		MOUSE(MOUSE_PRESS, 4, 10), /* the second line */
		UNTIL(" 2/303"),
		MOUSE(MOUSE_PRESS, 4, 10), /* again: opens it */
		UNTIL("-   98.94%     0.00%  burn       burn               [.] level2"),
		MOUSE(MOUSE_WHEEL_DOWN, 9, 9),
		UNTIL(" 5/304"),
		MOUSE(MOUSE_PRESS, 1, 14), /* the second tab */
		UNTIL("From the outermost callers down"),
		MOUSE(MOUSE_PRESS, 1, 3),
		MOUSE(MOUSE_RIGHT, 3, 10),
		UNTIL("What to do here"),
		UNTIL("Zoom into DSO burn"),
		{.event = {.kind = TERM_EVENT_MOUSE, .mouse = MOUSE_PRESS}}, /* beside the menu */
		MOUSE(MOUSE_RELEASE, 3, 10),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* ---- leaving, and failing ---- */

static int test_leave(void)
{
	static const struct term_step at_once[] = {K('q')};
	static const struct term_step in_help[] = {K('h'), UNTIL("Keys of all"), K(KEY_CTRL('c'))};
	static const struct term_step in_names[] = {UNTIL("Reading symbols"), K('q')};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 100));
	T_PLAY(&play, at_once);
	T_PLAY(&play, in_help);
	play__exit(&play);
	/* It may be over before it is seen. */
	T_RUN(play__init(&play, "burn2.data", 30, 100));
	term__feed(play.term, in_names + 1, 1);
	T_CHECK(tui__run(play.term, &play.opts, true, &play.err) >= 0);
	play__exit(&play);
	return TEST_OK;
}

/* Who leaves does not wait for a pipe that nobody writes to, and is told that a thread still does. */
static int leave_busy(void)
{
	static const struct term_step steps[] = {K('q')};
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 100));
	T_RUN(play__enter_folder(path));
	T_EQ(mkfifo("pipe", 0600), 0);
	play.pipeline.session.path = "pipe";
	term__feed(play.term, steps, 1);
	T_EQ(tui__run(play.term, &play.opts, true, &play.err), TUI_BUSY);
	play__exit(&play);
	return play__leave_folder(path);
}

/* As in the verb, the process ends by _exit(), without a look at what the thread uses. */
static int test_busy(void)
{
	return child__run_quick(leave_busy);
}

static void note_partial(const struct term *term, void *ctx)
{
	char line[1024];

	term__text(term, 0, line, sizeof(line));
	*(bool *)ctx = strstr(line, " so far of event") != NULL;
}

/* The beginning of a large file is shown, with names, until all of it is read. */
static int test_beginning(void)
{
	bool at_last = true;
	const struct term_step steps[] = {
		UNTIL("Samples:"), /* of the beginning, unless all was read before it was drawn */
		UNTIL("Samples: 78K of event"),
		UNTIL("+   98.95%     0.01%  burn       burn               [.] level1"),
		{.until = IDLE, .look = note_partial, .ctx = &at_last},
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 120));
	play.pipeline.session.limit = 1 << 20;
	T_PLAY(&play, steps);
	T_CHECK(!at_last);
	play__exit(&play);
	return TEST_OK;
}

/* What was asked for one event comes when another one is shown again, and takes its place. */
static int test_events(void)
{
	static const struct term_step steps[] = {
		IDLE_K('6'), UNTIL("all threads"), IDLE_K(']'), K('['), UNTIL("all threads"),
		K(KEY_DOWN), IDLE_K(']'),	   K('['),	K(']'), K('['),
		K(KEY_DOWN), UNTIL("all threads"), IDLE_K(']'), K('1'), K('['),
		IDLE_K('6'), UNTIL("all threads"),
	};
	struct play play;

	T_RUN(play__init(&play, "sched.data", 30, 120));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"zooms stack up and are undone", test_zoom},
	{"zooms that go by samples", test_zoom_samples},
	{"search", test_search},
	{"call trees from both ends", test_tree},
	{"halves that are not there", test_missing},
	{"new rows look like the old ones", test_memory},
	{"any size", test_resize},
	{"symbols that are missing", test_no_symbols},
	{"damage, and nothing to show", test_damage},
	{"what is pasted", test_paste},
	{"functions, threads and keys in one box", test_finder},
	{"messages beside work", test_message},
	{"menus", test_menus},
	{"from view to view", test_views},
	{"from event to event and back", test_events},
	{"all keys are in the help", test_help},
	{"all keys of the help do something", test_every_key},
	{"keys in any order", test_monkey},
	{"the mouse", test_mouse},
	{"leave at any moment", test_leave},
	{"leaving while a thread waits", test_busy},
	{"the beginning of a large file", test_beginning},
	{0},
};

const struct test_suite suite__tui_app = {"tui-app", "The TUI, without a terminal", cases};
