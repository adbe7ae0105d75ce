/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * attr-kernel: perf_event_attr in the byte layout of this machine's kernel, independent of the
 * distribution's headers. Layout: Linux 7.2, include/uapi/linux/perf_event.h.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_ATTR_KERNEL_H
#define PERF_DEFER_UTIL_EVENTS_ATTR_KERNEL_H

#include <stddef.h>

#include <perf/defer-abi.h>
#include <perf/defer-error.h>

struct defer_attr;

#define ATTR_KERNEL_SIZE DEFER_ATTR_SIZE_VER9

/*
 * Writes @attr to @buf as an attr of @size bytes. A kernel accepts an attr larger than its own if
 * the part it does not know is zero, so ATTR_KERNEL_SIZE serves all kernels; bytes past it are
 * cleared.
 * Returns DEFER_ERR_INVAL, and writes nothing, if @size is less than the smallest attr ever or if
 * it cuts off a field that is not zero.
 */
int attr__to_kernel(const struct defer_attr *attr, void *buf, size_t size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_EVENTS_ATTR_KERNEL_H */
