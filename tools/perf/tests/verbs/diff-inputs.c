// SPDX-License-Identifier: GPL-2.0-only
/* diff of files that are not alike: their byte order, form, events and samples. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/words.h"
#include "util/header/feature.h"
#include "verbs/defer.h"

#define OUT_LEN 16384

/* What a run has printed, with its messages. */
struct said {
	char text[OUT_LEN];
	int status;
};

static void run_diff(const char *args, struct said *said)
{
	char command[1024];
	FILE *pipe;
	int status;

	snprintf(command, sizeof(command), "\"$PERF_DEFER\" diff %s 2>&1", args);
	pipe = popen(command, "r");
	if (!pipe)
		abort();
	said->text[fread(said->text, 1, sizeof(said->text) - 1, pipe)] = '\0';
	status = pclose(pipe);
	said->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Checks the status and a word of what is printed. */
static int says(const char *args, int status, const char *word)
{
	static struct said said;

	run_diff(args, &said);
	if (said.status != status || !strstr(said.text, word))
		T_FAIL("diff %s: status %d, no '%s' in: %s", args, said.status, word, said.text);
	return TEST_OK;
}

/* ---- byte orders ---- */

static void write_complete(const char *path, bool big, bool pipe)
{
	struct trace trace;

	trace__build(&trace, big, pipe);
	builder__write(&trace.b, path);
	trace__exit(&trace);
}

static int no_change(const char *args)
{
	static struct said said;
	int nr = 0;

	run_diff(args, &said);
	T_EQ(said.status, 0);
	for (char *line = strtok(said.text, "\n"); line; line = strtok(NULL, "\n"), nr++) {
		if (!strstr(line, ",+0.00%,+0.0%,"))
			T_FAIL("%s: %s", args, line);
	}
	T_CHECK(nr > 0);
	return TEST_OK;
}

static int check_forms(const struct folder *folder)
{
	T_EQ(chdir(folder->path), 0);
	write_complete("little", false, false);
	write_complete("big", true, false);
	write_complete("stream", true, true);
	T_RUN(no_change("-q -t, little big"));
	T_RUN(no_change("-q -t, --stacks big little"));
	T_RUN(no_change("-q -t, little stream"));
	return no_change("-q -t, little big -- stream little");
}

/* Without words the files are those that record leaves; one word is the new one. */
static int check_defaults(const struct folder *folder)
{
	T_EQ(chdir(folder->path), 0);
	T_RUN(says("", 1, "perf.data.old"));
	write_complete("perf.data.old", false, false);
	T_RUN(says("", 1, "perf.data: No such file"));
	write_complete("perf.data", true, false);
	T_RUN(no_change("-q -t,"));
	T_RUN(says("", 0, "# Before: perf.data.old\n# After : perf.data\n"));
	return says("./perf.data", 0, "# Before: perf.data.old\n# After : ./perf.data\n");
}

static int test_defaults(void)
{
	return folder__run(check_defaults);
}

static int test_forms(void)
{
	return folder__run(check_forms);
}

/* ---- events ---- */

#define NR_EVENTS 2

/* Writes a file that has this many samples of cpu-clock and of page-faults. */
static void write_events(const char *path, unsigned int clocks, unsigned int faults)
{
	static const uint64_t ids[NR_EVENTS] = {1, 2};
	static const uint64_t configs[NR_EVENTS] = {0, 2};
	const unsigned int nrs[NR_EVENTS] = {clocks, faults};
	struct builder_event events[NR_EVENTS];
	struct builder b;

	for (int i = 0; i < NR_EVENTS; i++)
		events[i] = (struct builder_event){
			.attr = {.type = DEFER_TYPE_SOFTWARE,
				 .config = configs[i],
				 .size = DEFER_ATTR_SIZE_VER9,
				 .sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP |
						DEFER_SAMPLE_TID | DEFER_SAMPLE_PERIOD,
				 .flags = DEFER_ATTR_SAMPLE_ID_ALL},
			.ids = &ids[i],
			.nr_ids = 1,
		};
	builder__init(&b, false);
	builder__begin_file(&b, events, NR_EVENTS);
	for (int i = 0; i < NR_EVENTS; i++) {
		const struct defer_sample sample = {.misc = DEFER_MISC_USER,
						    .id = ids[i],
						    .ip = 4711,
						    .pid = 5,
						    .tid = 5,
						    .period = 3};

		for (unsigned int nr = 0; nr < nrs[i]; nr++)
			builder__sample(&b, &events[i].attr, &sample);
	}
	builder__end_file(&b);
	builder__write(&b, path);
	builder__exit(&b);
}

static int check_events(const struct folder *folder)
{
	T_EQ(chdir(folder->path), 0);
	write_events("none", 0, 0);
	write_events("clock", 50, 0);
	write_events("faults", 0, 50);
	write_events("both", 50, 100);
	T_RUN(says("clock both", 0, "has samples only after: it is not compared"));
	T_RUN(says("both clock", 0, "has samples only before: it is not compared"));
	T_RUN(says("clock both", 0, "Event  : cpu-clock"));
	T_RUN(says("clock faults", 1, "no event has samples before and after"));
	T_RUN(says("none clock", 1, "no event has samples before and after"));
	T_RUN(says("clock none", 1, "no event has samples before and after"));
	T_RUN(says("none none", 1, "no event has samples before and after"));
	/* One run of a side that lacks the event has 0 of it. */
	T_RUN(says("both clock -- both", 0, "Samples: 100 before, 100 after"));
	return says("--per run both clock -- both", 0, "+100.0%");
}

static int test_events(void)
{
	return folder__run(check_events);
}

/* ---- machines ---- */

static void write_machine(const char *path, const char *release)
{
	struct trace trace;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	if (release)
		builder__feature_str(&trace.b, FEATURE_OSRELEASE, release);
	trace__end(&trace);
	builder__write(&trace.b, path);
	trace__exit(&trace);
}

/* Kernels that differ are told; one that is not known does not differ. */
static int check_machines(const struct folder *folder)
{
	T_EQ(chdir(folder->path), 0);
	write_machine("none", NULL);
	write_machine("old", "6.1\033[2J");
	write_machine("new", "7.3");
	T_RUN(says("old new", 0, "differ:\n#   old: Linux 6.1"));
	T_RUN(says("none old -- new", 0, "#   none: not told\n#   old: Linux 6.1"));
	T_RUN(says("none old -- new", 0, "#   new: Linux 7.3 x86_64\n"));
	T_RUN(says("old old -- none", 0, "# After : none\n#\n"));
	return says("new new", 0, "# After : new\n#\n");
}

static int test_machines(void)
{
	return folder__run(check_machines);
}

/* ---- damage ---- */

/* A file that is cut within its samples is compared, and the status tells of the damage. */
static int check_cut(const struct folder *folder)
{
	struct trace trace;

	T_EQ(chdir(folder->path), 0);
	write_complete("whole", false, false);
	trace__build(&trace, false, false);
	trace.b.size = trace.samples[TRACE_NR_SAMPLES / 2] + 4;
	builder__write(&trace.b, "cut");
	trace__exit(&trace);
	T_RUN(says("-q whole cut", 1, "cut"));
	T_RUN(says("-q cut whole", 1, "%"));
	return says("whole /dev/null", 1, "/dev/null");
}

static int test_cut(void)
{
	return folder__run(check_cut);
}

/* ---- options that cannot be ---- */

#define GATE                                                                                  \
	" is none of symbol=NAME, dso=NAME, row=NAME, total, change>5%, change<-5%, q<0.01, " \
	"p<0.01"
#define NO_LIMIT "--fail-if needs a limit, such as change>5% or q<0.01"
#define OWN_ROWS                                                                           \
	"--kinds and --seam=pivot have rows of their own: they go with none of --stacks, " \
	"--children, --callers, -g"
#define NO_Q \
	"--fail-if: rows that count what they call have no q: it does not go with --children and -g"
#define BETWEEN "-- stands between the files before and after"

/* Ends with the status of diff, which finds no file where it runs. */
static void diff_nothing(struct words *words)
{
	if (chdir("/proc"))
		exit(2);
	setenv("PERF_CONFIG", "/dev/null", 1);
	exit(cmd_defer_diff(words->argc, words->argv));
}

static int test_bad_options(void)
{
	static const struct {
		const char *line, *text;
	} bad[] = {
		{"-c x", "-c cannot be 'x'"},
		{"-c deltas", "-c cannot be 'deltas'"},
		{"-c wdiff", "-c cannot be 'wdiff'"},
		{"-c wdiff:1", "-c cannot be 'wdiff:1'"},
		{"-c wdiff:,1", "-c cannot be 'wdiff:,1'"},
		{"-c wdiff:1,", "-c cannot be 'wdiff:1,'"},
		{"-c wdiff:1,2x", "-c cannot be 'wdiff:1,2x'"},
		{"--per week", "--per cannot be 'week'"},
		{"--units 1,2", "--units is about --per unit"},
		{"--per run --units 1,2", "--units is about --per unit"},
		{"--per unit", "--per unit needs --units, a number for each file"},
		{"--per unit --units 1", "--units needs a number for each of 2 files, not '1'"},
		{"--per unit --units 1,2,3",
		 "--units needs a number for each of 2 files, not '1,2,3'"},
		{"--per unit --units 1,0", "--units needs a number for each of 2 files, not '1,0'"},
		{"--per unit --units 1,inf",
		 "--units needs a number for each of 2 files, not '1,inf'"},
		{"--per unit --units 1,x", "--units needs a number for each of 2 files, not '1,x'"},
		{"--per unit --units 1,2 a b -- c",
		 "--units needs a number for each of 3 files, not '1,2'"},
		{"--significant=0", "--significant cannot be '0'"},
		{"--significant=1.01", "--significant cannot be '1.01'"},
		{"--significant=5%", "--significant cannot be '5%'"},
		{"--significant=x", "--significant cannot be 'x'"},
		{"--run-cv 0", "--run-cv cannot be '0'"},
		{"--run-cv 1001", "--run-cv cannot be '1001'"},
		{"--run-cv 5%%", "--run-cv cannot be '5%%'"},
		{"--run-cv %", "--run-cv cannot be '%'"},
		{"--percentage half", "--percentage cannot be 'half'"},
		{"-t .", "'.' is the only non valid --field-separator argument"},
		{"--seam x", "--seam cannot be 'x'"},
		{"--callers -g", "--callers goes with neither -g nor --children"},
		{"--callers --children", "--callers goes with neither -g nor --children"},
		{"--kinds --stacks", OWN_ROWS},
		{"--kinds --children", OWN_ROWS},
		{"--kinds --callers", OWN_ROWS},
		{"--kinds -g", OWN_ROWS},
		{"--seam pivot --stacks", OWN_ROWS},
		{"--kinds -s dso", "--kinds goes with neither -s nor --seam"},
		{"--kinds --seam user", "--kinds goes with neither -s nor --seam"},
		{"--fail-if q<0.1 -g", NO_Q},
		{"--fail-if q<0.1 --children", NO_Q},
		{"--fail-if x", "--fail-if 'x'" GATE},
		{"--fail-if totals", "--fail-if 'totals'" GATE},
		{"--fail-if q<0.1,x,p<0.1", "--fail-if 'x'" GATE},
		{"--fail-if q<", "--fail-if 'q<'" GATE},
		{"--fail-if q<1%", "--fail-if 'q<1%'" GATE},
		{"--fail-if change>x", "--fail-if 'change>x'" GATE},
		{"--fail-if change>inf", "--fail-if 'change>inf'" GATE},
		{"--fail-if change>5%%", "--fail-if 'change>5%%'" GATE},
		{"--fail-if symbol=,q<0.1", "--fail-if 'symbol='" GATE},
		{"--fail-if total", NO_LIMIT},
		{"--fail-if symbol=a,dso=b,row=c", NO_LIMIT},
		{"a b c", "which of 3 files are before? Write -- between those before and after"},
		{"a b --", BETWEEN},
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct words words;
		char text[8192];

		words__init(&words, "diff", bad[i].line);
		T_RUN(words__end(&words, diff_nothing, 129, text, sizeof(text)));
		if (strncmp(text, "perf-defer: ", 12) ||
		    strncmp(text + 12, bad[i].text, strlen(bad[i].text)) ||
		    text[12 + strlen(bad[i].text)] != '\n')
			T_FAIL("%s: %s", bad[i].line, text);
	}
	return TEST_OK;
}

/* Options at their limits are taken, and then there is no file. */
static int test_good_options(void)
{
	static const char *const good[] = {
		"-c delta",
		"-c ratio",
		"-c wdiff:1,-2",
		"--per second",
		"--per unit --units 1,2",
		"--per unit --units 0.5,2e3,1 a b -- c",
		"--significant",
		"--significant=1",
		"--run-cv 1000",
		"--run-cv 5%",
		"--percentage relative",
		"--percentage absolute",
		"--seam pivot",
		"--kinds",
		"--callers",
		"--fail-if change>5%",
		"--fail-if change<-0.05,symbol=a,dso=b,row=c",
		"--fail-if total,q<0.05",
		"--fail-if p<1 -g",
		"--fail-if q<0.1 --stacks",
		"a -- b",
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		struct words words;
		char text[8192];

		words__init(&words, "diff", good[i]);
		T_RUN(words__end(&words, diff_nothing, 1, text, sizeof(text)));
		if (!strstr(text, "No such file or directory"))
			T_FAIL("%s: %s", good[i], text);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"other byte order, streams", test_forms},
	{"the files without words", test_defaults},
	{"an event of one side, sides without samples", test_events},
	{"other kernels", test_machines},
	{"a file that is cut", test_cut},
	{"options that cannot be", test_bad_options},
	{"options at their limits", test_good_options},
	{0},
};

const struct test_suite suite__diff_inputs = {
	.name = "diff-inputs",
	.desc = "diff of files that are not alike",
	.cases = cases,
};
