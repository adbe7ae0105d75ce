// SPDX-License-Identifier: GPL-2.0-only
/* What a step of the user does, and that one key takes it back. */
#include <stdlib.h>
#include <string.h>

#include "tests/suites.h"
#include "tests/tui-play.h"
#include "tests/tui-trace.h"

/* Lines that must not be on the screen at a step, and the number of those that were. */
struct absent {
	const char *text;
	unsigned int seen;
};

static void look_for(const struct term *term, void *ctx)
{
	struct absent *absent = ctx;
	char *text = term__all_text(term);

	absent->seen += strstr(text, absent->text) != NULL;
	free(text);
}

#define NOT(ctx_)                               \
	{                                       \
		.look = look_for, .ctx = (ctx_) \
	}

/* v takes one key in and one out, also from the view that it leads to by another way. */
static int test_samples_and_back(void)
{
	struct absent zoomed = {.text = "Zoomed into"};
	struct term_step steps[] = {
		IDLE_K('v'),
		UNTIL("Zoomed into Symbol: "),
		IDLE_K(KEY_ESC),
		UNTIL("Children"),
		UNTIL(IDLE),
		NOT(&zoomed),
		/* A zoom that came later is a step of its own. */
		IDLE_K('v'),
		IDLE_K('k'),
		UNTIL("DSO: [kernel.kallsyms]"),
		IDLE_K(KEY_ESC),
		UNTIL("Zoomed into Symbol: "),
		IDLE_K(KEY_ESC),
		UNTIL("Children"),
		UNTIL(IDLE),
		NOT(&zoomed),
		/* The view was left by its number: the zooms are still one step. */
		IDLE_K('v'),
		IDLE_K('1'),
		UNTIL("Zoomed into Symbol: "),
		IDLE_K(KEY_ESC),
		UNTIL(IDLE),
		NOT(&zoomed),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 24, 140));
	T_PLAY(&play, steps);
	play__exit(&play);
	T_EQ(zoomed.seen, 0);
	return TEST_OK;
}

/* A filter of rows is said only over the rows that it filters, and taken back there. */
static int test_filter(void)
{
	struct absent filter = {.text = "Rows with"};
	struct term_step steps[] = {
		IDLE_K('/'),
		K('r'),
		K('w'),
		K('s'),
		K('e'),
		K('m'),
		K(KEY_ENTER),
		UNTIL("Rows with: rwsem"),
		IDLE_K('2'),
		UNTIL("outermost"),
		UNTIL(IDLE),
		NOT(&filter),
		IDLE_K(KEY_ESC),
		UNTIL("There is no zoom to undo"),
		K('k'),
		UNTIL("Zoomed into DSO: [kernel.kallsyms]"),
		IDLE_K(KEY_ESC),
		IDLE_K('1'),
		UNTIL("Rows with: rwsem"),
		IDLE_K(KEY_ESC),
		UNTIL("[k] down_write"),
		UNTIL(IDLE),
		NOT(&filter),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 24, 140));
	T_PLAY(&play, steps);
	play__exit(&play);
	T_EQ(filter.seen, 0);
	return TEST_OK;
}

