// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/tally.h"

void tally__count(struct tally *tally, enum defer_class cls)
{
	tally->samples++;
	tally->classes[cls]++;
}

void tally__add(struct tally *tally, const struct tally *from)
{
	tally->samples += from->samples;
	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		tally->classes[i] += from->classes[i];
}

bool tally__is_sound(const struct tally *tally)
{
	uint64_t sum = 0;

	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		sum += tally->classes[i];
	return sum == tally->samples;
}

uint64_t tally__user(const struct tally *tally)
{
	return tally->samples - tally->classes[DEFER_KERNEL];
}

uint64_t tally__known(const struct tally *tally)
{
	return tally->classes[DEFER_MERGED] + tally->classes[DEFER_MERGED_BACK] +
	       tally->classes[DEFER_INLINE];
}

double tally__percent_known(const struct tally *tally)
{
	uint64_t user = tally__user(tally);

	return user ? 100.0 * tally__known(tally) / user : 100.0;
}

bool defer_class__is_missing(enum defer_class cls)
{
	switch (cls) {
	case DEFER_MERGED:
	case DEFER_MERGED_BACK:
	case DEFER_INLINE:
	case DEFER_KERNEL:
		return false;
	default:
		return true;
	}
}

void tallies__exit(struct tallies *tallies)
{
	free(tallies->tally);
	free(tallies->slots);
	*tallies = (struct tallies){0};
}

static uint64_t hash(struct tally_key key)
{
	uint64_t h = key.a * 0x9e3779b97f4a7c15ULL ^ (key.b + 1) * 0xc2b2ae3d27d4eb4fULL;

	return h ^ h >> 29;
}

/* The slot of @key, or the free one where it belongs. */
static uint32_t find_slot(const struct tallies *tallies, struct tally_key key)
{
	uint32_t mask = tallies->nr_slots - 1;
	uint32_t i = hash(key) & mask;

	for (; tallies->slots[i]; i = (i + 1) & mask) {
		const struct tally *t = &tallies->tally[tallies->slots[i] - 1];

		if (t->key.a == key.a && t->key.b == key.b)
			break;
	}
	return i;
}

/* Room for one more, with at least a third of the slots free. */
static int grow(struct tallies *tallies)
{
	uint32_t cap = tallies->cap ? tallies->cap * 2 : 16;
	struct tally *tally;
	uint32_t *slots;

	if (tallies->nr < tallies->cap)
		return 0;
	tally = reallocarray(tallies->tally, cap, sizeof(*tally));
	if (!tally)
		return DEFER_ERR_NOMEM;
	tallies->tally = tally;

	slots = calloc(cap * 2, sizeof(*slots));
	if (!slots)
		return DEFER_ERR_NOMEM;
	free(tallies->slots);
	tallies->slots = slots;
	tallies->nr_slots = cap * 2;
	tallies->cap = cap;
	for (uint32_t i = 0; i < tallies->nr; i++)
		slots[find_slot(tallies, tallies->tally[i].key)] = i + 1;
	return 0;
}

struct tally *tallies__get(struct tallies *tallies, struct tally_key key)
{
	uint32_t slot;

	if (tallies->nr_slots) {
		slot = find_slot(tallies, key);
		if (tallies->slots[slot])
			return &tallies->tally[tallies->slots[slot] - 1];
	}
	if (grow(tallies))
		return NULL;
	slot = find_slot(tallies, key);
	tallies->tally[tallies->nr] = (struct tally){.key = key};
	tallies->slots[slot] = ++tallies->nr;
	return &tallies->tally[tallies->nr - 1];
}

int tallies__merge(struct tallies *tallies, const struct tallies *from)
{
	for (uint32_t i = 0; i < from->nr; i++) {
		struct tally *tally = tallies__get(tallies, from->tally[i].key);

		if (!tally)
			return DEFER_ERR_NOMEM;
		tally__add(tally, &from->tally[i]);
	}
	return 0;
}

void tallies__sum(const struct tallies *tallies, struct tally *sum)
{
	*sum = (struct tally){0};
	for (uint32_t i = 0; i < tallies->nr; i++)
		tally__add(sum, &tallies->tally[i]);
}

struct order {
	int (*cmp)(const struct tally *a, const struct tally *b, void *ctx);
	void *ctx;
};

static int compare(const void *a, const void *b, void *order_)
{
	const struct order *order = order_;

	return order->cmp(a, b, order->ctx);
}

void tallies__sort(struct tallies *tallies,
		   int (*cmp)(const struct tally *a, const struct tally *b, void *ctx), void *ctx)
{
	struct order order = {cmp, ctx};

	free(tallies->slots);
	tallies->slots = NULL;
	tallies->nr_slots = 0;
	tallies->cap = tallies->nr;
	if (tallies->nr)
		qsort_r(tallies->tally, tallies->nr, sizeof(*tallies->tally), compare, &order);
}
