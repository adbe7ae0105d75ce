// SPDX-License-Identifier: GPL-2.0-only
/* The screen as a command line: what Y copies opens what was seen. */
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "tests/tests.h"
#include "tests/tui-play.h"
#include "util/base/array.h"
#include "verbs/report-opts.h"

#define ROWS 24
#define COLS 100

/* A run: what was seen at its end, without the bottom line, and what was copied. */
struct run {
	char screen[ROWS][COLS * 4 + 1], *copied;
};

/* Decodes what OSC 52 copied, of letters of base64. The caller frees it. */
static char *decode(const char *sent)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *from = strrchr(sent, ';');
	char *text = calloc(strlen(sent) + 1, 1), *to = text, *digit;
	uint32_t bits = 0;

	for (unsigned int nr = 1; from && text && *++from && (digit = strchr(digits, *from));
	     nr++) {
		bits = bits << 6 | (uint32_t)(digit - digits);
		if (nr % 4 != 1)
			*to++ = bits >> 2 * (3 - (nr - 1) % 4);
	}
	return text;
}

static void see(struct run *run, const struct play *play)
{
	for (unsigned int row = 0; row + 1 < ROWS; row++)
		term__text(play->term, row, run->screen[row], sizeof(run->screen[row]));
	run->copied = decode(term__sent(play->term));
}

/* Runs report with these words in a terminal in memory. */
static int run_words(struct run *run, int argc, const char **argv, const struct term_step *steps,
		     size_t nr)
{
	const struct verb_setup setup = {.nr_workers = 0};
	struct report_opts opts;
	struct play play;

	*run = (struct run){.copied = NULL};
	T_RUN(play__init(&play, "burn2.data", ROWS, COLS));
	T_EQ(report_opts__init(&opts, &setup, argc, argv, &play.err), 0);
	play.pipeline = opts.pipeline;
	play.opts.view = opts.view;
	play.opts.words = opts.words;
	play.opts.nr_words = opts.nr_words;
	T_RUN(play__run(&play, steps, nr));
	see(run, &play);
	play__exit(&play);
	report_opts__exit(&opts);
	return TEST_OK;
}

static int see_again(const struct run *first)
{
	static const struct term_step steps[] = {IDLE_K(KEY_HOME), UNTIL(IDLE)};
	const char *argv[32];
	struct run again;
	wordexp_t words;

	T_EQ(wordexp(first->copied, &words, WRDE_NOCMD | WRDE_UNDEF), 0);
	T_STREQ(words.we_wordv[0], "perf-defer");
	/* The parser moves the words of the array. */
	T_CHECK(words.we_wordc < ARRAY_SIZE(argv));
	memcpy(argv, words.we_wordv + 1, words.we_wordc * sizeof(*argv));
	T_RUN(run_words(&again, words.we_wordc - 1, argv, steps, ARRAY_SIZE(steps)));
	for (unsigned int row = 0; row + 1 < ROWS; row++) {
		if (strcmp(again.screen[row], first->screen[row]) != 0)
			T_FAIL("%s\nleads to\n%s\nwhere this was seen:\n%s", first->copied,
			       again.screen[row], first->screen[row]);
	}
	wordfree(&words);
	free(again.copied);
	return TEST_OK;
}

/* Opens @trace with one more word, plays the steps, the last of which copy, and sees the same again. */
static int play_twice(const char *trace, const char *word, const char *part,
		      const struct term_step *steps, size_t nr)
{
	char input[4200], kallsyms[4200], symfs[4200];
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	const char *argv[] = {"report",	 "-i",	input, "--kallsyms", kallsyms,
			      "--symfs", symfs, word,  NULL};
	struct run first;

	snprintf(input, sizeof(input), "%s/%s", data ? data : "", trace);
	snprintf(kallsyms, sizeof(kallsyms), "%s/kallsyms-boot1", data ? data : "");
	snprintf(symfs, sizeof(symfs), "%s/symfs", data ? data : "");
	T_RUN(run_words(&first, word ? 8 : 7, argv, steps, nr));
	if (!strstr(first.copied, part))
		T_FAIL("'%s' is not in %s", part, first.copied);
	T_RUN(see_again(&first));
	free(first.copied);
	return TEST_OK;
}

#define COPIES IDLE_K('Y'), UNTIL("Copied")
#define T_TWICE(trace, word, part, ...)                                         \
	do {                                                                    \
		static const struct term_step steps[] = {__VA_ARGS__, COPIES};  \
                                                                                \
		T_RUN(play_twice(trace, word, part, steps, ARRAY_SIZE(steps))); \
	} while (0)

