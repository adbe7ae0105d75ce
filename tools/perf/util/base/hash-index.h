/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hash_index: finds the places of an array's elements by a hash of their keys, which stay in the
 * array. A zeroed index is empty.
 */
#ifndef PERF_DEFER_UTIL_BASE_HASH_INDEX_H
#define PERF_DEFER_UTIL_BASE_HASH_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#define HASH_INDEX_NONE UINT32_MAX

struct hash_index_slot {
	uint32_t hash; /* upper half of the hash; also selects the slot */
	uint32_t pos;  /* HASH_INDEX_NONE: free slot */
};

struct hash_index {
	struct hash_index_slot *slots;
	uint64_t mask; /* number of slots - 1 */
	uint32_t nr;
};

void hash_index__exit(struct hash_index *index);

/* Returns true if element @pos of the array @ctx has @key. */
typedef bool (*hash_index_equal_fn)(const void *ctx, uint32_t pos, const void *key);

/*
 * Returns the element's place, or HASH_INDEX_NONE. Any number of threads may call it while none
 * adds.
 */
uint32_t hash_index__find(const struct hash_index *index, uint64_t hash, hash_index_equal_fn equal,
			  const void *ctx, const void *key);

/*
 * Adds @pos, whose key must not be there yet. Returns 0, or DEFER_ERR_NOMEM with nothing changed.
 */
int hash_index__add(struct hash_index *index, uint64_t hash, uint32_t pos);

#endif /* PERF_DEFER_UTIL_BASE_HASH_INDEX_H */
