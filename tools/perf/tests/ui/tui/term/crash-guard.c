// SPDX-License-Identifier: GPL-2.0-only
/* The terminal is restored when the program dies by a signal, and only then. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tests.h"
#include "ui/tui/term/crash-guard.h"
#include "util/base/array.h"

#define RESET "restored"

/*
 * Runs @fn in a process that guards a terminal and handles SIGPIPE so. Sets what it wrote, and how
 * the process ended.
 */
static int run_guarded(void (*fn)(void), void (*handler)(int), char written[64], int *status)
{
	const struct termios none = {0};
	int fds[2];
	ssize_t got;
	pid_t pid;

	T_EQ(pipe(fds), 0);
	pid = fork();
	T_CHECK(pid >= 0);
	if (!pid) {
		struct crash_guard *guard;

		signal(SIGPIPE, handler);
		if (crash_guard__new(&guard, -1, &none, fds[1], RESET, NULL))
			_exit(2);
		fn();
		crash_guard__delete(guard);
		_exit(0);
	}
	close(fds[1]);
	got = read(fds[0], written, 63);
	written[got > 0 ? got : 0] = '\0';
	close(fds[0]);
	T_EQ(waitpid(pid, status, 0), pid);
	return TEST_OK;
}

static void abort_here(void)
{
	abort();
}

static void lose_reader(void)
{
	raise(SIGPIPE);
}

static void do_nothing(void)
{
}

static int test_dies(void)
{
	static const struct {
		void (*fn)(void);
		int sig;
	} ways[] = {{abort_here, SIGABRT}, {lose_reader, SIGPIPE}};
	char written[64];
	int status;

	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		T_RUN(run_guarded(ways[i].fn, SIG_DFL, written, &status));
		T_STREQ(written, RESET);
		T_CHECK(WIFSIGNALED(status));
		T_EQ(WTERMSIG(status), ways[i].sig);
	}
	return TEST_OK;
}

/* Under nohup and some parents SIGPIPE is ignored: then it ends nothing, and the screen stays. */
static int test_ignored(void)
{
	char written[64];
	int status;

	T_RUN(run_guarded(lose_reader, SIG_IGN, written, &status));
	T_STREQ(written, "");
	T_EQ(status, 0);
	T_RUN(run_guarded(do_nothing, SIG_DFL, written, &status));
	T_STREQ(written, "");
	T_EQ(status, 0);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a signal that ends the program restores the terminal", test_dies},
	{"one that is ignored does not", test_ignored},
	{0},
};

const struct test_suite suite__crash_guard = {"crash-guard", "The terminal after a crash", cases};
