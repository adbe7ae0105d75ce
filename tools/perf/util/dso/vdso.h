/* SPDX-License-Identifier: GPL-2.0-only */
/* vdso: opens the library that the kernel maps into every process. */
#ifndef PERF_DEFER_UTIL_DSO_VDSO_H
#define PERF_DEFER_UTIL_DSO_VDSO_H

#include <perf/defer-error.h>

#include "util/dso/build-id.h"
#include "util/dso/elf-file.h"
#include "util/dso/kernel-syms.h"
#include "util/dso/symbol.h"

/*
 * Opens the vdso of build @bid for processes with @bits-bit addresses (32, 64): perf's copy in the
 * build-id cache, or our own process's vdso. Without a recorded build id, takes ours only if the
 * recorded kernel is running here.
 */
int vdso__open(struct elf_file *file, unsigned int bits, const struct build_id *bid,
	       const struct symbol_conf *conf, const struct kernel_syms *ks,
	       struct defer_error *err);

/*
 * Opens a copy of our own process's vdso. Returns DEFER_ERR_NOENT, without a text, if it has none.
 */
int vdso__open_own(struct elf_file *file, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_VDSO_H */
