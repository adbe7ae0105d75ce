// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>

#include "util/profile/change.h"

#define NOISE_DEVIATIONS 2 /* 95 of 100 changes by chance are smaller */

static double share(uint64_t part, uint64_t all)
{
	return all ? (double)part / all : 0;
}

/* Returns the square of the standard deviation of a share of @part in @all, counts of samples. */
static double variance(uint64_t part, uint64_t all)
{
	return all ? share(part, all) / all : 0;
}

static double percent(const struct sample_sum *part, const struct sample_sum *all)
{
	return 100 * (all->period ? share(part->period, all->period) : share(part->nr, all->nr));
}

struct change change__of(const struct sample_sums *part, const struct sample_sums *all)
{
	struct change change = {
		.before = percent(&part->before, &all->before),
		.now = percent(&part->now, &all->now),
	};
	double deviation = sqrt(variance(part->before.nr, all->before.nr) +
				variance(part->now.nr, all->now.nr));
	double limit = 100 * NOISE_DEVIATIONS * deviation, points = change__points(&change);
	double points_nr =
		100 * (share(part->now.nr, all->now.nr) - share(part->before.nr, all->before.nr));

	if (points < 0)
		points_nr = -points_nr;
	change.is_noise = points == 0 || fabs(points) < limit || points_nr < limit ||
			  !all->before.nr || !all->now.nr;
	return change;
}

int change__compare(const struct change *a, const struct change *b)
{
	double of_a = fabs(change__points(a)), of_b = fabs(change__points(b));

	return (of_a < of_b) - (of_a > of_b);
}

int change__format(const struct change *change, int width, char *buf, size_t size)
{
	char text[CHANGE_LEN];

	snprintf(text, sizeof(text), "%s%+.2f%%", change->is_noise ? "~" : "",
		 change__points(change));
	return snprintf(buf, size, "%*s", width, text);
}
