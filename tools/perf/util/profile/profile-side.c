// SPDX-License-Identifier: GPL-2.0-only
/* The other side of a comparison, in the names of a profile. */
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/profile/profile-build.h"
#include "util/session/session.h"

static struct hist_stack without_counts(const struct hist_stack *stack)
{
	struct hist_stack none = {0};

	memcpy(&none, stack, HIST_STACK_KEY_SIZE);
	return none;
}

/* Begins with the stacks that the profile has, so that both sides number them alike. */
static int add_known(struct profile_build *build, struct defer_error *err)
{
	for (uint32_t i = 0; i < build->profile->nr_events; i++) {
		const struct hist *hist = &build->profile->events[i].hist;

		for (size_t j = 0; j < hist->nr_stacks; j++) {
			const struct named_stack named = {i, without_counts(&hist->stacks[j])};

			if (profile_build__add(build, &named, err) < 0)
				return err->code;
		}
	}
	return 0;
}

/* Adds the stacks to the baselines of hists, and new ones, behind the first @nr_known, to both. */
static int add_pairs(const struct profile_build *build, size_t nr_known, struct defer_error *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < build->nr; i++) {
		const struct named_stack *named = &build->stacks[i];
		const struct hist_stack none = without_counts(&named->stack);
		struct hist *hist = &build->profile->events[named->evsel_idx].hist;

		if (i >= nr_known)
			ret = hist__add(hist, &none, err);
		if (!ret)
			ret = hist__add(hist->base, &named->stack, err);
	}
	return ret;
}

/* Makes the baselines of hists, and room for what is counted of them beside rows. */
static int init_side(struct profile_build *build, struct defer_error *err)
{
	const struct profile *profile = build->profile;
	int ret = 0;

	build->events = calloc(profile->nr_events + 1ULL, sizeof(*build->events));
	if (!build->events)
		return error__no_memory(err, "for the profile");
	for (uint32_t i = 0; !ret && i < profile->nr_events; i++) {
		build->events[i].evsel = profile->events[i].evsel;
		ret = hist__add_base(&profile->events[i].hist, err);
	}
	return ret;
}

int profile__compare(struct profile *profile, const struct profile_side *before,
		     struct defer_error *err)
{
	struct profile_build build = {
		.profile = profile,
		.fold = before->fold,
		.resolve = before->resolve,
		.machine = before->session->machine,
		.hash_key = hash__key(),
		.cost = profile__names_cost(profile),
	};
	size_t nr_known = 0;
	int ret = init_side(&build, err);

	if (!ret)
		ret = add_known(&build, err);
	nr_known = build.nr;
	if (!ret)
		ret = profile_build__name(&build, err);
	if (!ret)
		ret = add_pairs(&build, nr_known, err);
	if (!ret)
		ret = profile__set_comms(profile, build.machine, err);
	free(build.events);
	profile_build__exit(&build);
	return ret;
}
