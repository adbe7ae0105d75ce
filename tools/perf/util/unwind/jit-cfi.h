/* SPDX-License-Identifier: GPL-2.0-only */
/* jit_cfi: the call frame information that a JIT dumped with its code, of each function its own. */
#ifndef PERF_DEFER_UTIL_UNWIND_JIT_CFI_H
#define PERF_DEFER_UTIL_UNWIND_JIT_CFI_H

#include "util/dso/dso.h"
#include "util/unwind/cfi.h"
#include "util/unwind/unwind-arch.h"

struct jit_cfi_code {
	uint64_t at, size; /* of the code, in the file; bytes */
	struct cfi cfi;
};

struct jit_cfi {
	struct jit_cfi_code *codes; /* by @at; those that have such information */
	size_t nr, cap;
	uint64_t bytes; /* of all that was read */
};

/*
 * Reads the file of @dso, which is a jitdump. Sets *@arch to that of its code, or to NULL if no stack of
 * it can be unwound; then, and if there is no file, nothing is read. Returns 0, DEFER_ERR_NOENT without
 * a file, or DEFER_ERR_NOMEM.
 */
int jit_cfi__init(struct jit_cfi *jit, const struct dso *dso, const struct symbol_conf *conf,
		  const struct unwind_arch **arch, struct defer_error *err);
void jit_cfi__exit(struct jit_cfi *jit);

/* Returns the information of the code at file offset @addr, whose addresses are such offsets; or NULL. */
const struct cfi *jit_cfi__find(const struct jit_cfi *jit, uint64_t addr);

#endif /* PERF_DEFER_UTIL_UNWIND_JIT_CFI_H */
