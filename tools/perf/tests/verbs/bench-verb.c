// SPDX-License-Identifier: GPL-2.0-only
/* Runs of a verb are measured, and of several the medians are printed; and usage of other verbs. */
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/words.h"
#include "util/base/stages.h"
#include "verbs/bench.h"
#include "verbs/defer.h"

/* The number of runs, which are in processes of their own. */
static atomic_uint *nr_runs;
static struct bench_opts opts;
static int last_status;

/* A verb that takes 100, 300, 200 and 400 ns, and as many times more in later stages. */
static int run_verb(int argc, const char **argv, const struct verb_setup *setup)
{
	static const uint64_t ns[] = {100, 300, 200, 400};
	unsigned int run = atomic_fetch_add(nr_runs, 1);

	if (argc != 2 || strcmp(argv[1], "word") || setup->nr_workers != opts.nr_workers)
		return 9;
	printf("not to be seen\n");
	for (int i = 0; i < STAGE_NR; i++)
		setup->stages->ns[i] = i == STAGE_VIEW ? 0 : ns[run] * (i + 1);
	atomic_store(&setup->stages->reading_ns, ns[run] * 1000000);
	setup->stages->samples = 5000000;
	setup->stages->bytes = 40000000;
	setup->stages->nr_workers = 3;
	/* The parser of options changes what it gets. */
	argv[1] = NULL;
	nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	return run + 1 == opts.repeat ? last_status : 0;
}

static void run_bench(struct words *words)
{
	const struct bench_verb verb = {"verb", run_verb};

	exit(bench__verb(&opts, &verb, words->argc, words->argv));
}

static int bench(unsigned int repeat, enum bench_format format, int status, char *text, size_t size)
{
	struct words words;

	nr_runs = mmap(NULL, sizeof(*nr_runs), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	T_CHECK(nr_runs != MAP_FAILED);
	opts = (struct bench_opts){.repeat = repeat, .format = format, .nr_workers = 7};
	last_status = status;
	words__init(&words, "verb", "word");
	T_RUN(words__end(&words, run_bench, status, text, size));
	T_EQ(atomic_load(nr_runs), repeat);
	munmap(nr_runs, sizeof(*nr_runs));
	return TEST_OK;
}

/* Each value has a median of its own; of four, the second one. */
static int test_medians(void)
{
	static const struct {
		unsigned int repeat;
		uint64_t median;
	} runs[] = {{1, 100}, {2, 100}, {3, 200}, {4, 200}};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++) {
		uint64_t ns = runs[i].median;
		char text[2048], want[1024], *to = text;

		T_RUN(bench(runs[i].repeat, BENCH_FORMAT_JSON, 0, text, sizeof(text)));
		snprintf(want, sizeof(want),
			 "{\"suite\":\"verb\",\"repeat\":%u,\"workers\":3,\"bytes\":40000000,"
			 "\"samples\":5000000,\"stages_ns\":{\"other\":%" PRIu64
			 ",\"open\":%" PRIu64 ",\"pass_1\":%" PRIu64 ",\"seal\":%" PRIu64
			 ",\"pass_2\":%" PRIu64 ",\"fold\":%" PRIu64 ",\"resolve\":%" PRIu64
			 ",\"rows\":%" PRIu64 ",\"view\":0},\"reading_ns\":%" PRIu64
			 ",\"wall_ns\":",
			 runs[i].repeat, ns, 2 * ns, 3 * ns, 4 * ns, 5 * ns, 6 * ns, 7 * ns, 8 * ns,
			 ns * 1000000);
		/* Blanks and lines are the writer's. */
		for (const char *from = text; *from; from++)
			if (*from != ' ' && *from != '\n')
				*to++ = *from;
		*to = '\0';
		if (strncmp(text, want, strlen(want)))
			T_FAIL("%s is not %s", text, want);
		T_CHECK(strstr(text, ",\"cpu_ns\":") && strstr(text, ",\"peak_bytes\":"));
	}
	return TEST_OK;
}

static int test_formats(void)
{
	char text[2048], *end;
	double wall;

	T_RUN(bench(3, BENCH_FORMAT_SIMPLE, 0, text, sizeof(text)));
	/* Each run sleeps for two thousandths of a second. */
	wall = strtod(text, &end);
	T_STREQ(end, "\n");
	T_CHECK(wall >= 0.002 && wall < 100);

	T_RUN(bench(3, BENCH_FORMAT_DEFAULT, 0, text, sizeof(text)));
	T_CHECK(strstr(text, "# Running 'defer/verb' benchmark:\n"
			     "# 5000000 samples in 40.0 MB, 3 workers, median of 3 runs\n\n"
			     "       other: 0.000000 [sec]\n") == text);
	T_CHECK(strstr(text, "        rows: 0.000002 [sec]\n"
			     "\n     Reading: 0.200000 [sec], within the passes, of all workers\n"
			     "  Total time: "));
	T_CHECK(!strstr(text, "view") && !strstr(text, "not to be seen"));
	T_CHECK(strstr(text, " MB/sec\n") && strstr(text, " samples/sec\n"));
	return TEST_OK;
}

