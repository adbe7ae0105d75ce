/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * entry_stack: what one stack tells of the entry into the kernel that it is from. It has three parts:
 *
 *   main  level1  __libc_write | entry_SYSCALL_64  do_syscall_64  ksys_write  vfs_write ...
 *                 user         |                                  first
 */
#ifndef PERF_DEFER_UTIL_PROFILE_ENTRY_STACK_H
#define PERF_DEFER_UTIL_PROFILE_ENTRY_STACK_H

#include "util/profile/chain-tree.h"
#include "util/profile/func.h"

struct defer_evsel;

/* Kinds beside those of seam__entry_name(), and one of those. */
#define ENTRY_KIND_SYSCALL "syscall"
#define ENTRY_KIND_USER	   "user"    /* all samples are in user mode: an interrupt took them */
#define ENTRY_KIND_EXIT	   "exit"    /* the task ends here */
#define ENTRY_KIND_UNKNOWN "unknown" /* no function of the stack tells */

#define ENTRY_NO_FUNC UINT32_MAX

/* The facts that all entries with one stack share. */
struct entry_stack {
	uint32_t chain; /* its chain, or PROFILE_NO_CHAIN */
	uint32_t user;	/* node of the user code that entered the kernel, or CHAIN_ROOT */
	uint32_t first; /* func: first kernel function behind the entry code, or ENTRY_NO_FUNC */
	uint32_t first_node; /* node of @first, or CHAIN_ROOT */
	uint32_t call_len;
	const char *kind; /* "syscall", "page fault", ...; never NULL */
	const char *call; /* name of the system call, call_len characters; NULL: unknown */
	bool restarted;	  /* the call went on after a signal or a stop: an entry before began it */
};

/*
 * Describes the stack that is @chain of @chains, of a sample of @evsel in @cpumode. The name of the
 * call belongs to @funcs or @evsel.
 */
void entry_stack__init(struct entry_stack *stack, uint32_t chain, const struct chain_tree *chains,
		       const struct funcs *funcs, const struct defer_evsel *evsel, uint8_t cpumode);

/* Finds user and first of @chain, no more. Returns the outermost kernel function, or NULL. */
const struct func *entry_stack__split(struct entry_stack *stack, uint32_t chain,
				      const struct chain_tree *chains, const struct funcs *funcs);

/* Returns 0 for stacks of one kind and call. Those whose call is not known come after those of known calls. */
int entry_stack__compare(const struct entry_stack *a, const struct entry_stack *b);

/* Prints kind and call, "syscall write", "syscall futex, again" or "page fault", like snprintf(). */
int entry_stack__kind_text(const struct entry_stack *stack, char *buf, size_t size);

/* Does the same for samples: those of user mode are "user mode". */
int entry_stack__mode_text(const struct entry_stack *stack, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_PROFILE_ENTRY_STACK_H */
