/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * Hashes that an input cannot foresee. Private to the library. A table that is filled with
 * numbers from an input is made with a seed of its own; nothing that is answered depends on it.
 */
#ifndef PERF_DEFER_SEED_H
#define PERF_DEFER_SEED_H

#include <stdint.h>

/* A random number that is never 0, so that a table without a seed shows. */
uint64_t seed__new(void);

/* A good 64-bit mix of @key under @seed. */
static inline uint64_t seed__hash(uint64_t seed, uint64_t key)
{
	key ^= seed;
	key ^= key >> 33;
	key *= 0x9e3779b97f4a7c15ULL;
	key ^= key >> 29;
	key *= seed | 1;
	return key ^ key >> 32;
}

#endif /* PERF_DEFER_SEED_H */
