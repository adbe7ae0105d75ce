/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arena: memory that is given out piece by piece and taken back at once. One worker's own; what
 * it gave out may be read by all.
 */
#ifndef PERF_DEFER_UTIL_BASE_ARENA_H
#define PERF_DEFER_UTIL_BASE_ARENA_H

#include <stddef.h>

/* Of every piece, bytes. */
#define ARENA_ALIGN 16

struct arena_block;

/* All zero is an empty arena. */
struct arena {
	struct arena_block *blocks;
	size_t left;  /* bytes in the first block */
	size_t bytes; /* taken from the system */
};

void arena__init(struct arena *arena);
/* Frees all pieces. The arena is empty then. */
void arena__exit(struct arena *arena);

/* @size bytes, not cleared. NULL if out of memory. */
void *arena__alloc(struct arena *arena, size_t size);
/* Gives back the piece that was given out last, before any other is. */
void arena__undo(struct arena *arena, size_t size);

#endif /* PERF_DEFER_UTIL_BASE_ARENA_H */
