// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/hash-index.h"

#include <stdlib.h>
#include <string.h>

#include <perf/defer-error.h>

#define MIN_SLOTS 64

void hash_index__exit(struct hash_index *index)
{
	free(index->slots);
	memset(index, 0, sizeof(*index));
}

uint32_t hash_index__find(const struct hash_index *index, uint64_t hash, hash_index_equal_fn equal,
			  const void *ctx, const void *key)
{
	const struct hash_index_slot *slot;
	uint32_t upper = hash >> 32;
	uint64_t i;

	if (!index->slots)
		return HASH_INDEX_NONE;
	/* At most half of the slots are in use, so a free one ends the search. */
	for (i = upper;; i++) {
		slot = &index->slots[i & index->mask];
		if (slot->pos == HASH_INDEX_NONE)
			return HASH_INDEX_NONE;
		if (slot->hash == upper && equal(ctx, slot->pos, key))
			return slot->pos;
	}
}

static void hash_index_slot__put(struct hash_index_slot *slots, uint64_t mask,
				 struct hash_index_slot slot)
{
	uint64_t i = slot.hash;

	while (slots[i & mask].pos != HASH_INDEX_NONE)
		i++;
	slots[i & mask] = slot;
}

static int hash_index__grow(struct hash_index *index)
{
	uint64_t nr = index->slots ? 2 * (index->mask + 1) : MIN_SLOTS, i;
	struct hash_index_slot *slots;

	slots = malloc(nr * sizeof(*slots));
	if (!slots)
		return DEFER_ERR_NOMEM;
	/* Makes every slot free: HASH_INDEX_NONE has all bits set. */
	memset(slots, 0xff, nr * sizeof(*slots));
	for (i = 0; index->slots && i <= index->mask; i++)
		if (index->slots[i].pos != HASH_INDEX_NONE)
			hash_index_slot__put(slots, nr - 1, index->slots[i]);
	free(index->slots);
	index->slots = slots;
	index->mask = nr - 1;
	return 0;
}

int hash_index__add(struct hash_index *index, uint64_t hash, uint32_t pos)
{
	struct hash_index_slot slot = {.hash = hash >> 32, .pos = pos};

	if (!index->slots || index->nr >= (index->mask + 1) / 2)
		if (hash_index__grow(index))
			return DEFER_ERR_NOMEM;
	hash_index_slot__put(index->slots, index->mask, slot);
	index->nr++;
	return 0;
}
