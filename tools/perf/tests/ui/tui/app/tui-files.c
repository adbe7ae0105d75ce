// SPDX-License-Identifier: GPL-2.0-only
/* Files that the TUI reads and writes: invalid traces, other traces, and printed text. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/tui-play.h"
#include "util/base/array.h"

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
	static const char *const heads[] = {
		"# Samples: 78358 of event 'cpu-clock'\n",
		"# Event count (approx.): 19589500000\n",
		"#\n",
		"  Children      Self  Command    Shared Object      Symbol\n",
		"+   98.95%     0.01%  burn       burn               [.] level1\n",
	};
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
	T_CHECK(!strncmp(line, "# Trace: ", 9) && strstr(line, "burn2.data\n"));
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		T_CHECK(fgets(line, sizeof(line), in));
		T_STREQ(line, heads[i]);
	}
	while (fgets(line, sizeof(line), in))
		nr++;
	fclose(in);
	T_EQ(nr, 303); /* all lines, not those of the screen alone */
	T_EQ(stat("perf.hist.1", &st), 0);
	T_EQ(st.st_mode & 07777, 0600); /* nobody else's business, as perf.data */
	play__exit(&play);
	return play__leave_folder(path);
}

#define LONG_NAME 20000

/* Writes a copy of @play's kallsyms, in which "down_write" has a long name that ends with it. */
static int write_kallsyms(struct play *play)
{
	FILE *in = fopen(play->kallsyms, "r"), *out = fopen("kallsyms", "w");
	char *line = NULL;
	size_t cap = 0;

	T_CHECK(in && out);
	while (getline(&line, &cap, in) > 0) {
		char *name = strstr(line, " down_write\n");

		if (name)
			fprintf(out, "%.*s %0*d", (int)(name - line), line, LONG_NAME, 0);
		fputs(name ? "_down_write\n" : line, out);
	}
	free(line);
	fclose(in);
	T_EQ(fclose(out), 0);
	snprintf(play->kallsyms, sizeof(play->kallsyms), "kallsyms");
	return TEST_OK;
}

/* A name that is longer than any screen is printed whole. */
static int test_print_long(void)
{
	static const struct term_step steps[] = {
		IDLE_K('P'),
		UNTIL("Printed to perf.hist.0"),
	};
	char path[] = "/tmp/perf-defer-tui-XXXXXX", *line = NULL;
	unsigned int nr = 0, nr_long = 0;
	struct play play;
	size_t cap = 0;
	FILE *in;

	T_RUN(play__init(&play, "burn2.data", 12, 60));
	T_RUN(play__enter_folder(path));
	T_RUN(write_kallsyms(&play));
	T_PLAY(&play, steps);
	in = fopen("perf.hist.0", "r");
	T_CHECK(in);
	for (; getline(&line, &cap, in) > 0; nr++)
		nr_long += strlen(line) > LONG_NAME && strstr(line, "0_down_write\n");
	fclose(in);
	free(line);
	T_EQ(nr_long, 1);
	T_EQ(nr, 308); /* the rows before it, but once */
	play__exit(&play);
	return play__leave_folder(path);
}

/* Two traces in a folder of their own, the first of them shown; b.data is none if @bad. */
/* Returns how many bytes this process has written; 0 if the kernel does not count. */
static uint64_t written(void)
{
	FILE *in = fopen("/proc/self/io", "r");
	uint64_t nr = 0;
	char line[64];

	while (in && fgets(line, sizeof(line), in)) {
		if (!strncmp(line, "wchar: ", 7))
			nr = strtoull(line + 7, NULL, 10);
	}
	if (in)
		fclose(in);
	return nr;
}

/* The user code of an entry ends at the edge of the screen, and begins anew few times. */
static int test_print_entries(void)
{
	static const struct term_step steps[] = {
		IDLE_K('7'),	    UNTIL("Longest"), IDLE_K('G'),
		UNTIL("Remaining"), K('P'),	      UNTIL("Printed to perf.entries.0"),
	};
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	uint64_t before = written();
	struct play play;
	struct stat st;

	if (!before)
		return TEST_SKIP;
	T_RUN(play__init(&play, "cxx.data", 12, 60));
	T_RUN(play__enter_folder(path));
	T_PLAY(&play, steps);
	T_EQ(stat("perf.entries.0", &st), 0);
	T_CHECK(st.st_size > 1000000);
	T_CHECK(written() - before < 8 * (uint64_t)st.st_size);
	play__exit(&play);
	return play__leave_folder(path);
}

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

/* The command line compares with another file than that of its options, or with nothing. */
static int test_copy_baseline(void)
{
	static const char *const words[] = {"-i", "a", "--baseline=tid=1"};
	static const struct term_step steps[] = {
		UNTIL("Compared with --baseline"),
		IDLE_K('Y'),
		UNTIL("report -i a --baseline=tid=1 --view=symbols "),
		K('C'),
		UNTIL("perf.data.old"),
		K(KEY_CTRL('u')),
		K('b'),
		K('='),
		K('2'),
		K(KEY_ENTER),
		UNTIL("Compared with b=2"),
		IDLE_K('Y'),
		UNTIL("report -i a --baseline=tid=1 --baseline=./b=2 --view=symbols "),
		K(KEY_ESC),
		UNTIL("Children      Self  Command"),
		IDLE_K('Y'),
		UNTIL("report -i a --baseline=tid=1 --no-baseline --view=symbols "),
	};
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	struct play play;

	T_RUN(play__init(&play, "cxx.data", 12, 160));
	T_RUN(play__enter_folder(path));
	T_EQ(symlink(play.path, "b=2"), 0);
	play.pipeline.base.tids = "1";
	play.pipeline.sort.compares = true;
	play.opts.words = words;
	play.opts.nr_words = ARRAY_SIZE(words);
	T_PLAY(&play, steps);
	play__exit(&play);
	return play__leave_folder(path);
}

static const struct test_case cases[] = {
	{"a file that is no trace", test_failure},
	{"print to a file", test_print},
	{"print a long name", test_print_long},
	{"print lines that fill any width", test_print_entries},
	{"switch to another trace", test_switch},
	{"switch to what is no trace", test_switch_to_bad},
	{"neither can be read", test_switch_from_gone},
	{"the command line with another baseline", test_copy_baseline},
	{0},
};

const struct test_suite suite__tui_files = {"tui-files", "Files that the TUI reads and writes",
					    cases};
