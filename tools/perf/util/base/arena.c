// SPDX-License-Identifier: GPL-2.0-only
#include <stdint.h>
#include <stdlib.h>

#include "util/base/arena.h"

/* Pieces are cut from the end of a block, so a single number tells how much is left. */
struct arena_block {
	struct arena_block *next;
	_Alignas(ARENA_ALIGN) uint8_t bytes[];
};

#define BLOCK_MIN (64U << 10)
#define BLOCK_MAX (4U << 20)

static size_t piece_size(size_t size)
{
	return (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
}

void arena__init(struct arena *arena)
{
	*arena = (struct arena){0};
}

void arena__exit(struct arena *arena)
{
	struct arena_block *block = arena->blocks, *next;

	for (; block; block = next) {
		next = block->next;
		free(block);
	}
	arena__init(arena);
}

/* Grows blocks with the arena: a small arena stays small, a large one allocates rarely. */
static int arena__grow(struct arena *arena, size_t need)
{
	size_t size = arena->bytes < BLOCK_MIN ? BLOCK_MIN : arena->bytes;
	struct arena_block *block;

	if (size > BLOCK_MAX)
		size = BLOCK_MAX;
	if (size < need)
		size = need;
	block = malloc(sizeof(*block) + size);
	if (!block)
		return -1;
	block->next = arena->blocks;
	arena->blocks = block;
	arena->left = size;
	arena->bytes += size;
	return 0;
}

void *arena__alloc(struct arena *arena, size_t size)
{
	if (size > PTRDIFF_MAX - sizeof(struct arena_block) - ARENA_ALIGN)
		return NULL;
	size = piece_size(size);
	if ((!arena->blocks || size > arena->left) && arena__grow(arena, size))
		return NULL;
	arena->left -= size;
	return arena->blocks->bytes + arena->left;
}

void arena__undo(struct arena *arena, size_t size)
{
	arena->left += piece_size(size);
}
