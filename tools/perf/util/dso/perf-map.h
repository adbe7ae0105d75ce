/* SPDX-License-Identifier: GPL-2.0-only */
/* perf-map: what a JIT compiler says of its output in /tmp/perf-PID.map. */
#ifndef PERF_DEFER_UTIL_DSO_PERF_MAP_H
#define PERF_DEFER_UTIL_DSO_PERF_MAP_H

#include <perf/defer-error.h>

#include "util/dso/symbol.h"

/*
 * Adds the lines "START SIZE name" of @path, hex, addresses in memory; of those with one
 * address the last one counts. Other lines are skipped and control characters in names
 * become '?': any process may have written the file. It must belong to us or to root, unless
 * @force. Returns how many there are, or an error.
 */
int symtab__load_perf_map(struct symtab *tab, const char *path, bool force,
			  struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_PERF_MAP_H */
