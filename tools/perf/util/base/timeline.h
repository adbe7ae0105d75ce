/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timelines: what was so at which time, for each of many keys (tasks, processes).
 *
 * States are pushed in order of (time, order); seal() lays those of one key side by side; then
 * any number of threads ask.
 */
#ifndef PERF_DEFER_UTIL_BASE_TIMELINE_H
#define PERF_DEFER_UTIL_BASE_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-index.h"

/* From (time, order) on, until the key's next state. */
struct timeline_state {
	uint64_t time, order;
	uint32_t key_pos; /* place in timelines.keys */
	uint32_t val[4];  /* the user's own */
};

struct timeline_key {
	int32_t key;
	uint32_t nr;	/* states */
	uint32_t first; /* sealed: place of its first state; before: of its last one */
};

struct timelines {
	struct timeline_key *keys;
	size_t nr_keys, cap_keys;
	struct timeline_state *states;
	size_t nr_states, cap_states;
	struct hash_index index;
	uint64_t hash_key;
};

void timelines__init(struct timelines *tls);
void timelines__exit(struct timelines *tls);

/* Place of @key, made if need be; negative without memory. */
int64_t timelines__findnew(struct timelines *tls, int32_t key);

/* Place of @key, or HASH_INDEX_NONE. */
uint32_t timelines__find(const struct timelines *tls, int32_t key);

/* Before seal(): the latest state of a key; NULL if it has none. Valid until the next push. */
struct timeline_state *timelines__last(const struct timelines *tls, uint32_t key_pos);

/* A copy of @state becomes the latest of state->key_pos. 0 or DEFER_ERR_NOMEM. */
int timelines__push(struct timelines *tls, const struct timeline_state *state);

/* 0 or DEFER_ERR_NOMEM. */
int timelines__seal(struct timelines *tls);

/* After seal(): the state at (time, order); the first one if that is later; NULL if none is. */
const struct timeline_state *timelines__at(const struct timelines *tls, uint32_t key_pos,
					   uint64_t time, uint64_t order);

#endif /* PERF_DEFER_UTIL_BASE_TIMELINE_H */