static int test_zooms(void)
{
	T_TWICE("burn2.data", NULL, "--zoom=thread=112/114:burn --view=tree", IDLE_K('t'),
		UNTIL("Zoom into which thread?"), K(KEY_DOWN), K(KEY_ENTER),
		UNTIL("Zoomed into Thread: burn(114)"), IDLE_K('2'), UNTIL("callers down"));
	T_TWICE("burn2.data", NULL, "'--zoom=dso=[kernel.kallsyms]' --view=flame", IDLE_K('k'),
		UNTIL("Zoomed into DSO: [kernel.kallsyms]"), IDLE_K('3'), UNTIL("too narrow"));
	T_TWICE("forky-systemwide.data", NULL, "--zoom=cpu=", IDLE_K('z'), UNTIL("Zoom into"),
		K('C'), K('P'), K('U'), K(KEY_ENTER), UNTIL("which CPU"), K(KEY_ENTER),
		UNTIL("Zoomed into CPU: "));
	T_TWICE("burn2.data", NULL, "--zoom=class=", IDLE_K('z'), UNTIL("Zoom into"), K('C'),
		K('l'), K('a'), K(KEY_ENTER), UNTIL("which class"), K(KEY_ENTER),
		UNTIL("Zoomed into Class"));
	T_TWICE("burn2.data", NULL, "--zoom=comm=burn --view=symbols", IDLE_K('z'),
		UNTIL("Zoom into"), K('C'), K('o'), K('m'), K('m'), K(KEY_ENTER),
		UNTIL("which comm"), K(KEY_ENTER), UNTIL("Zoomed into Comm: burn"));
	T_TWICE("burn2.data", NULL, "--zoom=symbol=", IDLE_K('z'), UNTIL("Zoom into"), K('S'),
		K('y'), K(KEY_ENTER), UNTIL("which symbol"), K(KEY_DOWN), K(KEY_ENTER),
		UNTIL("Zoomed into Symbol"));
	T_TWICE("burn2.data", NULL, "--zoom=time=", IDLE_K('6'), UNTIL("burn"), IDLE_K(KEY_ENTER),
		UNTIL("Zoomed into Time"));
	T_TWICE("forky-systemwide.data", NULL, "--all-but=thread=0/0:swapper", IDLE_K('!'),
		UNTIL("What to leave out"), K('i'), K('d'), K('l'), K('e'), K(KEY_ENTER),
		UNTIL("without Thread: swapper(0)"), IDLE_K('F'),
		UNTIL("(percentages are of this)"), K('1'));
	return TEST_OK;
}

static int test_looks(void)
{
	T_TWICE("burn2.data", NULL, "--seam=pivot", IDLE_K('p'), UNTIL("enters the kernel (B"));
	T_TWICE("burn2.data", "level", "--symbol-filter=rwsem --view=symbols", IDLE_K('/'),
		UNTIL("Show rows"), K('r'), K('w'), K('s'), K('e'), K('m'), K(KEY_ENTER),
		UNTIL("Rows with: rwsem"));
	T_TWICE("burn2.data", NULL, "--sort=comm --view=symbols", IDLE_K('o'), UNTIL("Rows by ("),
		K(KEY_DOWN), K(' '), K(KEY_DOWN), K(' '), K(KEY_ENTER),
		UNTIL("100.00%   100.00%  burn"));
	T_TWICE("burn2.data", NULL, "--percent-limit=2 --call-graph=3", IDLE_K('L'),
		UNTIL("percent (rows"), K(0x15), K('2'), K(','), K('3'), K(KEY_ENTER),
		UNTIL("1/24"));
	T_TWICE("burn2.data", NULL, "--zoom=thread=112/114:burn --fold-recursion --view=tree",
		IDLE_K('t'), UNTIL("Zoom into which thread?"), K(KEY_DOWN), K(KEY_ENTER),
		UNTIL("Zoomed into Thread: burn(114)"), IDLE_K('2'), UNTIL("callers down"),
		IDLE_K('R'), UNTIL("Recursion: folded"));
	T_TWICE("tracepoints.data", "--no-children", "--view=tree,", IDLE_K(']'), UNTIL("2 of 3"),
		IDLE_K('2'), UNTIL("callers down"));
	return TEST_OK;
}

/* Options that are not in force any more are left out, so a line of a line does not grow. */
static int test_again(void)
{
	T_TWICE("burn2.data", "--zoom=comm=burn", "symfs --view=symbols", IDLE_K(KEY_ESC),
		UNTIL("Children"));
	T_TWICE("burn2.data", "--fold-recursion", "symfs --view=symbols",
		UNTIL("Recursion: folded"), IDLE_K('R'), UNTIL("Children"));
	return TEST_OK;
}

/* Opens a trace with @word, and finds @part in what the steps copy. */
static int copy_once(const char *word, const char *part, const struct term_step *steps, size_t nr)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	char input[4200];
	const char *argv[] = {"report", "-i", input, "-g", "none", word, NULL};
	struct run run;

	snprintf(input, sizeof(input), "%s/burn2.data", data ? data : "");
	T_RUN(run_words(&run, word ? 6 : 5, argv, steps, nr));
	T_CHECK(strstr(run.copied, part));
	free(run.copied);
	return TEST_OK;
}

static int test_marks(void)
{
	static const struct term_step of_all[] = {IDLE_K('='), UNTIL("Marked: "), IDLE_K('Y'),
						  UNTIL("without what is marked")};
	/* A kind of entries, until it is marked no longer. */
	static const struct term_step of_kinds[] = {IDLE_K('7'), UNTIL("Longest"),
						    IDLE_K('='), UNTIL("Marked: "),
						    K('Y'),	 UNTIL("without what is marked"),
						    K('='),	 UNTIL("No longer marked"),
						    K('Y'),	 UNTIL("allows it: perf-defer")};

	T_RUN(copy_once("it's", " -g none '--symbol-filter=it'\\''s' --view=symbols", of_all,
			ARRAY_SIZE(of_all)));
	return copy_once(NULL, " -g none --view=entries", of_kinds, ARRAY_SIZE(of_kinds));
}

static const struct test_case cases[] = {
	{"each zoom", test_zooms},
	{"columns, limits, seams and events", test_looks},
	{"a line of a line", test_again},
	{"what has no option is said", test_marks},
	{0},
};

const struct test_suite suite__tui_command = {
	.name = "tui-command",
	.desc = "The screen as a command line",
	.cases = cases,
};
