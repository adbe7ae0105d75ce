/* SPDX-License-Identifier: GPL-2.0-only */
/* fd: reading from file descriptors. */
#ifndef PERF_DEFER_UTIL_BASE_FD_H
#define PERF_DEFER_UTIL_BASE_FD_H

#include <sys/types.h>

/* All that comes, at most @size bytes, whatever signals come between: how many, or -1 and errno. */
ssize_t fd__read_all(int fd, void *buf, size_t size);

#endif /* PERF_DEFER_UTIL_BASE_FD_H */
