/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * branch: one entry of a sample's branch stack. Layout: struct perf_branch_entry of Linux 7.2,
 * include/uapi/linux/perf_event.h; names: its tools/perf/util/branch.c.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_BRANCH_H
#define PERF_DEFER_UTIL_MACHINE_BRANCH_H

#include <perf/defer.h>

struct branch {
	uint64_t from, to;
	uint16_t cycles; /* since the entry before; 0: not known */
	bool mispredicted, predicted, in_tx, aborted;
	uint8_t type, spec, new_type; /* enum of the kernel; new_type where type is extended */
	uint32_t reserved;
};

/* Entry @i of those that the sample has. */
void branch__read(const struct defer_sample *sample, uint64_t i, struct branch *branch);

/* "COND"; "N/A" where it was not recorded. */
const char *branch__type_name(const struct branch *branch);
/* "SPEC_CORRECT_PATH"; "" where it was not recorded. */
const char *branch__spec_name(const struct branch *branch);

#endif /* PERF_DEFER_UTIL_MACHINE_BRANCH_H */
