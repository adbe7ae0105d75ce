/* SPDX-License-Identifier: GPL-2.0-only */
/* branch-type: the branches that a sample records, by perf's names for perf_branch_sample_type. */
#ifndef PERF_DEFER_UTIL_EVENTS_BRANCH_TYPE_H
#define PERF_DEFER_UTIL_EVENTS_BRANCH_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The part of the text that was not understood. */
struct branch_word {
	const char *at;
	size_t len;
};

/*
 * Reads names separated by commas, "any_call,u", in either case. Levels alone (u, k, hv) select any
 * branch at these levels, as in perf. Returns false, with the first unknown word in @bad and @type
 * unchanged, if a word is unknown.
 */
bool branch_type__parse(const char *str, size_t len, uint64_t *type, struct branch_word *bad);

/* The branches of -b: any branch at the levels that the event itself samples. */
#define BRANCH_TYPE_ANY (1ULL << 3)

#endif /* PERF_DEFER_UTIL_EVENTS_BRANCH_TYPE_H */
