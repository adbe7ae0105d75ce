/* SPDX-License-Identifier: GPL-2.0-only */
/* perf-map: reads the symbols that a JIT compiler writes to /tmp/perf-PID.map. */
#ifndef PERF_DEFER_UTIL_DSO_PERF_MAP_H
#define PERF_DEFER_UTIL_DSO_PERF_MAP_H

#include <perf/defer-error.h>

#include "util/dso/symbol.h"

/*
 * Adds the lines "START SIZE name" of @path: hex numbers, addresses in memory. Of equal addresses
 * the last line counts. Any process may have written the file, so other lines are ignored and
 * control characters in names become '?'. If process @pid runs in a container, its own file is taken,
 * under the number that it has there: see jit-file.h, also for the owner that the file must have. Returns the
 * number of symbols, or a negative code.
 */
int symtab__load_perf_map(struct symtab *tab, const char *path, int32_t pid,
			  const struct symbol_conf *conf, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_PERF_MAP_H */
