// SPDX-License-Identifier: GPL-2.0-only
/* perf defer test: runs the built-in suites and the shell scripts. */
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include <subcmd/parse-options.h>

#include <perf/defer-error.h>

#include "verbs/common.h"
#include "verbs/defer.h"
#include "verbs/options.h"
#include "tests/runner.h"
#include "tests/suites.h"
#include "util/base/array.h"
#include "util/base/error.h"

struct test_opts {
	const char *skip;
	bool verbose;
	unsigned int jobs;
	unsigned int timeout_s;
	bool dont_fork;
};

/* The number of cases by result. */
struct totals {
	int passed;
	int failed;
	int skipped;
};

/* A suite chosen to run. */
struct job {
	int number; /* number in the list, from 1 */
	const struct suite_entry *entry;
	struct runner run;
	bool started;
	bool done;
};

struct jobs {
	struct job *jobs;
	int nr;
	int width; /* width of the widest text */
};

/* Finds the scripts for an executable in build/, in build/asan/, or installed in bin/. */
static void find_scripts(char *path, size_t size)
{
	static const char *const places[] = {
		"../tools/perf/tests/shell",
		"../../tools/perf/tests/shell",
		"../libexec/perf-defer/tests/shell",
	};
	const char *given = getenv("PERF_DEFER_TESTS_DIR");
	char dir[PATH_MAX / 2];

	if (given) {
		snprintf(path, size, "%s", given);
		return;
	}
	verb__exe_dir(dir, sizeof(dir));
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		snprintf(path, size, "%s/%s", dir, places[i]);
		if (!access(path, X_OK))
			return;
	}
}

/* Sets the environment that the suites expect, unless the caller has set it. */
static void set_environment(void)
{
	static const char *const places[] = {
		"tests/data",
		"../tests/data",
		"../libexec/perf-defer/tests/data",
	};
	char dir[PATH_MAX / 2], path[PATH_MAX];

	verb__exe_dir(dir, sizeof(dir));
	snprintf(path, sizeof(path), "%s/perf-defer", dir);
	setenv("PERF_DEFER", path, 0);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, places[i]);
		if (!access(path, X_OK))
			setenv("PERF_DEFER_TEST_DATA", path, 0);
	}
	/* Recordings of tests are not cached. Tests that need a cache set up their own. */
	setenv("PERF_BUILDID_DIR", "/dev/null", 1);
}

/*
 * Fills @chosen with the suites that the words name, or all without words, except those that @skip
 * names.
 */
static int suites__choose(const struct suites *suites, const char *skip, int argc,
			  const char **argv, bool *chosen, struct defer_error *err)
{
	char *list = strdup(skip ? skip : ""), *save = NULL;
	int ret = 0;

	if (!list)
		return error__no_memory(err, "for the tests");
	for (int i = 0; i < suites->nr; i++)
		chosen[i] = !argc;
	for (int i = 0; i < argc && !ret; i++)
		ret = suites__mark(suites, argv[i], chosen, true, err);
	for (char *word = strtok_r(list, ",", &save); word && !ret;
	     word = strtok_r(NULL, ",", &save))
		ret = suites__mark(suites, word, chosen, false, err);
	free(list);
	return ret;
}

static int text_width(const struct suite_entry *entry)
{
	int width = strlen(entry->name), len;

	for (int i = 0; entry->suite && entry->suite->cases[i].run; i++) {
		len = strlen(entry->suite->cases[i].what);
		if (len > width)
			width = len;
	}
	return width;
}

static int jobs__init(struct jobs *jobs, const struct suites *suites, const bool *chosen,
		      const struct test_opts *opts, struct defer_error *err)
{
	int ret = 0, width;

	*jobs = (struct jobs){.jobs = calloc(suites->nr + 1, sizeof(*jobs->jobs))};
	if (!jobs->jobs)
		return error__no_memory(err, "for the tests");

	for (int i = 0; i < suites->nr && !ret; i++) {
		struct job *job = &jobs->jobs[jobs->nr];

		if (!chosen[i])
			continue;
		job->number = i + 1;
		job->entry = &suites->entries[i];
		jobs->nr++;
		ret = runner__init(&job->run, job->entry->suite, job->entry->script,
				   opts->timeout_s, err);
		width = text_width(job->entry);
		if (width > jobs->width)
			jobs->width = width;
	}
	return ret;
}

static void jobs__exit(struct jobs *jobs)
{
	for (int i = 0; i < jobs->nr; i++)
		runner__exit(&jobs->jobs[i].run);
	free(jobs->jobs);
}

