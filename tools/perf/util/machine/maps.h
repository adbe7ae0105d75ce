/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * maps: one address space in one state. Maps do not overlap. A map makes a new state with an id of
 * its own, unless it says again what was there: what ran before knew nothing of it. Tasks that share
 * an address space, and forks that have not changed theirs, share the id, so that equal stacks of
 * many processes fold into one.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_MAPS_H
#define PERF_DEFER_UTIL_MACHINE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct dso;

struct map {
	uint64_t start, end; /* addresses, end not included */
	/*
	 * What dso__find() takes for @start: an offset in the file for user DSOs; of those
	 * that are asked by address (the kernel, JIT code) the address itself.
	 */
	uint64_t pgoff;
	uint32_t prot, flags; /* as in mmap(2), of the first of equal mappings */
	struct dso *dso;      /* owned by the machine */
};

struct maps;

/* Ids of address spaces of which nothing is known: machine__maps() has NULL for them. */
#define MAPS_GUEST   UINT32_MAX	      /* of guests */
#define MAPS_UNKNOWN (UINT32_MAX - 1) /* of the hypervisor, or nobody said of whom */
#define MAPS_MAX_NR  (UINT32_MAX - 1) /* as many states may there be */

/* The map that covers @addr, or NULL. @maps may be NULL. */
const struct map *maps__find(const struct maps *maps, uint64_t addr);
uint32_t maps__nr(const struct maps *maps);
const struct map *maps__at(const struct maps *maps, uint32_t i); /* by ascending address */
uint32_t maps__id(const struct maps *maps);

/* What dso__find() takes for @addr, which lies in @map. */
static inline uint64_t map__dso_addr(const struct map *map, uint64_t addr)
{
	return addr - map->start + map->pgoff;
}

/*
 * All states of all address spaces of a machine. A map on free ground costs one node of a tree that
 * the states before and after it share; any other change costs O(log n) of them, and shares the
 * others. Id 0 is the empty address space. One thread changes it; pointers into it are good once
 * nobody does. It stays where it was initialized.
 */
struct maps_tree;
struct maps_node;
struct maps_block;

struct maps_pool {
	struct maps *states;
	size_t nr, cap;
	struct maps_tree *trees;
	size_t nr_trees, cap_trees;
	struct maps_block *blocks; /* the one being filled comes first */
	struct maps_block *spare;  /* so that a change does not fail half-way */
	uint64_t random;	   /* state of the generator of the trees' priorities */
	bool failed;		   /* no memory in the middle of a change */
};

int maps_pool__init(struct maps_pool *pool);
void maps_pool__exit(struct maps_pool *pool);

uint32_t maps_pool__nr(const struct maps_pool *pool);
const struct maps *maps_pool__get(const struct maps_pool *pool, uint32_t id);

/* Two address spaces have state @id from now on: changes of either are made apart, at little cost. */
void maps_pool__share(struct maps_pool *pool, uint32_t id);

/*
 * Adds @map to state @id, in place of all or parts of the maps that it lands on. Returns the
 * id of the state that came of it, @id itself if that says it already, or DEFER_ERR_NOMEM. An empty
 * map changes nothing.
 */
int64_t maps_pool__insert(struct maps_pool *pool, uint32_t id, const struct map *map);

/* Takes away the map that covers @addr. Returns as insert(); @id if there is none. */
int64_t maps_pool__remove(struct maps_pool *pool, uint32_t id, uint64_t addr);

#endif /* PERF_DEFER_UTIL_MACHINE_MAPS_H */
