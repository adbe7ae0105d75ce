/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * dwarf_expr: evaluates the expressions of call frame information, which a file brings along and
 * nobody trusts. Each takes a bounded number of steps.
 */
#ifndef PERF_DEFER_UTIL_UNWIND_DWARF_EXPR_H
#define PERF_DEFER_UTIL_UNWIND_DWARF_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum expr_result {
	EXPR_OK,
	EXPR_INVALID,	  /* not an expression, or one that takes too many steps */
	EXPR_NO_REGISTER, /* it needs a register that is not known */
	EXPR_NO_MEMORY,	  /* it reads memory that was not recorded */
};

/* A frame, as an expression sees it. */
struct expr_frame {
	uint8_t addr_size; /* bytes: 4 or 8 */
	bool swap;	   /* the expression is in the opposite byte order of this machine */
	void *ctx;
	/* Sets *@value to DWARF register @reg. Returns false if it is not known. */
	bool (*reg)(void *ctx, uint64_t reg, uint64_t *value);
	/* Sets *@value to the number of @size bytes at @addr. Returns false if it was not recorded. */
	bool (*memory)(void *ctx, uint64_t addr, unsigned int size, uint64_t *value);
};

/* Evaluates the @size bytes at @expr; @initial, unless it is NULL, is on the stack at the start. */
enum expr_result dwarf_expr__eval(const struct expr_frame *frame, const uint8_t *expr, size_t size,
				  const uint64_t *initial, uint64_t *result);

#endif /* PERF_DEFER_UTIL_UNWIND_DWARF_EXPR_H */
