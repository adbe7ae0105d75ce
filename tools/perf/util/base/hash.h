/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hash: keyed hashes. The key is random, so that a crafted trace cannot make all its names or ids
 * collide. No result may depend on the order of a hash. A table made without a key aborts the
 * program at its first use, so that tests notice it.
 */
#ifndef PERF_DEFER_UTIL_BASE_HASH_H
#define PERF_DEFER_UTIL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "util/base/mul-div.h"

/* Returns a random odd number. */
static inline uint64_t hash__key(void)
{
	struct timespec now = {0};
	uint64_t key;

	if (getrandom(&key, sizeof(key), GRND_NONBLOCK) != sizeof(key)) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		key = (uint64_t)now.tv_nsec * 0x9e3779b97f4a7c15 ^ (uintptr_t)&now;
	}
	return key | 1;
}

/* Hashes @val. @key is the result of hash__key(), or a hash derived from it. */
static inline uint64_t hash__u64(uint64_t key, uint64_t val)
{
	if (__builtin_expect(!key, 0))
		abort();
	return mul_fold(val ^ key, key ^ 0x9e3779b97f4a7c15);
}

/*
 * Hashes @val for a table that is asked for values near each other, as tids are: the upper halves of
 * eight that follow each other differ in their last bits only, so a hash_index has them side by side.
 */
static inline uint64_t hash__near(uint64_t key, uint64_t val)
{
	return (hash__u64(key, val >> 3) & ~(7ULL << 32)) | (val & 7) << 32;
}

/* Hashes two words, and what came before them. */
static inline uint64_t hash__pair(uint64_t key, uint64_t hash, const uint64_t pair[2])
{
	return hash * 0x9e3779b97f4a7c15 + mul_fold(pair[0] ^ key, pair[1] ^ hash);
}

/*
 * Takes two words at a time, since each multiplication has to wait for the one before it, and four of a long
 * key, half of them for a second hash that does not wait for the first.
 */
static inline uint64_t hash__bytes(uint64_t key, const void *data, size_t size)
{
	const uint8_t *bytes = data;
	uint64_t hash = hash__u64(key, size), other = key, words[4], word;

	for (; size >= sizeof(words); size -= sizeof(words), bytes += sizeof(words)) {
		memcpy(words, bytes, sizeof(words));
		hash = hash__pair(key, hash, words);
		other = hash__pair(key, other, words + 2);
	}
	hash = hash__u64(key, hash) ^ other;
	if (size >= sizeof(words) / 2) {
		memcpy(words, bytes, sizeof(words) / 2);
		hash = hash__pair(key, hash, words);
		size -= sizeof(words) / 2;
		bytes += sizeof(words) / 2;
	}
	if (size >= sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		hash = hash__u64(key, hash ^ word);
		size -= sizeof(word);
		bytes += sizeof(word);
	}
	word = 0;
	memcpy(&word, bytes, size);
	return hash__u64(key, hash ^ word);
}

/*
 * Hashes a name in the same way in each run (FNV-1a), for colours: equal names have equal ones in all
 * pictures. Not for tables.
 */
static inline uint32_t hash__fixed(const char *name)
{
	uint32_t hash = 2166136261u;

	for (; *name; name++)
		hash = (hash ^ (uint8_t)*name) * 16777619u;
	return hash ^ hash >> 15;
}

#endif /* PERF_DEFER_UTIL_BASE_HASH_H */
