// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* Arrays of the stitcher: those that grow with the records are where the caller wants them. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "stitch-index.h"

/* The size in bytes from which an array gets huge pages. */
#define HUGE_MIN (4U << 20)

void *stitch_array__resize(const struct defer_stitch *st, void *old, size_t size)
{
	const struct defer_memory *memory = st->opts.memory;

	return memory ? memory->resize(memory->ctx, old, size) : realloc(old, size);
}

void stitch_array__release(const struct defer_stitch *st, void *array)
{
	const struct defer_memory *memory = st->opts.memory;

	if (memory)
		memory->release(memory->ctx, array);
	else
		free(array);
}

void stitch_array__rest(const struct defer_stitch *st, void *array, size_t size)
{
	const struct defer_memory *memory = st->opts.memory;

	if (memory && memory->rest)
		memory->rest(memory->ctx, array, size);
}

/* Asks for huge pages: a hash is read in no order, so small pages cost a TLB miss per read. */
static void advise_huge(void *array, size_t size)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	const size_t head = -(uintptr_t)array & (page - 1);

	/* A kernel without them is as right. */
	if (size >= HUGE_MIN)
		madvise((char *)array + head, (size - head) & ~(page - 1), MADV_HUGEPAGE);
}

static bool hash_is_elsewhere(const struct defer_stitch *st)
{
	return st->opts.memory && !st->opts.memory->no_hash;
}

void *stitch_array__new_hash(const struct defer_stitch *st, size_t nr, size_t size)
{
	void *array;

	if (hash_is_elsewhere(st)) {
		array = stitch_array__resize(st, NULL, nr * size);
		return array ? memset(array, 0, nr * size) : NULL;
	}
	/* Whoever writes to a page first makes it zero, on any thread. */
	array = calloc(nr, size);
	if (array)
		advise_huge(array, nr * size);
	return array;
}

void stitch_array__release_hash(const struct defer_stitch *st, void *array)
{
	if (hash_is_elsewhere(st))
		stitch_array__release(st, array);
	else
		free(array);
}

bool stitch_vec__grow(void **data, size_t *alloc, size_t need, size_t size)
{
	size_t want = need + need / 2 + 64;
	void *grown;

	/* Places are 32 bits wide in the index, and one value means "none". */
	if (want >= UINT32_MAX || want > SIZE_MAX / size)
		return false;
	grown = realloc(*data, want * size);
	if (!grown)
		return false;
	*data = grown;
	*alloc = want;
	return true;
}
