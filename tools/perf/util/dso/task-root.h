/* SPDX-License-Identifier: GPL-2.0-only */
/* task_root: opens files as a task with another root or other mounts sees them: containers. */
#ifndef PERF_DEFER_UTIL_DSO_TASK_ROOT_H
#define PERF_DEFER_UTIL_DSO_TASK_ROOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/dso/build-id.h"

/*
 * Opens for reading the regular file that task @pid sees at the absolute @path. Follows symbolic
 * links as that task would, but never leaves its root. Returns a descriptor, or -1 if the file is
 * missing or not regular, or if the task is gone or not accessible.
 */
int task_root__open(const char *procfs, int32_t pid, const char *path);

/*
 * Opens a file that the task @pid itself wrote at the absolute @path, as task_root__open() does, but
 * follows no symbolic link in its last component, and takes no file of another user than the task's
 * or root.
 */
int task_root__open_own(const char *procfs, int32_t pid, const char *path);

/*
 * Returns true if task @pid sees other numbers or files than this process, and sets *@inner to its
 * process's number in its own pid namespace.
 */
bool task_root__is_inner(const char *procfs, int32_t pid, int32_t *inner);

struct task_root {
	uint64_t ns;	   /* inode of its mount namespace */
	uint64_t dev, ino; /* device and inode of its root */
	int32_t pid;
};

/* One task of each container. */
struct task_roots {
	struct task_root *roots;
	size_t nr, cap;
};

/*
 * Searches all tasks; leaves out those that see the same files as this process. Finds fewer if out
 * of memory.
 */
void task_roots__init(struct task_roots *roots, const char *procfs);
void task_roots__exit(struct task_roots *roots);

/*
 * Opens the file at @path of build @bid in the first of these tasks' roots that has it. Returns a
 * descriptor, or -1.
 */
int task_roots__open_build(const struct task_roots *roots, const char *procfs, const char *path,
			   const struct build_id *bid);

#endif /* PERF_DEFER_UTIL_DSO_TASK_ROOT_H */
