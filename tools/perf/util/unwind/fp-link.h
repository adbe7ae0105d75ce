/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fp_link: whether a walk along frame pointers finds the caller of a frame, by the frame's rule.
 *
 * The kernel's walk looks at no code. It takes the word above the one that the frame pointer points to
 * for the return address, and the word itself for the caller's frame pointer (Linux 6.12,
 * arch/x86/events/core.c, perf_callchain_user(); arch/arm64/kernel/stacktrace.c,
 * arch_stack_walk_user()).
 */
#ifndef PERF_DEFER_UTIL_UNWIND_FP_LINK_H
#define PERF_DEFER_UTIL_UNWIND_FP_LINK_H

#include "util/unwind/cfi.h"
#include "util/unwind/unwind-arch.h"

enum fp_link {
	FP_LINKED, /* the two words are what the walk takes them for */
	FP_SKIPS,  /* the frame pointer is still the caller's: the walk finds the caller's caller */
	FP_WILD,   /* the frame pointer was saved elsewhere, and may hold anything */
	FP_OUTERMOST, /* there is no caller */
	FP_NO_CFI,    /* no rule is known */
	FP_NO_FILE,   /* nor is the file here, in the build that was recorded */
	FP_NR_LINKS,
};

/* Returns a static string such as "may-skip"; never NULL. */
const char *fp_link__name(enum fp_link link);

/* Judges a frame of @arch to which @rule applies. */
enum fp_link fp_link__of(const struct cfi_rule *rule, const struct unwind_arch *arch);

#endif /* PERF_DEFER_UTIL_UNWIND_FP_LINK_H */
