/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * spill: arrays that are in memory while they are small or few, and else in an unlinked temporary
 * file in $TMPDIR. The file is mapped and shared, so the kernel writes it to the disk when memory is
 * short, and it does not count as memory that the process needs.
 *
 *      file    extent  | array array array ... |   extents of 16 MiB, or one large array
 */
#ifndef PERF_DEFER_UTIL_SOURCE_SPILL_H
#define PERF_DEFER_UTIL_SOURCE_SPILL_H

#include <stdbool.h>
#include <stddef.h>

struct defer_memory;

struct spill;

/*
 * Returns a spill without arrays, or NULL if out of memory. Arrays of less than half a MiB are in
 * memory, and larger ones as long as they are @keep bytes together. With @no_hash, the stitcher's
 * hash stays in memory: see struct defer_memory.
 */
struct spill *spill__new(size_t keep, bool no_hash);
/* Deletes @spill, whose arrays were released, or NULL. */
void spill__delete(struct spill *spill);

/*
 * Returns the functions that make and delete arrays. If there is no room in $TMPDIR, an array is in
 * memory.
 */
const struct defer_memory *spill__memory(const struct spill *spill);

/*
 * Notes that @bytes of the trace were read. After some, gives the pages of the file back that the
 * process has mapped: it needs few of them at a time. Any number of threads may call it.
 */
void spill__note_read(struct spill *spill, size_t bytes);

#endif /* PERF_DEFER_UTIL_SOURCE_SPILL_H */
