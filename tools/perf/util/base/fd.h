/* SPDX-License-Identifier: GPL-2.0-only */
/* fd: opens, reads and writes files. */
#ifndef PERF_DEFER_UTIL_BASE_FD_H
#define PERF_DEFER_UTIL_BASE_FD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <perf/defer-error.h>

/*
 * Reads until the end of the file, at most @size bytes, and retries after signals. Returns the
 * number of bytes read, or -1 with errno set.
 */
ssize_t fd__read_all(int fd, void *buf, size_t size);

/* Writes all of @buf and retries after signals. Returns 0, or -1 with errno set. */
int fd__write_all(int fd, const void *buf, size_t size);

/*
 * Opens @path for reading if it is a regular file. Returns the descriptor, or a negative code.
 * Never opens anything else, since the open alone may block or trigger a device: use it for any
 * path that a trace, an ELF file or DWARF names. @size may be NULL.
 */
int fd__open_regular(const char *path, uint64_t *size, struct defer_error *err);
/* Does the same, but does not follow a symbolic link in the last component of @path. */
int fd__open_regular_nofollow(const char *path, uint64_t *size, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_BASE_FD_H */
