/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arena: memory handed out in pieces and freed all at once. One worker owns it; any thread may read
 * the pieces.
 */
#ifndef PERF_DEFER_UTIL_BASE_ARENA_H
#define PERF_DEFER_UTIL_BASE_ARENA_H

#include <stddef.h>

/* Alignment of every piece, bytes. */
#define ARENA_ALIGN 16

struct arena_block;

/* A zeroed arena is empty. */
struct arena {
	struct arena_block *blocks;
	size_t left;  /* bytes left in the first block */
	size_t bytes; /* bytes taken from the system */
};

void arena__init(struct arena *arena);
/* Frees all pieces and leaves the arena empty. */
void arena__exit(struct arena *arena);

/* Returns @size bytes, not cleared, or NULL if out of memory. */
void *arena__alloc(struct arena *arena, size_t size);
/*
 * Returns the last piece of @size bytes to the arena. No other piece may have been allocated since.
 */
void arena__undo(struct arena *arena, size_t size);

#endif /* PERF_DEFER_UTIL_BASE_ARENA_H */
