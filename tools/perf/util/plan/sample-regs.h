/* SPDX-License-Identifier: GPL-2.0-only */
/* sample-regs: the registers that samples of this machine can have, by perf's names. */
#ifndef PERF_DEFER_UTIL_PLAN_SAMPLE_REGS_H
#define PERF_DEFER_UTIL_PLAN_SAMPLE_REGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <perf/defer-error.h>

/*
 * Masks as in perf_event_attr.sample_regs_user: what --user-regs means without names, what a stack
 * dump needs at the least to be unwound, and those vector registers of x86 that only precise events
 * have. 0 on an architecture whose registers are not known here.
 */
uint64_t sample_regs__user(void);
uint64_t sample_regs__unwind(void);
#define SAMPLE_REGS_VECTOR 0xffffffff00000000ULL

/* The same of -I. Opens an event, to see if the processor hands out the vector registers. */
uint64_t sample_regs__intr(void);

/*
 * Reads names with commas between them, "ip,sp", in either case, as bits of @there. DEFER_ERR_INVAL
 * for one that is not there. @option is for messages.
 */
int sample_regs__parse(const char *str, uint64_t there, const char *option, uint64_t *mask,
		       struct defer_error *err);

/* Does the list ask for names, by a "?" among them? */
bool sample_regs__asks(const char *str);

/* "available registers: AX BX ..." */
void sample_regs__print(uint64_t there, FILE *out);

#endif /* PERF_DEFER_UTIL_PLAN_SAMPLE_REGS_H */
