// SPDX-License-Identifier: GPL-2.0-only
/* The page before the rows, on a terminal that is not there. */
#include "tests/tests.h"
#include "tests/tui-play.h"

static int play_with_page(const char *trace, const struct term_step *steps, size_t nr)
{
	struct play play;

	T_RUN(play__init(&play, trace, 24, 100));
	play.opts.sums_up = true;
	T_RUN(play__run(&play, steps, nr));
	play__exit(&play);
	return TEST_OK;
}

#define T_PAGE(trace, steps) T_RUN(play_with_page(trace, steps, sizeof(steps) / sizeof(*(steps))))

/* The first key, whenever it comes, acts in the rows. */
static int test_key_at_once(void)
{
	static const struct term_step steps[] = {
		K('z'), /* while nothing is read */
		UNTIL("There is nothing to zoom into until the trace is read"),
		UNTIL("level1"),
		UNTIL("Children      Self"),
		K('0'),
		UNTIL("93.40% is burn: __libc_write"),
		K(KEY_END), /* the last of all rows */
		UNTIL("303/303"),
	};

	T_PAGE("burn2.data", steps);
	return TEST_OK;
}

/* Zooms narrow the page as they do the rows: its shares are still of all. */
static int test_zoom(void)
{
	static const struct term_step steps[] = {
		UNTIL(" 4  1 of 78358 user stacks are missing"),
		IDLE_K('t'),
		UNTIL("Zoom into which thread?"),
		UNTIL("burn(114)"),
		K(KEY_DOWN),
		K(KEY_ENTER),
		UNTIL("Zoomed into Thread: burn(114)"),
		UNTIL("49.50%     0.00%  burn"),
		IDLE_K('0'),
		UNTIL("k kernel 48.83%"),
		UNTIL(" 1  46.04% is in shmem_file_write_iter"),
		UNTIL(" p  46.40% is burn: __libc_write"),
		UNTIL("21757 of 23401 sampled"),
		UNTIL(" 4  All 38793 user stacks are known"),
		/* As in the rows, percentages of what is shown. */
		IDLE_K('F'),
		UNTIL("(percentages are of this)"),
		K('0'),
		UNTIL("k kernel 98.63%"),
	};

	T_PAGE("burn2.data", steps);
	return TEST_OK;
}

/* Each event has its own page, and the page stays. */
static int test_events(void)
{
	static const struct term_step steps[] = {
		UNTIL("7623 samples of raw_syscalls:sys_enter; the trace: "),
		UNTIL(" 4  "),
		IDLE_K(']'),
		UNTIL("128 samples of sched:sched_switch"),
		UNTIL(" 6  128 samples are too few to tell a change in time"),
		IDLE_K('['),
		UNTIL("7623 samples of raw_syscalls:sys_enter"),
		UNTIL(" 6  From +0.372 to +0.507 s there are 3979 samples, 109% more than on average"),
	};

	T_PAGE("sched.data", steps);
	return TEST_OK;
}

/* -F overhead has a row, but nothing that the row could be called by. */
static int test_no_keys(void)
{
	static const struct term_step steps[] = {
		UNTIL(" 1  All samples are in one row, since no column divides them"),
	};
	struct play play;

	T_RUN(play__init(&play, "burn2.data", 24, 100));
	play.opts.sums_up = true;
	play.pipeline.sort.sort = NULL;
	play.pipeline.sort.fields = "overhead";
	T_RUN(play__run(&play, steps, 1));
	play__exit(&play);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a key that is pressed at once acts in the rows", test_key_at_once},
	{"zooms narrow the page", test_zoom},
	{"each event has a page", test_events},
	{"rows without a name", test_no_keys},
	{0},
};

const struct test_suite suite__tui_summary = {
	.name = "tui-summary",
	.desc = "The page before the rows",
	.cases = cases,
};
