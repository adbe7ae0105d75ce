/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * spill: arrays that are in memory while they are small, and in unlinked temporary files in $TMPDIR
 * when they are large. Files are mapped and shared, so the kernel writes them to the disk when
 * memory is short, and they do not count as the memory of the process.
 */
#ifndef PERF_DEFER_UTIL_SOURCE_SPILL_H
#define PERF_DEFER_UTIL_SOURCE_SPILL_H

#include <perf/defer-stitch.h>

/*
 * Returns the functions that make and delete such arrays. If there is no room in $TMPDIR, an array
 * is in memory.
 */
const struct defer_memory *spill__memory(void);

#endif /* PERF_DEFER_UTIL_SOURCE_SPILL_H */
