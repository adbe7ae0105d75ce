/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * Reads numbers in the file's byte order, at any alignment. Private to the library: nothing here
 * checks bounds, so callers must have checked them.
 */
#ifndef PERF_DEFER_BYTES_H
#define PERF_DEFER_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t bytes__u16(const uint8_t *data, bool swap)
{
	uint16_t v;

	memcpy(&v, data, sizeof(v));
	return swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t bytes__u32(const uint8_t *data, bool swap)
{
	uint32_t v;

	memcpy(&v, data, sizeof(v));
	return swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t bytes__u64(const uint8_t *data, bool swap)
{
	uint64_t v;

	memcpy(&v, data, sizeof(v));
	return swap ? __builtin_bswap64(v) : v;
}

/*
 * Returns true if a big-endian machine wrote the file. Bitfields are numbered from the top bit
 * there.
 */
static inline bool bytes__big_endian(bool swap)
{
	return swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

#endif /* PERF_DEFER_BYTES_H */
