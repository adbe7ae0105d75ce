/* SPDX-License-Identifier: GPL-2.0-only */
/* fold_part: where the stacks of a fold are in a part of it. */
#ifndef PERF_DEFER_UTIL_FOLD_PART_H
#define PERF_DEFER_UTIL_FOLD_PART_H

#include "util/fold/fold.h"

#define FOLD_NOT_IN_PART UINT32_MAX

/*
 * Returns for each stack of @all its index in @part, or FOLD_NOT_IN_PART. @part may be @all itself.
 * The caller frees the array; NULL if out of memory.
 */
uint32_t *fold__places_in(const struct fold *all, const struct fold *part);

#endif /* PERF_DEFER_UTIL_FOLD_PART_H */
