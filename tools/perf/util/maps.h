/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * maps: one address space in one state. Maps do not overlap; a map that lands on another one
 * makes a new state with an id of its own, one that lands on free ground does not. Tasks that
 * share an address space, and forks that have not changed theirs, share the id, so that equal
 * stacks of many processes fold into one.
 */
#ifndef PERF_DEFER_UTIL_MAPS_H
#define PERF_DEFER_UTIL_MAPS_H

#include <stdint.h>

struct dso;

struct map {
	uint64_t start, end; /* addresses, end not included */
	uint64_t pgoff;	     /* offset in the file of what is mapped at @start, bytes */
	uint32_t prot, flags;
	struct dso *dso; /* owned by the machine */
};

struct maps;

/* The map that covers @addr, or NULL. */
const struct map *maps__find(const struct maps *maps, uint64_t addr);
uint32_t maps__nr(const struct maps *maps);
const struct map *maps__at(const struct maps *maps, uint32_t i); /* by ascending address */
uint32_t maps__id(const struct maps *maps);

/* What dso__find() takes: an offset in the file for user DSOs, the address for kernel ones. */
uint64_t map__dso_addr(const struct map *map, uint64_t addr);

#endif /* PERF_DEFER_UTIL_MAPS_H */
