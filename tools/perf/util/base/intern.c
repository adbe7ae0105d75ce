// SPDX-License-Identifier: GPL-2.0-only
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-error.h>

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/base/intern.h"

/*
 * Tests define this to schedule threads between the steps that other threads can observe, and
 * shrink the tables.
 */
#ifndef INTERN_STEP
#define INTERN_STEP()
#define INTERN_WINDOW	  8 /* slots tried in each table: one cache line */
#define INTERN_FIRST_BITS 15
#define INTERN_GROW_BITS  3 /* each table is 8 times the size of the previous one */
#endif

#define INTERN_NR_TABLES 9 /* the last one has 2^39 slots */

/*
 * A slot holds the address of an entry, whose low four bits are zero, with four bits of the entry's
 * hash in their place, so 15 of 16 other entries are rejected without reading them. 0: free slot.
 */
typedef _Atomic(uintptr_t) intern_slot;

#define SLOT_TAG_MASK ((uintptr_t)ARENA_ALIGN - 1)

struct intern {
	uint64_t hash_key;
	_Atomic(intern_slot *) tables[INTERN_NR_TABLES];
};

static size_t table_size(unsigned int t)
{
	return (size_t)1 << (INTERN_FIRST_BITS + t * INTERN_GROW_BITS);
}

struct intern *intern__new(void)
{
	struct intern *intern = calloc(1, sizeof(*intern));

	if (intern)
		intern->hash_key = hash__key();
	return intern;
}

void intern__delete(struct intern *intern)
{
	if (!intern)
		return;
	for (unsigned int t = 0; t < INTERN_NR_TABLES; t++)
		free(atomic_load_explicit(&intern->tables[t], memory_order_relaxed));
	free(intern);
}

/* Returns table @t, or NULL if it does not exist yet. */
static intern_slot *intern__table(const struct intern *intern, unsigned int t)
{
	INTERN_STEP();
	return atomic_load_explicit(&intern->tables[t], memory_order_acquire);
}

/*
 * Returns table @t and makes it if it does not exist. A thread that loses the race takes the
 * winner's table.
 */
static intern_slot *intern__make_table(struct intern *intern, unsigned int t)
{
	intern_slot *table = intern__table(intern, t), *made;

	if (table)
		return table;
	made = calloc(table_size(t), sizeof(*made));
	if (!made)
		return NULL;
	INTERN_STEP();
	if (atomic_compare_exchange_strong_explicit(&intern->tables[t], &table, made,
						    memory_order_acq_rel, memory_order_acquire))
		return made;
	free(made);
	return table;
}

/* A key being looked up or added. */
struct probe {
	const void *key;
	uint32_t size;
	uint64_t hash;
};

static struct probe probe__of(const struct intern *intern, const void *key, size_t size)
{
	/* An empty key may come with a NULL pointer. */
	if (!size)
		key = "";
	return (struct probe){key, size, hash__bytes(intern->hash_key, key, size)};
}

static uintptr_t probe__tag(const struct probe *probe)
{
	return probe->hash & SLOT_TAG_MASK;
}

/*
 * Returns the @i'th slot to try in table @t: the slots of one window, starting from one that the
 * hash selects.
 */
static intern_slot *probe__slot(const struct probe *probe, intern_slot *table, unsigned int t,
				unsigned int i)
{
	uint64_t mixed = (probe->hash + t) * 0x9e3779b97f4a7c15ULL;
	uint64_t at = (mixed ^ mixed >> 32) & (table_size(t) - 1);

	return &table[(at & ~(uint64_t)(INTERN_WINDOW - 1)) | ((at + i) & (INTERN_WINDOW - 1))];
}

/* Returns the entry in a slot with the value @val if it has the key, else NULL. */
static const struct intern_entry *probe__match(const struct probe *probe, uintptr_t val)
{
	const struct intern_entry *entry;

	if ((val & SLOT_TAG_MASK) != probe__tag(probe))
		return NULL;
	entry = (const struct intern_entry *)(val & ~SLOT_TAG_MASK);
	if (entry->hash != probe->hash || entry->size != probe->size ||
	    memcmp(entry->key, probe->key, probe->size))
		return NULL;
	return entry;
}

static struct intern_entry *probe__new_entry(const struct probe *probe, struct arena *arena)
{
	struct intern_entry *entry = arena__alloc(arena, sizeof(*entry) + probe->size);

	if (!entry)
		return NULL;
	entry->hash = probe->hash;
	entry->size = probe->size;
	memcpy(entry->key, probe->key, probe->size);
	return entry;
}

/*
 * Finds the key in the slot, or puts it there if the slot is free. Returns NULL if another key has
 * the slot. *@mine is the entry to put there, made when first needed; *@nomem is set if that fails.
 */
static const struct intern_entry *probe__take(const struct probe *probe, intern_slot *slot,
					      struct arena *arena, struct intern_entry **mine,
					      bool *nomem)
{
	uintptr_t val;

	INTERN_STEP();
	val = atomic_load_explicit(slot, memory_order_acquire);
	if (val)
		return probe__match(probe, val);
	if (!*mine)
		*mine = probe__new_entry(probe, arena);
	if (!*mine) {
		*nomem = true;
		return NULL;
	}
	INTERN_STEP();
	if (atomic_compare_exchange_strong_explicit(slot, &val,
						    (uintptr_t)*mine | probe__tag(probe),
						    memory_order_acq_rel, memory_order_acquire))
		return *mine;
	return probe__match(probe, val);
}

static const struct intern_entry *intern__add_probe(struct intern *intern, struct arena *arena,
						    const struct probe *probe)
{
	struct intern_entry *mine = NULL;
	bool nomem = false;

	for (unsigned int t = 0; t < INTERN_NR_TABLES && !nomem; t++) {
		intern_slot *table = intern__make_table(intern, t);

		if (!table)
			break;
		for (unsigned int i = 0; i < INTERN_WINDOW && !nomem; i++) {
			const struct intern_entry *entry = probe__take(
				probe, probe__slot(probe, table, t, i), arena, &mine, &nomem);

			if (!entry)
				continue;
			if (mine && entry != mine)
				arena__undo(arena, sizeof(*mine) + probe->size);
			return entry;
		}
	}
	if (mine)
		arena__undo(arena, sizeof(*mine) + probe->size);
	return NULL;
}

const struct intern_entry *intern__add(struct intern *intern, struct arena *arena, const void *key,
				       size_t size)
{
	struct probe probe;

	if (size > UINT32_MAX)
		return NULL;
	probe = probe__of(intern, key, size);
	return intern__add_probe(intern, arena, &probe);
}

static const struct intern_entry *intern__find_probe(const struct intern *intern,
						     const struct probe *probe)
{
	for (unsigned int t = 0; t < INTERN_NR_TABLES; t++) {
		intern_slot *table = intern__table(intern, t);

		if (!table)
			break;
		for (unsigned int i = 0; i < INTERN_WINDOW; i++) {
			const struct intern_entry *entry;
			uintptr_t val;

			INTERN_STEP();
			val = atomic_load_explicit(probe__slot(probe, table, t, i),
						   memory_order_acquire);
			/* A key of this set would be in this slot or an earlier one. */
			if (!val)
				return NULL;
			entry = probe__match(probe, val);
			if (entry)
				return entry;
		}
	}
	return NULL;
}

const struct intern_entry *intern__find(const struct intern *intern, const void *key, size_t size)
{
	struct probe probe;

	if (size > UINT32_MAX)
		return NULL;
	probe = probe__of(intern, key, size);
	return intern__find_probe(intern, &probe);
}
