/* SPDX-License-Identifier: GPL-2.0-only */
/* annotate_fold: the samples of folded stacks that have a function in them. */
#ifndef PERF_DEFER_UTIL_PROFILE_ANNOTATE_FOLD_H
#define PERF_DEFER_UTIL_PROFILE_ANNOTATE_FOLD_H

#include "util/fold/fold.h"
#include "util/profile/annotate.h"
#include "util/resolve/resolve.h"

/*
 * Adds the ways through @sym of @dso of what of event @evsel_idx is in @fold: where it was hit,
 * and where it called what was. @resolve has named the fold's frames, and is used by nobody else
 * meanwhile.
 */
int annotate__add_fold(struct annotate *annotate, const struct fold *fold, uint32_t evsel_idx,
		       struct resolve *resolve, const struct dso *dso, const struct symbol *sym,
		       struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PROFILE_ANNOTATE_FOLD_H */
