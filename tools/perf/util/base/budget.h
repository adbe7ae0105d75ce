/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * budget: limits the memory that a trace may take, so that a trace crafted to exhaust it ends in an
 * error. The limit follows from the size of the file: see decisions/0019.
 */
#ifndef PERF_DEFER_UTIL_BASE_BUDGET_H
#define PERF_DEFER_UTIL_BASE_BUDGET_H

#include <stdint.h>

#include <perf/defer-error.h>

/* A zeroed budget has no limit. */
struct budget {
	uint64_t limit; /* bytes */
	uint64_t used;	/* bytes: found by begin(), plus taken since */
};

/* Sets the limit for a trace of @size bytes. */
void budget__init(struct budget *budget, uint64_t size);

/*
 * Checks that all memory allocated by the process is within the limit. Returns 0 or
 * DEFER_ERR_NOMEM. Any thread may call it. For the stages before symbols are read, since symbols
 * are not part of the trace. Takes some microseconds.
 */
int budget__check(const struct budget *budget, struct defer_error *err);

/* Starts the count for take(), which only one thread may call. */
void budget__begin(struct budget *budget);
/* Takes @bytes from what is left. Returns 0 or DEFER_ERR_NOMEM. A NULL @budget has no limit. */
int budget__take(struct budget *budget, uint64_t bytes, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_BUDGET_H */
