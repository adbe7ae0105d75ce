// SPDX-License-Identifier: GPL-2.0-only
#include <endian.h>
#include <string.h>

#include <perf/defer.h>

#include "util/inject/attr-edit.h"

/* Linux 6.19, include/uapi/linux/perf_event.h */
#define SIZE_AT	 4  /* perf_event_attr.size, u32 */
#define FLAGS_AT 40 /* offset of the bitfield that starts with "disabled", u64 */

uint32_t attr_edit__size(const uint8_t *attr, bool swap)
{
	uint32_t size;

	memcpy(&size, attr + SIZE_AT, sizeof(size));
	return swap ? __builtin_bswap32(size) : size;
}

size_t attr_edit__needed(const uint8_t *attr, size_t size)
{
	for (size_t i = ATTR_EDIT_SIZE_5_13; i < size; i++) {
		if (attr[i])
			return size;
	}
	return size < ATTR_EDIT_SIZE_5_13 ? size : ATTR_EDIT_SIZE_5_13;
}

/*
 * Clears one flag. Compilers number the bits of a bitfield from the end of the word that comes
 * first in the byte order.
 */
static void clear_flag(uint8_t *attr, uint64_t flag, bool big_endian)
{
	unsigned int bit = __builtin_ctzll(flag), at = bit % 8;

	attr[FLAGS_AT + bit / 8] &= ~(1U << (big_endian ? 7 - at : at));
}

void attr_edit__merge(uint8_t *attr, size_t size, bool swap)
{
	const bool big_endian = swap != (__BYTE_ORDER == __BIG_ENDIAN);
	uint32_t stored = swap ? __builtin_bswap32(size) : size;

	clear_flag(attr, DEFER_ATTR_DEFER_CALLCHAIN, big_endian);
	clear_flag(attr, DEFER_ATTR_DEFER_OUTPUT, big_endian);
	/* An attr of version 0 may have size 0, which is valid and stays. */
	if (attr_edit__size(attr, swap) > size)
		memcpy(attr + SIZE_AT, &stored, sizeof(stored));
}
