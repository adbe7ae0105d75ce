/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * branch: one entry of a sample's branch stack. The layout is struct perf_branch_entry of Linux
 * 7.2, include/uapi/linux/perf_event.h; the names are those of its tools/perf/util/branch.c.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_BRANCH_H
#define PERF_DEFER_UTIL_MACHINE_BRANCH_H

#include <stdbool.h>
#include <stdint.h>

struct defer_sample;

struct branch {
	uint64_t from, to;
	uint16_t cycles; /* cycles since the previous entry; 0: not known */
	bool mispredicted, predicted, in_tx, aborted;
	uint8_t type, spec, new_type; /* kernel's enums; new_type is valid if type is extended */
	uint32_t reserved;
};

#define BRANCH_ENTRY_SIZE 24 /* bytes */

/* The bits of branch__bits(): some of the kernel's flags, in their places. */
#define BRANCH_MISPREDICTED (1U << 0)
#define BRANCH_PREDICTED    (1U << 1)
#define BRANCH_IN_TX	    (1U << 2)
#define BRANCH_ABORTED	    (1U << 3)
#define BRANCH_CYCLES_SHIFT 4

/* Reads entry @i of the sample's branch stack. */
void branch__read(const struct defer_sample *sample, uint64_t i, struct branch *branch);

/* Returns how the branch was taken, and its cycles, in one number. */
static inline uint32_t branch__bits(const struct branch *branch)
{
	return (branch->mispredicted ? BRANCH_MISPREDICTED : 0) |
	       (branch->predicted ? BRANCH_PREDICTED : 0) | (branch->in_tx ? BRANCH_IN_TX : 0) |
	       (branch->aborted ? BRANCH_ABORTED : 0) |
	       (uint32_t)branch->cycles << BRANCH_CYCLES_SHIFT;
}

/* Returns true if an end of a branch is in the kernel, whose addresses are the upper half. */
static inline bool branch__is_kernel(uint64_t addr)
{
	return addr >> 63;
}

/* Returns the type's name, such as "COND"; "N/A" if it was not recorded. */
const char *branch__type_name(const struct branch *branch);
/* Returns the speculation's name, such as "SPEC_CORRECT_PATH"; "" if it was not recorded. */
const char *branch__spec_name(const struct branch *branch);

#endif /* PERF_DEFER_UTIL_MACHINE_BRANCH_H */
