/* SPDX-License-Identifier: GPL-2.0-only */
/* parents: the function of each stack that matches a pattern, for the sort key parent. */
#ifndef PERF_DEFER_UTIL_PROFILE_PARENT_H
#define PERF_DEFER_UTIL_PROFILE_PARENT_H

#include <regex.h>

#include "util/profile/half-frames.h"

struct parents {
	const regex_t *pattern;
	const struct half_table *halves;
	const struct resolve *resolve; /* has run */
	bool outermost;	      /* else the innermost one that matches, as perf's order of chains */
	const char **of_half; /* its match, "" if it has none, NULL if it was not searched */
};

/* What the arguments point to must outlive it, and not change. */
int parents__init(struct parents *parents, const regex_t *pattern, const struct half_table *halves,
		  const struct resolve *resolve, bool outermost, struct defer_error *err);
void parents__exit(struct parents *parents);

/*
 * Returns the name of the function that matches in a stack of these halves (NO_HALF: none), or NULL.
 * Inlined functions are not searched, as in perf.
 */
const char *parents__find(struct parents *parents, uint32_t kernel, uint32_t user);

#endif /* PERF_DEFER_UTIL_PROFILE_PARENT_H */
