/* SPDX-License-Identifier: GPL-2.0-only */
/* dso_cfi: what the file of a DSO tells about its frames. */
#ifndef PERF_DEFER_UTIL_UNWIND_DSO_CFI_H
#define PERF_DEFER_UTIL_UNWIND_DSO_CFI_H

#include <perf/defer-class.h>

#include "util/dso/dso.h"
#include "util/unwind/cfi.h"
#include "util/unwind/jit-cfi.h"
#include "util/unwind/unwind-arch.h"

struct dso_cfi {
	/* DEFER_UNWOUND: there is a file; else the class of stacks that would need it */
	enum defer_class cls;
	const struct unwind_arch *arch;
	struct elf_segments segs; /* of the file */
	struct cfi eh, debug;	  /* .eh_frame and .debug_frame; empty if there is none */
	int code_fd;		  /* of the file; -1: its code cannot be read */
	struct jit_cfi jit;	  /* of a JIT's code, in place of these */
};

/*
 * Opens the file of @dso and finds its functions. @keep_code: the file stays open, for
 * dso_cfi__restored(). Returns 0 or DEFER_ERR_NOMEM; what is missing is told by the class. One thread at a
 * time may do this for one DSO.
 */
int dso_cfi__init(struct dso_cfi *dc, struct dso *dso, const struct symbol_conf *conf,
		  const struct kernel_syms *ks, bool keep_code, struct defer_error *err);
void dso_cfi__exit(struct dso_cfi *dc);

/*
 * Sets *@rule to what holds at @addr, an address as dso__find() takes it, or to NULL if nothing is
 * known. Returns 0 or DEFER_ERR_NOMEM. For several threads, as cfi__rows().
 */
int dso_cfi__rule(struct dso_cfi *dc, uint64_t addr, struct intern *rules, struct arena *arena,
		  const struct cfi_rule **rule);

/*
 * Returns the registers, by bit, that have been restored before the instruction at @addr though @rule, which
 * holds there, has them below the stack pointer: see epilogue.h.
 */
uint64_t dso_cfi__restored(const struct dso_cfi *dc, uint64_t addr, const struct cfi_rule *rule);

#endif /* PERF_DEFER_UTIL_UNWIND_DSO_CFI_H */
