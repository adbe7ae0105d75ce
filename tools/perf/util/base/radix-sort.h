/* SPDX-License-Identifier: GPL-2.0-only */
/* radix_sort: sorts by numbers, in time linear in their count. */
#ifndef PERF_DEFER_UTIL_BASE_RADIX_SORT_H
#define PERF_DEFER_UTIL_BASE_RADIX_SORT_H

#include <stddef.h>
#include <stdint.h>

struct radix_item {
	uint64_t key;
	uint32_t row; /* the caller's */
};

/*
 * Sorts @nr @items by their keys, lowest first; equal ones stay in their order. @room has place for
 * as many. Returns @items or @room, whichever has the result.
 */
struct radix_item *radix_sort(struct radix_item *items, struct radix_item *room, uint32_t nr);

/*
 * Returns a copy of the @nr rows of @size bytes at @rows (malloc), which it frees, sorted by @first, then by @second; what
 * is equal by both stays in its order. To move each row would wait for the one before. NULL: out of memory, and nothing
 * was changed.
 */
void *radix_sort_rows(void *rows, size_t size, uint32_t nr, uint64_t (*first)(const void *row),
		      uint64_t (*second)(const void *row));

#endif /* PERF_DEFER_UTIL_BASE_RADIX_SORT_H */