/* The views of one function show that of the cursor, or the hottest if there is none. */
static int test_function_views(void)
{
	static const struct term_step steps[] = {
		IDLE_K('4'),
		UNTIL("Where the samples went"),
		IDLE_K('9'),
		UNTIL("self  [k] rep_movs_alternative"),
		UNTIL("all commands"),
		IDLE_K('1'),
		K('f'),
		K('k'),
		K('s'),
		K('y'),
		K('s'),
		K(KEY_ENTER),
		UNTIL("'ksys': 3 matches"),
		K('9'),
		UNTIL("self  [k] ksys_write"),
		IDLE_K(KEY_ESC),
		UNTIL("Children"),
		K('t'),
		UNTIL("Zoom into which thread?"),
		K(KEY_ENTER),
		UNTIL("Zoomed into Thread: burn"),
		IDLE_K('9'),
		UNTIL("callees below (,"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 140));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* Below 100 columns the help loses no word, and says that typing finds; neither do reasons and header. */
static int test_narrow(void)
{
	static const struct term_step steps[] = {
		IDLE_K('h'),
		UNTIL("typed text finds"),
		UNTIL("Percentages of all  "),
		UNTIL("samples, or of what is  "),
		UNTIL("                  zoomed into  "),
		K('x'),
		K('p'),
		UNTIL("with: xp"),
		K(KEY_ESC),
		K('q'),
		UNTIL("Samples: "),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 70, 44));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* What has no symbols is said in the title, and the keys of the view stay. */
static int test_missing(void)
{
	struct absent missing = {.text = "no symbols"};
	struct term_step steps[] = {
		UNTIL("; i: why the kernel has no symbols"),
		UNTIL("h: help  Enter: open"),
		IDLE_K('i'),
		UNTIL("No symbols:"),
		K(KEY_ESC),
		UNTIL(IDLE),
		NOT(&missing),
		UNTIL("with their user stack"),
	};
	struct play play;

	T_RUN(play__init(&play, "cxx.data", 24, 80));
	play.conf.kallsyms = NULL;
	T_PLAY(&play, steps);
	play__exit(&play);
	T_EQ(missing.seen, 0);
	return TEST_OK;
}

/* The tree says what it hides and by which limit, and which samples hit a function itself. */
static int test_tree(void)
{
	static const struct term_step steps[] = {
		IDLE_K('2'),
		UNTIL("(b: bottom up); L: from 0.5% on"),
		UNTIL("[k] rep_movs_alternative  self 22.99%"),
		UNTIL("self 0.38%"),
		K('L'),
		UNTIL("Show no rows below percent (rows,callchains): 0,0.5"),
		K(KEY_CTRL('u')),
		K('1'),
		K(','),
		K('9'),
		K(KEY_ENTER),
		UNTIL("L: from 9% on"),
		IDLE_K('L'),
		UNTIL("(rows,callchains): 1,9"),
		K(','),
		K(KEY_ENTER),
		UNTIL("'1,9,' is no percentage"),
		K('L'),
		K(KEY_CTRL('u')),
		K('4'),
		K(KEY_ENTER),
		UNTIL("L: from 4% on"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 40, 140));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* A match far to the right in a name moves that row, and no other, until the cursor leaves it. */
static int test_long_match(void)
{
	struct absent others = {.text = "[.] std::vector<std::__cxx11::"},
		      match = {.text = "allocator<"};
	struct term_step steps[] = {
		IDLE_K('f'),
		K('c'),
		K('a'),
		K('t'),
		K('o'),
		K('r'),
		K('<'),
		K(KEY_ENTER),
		UNTIL("'cator<': "),
		UNTIL("std::allocator<"),
		NOT(&others),
		K(KEY_DOWN),
		UNTIL(IDLE),
		NOT(&match),
	};
	struct play play;

	T_RUN(play__init(&play, "cxx.data", 24, 80));
	T_PLAY(&play, steps);
	play__exit(&play);
	T_EQ(others.seen, 1);
	T_EQ(match.seen, 0);
	return TEST_OK;
}

/* The menu has what can be done with the row, each with its key; the key works. */
static int test_menu(void)
{
	static const struct term_step steps[] = {
		IDLE_K('m'),
		UNTIL("a  Source and assembly of level1"),
		UNTIL("w  Callers and callees of level1"),
		UNTIL("   Zoom into symbol level1"),
		UNTIL("d  Zoom into DSO burn"),
		UNTIL("v  Its samples, one by one"),
		UNTIL("g  The same function in another view"),
		UNTIL("!  Leave it out, or something else"),
		UNTIL("y  Copy its name"),
		K('o'),
		K('n'),
		K('e'),
		K(' '),
		K('b'),
		K(KEY_ENTER),
		UNTIL("Zoomed into Symbol: level1"),
		UNTIL("Delay"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 30, 140));
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* Events without samples are none to go to, and none to count. */
static int test_events(void)
{
	struct absent others = {.text = "(1 of 2)"};
	struct term_step steps[] = {
		IDLE_K(']'),
		UNTIL("No other event has samples"),
		NOT(&others),
		UNTIL("of event 'cpu-clock', "),
	};
	struct play play;

	T_RUN(play__init(&play, "forky-systemwide.data", 24, 140));
	T_PLAY(&play, steps);
	play__exit(&play);
	T_EQ(others.seen, 0);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"samples, and back", test_samples_and_back},
	{"a filter of rows", test_filter},
	{"views of one function", test_function_views},
	{"the menu of a row", test_menu},
	{"the tree", test_tree},
	{"a match in a long name", test_long_match},
	{"a narrow screen", test_narrow},
	{"events without samples", test_events},
	{"symbols that are missing", test_missing},
	{0},
};

const struct test_suite suite__tui_steps = {"tui-steps", "Steps of the TUI, and back", cases};
