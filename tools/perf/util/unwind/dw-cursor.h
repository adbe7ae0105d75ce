/* SPDX-License-Identifier: GPL-2.0-only */
/* dw_cursor: reads what DWARF has beside plain numbers, from bytes that are not trusted. */
#ifndef PERF_DEFER_UTIL_UNWIND_DW_CURSOR_H
#define PERF_DEFER_UTIL_UNWIND_DW_CURSOR_H

#include <stdint.h>

struct defer_cursor;

/*
 * Read a number in LEB128. Bits above the 64th are dropped, as by binutils. Return 0 if the cursor
 * has failed.
 */
uint64_t dw_cursor__uleb(struct defer_cursor *cur);
int64_t dw_cursor__sleb(struct defer_cursor *cur);

/* Where the addresses of a section count from. */
struct dw_base {
	uint64_t section;  /* address of the section's first byte, in the file's address space */
	uint8_t addr_size; /* of absolute addresses, bytes: 4 or 8 */
};

/*
 * Reads an address in the encoding @enc, one of DW_EH_PE_*, in a cursor over the whole section. Fails
 * the cursor for encodings that only a running program can resolve.
 */
uint64_t dw_cursor__encoded(struct defer_cursor *cur, uint8_t enc, const struct dw_base *base);

#endif /* PERF_DEFER_UTIL_UNWIND_DW_CURSOR_H */
