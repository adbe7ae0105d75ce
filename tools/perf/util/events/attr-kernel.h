/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * attr-kernel: perf_event_attr in the bytes that this machine's kernel takes, whatever the
 * distribution's header knows. Layout: Linux 7.2, include/uapi/linux/perf_event.h.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_ATTR_KERNEL_H
#define PERF_DEFER_UTIL_EVENTS_ATTR_KERNEL_H

#include <perf/defer.h>

#define ATTR_KERNEL_SIZE DEFER_ATTR_SIZE_VER9

/*
 * Writes @attr to @buf, of @size bytes, as an attr of that size. A kernel takes an attr that is
 * larger than its own if what it does not know is zero, so ATTR_KERNEL_SIZE serves all; bytes
 * past it are cleared. DEFER_ERR_INVAL if @size is less than the smallest ever, or if it cuts off
 * a field that is not zero; then nothing was written.
 */
int attr__to_kernel(const struct defer_attr *attr, void *buf, size_t size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_EVENTS_ATTR_KERNEL_H */
