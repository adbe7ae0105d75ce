/* SPDX-License-Identifier: GPL-2.0-only */
/* pmu_file: reads small files of sysfs and tracefs without trusting that they are small. */
#ifndef PERF_DEFER_UTIL_EVENTS_PMU_FILE_H
#define PERF_DEFER_UTIL_EVENTS_PMU_FILE_H

#include <stddef.h>

/*
 * Reads all of @path, strips trailing white space and adds a NUL. Returns the length or a negative
 * errno: -E2BIG if it does not fit into @size bytes, -EINVAL if it contains a NUL or is not a
 * regular file. Never blocks.
 */
int pmu_file__read(const char *path, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_EVENTS_PMU_FILE_H */
