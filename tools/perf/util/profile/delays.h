/* SPDX-License-Identifier: GPL-2.0-only */
/* delays: how long the samples of a row waited for their deferred record. */
#ifndef PERF_DEFER_UTIL_PROFILE_DELAYS_H
#define PERF_DEFER_UTIL_PROFILE_DELAYS_H

#include "util/profile/hist.h"

/*
 * Sets the delays of all entries: their mean, which is exact, and percentiles, which are accurate to
 * 1/64 as those of struct histogram. With children, those of called functions count too. The fold
 * must have told delays apart: FOLD_BY_DELAY. Returns 0 or DEFER_ERR_NOMEM.
 */
int hist__measure_delays(struct hist *hist);

#endif /* PERF_DEFER_UTIL_PROFILE_DELAYS_H */
