// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/machine/half-walk.h"
#include "util/machine/machine.h"
#include "util/profile/zoom.h"
#include "util/resolve/resolve.h"
#include "util/session/session.h"

/* ---- the stack of choices ---- */

/* Removes zoom @i. */
static void remove_zoom(struct zooms *zooms, unsigned int i)
{
	memmove(&zooms->zooms[i], &zooms->zooms[i + 1], (--zooms->nr - i) * sizeof(*zooms->zooms));
}

int zooms__push(struct zooms *zooms, const struct zoom *zoom, struct defer_error *err)
{
	unsigned int i = 0;

	while (i < zooms->nr && !zoom__equal(&zooms->zooms[i], zoom))
		i++;
	if (i == ZOOM_MAX)
		return defer_error__set(err, DEFER_ERR_INVAL, "no more than %d zooms at once",
					ZOOM_MAX);
	if (i < zooms->nr)
		remove_zoom(zooms, i);
	zooms->zooms[zooms->nr++] = *zoom;
	return 0;
}

bool zooms__pop(struct zooms *zooms)
{
	bool joined = true;

	if (!zooms->nr)
		return false;
	while (joined && zooms->nr)
		joined = zooms->zooms[--zooms->nr].joined;
	return true;
}

bool zooms__drop(struct zooms *zooms, enum zoom_kind kind)
{
	unsigned int nr = zooms->nr;

	for (unsigned int i = nr; i-- > 0;) {
		if (zooms->zooms[i].kind == kind)
			remove_zoom(zooms, i);
	}
	return zooms->nr < nr;
}

const struct zoom *zooms__find(const struct zooms *zooms, enum zoom_kind kind)
{
	for (unsigned int i = zooms->nr; i-- > 0;) {
		if (zooms->zooms[i].kind == kind && !zooms->zooms[i].all_but)
			return &zooms->zooms[i];
	}
	return NULL;
}

bool zooms__narrow(const struct zooms *zooms)
{
	for (unsigned int i = 0; i < zooms->nr; i++) {
		if (zoom__hides_samples(&zooms->zooms[i]))
			return true;
	}
	return false;
}

void zooms__drop_narrow(struct zooms *zooms)
{
	for (unsigned int i = zooms->nr; i-- > 0;) {
		if (zoom__hides_samples(&zooms->zooms[i]))
			remove_zoom(zooms, i);
	}
}

/* Prints all zooms, with names of at most @max bytes. */
static size_t print_zooms(const struct zooms *zooms, int max, char *buf, size_t size)
{
	const char *first = zooms->nr && zooms->zooms[0].all_but ? "all samples " : "";
	size_t len = 0;

	if (size)
		*buf = '\0';
	for (unsigned int i = 0; i < zooms->nr; i++)
		len += zoom__text(&zooms->zooms[i], i ? ", " : first, max,
				  buf + (len < size ? len : size), len < size ? size - len : 0);
	return len;
}

size_t zooms__text(const struct zooms *zooms, char *buf, size_t size)
{
	return print_zooms(zooms, ZOOM_NAME_LEN, buf, size);
}

#define MIN_NAME 6

size_t zooms__short_text(const struct zooms *zooms, size_t cols, char *buf, size_t size)
{
	int max = ZOOM_NAME_LEN;

	while (max > MIN_NAME && print_zooms(zooms, max, buf, size) > cols)
		max--;
	return print_zooms(zooms, max, buf, size);
}

/* ---- which frames are in a half ---- */

/* A bit for each zoom whose function or DSO is in the half. */
struct half_hits {
	const struct intern_entry *entry;
	uint32_t maps_id;
	bool kernel;
	uint16_t hits;
};

struct half_cache {
	const struct zooms *zooms;
	struct resolve *resolve;
	struct half_hits *halves;
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
};

static bool is_of_frames(const struct zoom *zoom)
{
	return zoom_kinds[zoom->kind].in_frame;
}

static uint16_t frame_hits(const struct zooms *zooms, const struct frame *frame)
{
	uint16_t hits = 0;

	for (unsigned int i = 0; i < zooms->nr; i++) {
		const struct zoom *zoom = &zooms->zooms[i];

		if (is_of_frames(zoom) && zoom_kinds[zoom->kind].in_frame(zoom, frame))
			hits |= 1U << i;
	}
	return hits;
}

static int ip_hits(const struct half_cache *cache, uint32_t maps_id, uint64_t ip, bool kernel,
		   uint16_t *hits, struct defer_error *err)
{
	int64_t id = resolve__want(cache->resolve, maps_id, ip, kernel, err);

	if (id < 0)
		return id;
	*hits |= frame_hits(cache->zooms, resolve__frame(cache->resolve, id));
	return 0;
}

