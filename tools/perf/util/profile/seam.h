/* SPDX-License-Identifier: GPL-2.0-only */
/* seam: where the user half of a stack ends and the kernel half begins, and what led across. */
#ifndef PERF_DEFER_UTIL_PROFILE_SEAM_H
#define PERF_DEFER_UTIL_PROFILE_SEAM_H

#include "util/profile/func.h"

/* Is the frame of the kernel half, the host's or a guest's? */
bool func__is_kernel(const struct func *func);

/*
 * What @a and @b, neighbours in a call chain in either order, have between them: "syscall",
 * "page fault", "interrupt", by the function in which the kernel was entered, or "kernel" if
 * that says nothing; NULL if both are of the same half. Linux 6.19, arch/x86/entry, arm64 and
 * others: the names of entry code.
 */
const char *seam__name(const struct func *a, const struct func *b);

/*
 * Is the kernel function called @name one that interrupts, faults and the like begin in? The frame
 * around it did not call it: its address is where it was interrupted, not where it goes on.
 */
bool seam__is_trap(const char *name);

#endif /* PERF_DEFER_UTIL_PROFILE_SEAM_H */
