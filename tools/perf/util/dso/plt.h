/* SPDX-License-Identifier: GPL-2.0-only */
/* plt: names for the stubs through which a program calls what the linker did not know. */
#ifndef PERF_DEFER_UTIL_DSO_PLT_H
#define PERF_DEFER_UTIL_DSO_PLT_H

#include <perf/defer-error.h>

#include "util/dso/elf-file.h"
#include "util/dso/symbol.h"

/*
 * Adds "memcmp@plt" and the like for .plt, .plt.got and .plt.sec of @file, the mapped file
 * itself, at file offsets. @tab holds the file's symbols, sealed; it is to be sealed again.
 * A section that is damaged is left out. Returns 0, or DEFER_ERR_NOMEM.
 */
int symtab__add_plt(struct symtab *tab, const struct elf_file *file, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_PLT_H */
