/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chunk-cache: the chunks that were read last, for reading samples in order of time: that jumps
 * between the blocks of as many CPUs as the recorder flushed in one round.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_CHUNK_CACHE_H
#define PERF_DEFER_UTIL_SOURCE_CHUNK_CACHE_H

#include "util/source/source.h"

#define CHUNK_CACHE_SIZE 64

struct chunk_cache {
	struct chunk *chunks; /* CHUNK_CACHE_SIZE */
	uint64_t *used;	      /* when each was asked for last; 0: never */
	uint64_t clock;
	unsigned int last; /* the one asked for last: mostly the one asked for next */
};

int chunk_cache__init(struct chunk_cache *cache, struct defer_error *err);
void chunk_cache__exit(struct chunk_cache *cache);

/*
 * The chunk of the seekable @source that holds the byte at @order: 0 or negative. It is the
 * cache's, good until the next call.
 */
int chunk_cache__get(struct chunk_cache *cache, struct source *source, uint64_t order,
		     const struct chunk **chunk, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_CHUNK_CACHE_H */
