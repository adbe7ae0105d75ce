/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cfi: call frame information as rows, made by one pass over the program of each function.
 *
 *   FDE: main, 0x1139..0x1175        rows              rules, each once
 *     DW_CFA_advance_loc 1           0x1139  --------> CFA = rsp+8,  RA at CFA-8
 *     DW_CFA_def_cfa_offset 16       0x113a  --------> CFA = rsp+16, RA at CFA-8, rbp at CFA-16
 *     ...                            0x113d  --------> CFA = rbp+16, ...
 *
 * A row holds from its address to the next one's. See DWARF 5, 6.4, and the LSB's chapter on
 * .eh_frame. Nothing in the bytes is trusted.
 */
#ifndef PERF_DEFER_UTIL_UNWIND_CFI_H
#define PERF_DEFER_UTIL_UNWIND_CFI_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/arena.h"
#include "util/base/intern.h"
#include "util/unwind/dw-cursor.h"

/* DWARF numbers of registers below this are kept; the others are those of vectors and floats. */
#define CFI_MAX_REGS 34

/* How the caller's value of a register is found. */
enum cfi_how {
	CFI_SAME,      /* nothing is said: the register is as it was, or as the ABI has it */
	CFI_UNDEFINED, /* it is lost; if it is the return address, there is no caller */
	CFI_AT_CFA,    /* in memory, at the CFA plus an offset */
	CFI_IS_CFA,    /* the CFA plus an offset */
	CFI_IN_REG,    /* in another register */
	CFI_AT_EXPR,   /* in memory, where an expression says */
	CFI_IS_EXPR,   /* what an expression says */
};

struct cfi_reg {
	uint8_t reg; /* DWARF number */
	uint8_t how; /* enum cfi_how */
	uint16_t expr_size;
	int32_t value; /* offset, register, or place of the expression behind the rule's registers */
};

#define CFI_RULE_SIGNAL \
	(1 << 0) /* a signal's frame: its pc is that of the next instruction to run */
#define CFI_RULE_SIGNED (1 << 1) /* arm64: return addresses on the stack are signed */
#define CFI_RULE_SWAP	(1 << 2) /* expressions are in the opposite byte order of this machine */

/* How to get from one frame to its caller's. Two rules are equal if all their bytes are. */
struct cfi_rule {
	/* CFI_IS_CFA: register @cfa.reg plus @cfa.value; CFI_IS_EXPR: an expression */
	struct cfi_reg cfa;
	uint8_t ra; /* DWARF number of the return address's column */
	uint8_t flags;
	uint8_t nr_regs;
	/* words of 8 bytes below the CFA that all registers are in, the return address too; 0: they are not */
	uint8_t saved_words;
	struct cfi_reg regs[]; /* by number; those of CFI_SAME are left out; then the expressions */
};

static inline const uint8_t *cfi_rule__expr(const struct cfi_rule *rule, const struct cfi_reg *reg)
{
	return (const uint8_t *)&rule->regs[rule->nr_regs] + reg->value;
}

struct cfi_row {
	uint32_t start; /* bytes from the start of the FDE */
	const struct cfi_rule *rule;
};

struct cfi_rows {
	uint32_t nr;
	struct cfi_row rows[]; /* by start; the first one's is 0 */
};

/* What one FDE covers, and its rows once somebody needed them. */
struct cfi_fde {
	uint64_t start;	 /* address in the file's address space */
	uint32_t size;	 /* bytes of code */
	uint32_t offset; /* of the FDE in the section */
	_Atomic(const struct cfi_rows *) rows;
};

/* The .eh_frame or .debug_frame of one file. */
struct cfi {
	uint8_t *data; /* owned */
	size_t size;   /* bytes */
	struct dw_base base;
	bool is_eh; /* .eh_frame: differs from .debug_frame in ids, versions and encodings */
	bool swap;  /* in the opposite byte order of this machine */
	struct cfi_fde *fdes; /* by start */
	uint32_t nr;
	size_t cap;
};

/*
 * Takes over @data (malloc), a section's bytes, even on error. Finds all FDEs, and no rows. What
 * stands behind a broken entry is left out. Returns 0, or DEFER_ERR_NOMEM; the caller exits it either way.
 */
int cfi__init(struct cfi *cfi, uint8_t *data, size_t size, const struct dw_base *base, bool is_eh,
	      bool swap, struct defer_error *err);
void cfi__exit(struct cfi *cfi);

/*
 * Returns the FDE that covers @addr, or NULL. Where FDEs overlap, which no linker makes, only the last
 * one to start counts, as for elfutils and libgcc; of those that start at one address, the longest.
 */
struct cfi_fde *cfi__find(const struct cfi *cfi, uint64_t addr);

/*
 * Returns the rows of @fde, made on the first call; none if its program is broken. Rules go into @rules,
 * memory comes from @arena, which outlives @cfi. Any number of threads may call it, each with its own
 * @arena. NULL: out of memory.
 */
const struct cfi_rows *cfi__rows(const struct cfi *cfi, struct cfi_fde *fde, struct intern *rules,
				 struct arena *arena);

/* Returns the rule at @addr, which @fde covers, or NULL if there is none. */
const struct cfi_rule *cfi_rows__find(const struct cfi_rows *rows, const struct cfi_fde *fde,
				      uint64_t addr);

#endif /* PERF_DEFER_UTIL_UNWIND_CFI_H */
