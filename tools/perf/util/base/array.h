/* SPDX-License-Identifier: GPL-2.0-only */
/* array: room in arrays that grow. */
#ifndef PERF_DEFER_UTIL_BASE_ARRAY_H
#define PERF_DEFER_UTIL_BASE_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 * Makes room for @need elements of @size bytes in @array, which has room for *@cap. Returns the
 * array, which may have moved, or NULL without memory: then the old one is as it was.
 */
static inline void *array__reserve(void *array, size_t *cap, size_t need, size_t size)
{
	size_t want = *cap;
	void *grown;

	if (need <= want)
		return array;
	want = want < 8 ? 16 : want + want / 2;
	if (want < need)
		want = need;
	if (want > SIZE_MAX / size)
		return NULL;
	grown = realloc(array, want * size);
	if (grown)
		*cap = want;
	return grown;
}

#endif /* PERF_DEFER_UTIL_BASE_ARRAY_H */
