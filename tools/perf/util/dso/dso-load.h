/* SPDX-License-Identifier: GPL-2.0-only */
/* dso-load: finds the symbols of each kind of dso. Private to dso.c. */
#ifndef PERF_DEFER_UTIL_DSO_DSO_LOAD_H
#define PERF_DEFER_UTIL_DSO_DSO_LOAD_H

#include "util/dso/dso.h"

/*
 * Fills @dso's symtab or refers it to @ks's kallsyms, and notes where its DWARF is. If there are no
 * symbols, @err has the reason.
 */
void dso__load_symbols(struct dso *dso, const struct symbol_conf *conf, struct kernel_syms *ks,
		       struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_DSO_LOAD_H */