static bool zoom__half_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct half_hits *a = &((const struct half_hits *)ctx)[pos], *b = key;

	return a->entry == b->entry && a->maps_id == b->maps_id && a->kernel == b->kernel;
}

/* Adds the bits of the half that @want describes to *@hits. */
static int add_half_hits(struct half_cache *cache, struct half_hits *want, uint16_t *hits,
			 struct defer_error *err)
{
	uint64_t hash = hash__u64(hash__u64(cache->hash_key, (uintptr_t)want->entry),
				  want->maps_id * 2ULL + want->kernel);
	struct half_walk walk;
	uint32_t pos;

	if (!want->entry)
		return 0;
	pos = hash_index__find(&cache->index, hash, zoom__half_equal, cache->halves, want);
	if (pos != HASH_INDEX_NONE) {
		*hits |= cache->halves[pos].hits;
		return 0;
	}
	half_walk__init(&walk, half__of(want->entry), want->maps_id);
	while (half_walk__next(&walk)) {
		int ret = ip_hits(cache, walk.maps_id, walk.ip, want->kernel, &want->hits, err);

		if (ret)
			return ret;
	}
	if (!ARRAY_GROW(cache->halves, cache->cap, cache->nr + 1) ||
	    hash_index__add(&cache->index, hash, cache->nr))
		return error__no_memory(err, "to zoom");
	cache->halves[cache->nr++] = *want;
	*hits |= want->hits;
	return 0;
}

static int stack_hits(struct half_cache *cache, const struct stack *stack, uint16_t *hits,
		      struct defer_error *err)
{
	struct half_hits kernel = {
		.entry = stack->kernel, .maps_id = stack->kernel_maps_id, .kernel = true};
	struct half_hits user = {.entry = stack->user, .maps_id = stack->user_maps_id};
	int ret = add_half_hits(cache, &kernel, hits, err);

	if (!ret)
		ret = add_half_hits(cache, &user, hits, err);
	if (!ret)
		ret = ip_hits(cache, stack__ip_maps(stack), stack->ip,
			      cpumode__is_kernel(stack->cpumode), hits, err);
	return ret;
}

/* ---- which stacks pass ---- */

static bool is_of_samples(const struct zoom *zoom)
{
	return zoom_kind__is_of_samples(&zoom_kinds[zoom->kind]);
}

static bool stack_passes(const struct zoom *zoom, const struct stack *stack)
{
	const struct zoom_kind_info *info = &zoom_kinds[zoom->kind];

	if (!info->field || is_of_samples(zoom))
		return true;
	return zoom__has(zoom, zoom_kind__of_stack(info, stack)) != zoom->all_but;
}

static bool sample_passes(const struct zoom *zoom, const struct session *session,
			  const struct sample_ref *ref)
{
	const struct zoom_kind_info *info = &zoom_kinds[zoom->kind];
	uint64_t value;
	bool known;

	if (info->of_sample)
		known = info->of_sample(session, ref, &value);
	else if (is_of_samples(zoom))
		known = zoom_kind__value(info, &(struct zoom_target){.cpu = ref->cpu}, session,
					 &value);
	else
		return true;
	return (known && zoom__has(zoom, value)) != zoom->all_but;
}

bool zooms__pass_sample(const struct zooms *zooms, const struct session *session,
			const struct sample_ref *ref)
{
	for (unsigned int i = 0; zooms && i < zooms->nr; i++) {
		if (!sample_passes(&zooms->zooms[i], session, ref))
			return false;
	}
	return true;
}

/* Recounts, in copies of the fold's stacks, only the samples that pass. */
static void count_samples(const struct zooms *zooms, const struct session *session,
			  const struct samples *samples, struct stack *stacks, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		memset((char *)&stacks[i] + STACK_KEY_SIZE, 0, sizeof(*stacks) - STACK_KEY_SIZE);
	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);
		struct stack one;

		if (ref->stack >= nr || !zooms__pass_sample(zooms, session, ref))
			continue;
		one = (struct stack){.sums = sums__of(&ref->weights)};
		if (stacks[ref->stack].delay && sample_ref__delay(session, ref, &one.waits.sum))
			one.waits.longest = one.waits.sum;
		stack__count(&stacks[ref->stack], &one);
	}
}

bool zooms__need_samples(const struct zooms *zooms)
{
	unsigned int i = 0;

	while (i < zooms->nr && !is_of_samples(&zooms->zooms[i]))
		i++;
	return i < zooms->nr;
}

