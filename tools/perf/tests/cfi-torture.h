/* SPDX-License-Identifier: GPL-2.0-only */
/* cfi_torture: uses all that bytes from anywhere hold as call frame information. */
#ifndef PERF_DEFER_TESTS_CFI_TORTURE_H
#define PERF_DEFER_TESTS_CFI_TORTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cfi_torture {
	bool is_eh, swap;
	uint8_t addr_size; /* 4 or 8 */
	uint64_t addr;	   /* of the section */
	uint64_t seed;	   /* of registers and of the stack */
};

/*
 * Decodes a copy of the @size bytes at @data, makes the rows of all functions, and steps by each rule.
 * Returns NULL, or what is not as it has to be: order of rows, look-ups, memory.
 */
const char *cfi_torture__run(const struct cfi_torture *torture, const void *data, size_t size);

#endif /* PERF_DEFER_TESTS_CFI_TORTURE_H */
