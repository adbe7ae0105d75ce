// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/timeline.h"

#include <stdlib.h>
#include <string.h>

#include <perf/defer-error.h>

#include "util/base/array.h"
#include "util/base/hash.h"

void timelines__init(struct timelines *tls)
{
	memset(tls, 0, sizeof(*tls));
	tls->hash_key = hash__key();
}

void timelines__exit(struct timelines *tls)
{
	free(tls->keys);
	free(tls->states);
	hash_index__exit(&tls->index);
	memset(tls, 0, sizeof(*tls));
}

static bool key_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct timelines *tls = ctx;

	return tls->keys[pos].key == *(const int32_t *)key;
}

uint32_t timelines__find(const struct timelines *tls, int32_t key)
{
	return hash_index__find(&tls->index, hash__near(tls->hash_key, (uint32_t)key), key_equal,
				tls, &key);
}

int64_t timelines__findnew(struct timelines *tls, int32_t key)
{
	uint32_t pos;

	/* Records of one key come together. */
	if (tls->last_found < tls->nr_keys && tls->keys[tls->last_found].key == key)
		return tls->last_found;
	pos = timelines__find(tls, key);
	tls->last_found = pos != HASH_INDEX_NONE ? pos : tls->nr_keys;
	if (pos != HASH_INDEX_NONE)
		return pos;
	if (tls->nr_keys >= HASH_INDEX_NONE ||
	    !ARRAY_GROW(tls->keys, tls->cap_keys, tls->nr_keys + 1) ||
	    hash_index__add(&tls->index, hash__near(tls->hash_key, (uint32_t)key), tls->nr_keys))
		return DEFER_ERR_NOMEM;
	tls->keys[tls->nr_keys] = (struct timeline_key){.key = key};
	return tls->nr_keys++;
}

struct timeline_state *timelines__last(const struct timelines *tls, uint32_t key_pos)
{
	const struct timeline_key *key = &tls->keys[key_pos];

	return key->nr ? &tls->states[key->first] : NULL;
}

int timelines__push(struct timelines *tls, const struct timeline_state *state)
{
	struct timeline_key *key = &tls->keys[state->key_pos];

	if (tls->nr_states >= UINT32_MAX ||
	    !ARRAY_GROW(tls->states, tls->cap_states, tls->nr_states + 1))
		return DEFER_ERR_NOMEM;
	key->first = tls->nr_states;
	key->nr++;
	tls->states[tls->nr_states++] = *state;
	return 0;
}

/*
 * Sorts the states by key with a counting sort. They were pushed in order of time, and keep that
 * order within their key.
 */
int timelines__seal(struct timelines *tls)
{
	struct timeline_state *sealed;
	struct timeline_key *key;
	uint32_t pos = 0;
	size_t i;

	if (!tls->nr_states)
		return 0;
	sealed = malloc(tls->nr_states * sizeof(*sealed));
	if (!sealed)
		return DEFER_ERR_NOMEM;
	for (i = 0; i < tls->nr_keys; i++) {
		tls->keys[i].first = pos;
		pos += tls->keys[i].nr;
		tls->keys[i].nr = 0;
	}
	for (i = 0; i < tls->nr_states; i++) {
		key = &tls->keys[tls->states[i].key_pos];
		sealed[key->first + key->nr++] = tls->states[i];
	}
	free(tls->states);
	tls->states = sealed;
	tls->cap_states = tls->nr_states;
	return 0;
}

static bool is_after(const struct timeline_state *state, uint64_t time, uint64_t order)
{
	return state->time > time || (state->time == time && state->order > order);
}

const struct timeline_state *timelines__at(const struct timelines *tls, uint32_t key_pos,
					   uint64_t time, uint64_t order)
{
	const struct timeline_key *key = &tls->keys[key_pos];
	const struct timeline_state *states = tls->states + key->first;

	if (!key->nr)
		return NULL;
	/* The first state also holds before its time, so the search starts with the second. */
	return &states[LOWER_BOUND(i, key->nr - 1, !is_after(&states[i + 1], time, order))];
}

static void span__begin_at(struct timeline_span *span, const struct timeline_state *state)
{
	if (state->time < span->from_time ||
	    (state->time == span->from_time && state->order <= span->from_order))
		return;
	span->from_time = state->time;
	span->from_order = state->order;
}

static void span__end_before(struct timeline_span *span, const struct timeline_state *state)
{
	if (!is_after(state, span->end_time, span->end_order)) {
		span->end_time = state->time;
		span->end_order = state->order;
	}
}

const struct timeline_state *timelines__at_span(const struct timelines *tls, uint32_t key_pos,
						uint64_t time, uint64_t order,
						struct timeline_span *span)
{
	const struct timeline_state *state = timelines__at(tls, key_pos, time, order);
	const struct timeline_key *key = &tls->keys[key_pos];

	if (!state)
		return NULL;
	if (is_after(state, time, order)) {
		span__end_before(span, state);
		return state;
	}
	span__begin_at(span, state);
	if (state + 1 < tls->states + key->first + key->nr)
		span__end_before(span, state + 1);
	return state;
}
