/* SPDX-License-Identifier: GPL-2.0-only */
/* vdso: the library that the kernel maps into every process. */
#ifndef PERF_DEFER_UTIL_DSO_VDSO_H
#define PERF_DEFER_UTIL_DSO_VDSO_H

#include <perf/defer-error.h>

#include "util/dso/build-id.h"
#include "util/dso/elf-file.h"
#include "util/dso/kernel-syms.h"
#include "util/dso/symbol.h"

/*
 * Opens the vdso with build id @bid, of processes with addresses of @bits (32, 64) bits: perf's copy
 * in the build-id cache, or our own process's. If no build id was recorded, ours is taken only if
 * the recorded kernel runs here.
 */
int vdso__open(struct elf_file *file, unsigned int bits, const struct build_id *bid,
	       const struct symbol_conf *conf, const struct kernel_syms *ks,
	       struct defer_error *err);

/* A copy of our own process's. DEFER_ERR_NOENT, without a text, if it has none. */
int vdso__open_own(struct elf_file *file, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_VDSO_H */
