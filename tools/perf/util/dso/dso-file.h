/* SPDX-License-Identifier: GPL-2.0-only */
/* dso-file: opens the file that a user DSO was mapped from. */
#ifndef PERF_DEFER_UTIL_DSO_DSO_FILE_H
#define PERF_DEFER_UTIL_DSO_DSO_FILE_H

#include <limits.h>

#include "util/dso/dso.h"

/*
 * Opens the first of these that is of the recorded build: the recorded path, a container's file, the
 * file that an earlier call downloaded; then, if @wanted accepts it, perf's copy of that build, a
 * debug file, a server's. For a vdso what vdso__open() finds. Writes its path to @path, "" for an
 * image. @ks is needed for a vdso only. One thread at a time may open files of one DSO.
 */
int dso__open_file(struct dso *dso, const struct symbol_conf *conf, const struct kernel_syms *ks,
		   bool (*wanted)(const struct elf_file *file), struct elf_file *file,
		   char path[static PATH_MAX], struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_DSO_FILE_H */
