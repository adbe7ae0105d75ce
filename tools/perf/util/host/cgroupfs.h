/* SPDX-License-Identifier: GPL-2.0-only */
/* cgroupfs: the mount point of the cgroups that perf events use. */
#ifndef PERF_DEFER_UTIL_HOST_CGROUPFS_H
#define PERF_DEFER_UTIL_HOST_CGROUPFS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Finds in @procfs the mount point of the controller perf_event, or else of version 2, which always
 * has it. Returns 0, or DEFER_ERR_NOENT.
 */
int cgroupfs__mount_point(const char *procfs, char *path, size_t size);

/* Opens the directory of a cgroup. Returns a descriptor that the caller closes, or -errno. */
int cgroupfs__open(const char *path);

/*
 * Finds the kernel's ID of the cgroup at @path, as in samples and CGROUP records. It is the file
 * handle that the kernel makes (Linux 7.2, fs/kernfs/mount.c). Returns 0, or -errno.
 */
int cgroupfs__id(const char *path, uint64_t *id);

#endif /* PERF_DEFER_UTIL_HOST_CGROUPFS_H */
