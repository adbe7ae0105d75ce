/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hash_index: finds the places of an array's elements by a hash of their keys, which stay in
 * the array. All zero is an empty index.
 */
#ifndef PERF_DEFER_UTIL_BASE_HASH_INDEX_H
#define PERF_DEFER_UTIL_BASE_HASH_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#define HASH_INDEX_NONE UINT32_MAX

struct hash_index_slot {
	uint32_t hash; /* the upper half of it; also chooses the slot */
	uint32_t pos;  /* HASH_INDEX_NONE: empty */
};

struct hash_index {
	struct hash_index_slot *slots;
	uint64_t mask; /* number of slots - 1 */
	uint32_t nr;
};

void hash_index__exit(struct hash_index *index);

/* Does element @pos of the array @ctx have the key that is looked for? */
typedef bool (*hash_index_equal_fn)(const void *ctx, uint32_t pos, const void *key);

/* The element's place, or HASH_INDEX_NONE. For any number of threads while nobody adds. */
uint32_t hash_index__find(const struct hash_index *index, uint64_t hash, hash_index_equal_fn equal,
			  const void *ctx, const void *key);

/* Adds @pos, whose key is not there yet: 0, or DEFER_ERR_NOMEM and nothing has changed. */
int hash_index__add(struct hash_index *index, uint64_t hash, uint32_t pos);

#endif /* PERF_DEFER_UTIL_BASE_HASH_INDEX_H */
