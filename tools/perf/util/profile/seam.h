/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * seam: the point where the user half of a stack ends and the kernel half begins, and what led
 * across.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_SEAM_H
#define PERF_DEFER_UTIL_PROFILE_SEAM_H

#include "util/profile/func.h"

/*
 * Returns what is between @a and @b, neighbours in a call chain in either order: "syscall", "page
 * fault", "interrupt" and so on, by the function that entered the kernel, or "kernel" if that is
 * not known; NULL if both are in the same half. The names of entry code are those of Linux 6.19,
 * arch/x86/entry, arm64 and others.
 */
const char *seam__name(const struct func *a, const struct func *b);

/*
 * Returns what led into the kernel if @entry, a frame of it, is the outermost one; "kernel" if its
 * name does not tell.
 */
const char *seam__entry_name(const struct func *entry);
#define SEAM_UNKNOWN "kernel"

/*
 * Returns true if interrupts, faults and the like begin in the kernel function @name. The frame
 * around it did not call it: its address is where it was interrupted, not a return address.
 */
bool seam__is_trap(const char *name);

#endif /* PERF_DEFER_UTIL_PROFILE_SEAM_H */
