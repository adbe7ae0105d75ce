// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/source/chunk-cache.h"
#include "util/base/error.h"

int chunk_cache__init(struct chunk_cache *cache, struct defer_error *err)
{
	memset(cache, 0, sizeof(*cache));
	cache->chunks = calloc(CHUNK_CACHE_SIZE, sizeof(*cache->chunks));
	cache->used = calloc(CHUNK_CACHE_SIZE, sizeof(*cache->used));
	if (cache->chunks && cache->used)
		return 0;
	return error__no_memory(err, "for a cache");
}

void chunk_cache__exit(struct chunk_cache *cache)
{
	unsigned int i;

	for (i = 0; cache->chunks && i < CHUNK_CACHE_SIZE; i++)
		chunk__exit(&cache->chunks[i]);
	free(cache->chunks);
	free(cache->used);
}

static bool chunk_cache__holds(const struct chunk_cache *cache, unsigned int i, uint64_t order)
{
	const struct chunk *chunk = &cache->chunks[i];

	return cache->used[i] && order >= chunk->order && order - chunk->order < chunk->size;
}

int chunk_cache__get(struct chunk_cache *cache, struct source *source, uint64_t order,
		     const struct chunk **chunk, struct defer_error *err)
{
	unsigned int i, oldest = 0;
	int ret;

	if (chunk_cache__holds(cache, cache->last, order)) {
		*chunk = &cache->chunks[cache->last];
		return 0;
	}
	for (i = 0; i < CHUNK_CACHE_SIZE; i++) {
		if (chunk_cache__holds(cache, i, order))
			break;
		if (cache->used[i] < cache->used[oldest])
			oldest = i;
	}
	if (i == CHUNK_CACHE_SIZE) {
		i = oldest;
		/* If the read fails, the contents of the chunk are undefined. */
		cache->used[i] = 0;
		ret = source__read_chunk_at(source, order, &cache->chunks[i], err);
		if (ret < 0)
			return ret;
	}
	cache->used[i] = ++cache->clock;
	cache->last = i;
	*chunk = &cache->chunks[i];
	return 0;
}