/* Prints at most the last @limit bytes of the case's output. */
static void show_output(const struct job *job, const struct case_result *result, off_t limit)
{
	off_t size = result->out_to - result->out_from;
	off_t at = size > limit ? result->out_to - limit : result->out_from;
	ssize_t len = 1;
	char buf[4096];

	while (at < result->out_to && len > 0) {
		size_t want = result->out_to - at;

		len = pread(job->run.out_fd, buf, want < sizeof(buf) ? want : sizeof(buf), at);
		if (len > 0)
			fwrite(buf, 1, len, stdout);
		at += len;
	}
}

/* Prints the last line of the case's output, which by convention says why it was skipped. */
static void show_reason(const struct job *job, const struct case_result *result)
{
	char buf[161], *line;
	off_t size = result->out_to - result->out_from;
	ssize_t len = size < 160 ? size : 160;

	len = pread(job->run.out_fd, buf, len, result->out_to - len);
	if (len <= 0)
		return;
	if (buf[len - 1] == '\n')
		len--;
	buf[len] = '\0';
	line = strrchr(buf, '\n');
	if (line || len)
		printf(" (%s)", line ? line + 1 : buf);
}

static void show_verdict(const struct job *job, const struct case_result *result)
{
	bool colour = isatty(STDOUT_FILENO);

	switch (result->state) {
	case CASE_OK:
		printf(" Ok");
		break;
	case CASE_SKIPPED:
		printf("%s Skip%s", colour ? "\033[33m" : "", colour ? "\033[m" : "");
		show_reason(job, result);
		break;
	case CASE_WAITING:
	case CASE_RUNNING:
	case CASE_FAILED:
	default:
		printf("%s FAILED!%s", colour ? "\033[1;31m" : "", colour ? "\033[m" : "");
		if (result->timed_out)
			printf(" (not done after %u s)", job->run.limit_s);
		else if (result->signal)
			printf(" (signal %d: %s)", result->signal, strsignal(result->signal));
	}
	putchar('\n');
}

static void totals__count(struct totals *totals, const struct case_result *result)
{
	if (result->state == CASE_OK)
		totals->passed++;
	else if (result->state == CASE_SKIPPED)
		totals->skipped++;
	else
		totals->failed++;
}

/* Returns the exit status, which is also what perf expects of a test. */
static int totals__status(const struct totals *totals)
{
	if (totals->failed)
		return TEST_FAIL;
	return totals->skipped && !totals->passed ? TEST_SKIP : TEST_OK;
}

static bool has_failed(const struct case_result *result)
{
	return result->state != CASE_OK && result->state != CASE_SKIPPED;
}

static void show_case(const struct job *job, int i, int width)
{
	if (job->run.nr_cases > 1)
		printf("%3d.%d: %-*s :", job->number, i + 1, width - (i >= 9),
		       job->entry->suite->cases[i].what);
	else
		printf("%3d: %-*s :", job->number, width + 2, job->entry->name);
	show_verdict(job, &job->run.results[i]);
}

static void job__report(const struct job *job, int width, bool verbose, struct totals *totals)
{
	if (job->run.nr_cases > 1)
		printf("%3d: %-*s :\n", job->number, width + 2, job->entry->name);
	for (int i = 0; i < job->run.nr_cases; i++) {
		const struct case_result *result = &job->run.results[i];

		show_case(job, i, width);
		if (verbose || has_failed(result))
			show_output(job, result, result->out_to - result->out_from);
		totals__count(totals, result);
	}
	fflush(stdout);
}

static bool job__has_failed(const struct job *job)
{
	for (int nr = 0; nr < job->run.nr_cases; nr++) {
		if (has_failed(&job->run.results[nr]))
			return true;
	}
	return false;
}

static void job__repeat_failures(const struct job *job)
{
	for (int nr = 0; nr < job->run.nr_cases; nr++) {
		if (!has_failed(&job->run.results[nr]))
			continue;
		if (job->run.nr_cases > 1)
			printf("%s, ", job->entry->name);
		show_case(job, nr, 0);
		show_output(job, &job->run.results[nr], 1000);
	}
}

/*
 * Repeats all failures at the end of the log, where readers look first. Their names come last, because of a
 * long log often only the last lines are kept.
 */
static void report_failures(const struct jobs *jobs)
{
	printf("\nThese failed, each with the end of what it wrote:\n");
	for (int i = 0; i < jobs->nr; i++)
		job__repeat_failures(&jobs->jobs[i]);
	printf("\nfailed:");
	for (int i = 0; i < jobs->nr; i++) {
		if (job__has_failed(&jobs->jobs[i]))
			printf(" %s", jobs->jobs[i].entry->name);
	}
	putchar('\n');
}

