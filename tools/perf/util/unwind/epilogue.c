// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdbool.h>
#include <string.h>

#include "util/base/array.h"
#include "util/unwind/epilogue.h"

/* DWARF numbers of the registers by their numbers in instructions of x86-64; those of i386 are equal. */
static const uint8_t x86_64_regs[] = {0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15};

/* An instruction that an epilogue may have between pops: its first bytes, and its length in all. */
static const struct {
	uint8_t bytes[3], nr_bytes, len;
	bool is_64;
} fillers[] = {
	{{0x48, 0x83, 0xc4}, 3, 4, true}, /* add $imm8, %rsp */
	{{0x48, 0x81, 0xc4}, 3, 7, true}, /* add $imm32, %rsp */
	{{0x83, 0xc4}, 2, 3, false},	  /* add $imm8, %esp */
	{{0x81, 0xc4}, 2, 6, false},	  /* add $imm32, %esp */
	{{0xc5, 0xf8, 0x77}, 3, 3, true}, /* vzeroupper */
};

/* Returns the length of the filler at @code, or 0. */
static size_t filler_len(bool is_64, const uint8_t *code, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(fillers); i++)
		if (fillers[i].is_64 == is_64 && size >= fillers[i].len &&
		    !memcmp(code, fillers[i].bytes, fillers[i].nr_bytes))
			return fillers[i].len;
	return 0;
}

/* Returns the length of the pop at @code, and sets *@reg to the DWARF number of its register; or 0. */
static size_t pop_len(bool is_64, const uint8_t *code, size_t size, uint8_t *reg)
{
	const bool extended = is_64 && size > 1 && code[0] == 0x41;
	uint8_t nr = code[extended] - 0x58;

	if (nr > 7)
		return 0;
	*reg = is_64 ? x86_64_regs[nr + 8 * extended] : nr;
	return 1 + extended;
}

/* Returns whether a return is at @code; it may have a prefix, for the branch predictor or for MPX. */
static bool is_return(const uint8_t *code, size_t size)
{
	const bool has_prefix = size > 1 && (code[0] == 0xf3 || code[0] == 0xf2);

	return code[has_prefix] == 0xc3 || code[has_prefix] == 0xc2;
}

uint64_t epilogue__restored(const struct unwind_arch *arch, const uint8_t *code, size_t size)
{
	const bool is_64 = arch->machine == EM_X86_64;
	uint64_t restored = arch->preserved;
	size_t at = 0, len;
	uint8_t reg;

	if (!is_64 && arch->machine != EM_386)
		return 0;
	for (; at < size; at += len) {
		if (is_return(code + at, size - at))
			return restored;
		len = pop_len(is_64, code + at, size - at, &reg);
		if (len)
			restored &= ~(1ULL << reg);
		else
			len = filler_len(is_64, code + at, size - at);
		if (!len)
			break;
	}
	return 0;
}
