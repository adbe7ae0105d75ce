/* SPDX-License-Identifier: GPL-2.0-only */
/* spoilt: checks the result of reading a corrupt trace, in this process and as a user runs it. */
#ifndef PERF_DEFER_TESTS_SPOILT_H
#define PERF_DEFER_TESTS_SPOILT_H

#include <stdint.h>

#include "tests/builder.h"
#include "tests/trace.h"

#define SPOILT_UNREADABLE (-1) /* reading fails before the first sample */

/*
 * Checks that @samples are read, that a message with a file offset contains @says, and that the
 * exit status is 1; with @says NULL, that there is no damage. Time and memory are limited. Returns
 * an enum test_result.
 */
int spoilt__check(const struct builder *b, int64_t samples, const char *says);

/* Does the same, and frees the trace. */
int spoilt__reads(struct trace *trace, int64_t samples, const char *says);

#endif /* PERF_DEFER_TESTS_SPOILT_H */
