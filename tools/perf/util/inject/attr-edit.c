// SPDX-License-Identifier: GPL-2.0-only
#include <endian.h>
#include <string.h>

#include "util/inject/attr-edit.h"
#include "util/inject/stack-dump.h"

/* Linux 6.19, include/uapi/linux/perf_event.h */
#define SIZE_AT	       4  /* perf_event_attr.size, u32 */
#define SAMPLE_TYPE_AT 24 /* sample_type, u64 */
#define FLAGS_AT       40 /* offset of the bitfield that starts with "disabled", u64 */
#define BRANCH_TYPE_AT 72 /* branch_sample_type, u64 */
#define REGS_USER_AT   80 /* sample_regs_user, u64, and sample_stack_user, u32 */
#define REGS_USER_SIZE 12

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

static uint64_t read_u64(const uint8_t *attr, size_t size, size_t at, bool swap)
{
	uint64_t v = 0;

	if (at + sizeof(v) <= size)
		memcpy(&v, attr + at, sizeof(v));
	return swap ? __builtin_bswap64(v) : v;
}

void attr_edit__convert(uint8_t *attr, size_t size, bool swap)
{
	const bool big_endian = swap != (__BYTE_ORDER == __BIG_ENDIAN);
	uint64_t type = read_u64(attr, size, SAMPLE_TYPE_AT, swap);

	if (!stack_dump__is_in(type, read_u64(attr, size, BRANCH_TYPE_AT, swap)))
		return;
	type &= ~STACK_DUMP_FIELDS;
	type = swap ? __builtin_bswap64(type) : type;
	memcpy(attr + SAMPLE_TYPE_AT, &type, sizeof(type));
	clear_flag(attr, DEFER_ATTR_EXCLUDE_CALLCHAIN_USER, big_endian);
	if (size >= REGS_USER_AT + REGS_USER_SIZE)
		memset(attr + REGS_USER_AT, 0, REGS_USER_SIZE);
}
