/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sigreturn: finds the kernel's functions that return from a signal handler, in which it replaces the
 * user registers of a task.
 */
#ifndef PERF_DEFER_UTIL_DSO_SIGRETURN_H
#define PERF_DEFER_UTIL_DSO_SIGRETURN_H

#include <perf/defer-stitch.h>

#include "util/dso/kernel-syms.h"

struct sigreturn {
	struct defer_stitch_func funcs[DEFER_MAX_SIGRETURN];
	uint32_t nr;
};

/*
 * Finds the functions in the symbols of @ks, on which kernel_syms__load() was not called yet, and of
 * which nothing else is kept. Returns false if there are none: the kernel has no symbols.
 */
bool sigreturn__find(struct sigreturn *sigreturn, struct kernel_syms *ks);

/*
 * Returns true if @name is that of a system call, such as __x64_sys_rt_sigreturn,
 * __do_compat_sys_sigreturn or __x64_compat_sys_x32_rt_sigreturn, maybe with a suffix of the
 * compiler's. The names with __pfx_ are of the bytes before a function.
 */
bool sigreturn__is_name(const char *name);

#endif /* PERF_DEFER_UTIL_DSO_SIGRETURN_H */
