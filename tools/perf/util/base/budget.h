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
	uint64_t base;	/* bytes that the process had allocated before: they do not count */
	uint64_t used;	/* bytes: found by begin(), plus taken since */
};

/* Starts without a limit. What the process has allocated by now will not count. */
void budget__init(struct budget *budget);
/* Sets the limit for a trace of @size bytes. */
void budget__limit(struct budget *budget, uint64_t size);
/* Raises the limit, if there is one, for @size bytes more that are read with the trace. */
void budget__widen(struct budget *budget, uint64_t size);

/*
 * Stop and restart the count, for a process in which others allocate memory as well: what they
 * allocate between the two calls does not count. A budget is stopped and restarted in turn.
 */
void budget__pause(struct budget *budget);
void budget__resume(struct budget *budget);

/*
 * Checks that all memory that the process has allocated is within the limit. Returns 0 or
 * DEFER_ERR_NOMEM. Any thread may call it. For the stages before symbols are read, since symbols
 * are not part of the trace. Takes some microseconds.
 */
int budget__check(const struct budget *budget, struct defer_error *err);

/* Starts the count for take(), which only one thread may call. */
void budget__begin(struct budget *budget);
/* Takes @bytes from what is left. Returns 0 or DEFER_ERR_NOMEM. A NULL @budget has no limit. */
int budget__take(struct budget *budget, uint64_t bytes, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_BUDGET_H */
