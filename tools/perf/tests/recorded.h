/* SPDX-License-Identifier: GPL-2.0-only */
/* The recorded traces, which are not everywhere where the suites are. */
#ifndef PERF_DEFER_TESTS_RECORDED_H
#define PERF_DEFER_TESTS_RECORDED_H

#include <stdbool.h>

#include "tests/tests.h"

/* Are the traces in the folder that PERF_DEFER_TEST_DATA names? If not, the reason is on stderr. */
bool recorded__are_there(void);

/* Ends a case that reads recorded traces, or files of theirs, where they are missing. */
#define T_NEED_RECORDED()                   \
	do {                                \
		if (!recorded__are_there()) \
			return TEST_SKIP;   \
	} while (0)

#endif /* PERF_DEFER_TESTS_RECORDED_H */
