/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * intern: a set of byte strings, shared by all workers. Equal keys have one entry, so that
 * comparing pointers compares keys.
 *
 * No lock, and no worker ever waits for another. A key reserves its slot by compare-and-swap of
 * the entry that holds it; who loses sees the winner's key, and either it is the same, then it
 * is the answer, or it is another, then the next slot is tried. Slots are never emptied and each
 * key tries them in one fixed order, so two entries of one key cannot be. The set grows by
 * further tables behind the ones there are: nothing moves.
 */
#ifndef PERF_DEFER_UTIL_BASE_INTERN_H
#define PERF_DEFER_UTIL_BASE_INTERN_H

#include <stddef.h>
#include <stdint.h>

struct arena;

struct intern_entry {
	uint64_t hash; /* differs from run to run */
	uint64_t size; /* of the key, bytes */
	uint8_t key[]; /* aligned to 16 bytes */
};

struct intern;

/* NULL if out of memory. */
struct intern *intern__new(void);
/* The entries go with the arenas that they were made in. */
void intern__delete(struct intern *intern);

/*
 * The entry of the key; a new one is copied into @arena, which is the caller's alone. Any number
 * of threads at once. NULL if out of memory, or if the key is larger than UINT32_MAX.
 */
const struct intern_entry *intern__add(struct intern *intern, struct arena *arena, const void *key,
				       size_t size);
/* The entry of the key, or NULL if there is none. As many threads, also beside intern__add(). */
const struct intern_entry *intern__find(const struct intern *intern, const void *key, size_t size);

static inline uint64_t intern_entry__hash(const struct intern_entry *entry)
{
	return entry->hash;
}

#endif /* PERF_DEFER_UTIL_BASE_INTERN_H */
