// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-error.h>

#include "util/base/counts.h"
#include "util/base/hash.h"

void counts__exit(struct counts *counts)
{
	free(counts->slots);
	*counts = (struct counts){0};
}

/* The counts stand in the table itself: each sample adds to one, and nothing refers to their places. */
static struct count *counts__find(const struct counts *counts, uint64_t key)
{
	uint64_t mask = counts->nr_slots - 1;
	uint64_t i = hash__u64(counts->hash_key, key) & mask;

	/* At most half of the slots are in use, so a free one ends the search. */
	for (; counts->slots[i].nr; i = (i + 1) & mask) {
		if (counts->slots[i].key == key)
			break;
	}
	return &counts->slots[i];
}

static int counts__grow(struct counts *counts)
{
	struct counts bigger = {
		.nr_slots = counts->nr_slots ? counts->nr_slots * 2 : 64,
		.hash_key = counts->hash_key ? counts->hash_key : hash__key(),
	};

	bigger.slots = calloc(bigger.nr_slots, sizeof(*bigger.slots));
	if (!bigger.slots)
		return DEFER_ERR_NOMEM;
	for (uint64_t i = 0; i < counts->nr_slots; i++) {
		if (counts->slots[i].nr)
			*counts__find(&bigger, counts->slots[i].key) = counts->slots[i];
	}
	bigger.nr = counts->nr;
	free(counts->slots);
	*counts = bigger;
	return 0;
}

int counts__add(struct counts *counts, uint64_t key, uint64_t nr)
{
	struct count *count;

	if (counts->nr >= counts->nr_slots / 2 && counts__grow(counts))
		return DEFER_ERR_NOMEM;
	count = counts__find(counts, key);
	if (!count->nr) {
		count->key = key;
		counts->nr++;
	}
	count->nr += nr;
	return 0;
}

int counts__merge(struct counts *counts, const struct counts *from)
{
	for (uint64_t i = 0; i < from->nr_slots; i++) {
		if (from->slots[i].nr && counts__add(counts, from->slots[i].key, from->slots[i].nr))
			return DEFER_ERR_NOMEM;
	}
	return 0;
}
