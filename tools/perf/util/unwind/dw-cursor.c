// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>

#include <perf/defer-cursor.h>

#include "util/unwind/dw-cursor.h"

/* Longer numbers, padded by zeros, are only made to be slow to read. */
#define LEB_MAX_BITS (7 * 16)

/* Reads the bytes of a number. Sets *@bits to how many bits they have, *@last to the last one. */
static uint64_t read_leb(struct defer_cursor *cur, unsigned int *bits, uint8_t *last)
{
	uint64_t value = 0;

	*bits = 0;
	do {
		*last = defer_cursor__u8(cur);
		if (*bits < 64)
			value |= (uint64_t)(*last & 0x7f) << *bits;
		*bits += 7;
	} while (*last & 0x80 && *bits < LEB_MAX_BITS);
	cur->failed |= *last & 0x80;
	return value;
}

uint64_t dw_cursor__uleb(struct defer_cursor *cur)
{
	unsigned int bits;
	uint8_t last;

	return read_leb(cur, &bits, &last);
}

int64_t dw_cursor__sleb(struct defer_cursor *cur)
{
	unsigned int bits;
	uint8_t last;
	uint64_t value = read_leb(cur, &bits, &last);

	return bits < 64 && last & 0x40 ? value | ~0ULL << bits : value;
}

/* Reads a number of @size bytes: 1, 2, 4 or 8. Fails the cursor for any other size. */
static uint64_t read_sized(struct defer_cursor *cur, unsigned int size)
{
	switch (size) {
	case 1:
		return defer_cursor__u8(cur);
	case 2:
		return defer_cursor__u16(cur);
	case 4:
		return defer_cursor__u32(cur);
	case 8:
		return defer_cursor__u64(cur);
	default:
		cur->failed = true;
		return 0;
	}
}

static uint64_t read_format(struct defer_cursor *cur, uint8_t format, unsigned int addr_size)
{
	switch (format) {
	case DW_EH_PE_absptr:
		return read_sized(cur, addr_size);
	case DW_EH_PE_uleb128:
		return dw_cursor__uleb(cur);
	case DW_EH_PE_udata2:
		return defer_cursor__u16(cur);
	case DW_EH_PE_udata4:
		return defer_cursor__u32(cur);
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		return defer_cursor__u64(cur);
	case DW_EH_PE_sleb128:
		return dw_cursor__sleb(cur);
	case DW_EH_PE_sdata2:
		return (int16_t)defer_cursor__u16(cur);
	case DW_EH_PE_sdata4:
		return (int32_t)defer_cursor__u32(cur);
	default:
		cur->failed = true;
		return 0;
	}
}

uint64_t dw_cursor__encoded(struct defer_cursor *cur, uint8_t enc, const struct dw_base *base)
{
	uint64_t at = base->section + cur->pos, value;

	value = read_format(cur, enc & 0x0f, base->addr_size);
	switch (enc & ~0x0f) {
	case DW_EH_PE_absptr:
		break;
	case DW_EH_PE_pcrel:
		value += at;
		break;
	default:
		cur->failed = true;
		return 0;
	}
	return base->addr_size == 4 ? (uint32_t)value : value;
}