/* Starts jobs while there is room, and handles those that run. Returns how many are running. */
static int jobs__tend(struct jobs *jobs, int room, struct defer_error *err)
{
	int running = 0, ret;

	for (int i = 0; i < jobs->nr && running < room; i++) {
		struct job *job = &jobs->jobs[i];

		if (job->done)
			continue;
		ret = job->started ? runner__poll(&job->run, err) : runner__start(&job->run, err);
		if (ret < 0)
			return ret;
		job->started = true;
		job->done = ret > 0;
		running += !job->done;
	}
	return running;
}

/* Runs all jobs. Prints them in the order of the list, in whatever order they end. */
static int run_jobs(struct jobs *jobs, const struct test_opts *opts, struct totals *totals,
		    struct defer_error *err)
{
	const struct timespec nap = {.tv_nsec = 50 * 1000 * 1000};
	sigset_t child, old;
	int shown = 0, running = 0;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &old);
	while (shown < jobs->nr && running >= 0) {
		running = jobs__tend(jobs, opts->jobs, err);
		for (; shown < jobs->nr && jobs->jobs[shown].done; shown++)
			job__report(&jobs->jobs[shown], jobs->width, opts->verbose, totals);
		if (running > 0)
			sigtimedwait(&child, NULL, &nap);
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	return running < 0 ? running : 0;
}

static void run_here(struct jobs *jobs, const struct test_opts *opts, struct totals *totals)
{
	for (int i = 0; i < jobs->nr; i++) {
		runner__run_here(&jobs->jobs[i].run);
		if (jobs->jobs[i].entry->suite)
			job__report(&jobs->jobs[i], jobs->width, opts->verbose, totals);
	}
}

static int run_chosen(const struct suites *suites, const bool *chosen, const struct test_opts *opts,
		      struct defer_error *err)
{
	struct totals totals = {0};
	struct jobs jobs;
	int ret = jobs__init(&jobs, suites, chosen, opts, err);

	if (!ret && opts->dont_fork)
		run_here(&jobs, opts, &totals);
	else if (!ret)
		ret = run_jobs(&jobs, opts, &totals, err);
	if (!ret && totals.failed)
		report_failures(&jobs);
	jobs__exit(&jobs);
	if (ret)
		return ret;

	printf("%d passed, %d failed, %d skipped\n", totals.passed, totals.failed, totals.skipped);
	return totals__status(&totals);
}

static int list_or_run(const struct suites *suites, const struct test_opts *opts, int argc,
		       const char **argv, struct defer_error *err)
{
	bool *chosen = calloc(suites->nr + 1, sizeof(*chosen));
	bool list = argc && !strcmp(argv[0], "list");
	int ret;

	if (!chosen)
		return error__no_memory(err, "for the tests");
	ret = suites__choose(suites, opts->skip, argc - list, argv + list, chosen, err);
	for (int i = 0; i < suites->nr && list && !ret; i++) {
		if (chosen[i])
			printf("%3d: %-24s %s\n", i + 1, suites->entries[i].name,
			       suites->entries[i].desc);
	}
	if (!ret && !list)
		ret = run_chosen(suites, chosen, opts, err);
	free(chosen);
	return ret;
}

int cmd_defer_test(int argc, const char **argv)
{
	struct test_opts opts = {.jobs = sysconf(_SC_NPROCESSORS_ONLN), .timeout_s = 300};
	const struct option options[] = {
		OPT_STRING('s', "skip", &opts.skip, "tests", "tests to skip"),
		OPT_BOOLEAN('v', "verbose", &opts.verbose, "show the output of every test"),
		OPT_UINTEGER('j', "jobs", &opts.jobs, "how many suites run at once"),
		OPT_UINTEGER(0, "timeout", &opts.timeout_s, "seconds for one suite (0: no limit)"),
		OPT_BOOLEAN('F', "dont-fork", &opts.dont_fork,
			    "run the suites in C in this process"),
		OPT_END(),
	};
	const char *const usage[] = {
		"perf defer test [<options>] [list] [{a number, a range 5-7 or part of a name}...]",
		NULL,
	};
	struct defer_error err = DEFER_ERROR_INIT;
	struct suites suites;
	char scripts[PATH_MAX];
	int ret;

	argc = verb__parse_options(argc, argv, options, usage, 0);
	if (!opts.jobs)
		opts.jobs = 1;

	set_environment();
	find_scripts(scripts, sizeof(scripts));
	ret = suites__init(&suites, scripts, &err);
	if (!ret)
		ret = list_or_run(&suites, &opts, argc, argv, &err);
	suites__exit(&suites);
	if (ret < 0) {
		fprintf(stderr, "perf-defer: %s\n", err.text);
		return 1;
	}
	return ret;
}
