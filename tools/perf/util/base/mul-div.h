/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mul_div: products of 64-bit numbers that may need 128 bits, folded or divided. Compilers for 32-bit
 * machines have no type for them; the functions named plain need none, and return the same.
 */
#ifndef PERF_DEFER_UTIL_BASE_MUL_DIV_H
#define PERF_DEFER_UTIL_BASE_MUL_DIV_H

#include <stdbool.h>
#include <stdint.h>

/* A number of 128 bits: its upper and its lower half. */
struct wide {
	uint64_t high, low;
};

static inline struct wide wide__mul_plain(uint64_t a, uint64_t b)
{
	uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
	uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
	uint64_t other = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);

	return (struct wide){(a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32),
			     other << 32 | (low & UINT32_MAX)};
}

/* Divides by @by, which must be greater than the upper half, so that the quotient has 64 bits. */
static inline uint64_t wide__div_plain(struct wide num, uint64_t by)
{
	uint64_t rest = num.high, quotient = 0;

	for (int bit = 63; bit >= 0; bit--) {
		bool carry = rest >> 63;

		rest = rest << 1 | (num.low >> bit & 1);
		quotient <<= 1;
		if (carry || rest >= by) {
			rest -= by;
			quotient |= 1;
		}
	}
	return quotient;
}

static inline struct wide wide__mul(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	unsigned __int128 product = (unsigned __int128)a * b;

	return (struct wide){product >> 64, product};
#else
	return wide__mul_plain(a, b);
#endif
}

/* As wide__div_plain(). */
static inline uint64_t wide__div(struct wide num, uint64_t by)
{
#ifdef __SIZEOF_INT128__
	return ((unsigned __int128)num.high << 64 | num.low) / by;
#else
	return wide__div_plain(num, by);
#endif
}

/* Returns both halves of @a * @b, mixed into one. */
static inline uint64_t mul_fold(uint64_t a, uint64_t b)
{
	struct wide product = wide__mul(a, b);

	return product.high ^ product.low;
}

/* Returns @a * @b / @by, cut off, or UINT64_MAX if it is more. A @by of 0 stands for 2^64. */
static inline uint64_t mul_div(uint64_t a, uint64_t b, uint64_t by)
{
	struct wide product = wide__mul(a, b);

	if (!by)
		return product.high;
	if (!product.high)
		return product.low / by;
	return product.high < by ? wide__div(product, by) : UINT64_MAX;
}

/* ---- equal parts ---- */

/* Returns in which of the @nr equal parts of [0, @last] the number @at is. */
static inline uint32_t parts__find(uint64_t at, uint64_t last, uint32_t nr)
{
	return mul_div(at, nr, last + 1);
}

/* Returns the first number of part @i, or of what follows the last one: 0 if that is 2^64. */
static inline uint64_t parts__first(uint32_t i, uint64_t last, uint32_t nr)
{
	return i ? last / nr * i + (last % nr * i + i - 1) / nr + 1 : 0;
}

#endif /* PERF_DEFER_UTIL_BASE_MUL_DIV_H */
