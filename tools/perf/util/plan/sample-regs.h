/* SPDX-License-Identifier: GPL-2.0-only */
/* sample-regs: the registers that samples can have on this machine, by perf's names. */
#ifndef PERF_DEFER_UTIL_PLAN_SAMPLE_REGS_H
#define PERF_DEFER_UTIL_PLAN_SAMPLE_REGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <perf/defer-error.h>

/*
 * Return masks as in perf_event_attr.sample_regs_user: the registers of --user-regs without names,
 * and the least that unwinding a stack dump needs. SAMPLE_REGS_VECTOR are the vector registers of
 * x86 that only precise events have. All are 0 on an unknown architecture.
 */
uint64_t sample_regs__user(void);
uint64_t sample_regs__unwind(void);
/* Returns the registers that the repair of a callchain needs; 0: stacks of this machine cannot be. */
uint64_t sample_regs__repair(void);
#define SAMPLE_REGS_VECTOR 0xffffffff00000000ULL

/* Returns the registers of -I without names. Opens an event to test for vector registers. */
uint64_t sample_regs__intr(void);

/*
 * Reads names separated by commas, "ip,sp", in either case, as bits of @there. Returns
 * DEFER_ERR_INVAL for a name that is not in @there. @option is for messages.
 */
int sample_regs__parse(const char *str, uint64_t there, const char *option, uint64_t *mask,
		       struct defer_error *err);

/* Returns whether the list contains a "?", which asks for the names. */
bool sample_regs__asks(const char *str);

/* Prints "available registers: AX BX ..." to @out. */
void sample_regs__print(uint64_t there, FILE *out);

#endif /* PERF_DEFER_UTIL_PLAN_SAMPLE_REGS_H */
