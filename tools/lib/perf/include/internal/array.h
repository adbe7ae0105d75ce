/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * array: elements of one type, one after the other, and their order. Not installed: for the library,
 * and for programs that are built in its tree.
 */
#ifndef PERF_DEFER_INTERNAL_ARRAY_H
#define PERF_DEFER_INTERNAL_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The number of elements of @array, which is no pointer. */
#ifndef ARRAY_SIZE
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#endif

/* Compares two numbers as strcmp() does strings. Keys that follow are joined by "?:". */
#define CMP(a, b) (((a) > (b)) - ((a) < (b)))

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
 * Makes room for @need elements in @array, a pointer that may change, which has room for @cap.
 * Returns false without memory: then both are as they were.
 */
#define ARRAY_GROW(array, cap, need)                                                  \
	({                                                                            \
		void *grown_ = array__reserve(array, &(cap), need, sizeof(*(array))); \
		if (grown_)                                                           \
			(array) = grown_;                                             \
		grown_ != NULL;                                                       \
	})

/*
 * Appends @nr_from elements of @from, one at least, to the @nr of @array, which has room for @cap.
 * Returns false without memory: then nothing has changed.
 */
#define ARRAY_APPEND(array, nr, cap, from, nr_from)                                 \
	({                                                                          \
		bool has_room_ = ARRAY_GROW(array, cap, (nr) + (nr_from));          \
		if (has_room_)                                                      \
			memcpy((array) + (nr), from, (nr_from) * sizeof(*(array))); \
		(nr) += has_room_ ? (nr_from) : 0;                                  \
		has_room_;                                                          \
	})

#endif /* PERF_DEFER_INTERNAL_ARRAY_H */
