/* SPDX-License-Identifier: GPL-2.0-only */
/* cgroupfs: where the cgroups are mounted that the kernel's events know. */
#ifndef PERF_DEFER_UTIL_HOST_CGROUPFS_H
#define PERF_DEFER_UTIL_HOST_CGROUPFS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Where @procfs says that the controller perf_event is mounted, or else version 2, which always has
 * it. 0, or DEFER_ERR_NOENT.
 */
int cgroupfs__mount_point(const char *procfs, char *path, size_t size);

/* The directory of a cgroup as a descriptor that the caller closes, or -errno. */
int cgroupfs__open(const char *path);

/*
 * The kernel's number of the cgroup at @path, which samples and CGROUP records have: its file handle,
 * as the kernel makes it (Linux 7.2, fs/kernfs/mount.c). 0, or -errno.
 */
int cgroupfs__id(const char *path, uint64_t *id);

#endif /* PERF_DEFER_UTIL_HOST_CGROUPFS_H */
