// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>

#include "util/profile/change.h"
#include "util/statistics/difference.h"

#define CHANCE 0.05 /* a change that chance makes as often may be chance */

/*
 * How many samples are worth an independent one in nine of ten rows of equal runs: the dispersion, which one
 * set against one does not tell.
 */
#define USUAL_DISPERSION 2.7

static double share(uint64_t part, uint64_t all)
{
	return all ? (double)part / all : 0;
}

static double percent(const struct sample_sum *part, const struct sample_sum *all)
{
	return 100 * (all->period ? share(part->period, all->period) : share(part->nr, all->nr));
}

/* Returns whether chance makes such a change of numbers of samples, or of periods in a sample's mean. */
static bool may_be_chance(const struct sample_sums *part, const struct sample_sums *all)
{
	const double nr[] = {part->before.nr, part->now.nr};
	const double all_nr[] = {all->before.nr, all->now.nr};
	const double period = part->before.period + (double)part->now.period;
	const double unit = period / (nr[0] + nr[1]);
	const double hits[] = {part->before.period / unit, part->now.period / unit};
	const double all_hits[] = {all->before.period / unit, all->now.period / unit};

	if (difference__of_shares(nr, all_nr, USUAL_DISPERSION) > CHANCE)
		return true;
	return period > 0 && difference__of_shares(hits, all_hits, USUAL_DISPERSION) > CHANCE;
}

struct change change__of(const struct sample_sums *part, const struct sample_sums *all)
{
	struct change change = {
		.before = percent(&part->before, &all->before),
		.now = percent(&part->now, &all->now),
	};
	double points = change__points(&change);
	double points_nr =
		share(part->now.nr, all->now.nr) - share(part->before.nr, all->before.nr);

	change.is_noise = points * points_nr <= 0 || may_be_chance(part, all);
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
