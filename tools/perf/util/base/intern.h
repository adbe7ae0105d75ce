/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * intern: a set of byte strings, shared by all workers. Equal keys have one entry, so comparing
 * pointers compares keys.
 *
 * It takes no locks, and no worker waits for another:
 *
 * - A key claims its slot by a compare-and-swap of the slot's value from 0 to its entry.
 * - A worker that loses the race compares the winner's key: an equal key is the result, for another
 *   key it tries the next slot.
 * - Slots are never emptied and each key tries them in one fixed order, so a key never has two
 *   entries.
 * - The set grows by adding tables; nothing moves.
 *
 *      key -> window of 8 slots in table 0, then in table 1 (8 times as large), ...
 *             each slot: 0, or entry address | 4 bits of its hash
 */
#ifndef PERF_DEFER_UTIL_BASE_INTERN_H
#define PERF_DEFER_UTIL_BASE_INTERN_H

#include <stddef.h>
#include <stdint.h>

struct arena;

struct intern_entry {
	uint64_t hash; /* differs between runs */
	uint64_t size; /* size of the key, bytes */
	uint8_t key[]; /* aligned to 16 bytes */
};

struct intern;

/* Returns an empty set, or NULL if out of memory. */
struct intern *intern__new(void);
/* Frees the set. Its entries are freed with the arenas that hold them. */
void intern__delete(struct intern *intern);

/*
 * Returns the entry of the key; copies a new key into @arena, which only the caller may use. Any
 * number of threads may call it at once. NULL if out of memory, or if the key is larger than
 * UINT32_MAX.
 */
const struct intern_entry *intern__add(struct intern *intern, struct arena *arena, const void *key,
				       size_t size);
/*
 * Returns the entry of the key, or NULL if it has none. Any number of threads may call it, also
 * concurrently with intern__add().
 */
const struct intern_entry *intern__find(const struct intern *intern, const void *key, size_t size);

static inline uint64_t intern_entry__hash(const struct intern_entry *entry)
{
	return entry->hash;
}

#endif /* PERF_DEFER_UTIL_BASE_INTERN_H */
