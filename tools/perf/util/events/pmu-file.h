/* SPDX-License-Identifier: GPL-2.0-only */
/* pmu_file: small files of sysfs and tracefs, which are not believed to be small. */
#ifndef PERF_DEFER_UTIL_EVENTS_PMU_FILE_H
#define PERF_DEFER_UTIL_EVENTS_PMU_FILE_H

#include <stddef.h>

/*
 * Reads all of @path, without white space at the end, and a NUL: the length, or a negative errno.
 * -E2BIG if it does not fit into @size bytes, -EINVAL if it has a NUL or is no file. Never waits.
 */
int pmu_file__read(const char *path, char *buf, size_t size);

#endif /* PERF_DEFER_UTIL_EVENTS_PMU_FILE_H */
