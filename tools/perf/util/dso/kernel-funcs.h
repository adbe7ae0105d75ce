/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel-funcs: finds functions of the kernel by their names, and sets of their addresses. */
#ifndef PERF_DEFER_UTIL_DSO_KERNEL_FUNCS_H
#define PERF_DEFER_UTIL_DSO_KERNEL_FUNCS_H

#include "util/dso/kernel-syms.h"

struct kernel_func {
	const char *name;
	uint64_t start, size; /* recorded address, and bytes */
	uint8_t type;	      /* STT_* */
};

typedef void (*kernel_func_fn)(void *ctx, const struct kernel_func *func);

/* Calls @fn for each symbol of the kernel itself, in the symbols of @ks, whose name @wants. */
void kernel_funcs__find(struct kernel_syms *ks, bool (*wants)(const char *name), kernel_func_fn fn,
			void *ctx);

/* A set of addresses. All zero is empty. */
struct func_set {
	struct func_range {
		uint64_t start, end;
	} * ranges; /* by start */
	uint32_t nr;
	size_t cap;
	bool no_memory;
};

void func_set__exit(struct func_set *set);
/* Adds a range. Without memory, func_set__seal() fails. */
void func_set__add(struct func_set *set, uint64_t start, uint64_t size);
/* Call it once, after all are added. Returns 0 or DEFER_ERR_NOMEM. */
int func_set__seal(struct func_set *set, struct defer_error *err);
/* Returns true if @addr is in a range of the sealed set. */
bool func_set__has(const struct func_set *set, uint64_t addr);

#endif /* PERF_DEFER_UTIL_DSO_KERNEL_FUNCS_H */
