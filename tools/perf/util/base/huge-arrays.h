/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * huge-arrays: large arrays side by side in huge pages. An array that malloc() makes has a mapping of
 * its own, which begins anywhere: the kernel then makes it of pages of 4 KiB, and each of them costs
 * a fault when it is first written.
 *
 *      region  | array array array |          of 16 MiB, aligned to huge pages
 *
 * Not thread-safe: the owner takes care of this.
 */
#ifndef PERF_DEFER_UTIL_BASE_HUGE_ARRAYS_H
#define PERF_DEFER_UTIL_BASE_HUGE_ARRAYS_H

#include <stddef.h>

struct huge_region {
	char *at;
	size_t used; /* bytes; never less, whatever is freed */
	size_t live; /* arrays */
};

/* All zero: there is nothing. */
struct huge_arrays {
	struct huge_region *regions; /* the last one takes the next array */
	size_t nr, cap;
};

/* Frees what was not freed one by one. */
void huge_arrays__exit(struct huge_arrays *arrays);

/*
 * Returns @size bytes, aligned to 16, with any contents. Returns NULL if they are too many for a region,
 * if there is no memory, and always under AddressSanitizer, which only sees into what malloc() makes.
 */
void *huge_arrays__alloc(struct huge_arrays *arrays, size_t size);
/* Frees an array that huge_arrays__alloc() returned. A region is given back with its last array. */
void huge_arrays__free(struct huge_arrays *arrays, void *array);

#endif /* PERF_DEFER_UTIL_BASE_HUGE_ARRAYS_H */
