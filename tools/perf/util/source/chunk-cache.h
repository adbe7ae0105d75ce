/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chunk-cache: the chunks read last. Reading samples in order of time jumps between the blocks of
 * all the CPUs that the recorder flushed in one round.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_CHUNK_CACHE_H
#define PERF_DEFER_UTIL_SOURCE_CHUNK_CACHE_H

#include "util/source/source.h"

#define CHUNK_CACHE_SIZE 64

struct chunk_cache {
	struct chunk *chunks; /* CHUNK_CACHE_SIZE elements */
	uint64_t *used;	      /* number of the last use of each chunk; 0: never */
	uint64_t clock;
	unsigned int last; /* the chunk used last, which is usually the next one used as well */
};

int chunk_cache__init(struct chunk_cache *cache, struct defer_error *err);
void chunk_cache__exit(struct chunk_cache *cache);

/*
 * Gets the chunk of the seekable @source that contains the byte at @order. Returns 0 or a negative
 * code. The cache owns the chunk, which is valid until the next call.
 */
int chunk_cache__get(struct chunk_cache *cache, struct source *source, uint64_t order,
		     const struct chunk **chunk, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_CHUNK_CACHE_H */
