/* SPDX-License-Identifier: GPL-2.0-only */
/* dso-load: where each kind of dso gets its symbols from. For dso.c alone. */
#ifndef PERF_DEFER_UTIL_DSO_DSO_LOAD_H
#define PERF_DEFER_UTIL_DSO_DSO_LOAD_H

#include "util/dso/dso.h"

/* Fills @dso's symtab, or points it to @ks's kallsyms, and says where its DWARF is. */
int dso__load_symbols(struct dso *dso, const struct symbol_conf *conf, struct kernel_syms *ks,
		      struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_DSO_LOAD_H */
