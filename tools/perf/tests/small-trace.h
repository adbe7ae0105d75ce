/* SPDX-License-Identifier: GPL-2.0-only */
/* small-trace: runs verbs on a small trace of two threads, all of which is known. */
#ifndef PERF_DEFER_TESTS_SMALL_TRACE_H
#define PERF_DEFER_TESTS_SMALL_TRACE_H

#include <stddef.h>

#include "tests/folder.h"

struct said {
	char text[1 << 16];
	size_t size;
};

/* Writes the trace to perf.data in @folder, and the kernel's symbols to kallsyms. Returns an enum test_result. */
int small_trace__write(const struct folder *folder);

/*
 * Writes them, and runs "perf defer @command" in @folder. Takes what it writes. Returns an enum
 * test_result: it must exit with 0.
 */
int small_trace__run(const struct folder *folder, const char *command, struct said *said);

#endif /* PERF_DEFER_TESTS_SMALL_TRACE_H */
