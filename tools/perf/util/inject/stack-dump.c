// SPDX-License-Identifier: GPL-2.0-only
#include "util/inject/stack-dump.h"

/* Returns where the last field before REGS_USER ends. Fields that are there have an address, if empty too. */
static const uint8_t *end_of_earlier(const struct defer_sample *sample)
{
	const struct defer_blob *counters = &sample->branch.counters,
				*branches = &sample->branch.entries;

	if (counters->data)
		return counters->data + counters->size;
	if (branches->data)
		return branches->data + branches->size;
	/* The size of RAW, a u32 before its data, and the data together are padded to a multiple of 8. */
	if (sample->raw.data)
		return sample->raw.data + (sample->raw.size + 4 + 7) / 8 * 8 - 4;
	return sample->chain.ips + sample->chain.nr * sizeof(uint64_t);
}

struct defer_blob stack_dump__bytes(const struct defer_sample *sample)
{
	const struct defer_blob *stack = &sample->user_stack.bytes;
	/* The ABI, the registers if it is not 0, and the size of the copy. */
	uint64_t size = 2 * sizeof(uint64_t) + sample->user_regs.regs.size;

	/* A copy that is not empty is followed by the number of bytes that the kernel filled. */
	if (stack->size)
		size += stack->size + sizeof(uint64_t);
	return (struct defer_blob){end_of_earlier(sample), size};
}
