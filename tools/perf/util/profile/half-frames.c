// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/machine/half-walk.h"
#include "util/profile/half-frames.h"

void half_table__init(struct half_table *table)
{
	*table = (struct half_table){.hash_key = hash__key()};
}

void half_table__exit(struct half_table *table)
{
	free(table->halves);
	free(table->pool);
	hash_index__exit(&table->index);
	*table = (struct half_table){0};
}

static bool half_frames__half_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct half_frames *half = &((const struct half_frames *)ctx)[pos], *want = key;

	return half->entry == want->entry && half->maps_id == want->maps_id &&
	       half->kernel == want->kernel;
}

/* Does what resolve__want() does, and remembers the frames that came last. */
static int64_t want_frame(struct half_table *table, struct resolve *resolve, uint32_t maps_id,
			  uint64_t ip, bool kernel, struct defer_error *err)
{
	uint64_t mixed = (ip ^ (uint64_t)maps_id << 40) * 0x9e3779b97f4a7c15;
	struct recent_frame *recent = &table->recent[kernel][mixed >> 32 & (HALF_RECENT - 1)];
	int64_t id;

	if (recent->id && recent->ip == ip && recent->maps_id == maps_id)
		return recent->id - 1LL;
	id = resolve__want(resolve, maps_id, ip, kernel, err);
	if (id >= 0 && id < UINT32_MAX)
		*recent = (struct recent_frame){.ip = ip, .maps_id = maps_id, .id = id + 1};
	return id;
}

static int want_frames(struct half_table *table, struct resolve *resolve, struct half_frames *half,
		       struct defer_error *err)
{
	struct half addrs = half__of(half->entry);
	struct half_walk walk;

	if (!ARRAY_GROW(table->pool, table->cap_pool, table->nr_pool + addrs.nr) ||
	    table->nr_pool + addrs.nr >= UINT32_MAX)
		return error__no_memory(err, "for stacks");
	half->first = table->nr_pool;
	half_walk__init(&walk, addrs, half->maps_id);
	while (half_walk__next(&walk)) {
		int64_t id = want_frame(table, resolve, walk.maps_id, walk.ip, half->kernel, err);

		if (id < 0)
			return id;
		table->pool[table->nr_pool++] = id;
	}
	half->nr = table->nr_pool - half->first;
	return 0;
}

int64_t half_table__want(struct half_table *table, struct resolve *resolve,
			 const struct intern_entry *entry, uint32_t maps_id, bool kernel,
			 struct defer_error *err)
{
	struct half_frames want = {
		.entry = entry, .maps_id = maps_id, .kernel = kernel, .chain = NO_CHAIN};
	uint64_t hash;
	uint32_t pos;
	int ret;

	if (!entry)
		return NO_HALF;
	hash = hash__u64(hash__u64(table->hash_key, (uintptr_t)entry), maps_id * 2ULL + kernel);
	pos = hash_index__find(&table->index, hash, half_frames__half_equal, table->halves, &want);
	if (pos != HASH_INDEX_NONE)
		return pos;

	if (!ARRAY_GROW(table->halves, table->cap, table->nr + 1) || table->nr >= NO_HALF - 1)
		return error__no_memory(err, "for stacks");
	ret = want_frames(table, resolve, &want, err);
	if (ret)
		return ret;
	pos = table->nr;
	if (hash_index__add(&table->index, hash, pos))
		return error__no_memory(err, "for stacks");
	table->halves[pos] = want;
	table->nr++;
	return pos;
}
