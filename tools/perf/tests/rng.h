/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_TESTS_RNG_H
#define PERF_DEFER_TESTS_RNG_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Returns the next number of splitmix64: the same sequence on every run and machine, so that a
 * failure can be reproduced. The caller owns the state and chooses the seed.
 */
static inline uint64_t rng__next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

/* Returns a number from 0 to @below - 1. */
static inline uint64_t rng__below(uint64_t *state, uint64_t below)
{
	return rng__next(state) % below;
}

static inline bool rng__coin(uint64_t *state)
{
	return rng__next(state) & 1;
}

#endif /* PERF_DEFER_TESTS_RNG_H */
