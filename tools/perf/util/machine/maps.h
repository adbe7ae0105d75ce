/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * maps: one state of an address space. Invariants:
 *
 * - Maps do not overlap.
 * - A map that changes anything makes a new state with an id of its own, so that samples taken
 *   before keep resolving as they did.
 * - Tasks that share an address space, and forks that have not changed theirs, share the id, so
 *   that equal stacks of many processes fold into one.
 * - The code of JITs lies over the maps of the kernel, as a state of its own: a JIT writes new code
 *   into memory that stays mapped.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_MAPS_H
#define PERF_DEFER_UTIL_MACHINE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/hash-index.h"

struct dso;

struct map {
	uint64_t start, end; /* addresses, [start, end) */
	/*
	 * The address of @start as dso__find() takes it: a file offset for user DSOs, the address
	 * itself for DSOs that are looked up by address (the kernel, JIT code).
	 */
	uint64_t pgoff;
	uint32_t prot; /* as in mmap(2), from the first of equal mappings */
	union {
		uint32_t flags; /* as in mmap(2), likewise */
		uint32_t since; /* of a JIT's code: the id of the first state of code that has it */
	};
	struct dso *dso;				   /* owned by the machine */
	uint8_t zeroes[sizeof(uint64_t) - sizeof(void *)]; /* no hole on 32-bit machines */
};

struct maps;

/* Ids of address spaces of which nothing is known: machine__maps() returns NULL for them. */
#define MAPS_GUEST   UINT32_MAX	      /* a guest's */
#define MAPS_UNKNOWN (UINT32_MAX - 1) /* the hypervisor's, or not known whose */
#define MAPS_GAP     (UINT32_MAX - 2) /* of no address, but of HALF_GAP */
#define MAPS_SKID    (UINT32_MAX - 3) /* of an address that the kernel keeps back, 0 */
#define MAPS_MAX_NR  (UINT32_MAX - 3) /* upper limit of states and trees */

/* Returns the map that covers @addr, or NULL. @maps may be NULL. */
const struct map *maps__find(const struct maps *maps, uint64_t addr);
/* Returns true if code of JITs may lie over a part of a map, of which maps__find() then returns another one. */
bool maps__has_code(const struct maps *maps);
/* Returns the first map, by address, that ends after @addr, or NULL, as if there were no JIT. @maps may be NULL. */
const struct map *maps__next(const struct maps *maps, uint64_t addr);
uint32_t maps__id(const struct maps *maps);

/* Returns @addr, which lies in @map, as dso__find() takes it. */
static inline uint64_t map__dso_addr(const struct map *map, uint64_t addr)
{
	return addr - map->start + map->pgoff;
}

/*
 * All states of all address spaces of a machine.
 *
 * - A map on unused addresses costs one tree node, which the states before and after it share.
 * - Any other change costs O(log n) nodes, and shares the others.
 * - Id 0 is the empty address space.
 * - States that came about by the same maps in the same order are known to be equal: a program that
 *   runs again at the same addresses takes the ids of its first run (decision 0057).
 * - One thread makes changes; afterwards any number may read. Pointers to maps are valid once there
 *   are no more changes.
 * - The pool must not move after init, because states point to it.
 */
struct maps_tree;
struct maps_node;
struct maps_block;

/* A map that made a state of another one; both by the first of equal states. */
struct maps_step {
	uint32_t from, to;
	struct map map;
};

struct maps_pool {
	struct maps *states;
	size_t nr, cap;
	struct maps_tree *trees;
	size_t nr_trees, cap_trees;
	struct maps_block *blocks; /* the first one is being filled */
	struct maps_block *spare;  /* allocated ahead, so that a change does not fail half-way */
	struct maps_step *steps;   /* each once */
	size_t nr_steps, cap_steps;
	struct hash_index step_index;
	uint64_t hash_key;
	uint64_t random; /* state of the random generator for tree priorities */
	bool failed;	 /* memory ran out in the middle of a change */
};

int maps_pool__init(struct maps_pool *pool);
void maps_pool__exit(struct maps_pool *pool);

uint32_t maps_pool__nr(const struct maps_pool *pool);
const struct maps *maps_pool__get(const struct maps_pool *pool, uint32_t id);

/* Returns the first state that is known to equal state @id, which may be @id itself. */
uint32_t maps_pool__first(const struct maps_pool *pool, uint32_t id);

/*
 * Marks state @id as used by two address spaces: from now on, changes to either one copy what they
 * touch.
 */
void maps_pool__share(struct maps_pool *pool, uint32_t id);

/*
 * Adds @map to state @id; it replaces what it covers of other maps. Returns the id of the resulting
 * state, which is @id if nothing changes, or DEFER_ERR_NOMEM. An empty map changes nothing.
 */
int64_t maps_pool__insert(struct maps_pool *pool, uint32_t id, const struct map *map);

/* Removes the map that covers @addr. Returns like maps_pool__insert(). */
int64_t maps_pool__remove(struct maps_pool *pool, uint32_t id, uint64_t addr);

/*
 * Adds @map, the code of a JIT, to what lies over state @id; it replaces what it covers of other code.
 * Its field since is set here. Returns like maps_pool__insert().
 */
int64_t maps_pool__load(struct maps_pool *pool, uint32_t id, const struct map *map);

/* Removes the code of JITs in [@start, @end). Returns like maps_pool__insert(). */
int64_t maps_pool__unload(struct maps_pool *pool, uint32_t id, uint64_t start, uint64_t end);

/*
 * Returns a state that has the same map at @addr as state @id, and is the same one for as many states as
 * possible: with a JIT's code over them, many states differ only elsewhere.
 */
uint32_t maps_pool__place(const struct maps_pool *pool, uint32_t id, uint64_t addr);

#endif /* PERF_DEFER_UTIL_MACHINE_MAPS_H */
