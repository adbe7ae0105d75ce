/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * Hashes that an input cannot predict. Private to the library. Each table keyed by numbers from the
 * input gets a seed of its own; no result depends on the seed.
 */
#ifndef PERF_DEFER_SEED_H
#define PERF_DEFER_SEED_H

#include <stdint.h>

/* Returns a random number that is never 0, so that a table without a seed is easy to detect. */
uint64_t seed__new(void);

/* Mixes @key with @seed into a well-distributed 64-bit hash. */
static inline uint64_t seed__hash(uint64_t seed, uint64_t key)
{
	key ^= seed;
	key ^= key >> 33;
	key *= 0x9e3779b97f4a7c15ULL;
	key ^= key >> 29;
	key *= seed | 1;
	return key ^ key >> 32;
}

/*
 * Does the same for a table that is asked for keys near each other, as tids are: eight that follow
 * each other get slots side by side, which share lines of the processor's cache.
 */
static inline uint64_t seed__hash_near(uint64_t seed, uint64_t key)
{
	return seed__hash(seed, key >> 3) << 3 | (key & 7);
}

#endif /* PERF_DEFER_SEED_H */
