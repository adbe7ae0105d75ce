/* SPDX-License-Identifier: GPL-2.0-only */
/* spoilt: what must come of a trace that lies, in this process and as a user runs it. */
#ifndef PERF_DEFER_TESTS_SPOILT_H
#define PERF_DEFER_TESTS_SPOILT_H

#include <stdint.h>

#include "tests/builder.h"
#include "tests/trace.h"

#define SPOILT_UNREADABLE (-1) /* it ends before any sample is reached */

/*
 * @samples of it must be read, and what is said, with a place in the file, must contain @says,
 * and the exit status must be 1; if @says is NULL, nothing is wrong with it. Neither time nor
 * memory may run away. enum test_result.
 */
int spoilt__check(const struct builder *b, int64_t samples, const char *says);

/* The same, and frees the trace. */
int spoilt__reads(struct trace *trace, int64_t samples, const char *says);

#endif /* PERF_DEFER_TESTS_SPOILT_H */
