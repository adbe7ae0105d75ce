// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-error.h>

#include "tests/folder.h"
#include "tests/recorded.h"
#include "tests/runner.h"
#include "tests/suites.h"

/* Cases for the runner to run: they end in every way that there is. */
static int ends_well(void)
{
	fprintf(stderr, "all is well\n");
	return TEST_OK;
}

static int fails(void)
{
	fprintf(stderr, "this is why\n");
	return TEST_FAIL;
}

static int skips(void)
{
	return TEST_SKIP;
}

static int crashes(void)
{
	/* No sanitizer's handler: it would exit instead. */
	signal(SIGABRT, SIG_DFL);
	raise(SIGABRT);
	return TEST_OK;
}

static int ends_the_process(void)
{
	_exit(0);
}

static int never_ends(void)
{
	while (pause())
		;
	return TEST_OK;
}

/* The state in which a test begins, whatever started the tests. */
static int begins_clean(void)
{
	struct sigaction action;
	char byte;

	T_EQ(sigaction(SIGPIPE, NULL, &action), 0);
	T_CHECK(action.sa_handler == SIG_DFL);
	T_EQ(sigaction(SIGHUP, NULL, &action), 0);
	T_CHECK(action.sa_handler == SIG_DFL);
	T_EQ(fcntl(STDIN_FILENO, F_GETFD), 0); /* open, also in what it executes */
	T_EQ(read(STDIN_FILENO, &byte, 1), 0);
	fprintf(stderr, "clean\n");
	return TEST_OK;
}

static const struct test_case cases_clean[] = {
	{"begins clean", begins_clean},
	{0},
};

static const struct test_suite clean = {"clean", "begins as if alone", cases_clean};

static const struct test_case cases_ends[] = {
	{"well", ends_well},
	{"crash", crashes},
	{"exit", ends_the_process},
	{"fail", fails},
	{"skip", skips},
	{"well again", ends_well},
	{0},
};

static const struct test_suite ends = {"ends", "ends in every way", cases_ends};

static const struct test_case cases_hang[] = {
	{"hangs", never_ends},
	{"well", ends_well},
	{0},
};

static const struct test_suite hang = {"hang", "does not end", cases_hang};

/* Runs @suite to its end. The caller owns @run also after a failure. */
static int run_all(struct runner *run, const struct test_suite *suite, unsigned int limit_s)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int ret;

	T_EQ(runner__init(run, suite, NULL, limit_s, &err), 0);
	T_EQ(runner__start(run, &err), 0);
	while (!(ret = runner__poll(run, &err)))
		usleep(5000);
	T_EQ(ret, 1);
	return TEST_OK;
}

static int test_verdicts(void)
{
	struct runner run;

	T_RUN(run_all(&run, &ends, 60));
	T_EQ(run.nr_cases, 6);
	T_EQ(run.results[0].state, CASE_OK);
	T_EQ(run.results[1].state, CASE_FAILED);
	T_EQ(run.results[1].signal, SIGABRT);
	T_EQ(run.results[2].state, CASE_FAILED);
	T_EQ(run.results[2].signal, 0);
	T_EQ(run.results[3].state, CASE_FAILED);
	T_EQ(run.results[4].state, CASE_SKIPPED);
	T_EQ(run.results[5].state, CASE_OK);
	runner__exit(&run);
	return TEST_OK;
}

static int test_output(void)
{
	const struct case_result *result;
	struct runner run;
	char text[64] = "";

	T_RUN(run_all(&run, &ends, 60));
	result = &run.results[3];
	T_EQ(result->out_to - result->out_from, strlen("this is why\n"));
	T_EQ(pread(run.out_fd, text, 12, result->out_from), 12);
	T_STREQ(text, "this is why\n");
	runner__exit(&run);
	return TEST_OK;
}

static int test_time_limit(void)
{
	struct runner run;

	T_RUN(run_all(&run, &hang, 1));
	T_EQ(run.results[0].state, CASE_FAILED);
	T_CHECK(run.results[0].timed_out);
	T_EQ(run.results[0].signal, SIGKILL);
	T_EQ(run.results[1].state, CASE_OK);
	T_CHECK(!run.results[1].timed_out);
	runner__exit(&run);
	return TEST_OK;
}

