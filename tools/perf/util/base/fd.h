/* SPDX-License-Identifier: GPL-2.0-only */
/* fd: opening, reading and writing of files. */
#ifndef PERF_DEFER_UTIL_BASE_FD_H
#define PERF_DEFER_UTIL_BASE_FD_H

#include <stdint.h>
#include <sys/types.h>

#include <perf/defer-error.h>

/* All that comes, at most @size bytes, whatever signals come between: how many, or -1 and errno. */
ssize_t fd__read_all(int fd, void *buf, size_t size);

/* All of it, whatever signals come between: 0, or -1 and errno. */
int fd__write_all(int fd, const void *buf, size_t size);

/*
 * Opens @path to read if it is a regular file: the descriptor, or negative. Nothing else is opened,
 * for that alone may block, or be what a device waits for: this is for whatever a trace, an ELF
 * file or DWARF names. @size may be NULL.
 */
int fd__open_regular(const char *path, uint64_t *size, struct defer_error *err);
/* The same, but not through a symbolic link in the last part of @path. */
int fd__open_regular_nofollow(const char *path, uint64_t *size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_FD_H */
