/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * bits: bitfields, whose order in a word depends on the machine's byte order. Not installed: for the
 * library, and for programs that are built in its tree.
 */
#ifndef PERF_DEFER_INTERNAL_BITS_H
#define PERF_DEFER_INTERNAL_BITS_H

#include <stdint.h>

/* The lowest @width bits of @v, the first one last. */
static inline uint64_t bits__reverse(uint64_t v, unsigned int width)
{
	uint64_t reversed = 0;

	for (unsigned int i = 0; i < width; i++)
		reversed |= (v >> i & 1) << (width - 1 - i);
	return reversed;
}

#endif /* PERF_DEFER_INTERNAL_BITS_H */
