/* SPDX-License-Identifier: GPL-2.0-only */
/* child: bodies of tests that change their process, and what a process has open. */
#ifndef PERF_DEFER_TESTS_CHILD_H
#define PERF_DEFER_TESTS_CHILD_H

#include <sys/types.h>

/* Runs @body in a process of its own. Returns its result, an enum test_result. */
int child__run(int (*body)(void));
/* Does the same, but the process ends by _exit(): no sanitizer looks at what it leaves. */
int child__run_quick(int (*body)(void));

/* Begins a process, in which it returns 0, and waits for its end. end() returns its exit status, or TEST_FAIL. */
pid_t child__begin(void);
int child__end(pid_t pid);

/* Returns the descriptor that the next file gets: the same before and after if all are closed. */
int lowest_fd(void);

#endif /* PERF_DEFER_TESTS_CHILD_H */
