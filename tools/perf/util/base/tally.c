// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-error.h>

#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/base/tally.h"

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
	return tally->samples - tally->classes[DEFER_KERNEL] - tally->classes[DEFER_NOT_ASKED];
}

uint64_t tally__known(const struct tally *tally)
{
	uint64_t nr = 0;

	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		nr += defer_class__is_known(i) ? tally->classes[i] : 0;
	return nr;
}

double tally__percent_known(const struct tally *tally)
{
	uint64_t user = tally__user(tally);

	return user ? 100.0 * tally__known(tally) / user : 0;
}

void tallies__exit(struct tallies *tallies)
{
	free(tallies->tally);
	hash_index__exit(&tallies->index);
	*tallies = (struct tallies){0};
}

static bool has_key(const void *ctx, uint32_t pos, const void *key_)
{
	const struct tallies *tallies = ctx;
	const struct tally_key *key = key_;

	return tallies->tally[pos].key.a == key->a && tallies->tally[pos].key.b == key->b;
}

struct tally *tallies__find(struct tallies *tallies, struct tally_key key)
{
	uint64_t hash;
	uint32_t pos;

	if (!tallies->hash_key)
		tallies->hash_key = hash__key();
	hash = hash__u64(tallies->hash_key, hash__u64(tallies->hash_key, key.a) ^ key.b);
	pos = hash_index__find(&tallies->index, hash, has_key, tallies, &key);
	if (pos != HASH_INDEX_NONE) {
		tallies->last = pos;
		return &tallies->tally[pos];
	}

	if (!ARRAY_GROW(tallies->tally, tallies->cap, tallies->nr + 1ULL) ||
	    hash_index__add(&tallies->index, hash, tallies->nr))
		return NULL;
	tallies->last = tallies->nr;
	tallies->tally[tallies->nr] = (struct tally){.key = key};
	return &tallies->tally[tallies->nr++];
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

static int tally__compare(const void *a, const void *b, void *order_)
{
	const struct order *order = order_;

	return order->cmp(a, b, order->ctx);
}

void tallies__sort(struct tallies *tallies,
		   int (*cmp)(const struct tally *a, const struct tally *b, void *ctx), void *ctx)
{
	struct order order = {cmp, ctx};

	hash_index__exit(&tallies->index);
	if (tallies->nr)
		qsort_r(tallies->tally, tallies->nr, sizeof(*tallies->tally), tally__compare,
			&order);
}