void zooms__make_foreign(struct zooms *zooms)
{
	for (unsigned int i = zooms->nr; i-- > 0;) {
		struct zoom *zoom = &zooms->zooms[i];

		if (is_of_samples(zoom))
			remove_zoom(zooms, i);
		else if (zoom->kind == ZOOM_COMM)
			zoom->start = zoom->end = ZOOM_BY_NAME;
	}
}

/* Returns 1 if @stack passes, else 0, or a negative error. Uses @cache for zooms into frames. */
static int half_cache__passes(struct half_cache *cache, const struct zooms *zooms,
			      const struct stack *stack, struct defer_error *err)
{
	uint16_t frames = 0, want = 0, hits = 0;
	int ret;

	if (!stack->sums.nr)
		return 0;
	for (unsigned int i = 0; i < zooms->nr; i++) {
		if (!stack_passes(&zooms->zooms[i], stack))
			return 0;
		if (is_of_frames(&zooms->zooms[i]))
			frames |= 1U << i;
		if (is_of_frames(&zooms->zooms[i]) && !zooms->zooms[i].all_but)
			want |= 1U << i;
	}
	if (!frames)
		return 1;
	ret = stack_hits(cache, stack, &hits, err);
	return ret ? ret : (hits & frames) == want;
}

static int keep_passing(struct half_cache *cache, const struct zooms *zooms, struct stack *stacks,
			uint32_t *nr, struct defer_error *err)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < *nr; i++) {
		int ret = half_cache__passes(cache, zooms, &stacks[i], err);

		if (ret < 0)
			return ret;
		if (ret)
			stacks[kept++] = stacks[i];
	}
	*nr = kept;
	return 0;
}

/* Finds the ids of comms that the zooms name; a comm that no task has stays unknown. */
static void find_comms(struct zooms *zooms, const struct machine *machine)
{
	uint32_t nr = machine__nr_comms(machine);

	for (unsigned int i = 0; i < zooms->nr; i++) {
		struct zoom *zoom = &zooms->zooms[i];

		if (zoom->kind != ZOOM_COMM || zoom->start != ZOOM_BY_NAME)
			continue;
		for (uint32_t id = 0; id < nr && zoom->start == ZOOM_BY_NAME; id++) {
			if (!strcmp(machine__comm(machine, id), zoom->name))
				zoom->start = zoom->end = id;
		}
	}
}

static bool zooms__need_names(const struct zooms *zooms)
{
	unsigned int i = 0;

	while (i < zooms->nr && !is_of_frames(&zooms->zooms[i]))
		i++;
	return i < zooms->nr;
}

/* Names the frames of @stacks, of which none was asked for yet. */
static int name_frames(const struct zooms *zooms, struct resolve *resolve,
		       const struct stack *stacks, uint32_t nr, struct defer_error *err)
{
	struct half_cache cache = {.zooms = zooms, .resolve = resolve, .hash_key = hash__key()};
	int ret = 0;

	for (uint32_t i = 0; !ret && i < nr; i++) {
		uint16_t hits = 0;

		ret = stack_hits(&cache, &stacks[i], &hits, err);
	}
	free(cache.halves);
	hash_index__exit(&cache.index);
	return ret ? ret : resolve__run(resolve, err);
}

static int apply_zooms(const struct zooms *zooms, const struct fold *fold,
		       const struct samples *samples, struct resolve *resolve, struct fold **part,
		       struct defer_error *err)
{
	struct half_cache cache = {.zooms = zooms, .resolve = resolve, .hash_key = hash__key()};
	uint32_t nr = fold__nr(fold);
	struct stack *stacks = malloc((nr + 1ULL) * sizeof(*stacks));
	int ret = 0;

	*part = NULL;
	if (!stacks)
		return error__no_memory(err, "to zoom");
	for (uint32_t i = 0; i < nr; i++)
		stacks[i] = *fold__stack(fold, i);
	if (zooms__need_samples(zooms))
		count_samples(zooms, fold__session(fold), samples, stacks, nr);
	if (zooms__need_names(zooms) && !resolve__nr(resolve))
		ret = name_frames(zooms, resolve, stacks, nr, err);
	if (!ret)
		ret = keep_passing(&cache, zooms, stacks, &nr, err);
	free(cache.halves);
	hash_index__exit(&cache.index);
	if (ret)
		free(stacks);
	return ret ? ret : fold__new_part(part, fold, stacks, nr, err);
}

int zooms__apply(const struct zooms *zooms, const struct fold *fold, const struct samples *samples,
		 struct resolve *resolve, struct fold **part, struct defer_error *err)
{
	struct zooms found = *zooms;

	find_comms(&found, fold__session(fold)->machine);
	return apply_zooms(&found, fold, samples, resolve, part, err);
}
