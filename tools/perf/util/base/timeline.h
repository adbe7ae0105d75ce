/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timelines: the state of each of many keys (tasks, processes) at any time.
 *
 * States are pushed in order of (time, order) for all keys together. seal() makes the states of
 * each key adjacent. After that any number of threads may query them:
 *
 *      pushed: a b a c b a           sealed: a a a | b b | c
 */
#ifndef PERF_DEFER_UTIL_BASE_TIMELINE_H
#define PERF_DEFER_UTIL_BASE_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-index.h"

/* A state that holds from (time, order) to the key's next state. */
struct timeline_state {
	uint64_t time, order;
	uint32_t key_pos; /* place in timelines.keys */
	uint32_t val[4];  /* defined by the user */
};

struct timeline_key {
	int32_t key;
	uint32_t nr;	/* number of states */
	uint32_t first; /* when sealed: place of the first state; before: of the last one */
};

struct timelines {
	struct timeline_key *keys;
	size_t nr_keys, cap_keys;
	struct timeline_state *states;
	size_t nr_states, cap_states;
	struct hash_index index;
	uint64_t hash_key;
	size_t last_found; /* place of the key that findnew() returned last */
};

void timelines__init(struct timelines *tls);
void timelines__exit(struct timelines *tls);

/* Returns the place of @key, made if it does not exist, or a negative code if out of memory. */
int64_t timelines__findnew(struct timelines *tls, int32_t key);

/* Returns the place of @key, or HASH_INDEX_NONE. */
uint32_t timelines__find(const struct timelines *tls, int32_t key);

/*
 * Returns the latest state of a key before seal(), or NULL if it has none. Valid until the next
 * push.
 */
struct timeline_state *timelines__last(const struct timelines *tls, uint32_t key_pos);

/* Adds a copy of @state as the latest of state->key_pos. Returns 0 or DEFER_ERR_NOMEM. */
int timelines__push(struct timelines *tls, const struct timeline_state *state);

/*
 * The moments from the first to before the last, in order of (time, order). One that was never
 * narrowed holds every moment but the very last one.
 */
struct timeline_span {
	uint64_t from_time, from_order;
	uint64_t end_time, end_order;
};

#define TIMELINE_SPAN_ALL ((struct timeline_span){0, 0, UINT64_MAX, UINT64_MAX})

static inline bool timeline_span__has(const struct timeline_span *span, uint64_t time,
				      uint64_t order)
{
	bool begun =
		time > span->from_time || (time == span->from_time && order >= span->from_order);

	return begun &&
	       (time < span->end_time || (time == span->end_time && order < span->end_order));
}

/* Makes the states of each key adjacent. Returns 0 or DEFER_ERR_NOMEM. */
int timelines__seal(struct timelines *tls);

/*
 * Returns the state at (time, order), after seal(); the first state if that is later; NULL if there
 * is none.
 */
const struct timeline_state *timelines__at(const struct timelines *tls, uint32_t key_pos,
					   uint64_t time, uint64_t order);

/*
 * Does the same, and cuts @span, which holds (time, order), to the moments that have the same
 * answer and lie on the same side of the first state.
 */
const struct timeline_state *timelines__at_span(const struct timelines *tls, uint32_t key_pos,
						uint64_t time, uint64_t order,
						struct timeline_span *span);

#endif /* PERF_DEFER_UTIL_BASE_TIMELINE_H */
