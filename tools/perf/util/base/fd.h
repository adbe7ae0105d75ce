/* SPDX-License-Identifier: GPL-2.0-only */
/* fd: reading from file descriptors, and writing to them. */
#ifndef PERF_DEFER_UTIL_BASE_FD_H
#define PERF_DEFER_UTIL_BASE_FD_H

#include <sys/types.h>

/* All that comes, at most @size bytes, whatever signals come between: how many, or -1 and errno. */
ssize_t fd__read_all(int fd, void *buf, size_t size);

/* All of it, whatever signals come between: 0, or -1 and errno. */
int fd__write_all(int fd, const void *buf, size_t size);

#endif /* PERF_DEFER_UTIL_BASE_FD_H */
