/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * id_table: finds ids by hash, where the caller keeps what the ids stand for in an array of its
 * own and compares it himself:
 *
 *	for (pos = hash; id_table__probe(&table, hash, &pos, &id);)
 *		if (things[id] is it)
 *			return id;
 */
#ifndef PERF_DEFER_UTIL_ID_TABLE_H
#define PERF_DEFER_UTIL_ID_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct id_slot {
	uint32_t hash;
	uint32_t id1; /* id + 1; 0: free */
};

/* All zero is an empty table. */
struct id_table {
	struct id_slot *slots;
	uint32_t mask; /* slots - 1; 0: none yet */
	uint32_t nr;
};

void id_table__exit(struct id_table *table);

/* Adds @id, less than UINT32_MAX, under @hash. Equal ones are not looked for. */
int id_table__add(struct id_table *table, uint32_t hash, uint32_t id, struct defer_error *err);

/* The next id that was added under @hash, going on from @pos: false if there is none. */
static inline bool id_table__probe(const struct id_table *table, uint32_t hash, uint32_t *pos,
				   uint32_t *id)
{
	if (!table->mask)
		return false;
	for (;;) {
		const struct id_slot *slot = &table->slots[(*pos)++ & table->mask];

		if (!slot->id1)
			return false;
		if (slot->hash == hash) {
			*id = slot->id1 - 1;
			return true;
		}
	}
}

/* Takes @value into a hash that begins as 0; hash__end() makes all its bits count. */
static inline uint64_t hash__add(uint64_t hash, uint64_t value)
{
	hash ^= value;
	hash *= 0x9e3779b97f4a7c15ULL;
	return hash ^ hash >> 29;
}

static inline uint32_t hash__end(uint64_t hash)
{
	hash *= 0xbf58476d1ce4e5b9ULL;
	return hash >> 32;
}

#endif /* PERF_DEFER_UTIL_ID_TABLE_H */
