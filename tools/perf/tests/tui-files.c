// SPDX-License-Identifier: GPL-2.0-only
/* Files that the TUI reads and writes: invalid traces, other traces, and printed text. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/tui-play.h"

static int test_failure(void)
{
	static const struct term_step steps[] = {
		UNTIL("Cannot read"),
		UNTIL("Press a key"),
		K(' '),
		K('x'),
	};
	struct play play;

	T_RUN(play__init(&play, "kallsyms-boot1", 30, 100)); /* no trace */
	term__feed(play.term, steps, 4);
	T_CHECK(tui__run(play.term, &play.opts, true, &play.err) < 0);
	T_CHECK(play.err.text[0]);
	play__exit(&play);
	return TEST_OK;
}

static int test_print(void)
{
	static const struct term_step steps[] = {
		IDLE_K('P'), UNTIL("Printed to perf.hist.0"), K('P'),
		UNTIL("Printed to perf.hist.1"), /* nothing is overwritten */
	};
	char path[] = "/tmp/perf-defer-tui-XXXXXX", line[256];
	unsigned int nr = 1;
	struct play play;
	struct stat st;
	FILE *in;

	T_RUN(play__init(&play, "burn2.data", 12, 60));
	T_RUN(play__enter_folder(path));
	T_PLAY(&play, steps);
	in = fopen("perf.hist.0", "r");
	T_CHECK(in);
	T_CHECK(fgets(line, sizeof(line), in));
	T_STREQ(line, "  Children      Self  Command    Shared Object      Symbol\n");
	T_CHECK(fgets(line, sizeof(line), in));
	T_STREQ(line, "+   98.95%     0.01%  burn       burn               [.] level1\n");
	while (fgets(line, sizeof(line), in))
		nr++;
	fclose(in);
	T_EQ(nr, 303); /* all lines, not those of the screen alone */
	T_EQ(stat("perf.hist.1", &st), 0);
	T_EQ(st.st_mode & 07777, 0600); /* nobody else's business, as perf.data */
	play__exit(&play);
	return play__leave_folder(path);
}

/* Two traces in a folder of their own, the first of them shown; b.data is none if @bad. */
static int enter_two(struct play *play, char *path, bool bad)
{
	char other[4096];

	T_RUN(play__init(play, "cxx.data", 30, 120));
	T_RUN(play__enter_folder(path));
	T_EQ(symlink(play->path, "a.data"), 0);
	if (bad) {
		FILE *out = fopen("b.data", "w");

		T_CHECK(out);
		fputs("PERFILE2", out);
		T_EQ(fclose(out), 0);
		return TEST_OK;
	}
	snprintf(other, sizeof(other), "%s/forky-systemwide.data", getenv("PERF_DEFER_TEST_DATA"));
	T_EQ(symlink(other, "b.data"), 0);
	return TEST_OK;
}

static int test_switch(void)
{
	static const struct term_step steps[] = {
		IDLE_K('s'),  UNTIL("Which trace?"),	     UNTIL("b.data"), K(KEY_END),
		K(KEY_ENTER), UNTIL("Samples: 2K of event"), IDLE_K('s'),     K(KEY_HOME),
		K(KEY_ENTER), UNTIL("Samples: 7K of event"),
	};
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	struct play play;

	T_RUN(enter_two(&play, path, false));
	T_PLAY(&play, steps);
	play__exit(&play);
	return play__leave_folder(path);
}

#define TRY_BAD                                                                                    \
	IDLE_K('s'), UNTIL("Which trace?"), K(KEY_END), K(KEY_ENTER), UNTIL("Cannot read b.data"), \
		K('x'), UNTIL("Samples: 7K of event")

/* The message appears each time, although a loader may have the address of an earlier one. */
static int test_switch_to_bad(void)
{
	static const struct term_step steps[] = {TRY_BAD, TRY_BAD, TRY_BAD};
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	struct play play;

	T_RUN(enter_two(&play, path, true));
	T_PLAY(&play, steps);
	play__exit(&play);
	return play__leave_folder(path);
}

static void remove_first(const struct term *term, void *ctx)
{
	(void)term;
	(void)ctx;
	if (unlink("a.data"))
		perror("a.data");
}

/* With two unreadable traces, the TUI does not switch between them forever. */
static int test_switch_from_gone(void)
{
	static const struct term_step steps[] = {
		IDLE_K('s'),
		UNTIL("Which trace?"),
		K(KEY_END),
		{.look = remove_first, .event = {.kind = TERM_EVENT_KEY, .key = KEY_ENTER}},
		UNTIL("Cannot read b.data"),
		K('x'),
		UNTIL("Cannot read a.data"),
		K('x'),
		K('y'), /* nobody is there to take it */
	};
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	struct play play;

	T_RUN(enter_two(&play, path, true));
	snprintf(play.path, sizeof(play.path), "a.data");
	term__feed(play.term, steps, sizeof(steps) / sizeof(*steps));
	T_CHECK(tui__run(play.term, &play.opts, true, &play.err) < 0);
	T_CHECK(!term__is_done(play.term));
	play__exit(&play);
	return play__leave_folder(path);
}

static const struct test_case cases[] = {
	{"a file that is no trace", test_failure},
	{"print to a file", test_print},
	{"switch to another trace", test_switch},
	{"switch to what is no trace", test_switch_to_bad},
	{"neither can be read", test_switch_from_gone},
	{0},
};

const struct test_suite suite__tui_files = {"tui-files", "Files that the TUI reads and writes",
					    cases};
