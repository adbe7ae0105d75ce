// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "util/base/array.h"
#include "util/base/huge-arrays.h"

#define HUGE_PAGE   ((size_t)2 << 20)
#define REGION_SIZE ((size_t)16 << 20)
#define ALIGNMENT   16

#ifdef __SANITIZE_ADDRESS__
#define IS_WATCHED true
#else
#define IS_WATCHED false
#endif

/* Maps a region. Returns NULL if there is no memory. */
static char *region__map(void)
{
	char *at = mmap(NULL, REGION_SIZE + HUGE_PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t before;

	if (at == MAP_FAILED)
		return NULL;
	before = -(uintptr_t)at & (HUGE_PAGE - 1);
	if (before)
		munmap(at, before);
	munmap(at + before + REGION_SIZE, HUGE_PAGE - before);
	/* A kernel without them is as right. */
	madvise(at + before, REGION_SIZE, MADV_HUGEPAGE);
	return at + before;
}

/* Returns a region with @size bytes left, or NULL. */
static struct huge_region *huge_arrays__room(struct huge_arrays *arrays, size_t size)
{
	struct huge_region *regions, *last = arrays->nr ? &arrays->regions[arrays->nr - 1] : NULL;
	char *at;

	if (last && size <= REGION_SIZE - last->used)
		return last;
	regions = array__reserve(arrays->regions, &arrays->cap, arrays->nr + 1, sizeof(*regions));
	if (!regions)
		return NULL;
	arrays->regions = regions;
	at = region__map();
	if (!at)
		return NULL;
	regions[arrays->nr] = (struct huge_region){.at = at};
	return &regions[arrays->nr++];
}

void *huge_arrays__alloc(struct huge_arrays *arrays, size_t size)
{
	struct huge_region *region;
	void *array;

	if (IS_WATCHED || size > REGION_SIZE)
		return NULL;
	size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	region = huge_arrays__room(arrays, size);
	if (!region)
		return NULL;
	array = region->at + region->used;
	region->used += size;
	region->live++;
	return array;
}

void huge_arrays__free(struct huge_arrays *arrays, void *array)
{
	for (size_t i = 0; i < arrays->nr; i++) {
		struct huge_region *region = &arrays->regions[i];

		if ((uintptr_t)array - (uintptr_t)region->at >= REGION_SIZE)
			continue;
		if (!--region->live) {
			munmap(region->at, REGION_SIZE);
			*region = arrays->regions[--arrays->nr];
		}
		return;
	}
}

void huge_arrays__exit(struct huge_arrays *arrays)
{
	for (size_t i = 0; i < arrays->nr; i++)
		munmap(arrays->regions[i].at, REGION_SIZE);
	free(arrays->regions);
	*arrays = (struct huge_arrays){0};
}
