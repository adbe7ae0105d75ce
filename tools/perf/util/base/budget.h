/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * budget: how much memory a trace may cost, so that one that was made to swell ends in an error.
 * It follows the size of the file: see decisions/0019.
 */
#ifndef PERF_DEFER_UTIL_BASE_BUDGET_H
#define PERF_DEFER_UTIL_BASE_BUDGET_H

#include <stdint.h>

#include <perf/defer-error.h>

/* All zero has no limit. */
struct budget {
	uint64_t limit; /* bytes */
	uint64_t used;	/* bytes: what begin() found, and what was taken since */
};

/* For a trace of @size bytes. */
void budget__init(struct budget *budget, uint64_t size);

/*
 * Is all that the process has allocated within it? 0 or DEFER_ERR_NOMEM. Any thread; for the stages
 * before symbols are read, which are no part of the trace. It takes some microseconds.
 */
int budget__check(const struct budget *budget, struct defer_error *err);

/* From now on take() counts; of one thread. */
void budget__begin(struct budget *budget);
/* Takes @bytes of what is left: 0 or DEFER_ERR_NOMEM. @budget may be NULL: there is no limit. */
int budget__take(struct budget *budget, uint64_t bytes, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_BUDGET_H */