/* A run that fails ends the measurement, with its status. */
static int test_failure(void)
{
	char text[256];

	T_RUN(bench(2, BENCH_FORMAT_SIMPLE, 3, text, sizeof(text)));
	T_STREQ(text, "");
	return TEST_OK;
}

/* ---- usage ---- */

static int (*verb_main)(int argc, const char **argv);

static void run_main(struct words *words)
{
	setenv("PERF_CONFIG", "/dev/null", 1);
	if (chdir("/proc"))
		exit(2);
	exit(verb_main(words->argc, words->argv));
}

static int test_usage(void)
{
	static const struct {
		int (*verb)(int argc, const char **argv);
		const char *line;
		int status;
		const char *text;
	} lines[] = {
		{cmd_defer_bench, "-f x", 129,
		 "unknown --format 'x': there are default, simple and json"},
		{cmd_defer_bench, "-r 0", 129, "--repeat takes a number from 1 to 10000"},
		{cmd_defer_bench, "-r 10001", 129, "--repeat takes a number from 1 to 10000"},
		{cmd_defer_bench, "-r 10000", 0,
		 "        # List of all available benchmark suites:"},
		{cmd_defer_bench, "--workers 65", 129, "--workers takes a number up to 64"},
		{cmd_defer_bench, "--workers 64", 0, "Usage:"},
		{cmd_defer_bench, "x", 129,
		 "unknown suite 'x': there are audit, inject, report and script"},
		{cmd_defer_bench, "--list-cmds", 0, "audit inject report script"},
		{cmd_defer_check, "x", 129, "unexpected argument 'x'"},
		{cmd_defer_audit, "-s event,x", 129,
		 "unknown -s key 'x': valid keys are event, cause, thread, cpu, latency and record"},
		{cmd_defer_audit, "-s even", 129, "unknown -s key 'even'"},
		{cmd_defer_audit, "-s event,cause,thread,cpu,latency,record", 1,
		 "perf.data: No such file or directory"},
		{cmd_defer_audit, "--min-merged 100.1", 129,
		 "--min-merged takes a percentage from 0 to 100, not '100.1'"},
		{cmd_defer_audit, "--min-merged 100%", 1, "No such file or directory"},
		{cmd_defer_audit, "--min-merged -1", 129, "not '-1'"},
		{cmd_defer_audit, "none", 1, "none: No such file or directory"},
		{cmd_defer_audit, "", 1, "try 'perf defer record' first, or name a file: -i FILE"},
		{cmd_defer_inject, "--marks --keep-cookies", 129,
		 "--marks stand where --keep-cookies keeps the cookies"},
		{cmd_defer_inject, "-z23", 129, "-z must be from 1 to 22, not 23"},
		{cmd_defer_inject, "-i none -o /dev/null", 1, "none: No such file or directory"},
		{cmd_defer_script, "--perfetto --ns", 129,
		 "--perfetto sets the fields: give it without -F and --ns"},
		{cmd_defer_script, "--perfetto -F ip", 129, "--perfetto sets the fields"},
		{cmd_defer_script, "--perfetto -F trace:ip", 129, "--perfetto sets the fields"},
		{cmd_defer_script, "--perfetto --header", 129, "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto --header-only", 129,
		 "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto -I", 129, "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto --show-task-events", 129,
		 "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto --show-mmap-events", 129,
		 "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto --show-lost-events", 129,
		 "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto --show-switch-events", 129,
		 "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto --show-cgroup-events", 129,
		 "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto --show-namespace-events", 129,
		 "--perfetto prints only samples"},
		{cmd_defer_script, "--perfetto -i none", 1, "none: No such file or directory"},
		{cmd_defer_script, "none -l", 129, "-l stands after a file: name it with -i"},
		{cmd_defer_script, "-F nonsense", 129, "nonsense"},
		{cmd_defer_script, "--symfs /nonexistent", 129, "/nonexistent"},
		{cmd_defer_annotate, "-i none", 1, "none: No such file or directory"},
		{cmd_defer_export, "-f folded none", 1, "none: No such file or directory"},
		{cmd_defer_report, "-i none", 1, "none: No such file or directory"},
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct words words;
		char text[16384];

		verb_main = lines[i].verb;
		words__init(&words, "verb", lines[i].line);
		T_RUN(words__end(&words, run_main, lines[i].status, text, sizeof(text)));
		if (!strstr(text, lines[i].text))
			T_FAIL("%s: %s", lines[i].line, text);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"medians of runs, each value by itself", test_medians},
	{"forms of what is printed", test_formats},
	{"a run that fails", test_failure},
	{"usage of verbs, and files that are not there", test_usage},
	{0},
};

const struct test_suite suite__bench_verb = {"bench-verb", "Measured runs, and usage of verbs",
					     cases};
