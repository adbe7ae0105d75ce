// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include <perf/defer-sample.h>

#include "util/base/array.h"
#include "util/machine/branch.h"

#define ENTRY_WORDS   3
#define TYPE_EXTENDED 15

static uint64_t word(const struct defer_sample *sample, uint64_t i)
{
	uint64_t value;

	memcpy(&value, sample->branch.entries.data + i * sizeof(value), sizeof(value));
	return sample->swap ? __builtin_bswap64(value) : value;
}

/*
 * Extracts a bit field of the flags. A machine of the other byte order numbers the bits from the
 * other end.
 */
static unsigned int flag_bits(uint64_t flags, bool swap, unsigned int first, unsigned int nr)
{
	return flags >> (swap ? 64 - first - nr : first) & ((1ULL << nr) - 1);
}

void branch__read(const struct defer_sample *sample, uint64_t i, struct branch *branch)
{
	uint64_t flags = word(sample, i * ENTRY_WORDS + 2);
	bool swap = sample->swap;

	*branch = (struct branch){
		.from = word(sample, i * ENTRY_WORDS),
		.to = word(sample, i * ENTRY_WORDS + 1),
		.mispredicted = flag_bits(flags, swap, 0, 1),
		.predicted = flag_bits(flags, swap, 1, 1),
		.in_tx = flag_bits(flags, swap, 2, 1),
		.aborted = flag_bits(flags, swap, 3, 1),
		.cycles = flag_bits(flags, swap, 4, 16),
		.type = flag_bits(flags, swap, 20, 4),
		.spec = flag_bits(flags, swap, 24, 2),
		.new_type = flag_bits(flags, swap, 26, 4),
		.reserved = flag_bits(flags, swap, 33, 31),
	};
}

const char *branch__type_name(const struct branch *branch)
{
	static const char *const types[] = {
		"N/A",	  "COND",      "UNCOND",   "IND",  "CALL", "IND_CALL", "RET",	"SYSCALL",
		"SYSRET", "COND_CALL", "COND_RET", "ERET", "IRQ",  "SERROR",   "NO_TX",
	};
	static const char *const more[] = {"FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1",
					   "ARCH_2",	 "ARCH_3",     "ARCH_4",     "ARCH_5"};

	if (branch->type != TYPE_EXTENDED)
		return types[branch->type];
	return branch->new_type < ARRAY_SIZE(more) ? more[branch->new_type] : "N/A";
}

const char *branch__spec_name(const struct branch *branch)
{
	static const char *const specs[] = {"", "SPEC_WRONG_PATH", "NON_SPEC_CORRECT_PATH",
					    "SPEC_CORRECT_PATH"};

	return specs[branch->spec];
}
