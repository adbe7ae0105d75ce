/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * array: elements of one type, one after the other. Not installed: for the library, and for
 * programs that are built in its tree.
 */
#ifndef PERF_DEFER_INTERNAL_ARRAY_H
#define PERF_DEFER_INTERNAL_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The number of elements of @array, which is no pointer. */
#ifndef ARRAY_SIZE
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#endif

/*
 * The first @i of 0 to @nr - 1 for which the expression @is_before does not hold, or @nr if it holds
 * for all. It must hold for none after one for which it does not. @i is declared here.
 */
#define LOWER_BOUND(i, nr, is_before)                            \
	({                                                       \
		size_t first_ = 0, end_ = (nr);                  \
		while (first_ < end_) {                          \
			size_t i = first_ + (end_ - first_) / 2; \
			if (is_before)                           \
				first_ = i + 1;                  \
			else                                     \
				end_ = i;                        \
		}                                                \
		first_;                                          \
	})

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

/*
 * Appends @nr_from elements of @from, one at least, to the *@nr of @array, which has room for *@cap.
 * Returns the array, which may have moved, or NULL without memory: then nothing has changed.
 */
static inline void *array__append(void *array, size_t *nr, size_t *cap, const void *from,
				  size_t nr_from, size_t size)
{
	char *grown = array__reserve(array, cap, *nr + nr_from, size);

	if (!grown)
		return NULL;
	memcpy(grown + *nr * size, from, nr_from * size);
	*nr += nr_from;
	return grown;
}

#endif /* PERF_DEFER_INTERNAL_ARRAY_H */
