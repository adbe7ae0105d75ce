/* SPDX-License-Identifier: GPL-2.0-only */
/* plt: names the stubs through which a program calls functions of other files. */
#ifndef PERF_DEFER_UTIL_DSO_PLT_H
#define PERF_DEFER_UTIL_DSO_PLT_H

#include <perf/defer-error.h>

#include "util/dso/elf-file.h"
#include "util/dso/symbol.h"

/*
 * Adds symbols such as "memcmp@plt" for .plt, .plt.got and .plt.sec of @file, which must be the
 * mapped file, at file offsets. @tab has the file's symbols, sealed, and must be sealed again.
 * Ignores a damaged section. Returns 0 or DEFER_ERR_NOMEM.
 */
int symtab__add_plt(struct symtab *tab, const struct elf_file *file, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_PLT_H */
