/* SPDX-License-Identifier: GPL-2.0-only */
/* radix_sort: sorts by numbers, in time linear in their count. */
#ifndef PERF_DEFER_UTIL_BASE_RADIX_SORT_H
#define PERF_DEFER_UTIL_BASE_RADIX_SORT_H

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

#endif /* PERF_DEFER_UTIL_BASE_RADIX_SORT_H */
