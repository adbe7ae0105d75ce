/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * branches: the branches of a sample, each as a sample of its own: what `report -b` counts. Such a sample hit
 * where the branch led to, has a period of 1 and no stack, and its first branch is the one that it stands for.
 */
#ifndef PERF_DEFER_UTIL_FOLD_BRANCHES_H
#define PERF_DEFER_UTIL_FOLD_BRANCHES_H

#include "util/fold/fold.h"

/* Returns true if the event recorded branches that are not the calls of its stacks. */
bool evsel__has_branches(const struct defer_evsel *evsel);

/* Does what fold__add() does, for each branch of @s. */
int fold__add_branches(struct fold *fold, unsigned int worker, const struct stitched *s,
		       struct defer_error *err);

#endif /* PERF_DEFER_UTIL_FOLD_BRANCHES_H */
