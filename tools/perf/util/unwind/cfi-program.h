/* SPDX-License-Identifier: GPL-2.0-only */
/* cfi-program: runs the program of one FDE and keeps a row for each place where the rules change. */
#ifndef PERF_DEFER_UTIL_UNWIND_CFI_PROGRAM_H
#define PERF_DEFER_UTIL_UNWIND_CFI_PROGRAM_H

#include "util/unwind/cfi-entry.h"

/*
 * Makes the rows of @fde in @arena, as its last piece. From where its program is broken on, rows have
 * no rule. Returns NULL if out of memory.
 */
struct cfi_rows *cfi_program__run(const struct cfi *cfi, const struct cie *cie,
				  const struct fde *fde, struct intern *rules, struct arena *arena);

#endif /* PERF_DEFER_UTIL_UNWIND_CFI_PROGRAM_H */