/* Runs a script of @text in @folder, with a limit and a grace time of a second each. */
static int run_script(const struct folder *folder, const char *text, struct case_result *result)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct runner run;
	char path[128];
	int ret;

	snprintf(path, sizeof(path), "%s/script", folder->path);
	T_CHECK(folder__write(folder, "script", text));
	T_EQ(chmod(path, 0755), 0);
	T_EQ(runner__init(&run, NULL, path, 1, &err), 0);
	run.grace_s = 1;
	ret = runner__start(&run, &err);
	while (!ret) {
		usleep(5000);
		ret = runner__poll(&run, &err);
	}
	*result = run.results[0];
	runner__exit(&run);
	T_EQ(ret, 1);
	return TEST_OK;
}

static int late_scripts(const struct folder *folder)
{
	struct case_result result;
	char path[128];

	T_RUN(run_script(
		folder,
		"#!/bin/sh\ncd \"${0%/*}\"\ntrap 'mv made tidied; exit 0' TERM\n: >made\nsleep 100\n",
		&result));
	snprintf(path, sizeof(path), "%s/tidied", folder->path);
	T_EQ(access(path, F_OK), 0);
	T_EQ(result.state, CASE_FAILED);
	T_CHECK(result.timed_out);

	T_RUN(run_script(folder, "#!/bin/sh\ntrap '' TERM\nsleep 100\nsleep 100\n", &result));
	T_EQ(result.state, CASE_FAILED);
	T_EQ(result.signal, SIGKILL);
	T_CHECK(result.timed_out);
	return TEST_OK;
}

static int test_late_scripts(void)
{
	return folder__run(late_scripts);
}

static int run_clean(void)
{
	struct runner run = {0};
	int ret = run_all(&run, &clean, 0);

	if (!ret && (run.results[0].state != CASE_OK ||
		     run.results[0].out_to - run.results[0].out_from != 6))
		ret = TEST_FAIL;
	runner__exit(&run);
	return ret;
}

/* Runs as under nohup, from a parent that ignores SIGPIPE, and without standard input. */
static int test_inherits_nothing(void)
{
	int ret;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	ret = run_clean();
	if (!ret) {
		close(STDIN_FILENO);
		ret = run_clean();
		T_EQ(open("/dev/null", O_RDONLY), STDIN_FILENO);
	}
	signal(SIGPIPE, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	return ret;
}

static int needs_recorded(void)
{
	T_NEED_RECORDED();
	return TEST_OK;
}

static int without_recorded(const struct folder *folder)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	char *before = dir ? strdup(dir) : NULL;

	unsetenv("PERF_DEFER_TEST_DATA");
	T_EQ(needs_recorded(), TEST_SKIP);
	setenv("PERF_DEFER_TEST_DATA", folder->path, 1);
	T_EQ(needs_recorded(), TEST_SKIP);
	T_CHECK(folder__write(folder, "burn2.data", "a trace"));
	T_EQ(needs_recorded(), TEST_OK);
	if (before)
		setenv("PERF_DEFER_TEST_DATA", before, 1);
	free(before);
	return TEST_OK;
}

static int test_without_recorded(void)
{
	return folder__run(without_recorded);
}

static int test_choice(void)
{
	char names[][8] = {"cursor", "record", "cli"};
	struct suite_entry entries[] = {{.name = names[0]}, {.name = names[1]}, {.name = names[2]}};
	struct suites suites = {.entries = entries, .nr = 3};
	struct defer_error err = DEFER_ERROR_INIT;
	bool marks[3] = {false};

	T_EQ(suites__mark(&suites, "2", marks, true, &err), 0);
	T_CHECK(!marks[0] && marks[1] && !marks[2]);
	T_EQ(suites__mark(&suites, "2-9", marks, false, &err), 0);
	T_CHECK(!marks[0] && !marks[1] && !marks[2]);
	T_EQ(suites__mark(&suites, "1-2", marks, true, &err), 0);
	T_CHECK(marks[0] && marks[1] && !marks[2]);
	T_EQ(suites__mark(&suites, "LI", marks, true, &err), 0);
	T_CHECK(marks[2]);
	T_EQ(suites__mark(&suites, "4", marks, true, &err), DEFER_ERR_NOENT);
	defer_error__clear(&err);
	T_EQ(suites__mark(&suites, "2x", marks, true, &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "2x"));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"every end of a case has its verdict", test_verdicts},
	{"output belongs to its case", test_output},
	{"a suite that hangs is ended", test_time_limit},
	{"a script that is late can clean up, or is killed", test_late_scripts},
	{"a test inherits no signal and no input", test_inherits_nothing},
	{"a case without its recorded traces is skipped", test_without_recorded},
	{"suites are chosen by number, range and name", test_choice},
	{0},
};

const struct test_suite suite__runner = {"runner", "the runner of these suites", cases};
