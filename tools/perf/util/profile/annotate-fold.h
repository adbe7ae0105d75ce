/* SPDX-License-Identifier: GPL-2.0-only */
/* annotate_fold: annotates a function by the folded stacks that contain it. */
#ifndef PERF_DEFER_UTIL_PROFILE_ANNOTATE_FOLD_H
#define PERF_DEFER_UTIL_PROFILE_ANNOTATE_FOLD_H

#include "util/fold/fold.h"
#include "util/profile/annotate.h"
#include "util/resolve/resolve.h"

/*
 * Adds the paths through @sym of @dso in the stacks of event @evsel_idx: where samples hit it, and
 * where it called what they hit. @resolve must have named the fold's frames, and must not be used
 * by another thread meanwhile.
 */
int annotate__add_fold(struct annotate *annotate, const struct fold *fold, uint32_t evsel_idx,
		       struct resolve *resolve, const struct dso *dso, const struct symbol *sym,
		       struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PROFILE_ANNOTATE_FOLD_H */
