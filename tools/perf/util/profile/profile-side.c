// SPDX-License-Identifier: GPL-2.0-only
/* The other side of a comparison, in the names of a profile. */
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/array.h"
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

/* ---- numbers of another session ---- */

static bool comm_equal(const void *ctx, uint32_t pos, const void *key)
{
	return !strcmp(((const struct profile *)ctx)->comms[pos], key);
}

/* Returns the number that the profile has for comm @id of the side, a new one if need be. */
static int64_t comm_of(struct profile_build *build, struct hash_index *index, uint32_t id)
{
	struct profile *profile = build->profile;
	const char *name = machine__comm(build->machine, id);
	uint64_t hash = hash__bytes(build->hash_key, name, strlen(name));
	uint32_t pos = hash_index__find(index, hash, comm_equal, profile, name);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (hash_index__add(index, hash, profile->nr_comms))
		return DEFER_ERR_NOMEM;
	profile->comms[profile->nr_comms] = name;
	return profile->nr_comms++;
}

/* Makes the map from comms of the side to those of the profile, whose list has room for all. */
static int map_comms(struct profile_build *build, uint32_t *map, uint32_t nr)
{
	struct profile *profile = build->profile;
	const uint32_t nr_known = profile->nr_comms;
	struct hash_index index = {0};
	int64_t id = 0;

	for (uint32_t i = 0; id >= 0 && i < nr_known; i++) {
		const char *name = profile->comms[i];
		uint64_t hash = hash__bytes(build->hash_key, name, strlen(name));

		if (hash_index__find(&index, hash, comm_equal, profile, name) == HASH_INDEX_NONE)
			id = hash_index__add(&index, hash, i);
	}
	for (uint32_t i = 0; id >= 0 && i < nr; i++) {
		id = comm_of(build, &index, i);
		map[i] = id;
	}
	hash_index__exit(&index);
	return id < 0 ? DEFER_ERR_NOMEM : 0;
}

/* Tasks of two sessions are the same if their numbers and names are. */
static void rename_task(struct identity *who, const uint32_t *map)
{
	who->comm_id = map[who->comm_id];
	who->tid_comm_id = map[who->tid_comm_id];
	who->pid_comm_id = map[who->pid_comm_id];
	identity__forget_lives(who);
}

static int rename_tasks(struct profile_build *build, struct defer_error *err)
{
	struct profile *profile = build->profile;
	const uint32_t nr = machine__nr_comms(build->machine);
	const char **comms =
		realloc(profile->comms, (profile->nr_comms + nr + 1ULL) * sizeof(*comms));
	uint32_t *map = malloc((nr + 1ULL) * sizeof(*map));
	int ret = comms && map ? 0 : DEFER_ERR_NOMEM;

	if (comms)
		profile->comms = comms;
	if (!ret)
		ret = map_comms(build, map, nr);
	for (size_t i = 0; !ret && i < build->nr; i++)
		rename_task(&build->stacks[i].stack.who, map);
	free(map);
	profile__use_comms(profile);
	return ret ? error__no_memory(err, "for the profile") : 0;
}

/* Returns the event of the profile that is called as @evsel is, or -1. */
static int64_t event_called(const struct profile *profile, const struct defer_evsel *evsel)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		const char *name = profile->events[i].evsel->name;

		if (name && evsel->name && !strcmp(name, evsel->name))
			return i;
	}
	return -1;
}

/* ---- both sides ---- */

/* Adds what the side has to @both, which has what the profile has; events that this lacks are left out. */
static int add_side(struct profile_build *both, const struct profile_build *side,
		    struct defer_error *err)
{
	const bool by_name = both->profile->opts.by_name;

	for (size_t i = 0; i < side->nr; i++) {
		struct named_stack named = side->stacks[i];
		int64_t event = named.evsel_idx;

		if (by_name)
			event = event_called(both->profile, side->events[event].evsel);
		named.evsel_idx = event;
		if (event >= 0 && profile_build__add(both, &named, err) < 0)
			return err->code;
	}
	return 0;
}

/* Numbers the stacks of both sides alike, and adds them to the hists and their baselines. */
static int pair_sides(const struct profile_build *side, struct defer_error *err)
{
	struct profile *profile = side->profile;
	struct profile_build both = {.profile = profile, .hash_key = side->hash_key};
	size_t nr_known = 0;
	int ret = add_known(&both, err);

	nr_known = both.nr;
	if (!ret)
		ret = add_side(&both, side, err);
	for (uint32_t i = 0; !ret && i < profile->nr_events; i++)
		ret = hist__add_base(&profile->events[i].hist, err);
	if (!ret)
		ret = add_pairs(&both, nr_known, err);
	profile_build__exit(&both);
	return ret;
}

/* Makes room for what is counted of the side beside rows, which nobody asks for. */
static int init_events(struct profile_build *build, const struct defer_evlist *evlist,
		       struct defer_error *err)
{
	build->events = calloc(defer_evlist__nr(evlist) + 1ULL, sizeof(*build->events));
	if (!build->events)
		return error__no_memory(err, "for the profile");
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++)
		build->events[i].evsel = defer_evlist__evsel(evlist, i);
	return 0;
}

int profile__compare(struct profile *profile, const struct profile_side *before,
		     struct defer_error *err)
{
	struct profile_build side = {
		.profile = profile,
		.fold = before->fold,
		.resolve = before->resolve,
		.machine = before->session->machine,
		.hash_key = hash__key(),
		.cost = profile__names_cost(profile),
	};
	int ret = init_events(&side, before->session->evlist, err);

	if (profile->opts.by_name)
		funcs__forget_frames(&profile->funcs);
	if (!ret)
		ret = profile_build__name(&side, err);
	if (!ret && profile->opts.by_name)
		ret = rename_tasks(&side, err);
	else if (!ret)
		ret = profile__set_comms(profile, side.machine, err);
	if (!ret)
		ret = pair_sides(&side, err);
	free(side.events);
	profile_build__exit(&side);
	return ret;
}
