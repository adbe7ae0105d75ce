// SPDX-License-Identifier: GPL-2.0-only
/* A profile beside what it is a part of. */
#include <stdlib.h>

#include "util/base/error.h"
#include "util/fold/fold.h"
#include "util/fold/part.h"
#include "util/profile/profile.h"
#include "util/profile/show-opts.h"

uint32_t *profile__chains_in(const struct profile *profile, const struct fold *all,
			     const struct fold *part)
{
	uint32_t *chains = fold__places_in(all, part);

	for (uint32_t i = 0; chains && i < fold__nr(all); i++)
		chains[i] = chains[i] == FOLD_NOT_IN_PART ? PROFILE_NO_CHAIN
							  : profile->stack_chains[chains[i]];
	return chains;
}

void profile__add_filtered(struct profile *profile, uint32_t evsel_idx, const struct sums *sums)
{
	const struct sample_sum sum = sums__samples(sums);
	struct profile_event *event = &profile->events[evsel_idx];

	if (profile->opts.show->relative || profile->opts.compares)
		return;
	sample_sum__add(&event->all, &sum);
	hist__add_filtered(&event->hist, sums);
}

/* Adds up what @part leaves out of @all, by event. */
static void sum_rest(const struct fold *all, const struct fold *part, struct sums *rest)
{
	for (uint32_t i = 0; i < fold__nr(all); i++)
		sums__add(&rest[fold__stack(all, i)->evsel_idx], &fold__stack(all, i)->sums);
	for (uint32_t i = 0; i < fold__nr(part); i++)
		sums__take(&rest[fold__stack(part, i)->evsel_idx], &fold__stack(part, i)->sums);
}

int profile__add_rest(struct profile *profile, const struct fold *all, const struct fold *part,
		      struct defer_error *err)
{
	struct sums *rest = calloc(profile->nr_events + 1ULL, sizeof(*rest));

	if (!rest)
		return error__no_memory(err, "for rows");
	sum_rest(all, part, rest);
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		const struct sums with_chain = profile->events[i].hist.with_chain;

		profile__add_filtered(profile, i, &rest[i]);
		profile->events[i].hist.with_chain = with_chain;
	}
	free(rest);
	return 0;
}
