/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * change: the share that something has now beside the share that it had before, in the samples that
 * a profile is compared with, and whether chance alone can make them differ.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_CHANGE_H
#define PERF_DEFER_UTIL_PROFILE_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/fold/sums.h"

/* The same part of two sets of samples, or all of both. */
struct sample_sums {
	struct sample_sum before, now;
};

struct change {
	double before, now; /* shares, percent */
	bool is_noise;
};

/*
 * Compares the shares of the @part in @all. Shares are of periods, or of samples if there are no
 * periods. A change is noise if equal shares differ as much in one of twenty cases: see
 * difference__of_shares(). Since a few heavy samples can be most of the periods, the share of the number of
 * samples must change as much, in the same direction. No change at all is noise, too, and any change
 * if all of one side are no samples.
 */
struct change change__of(const struct sample_sums *part, const struct sample_sums *all);

/* Returns how many points of percent the share has grown; negative: shrunk. */
static inline double change__points(const struct change *change)
{
	return change->now - change->before;
}

/* Returns < 0 if the change of @a comes before that of @b: the greatest in either direction first. */
int change__compare(const struct change *a, const struct change *b);

#define CHANGE_LEN 32

/* Prints "+1.25%", or "~+0.03%" if it is noise, at least @width characters wide, like snprintf(). */
int change__format(const struct change *change, int width, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_CHANGE_H */
