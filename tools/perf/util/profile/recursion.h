/* SPDX-License-Identifier: GPL-2.0-only */
/* recursions: functions that are more than once in a stack, and who called them again. */
#ifndef PERF_DEFER_UTIL_PROFILE_RECURSION_H
#define PERF_DEFER_UTIL_PROFILE_RECURSION_H

#include "util/profile/hist.h"

struct recursion {
	uint32_t func;	    /* func id, of its symbol */
	uint32_t caller;    /* the one that most of these samples have before the innermost call */
	uint32_t deepest;   /* number of times in one stack, at most */
	struct sums sums;   /* of the stacks that have it more than once */
	uint64_t by_caller; /* period of those with @caller */
};

struct recursions {
	struct recursion *of; /* heaviest first */
	size_t nr;
};

/* Looks at all stacks of @hist, whose functions must stay. The caller calls exit. */
int recursions__init(struct recursions *recursions, const struct hist *hist,
		     struct defer_error *err);
void recursions__exit(struct recursions *recursions);

#endif /* PERF_DEFER_UTIL_PROFILE_RECURSION_H */
