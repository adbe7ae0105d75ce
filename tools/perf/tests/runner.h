/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_TESTS_RUNNER_H
#define PERF_DEFER_TESTS_RUNNER_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "tests/tests.h"

struct defer_error;

/* State of one case. CASE_WAITING: not started yet. */
enum case_state {
	CASE_WAITING,
	CASE_RUNNING,
	CASE_OK,
	CASE_FAILED,
	CASE_SKIPPED
};

/* One case's line in the report. Shared with the child that runs the case. */
struct case_result {
	enum case_state state;
	int signal;	/* signal that ended the process in this case, or 0 */
	bool timed_out; /* the runner ended the process at the time limit */
	off_t out_from; /* range of its output in out_fd, in bytes */
	off_t out_to;
};

/*
 * One suite being run in a process of its own. A crash or a timeout fails the case it is in;
 * a new process goes on with the case after it, so every case gets its own verdict.
 */
struct runner {
	const struct test_suite *suite; /* NULL for a shell script */
	const char *script;		/* path of the shell script, or NULL */
	int nr_cases;
	struct case_result *results; /* nr_cases of them, in memory shared with the child */
	int out_fd;		     /* unlinked file with the suite's output */
	pid_t pid;		     /* 0 when no process runs */
	struct timespec deadline;
	unsigned int limit_s; /* time limit of one process, in seconds; 0 is none */
	unsigned int grace_s; /* time that a script has to clean up after SIGTERM, in seconds */
	bool ending;	      /* the script got SIGTERM */
};

/* Prepares to run @suite, or @script if @suite is NULL. Returns 0 or a negative enum defer_err. */
int runner__init(struct runner *run, const struct test_suite *suite, const char *script,
		 unsigned int limit_s, struct defer_error *err);
void runner__exit(struct runner *run);

/* Starts the first process. Returns 0 or a negative enum defer_err. */
int runner__start(struct runner *run, struct defer_error *err);

/*
 * Polls the process without blocking: notes its end, ends it at its time limit, and starts the next
 * one if cases remain. At the limit, a script gets SIGTERM, so that it can remove what it made, and
 * SIGKILL after grace_s. A suite in C gets SIGKILL, because its cases do not clean up. Returns 1 when
 * every case has its verdict, 0 while there is work, or a negative enum defer_err.
 */
int runner__poll(struct runner *run, struct defer_error *err);

/* Runs every case in this process, for a debugger. */
void runner__run_here(struct runner *run);

#endif /* PERF_DEFER_TESTS_RUNNER_H */
