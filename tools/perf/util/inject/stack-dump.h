/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stack_dump: the fields of a sample that hold its user stack until it is unwound: REGS_USER and
 * STACK_USER. They are neighbours in the record: Linux 7.2, kernel/events/core.c, perf_output_sample().
 *
 *      ip, tid, ... nr, ips...  RAW  BRANCH_STACK | REGS_USER  STACK_USER | WEIGHT ...
 */
#ifndef PERF_DEFER_UTIL_INJECT_STACK_DUMP_H
#define PERF_DEFER_UTIL_INJECT_STACK_DUMP_H

#include <perf/defer-sample.h>

#define STACK_DUMP_FIELDS (DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER)

/*
 * Returns true if samples have both fields, and a callchain that can replace them: not if there is an LBR
 * call stack as well, which readers prefer to any user half in the callchain.
 */
static inline bool stack_dump__is_in(uint64_t sample_type, uint64_t branch_sample_type)
{
	const uint64_t needed = STACK_DUMP_FIELDS | DEFER_SAMPLE_CALLCHAIN;

	return (sample_type & needed) == needed && !(sample_type & DEFER_SAMPLE_BRANCH_STACK &&
						     branch_sample_type & DEFER_BRANCH_CALL_STACK);
}

/* Returns the bytes of both fields in the record of @sample, whose event has them. */
struct defer_blob stack_dump__bytes(const struct defer_sample *sample);

#endif /* PERF_DEFER_UTIL_INJECT_STACK_DUMP_H */
