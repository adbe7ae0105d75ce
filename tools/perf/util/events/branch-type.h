/* SPDX-License-Identifier: GPL-2.0-only */
/* branch-type: which branches a sample remembers, by perf's names for perf_branch_sample_type. */
#ifndef PERF_DEFER_UTIL_EVENTS_BRANCH_TYPE_H
#define PERF_DEFER_UTIL_EVENTS_BRANCH_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was not understood, a part of the text. */
struct branch_word {
	const char *at;
	size_t len;
};

/*
 * Reads names with commas between them, "any_call,u", in either case; levels alone (u, k, hv) mean
 * any branch there, as in perf. False, and the first unknown word in @bad, if one is unknown; @type
 * is then as before.
 */
bool branch_type__parse(const char *str, size_t len, uint64_t *type, struct branch_word *bad);

/* Any branch at the levels that the event itself samples: -b. */
#define BRANCH_TYPE_ANY (1ULL << 3)

#endif /* PERF_DEFER_UTIL_EVENTS_BRANCH_TYPE_H */
