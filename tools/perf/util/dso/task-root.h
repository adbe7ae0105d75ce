/* SPDX-License-Identifier: GPL-2.0-only */
/* task_root: files as tasks see them that have another root, or other mounts, than we: containers. */
#ifndef PERF_DEFER_UTIL_DSO_TASK_ROOT_H
#define PERF_DEFER_UTIL_DSO_TASK_ROOT_H

#include <stddef.h>
#include <stdint.h>

#include "util/dso/build-id.h"

/*
 * Opens the regular file that task @pid sees as @path, which is absolute, to be read. Symbolic
 * links lead to where they lead for that task, and out of its root for nobody. A descriptor, or
 * -1 if it is not there, is something else, or the task is gone or none of ours to look into.
 */
int task_root__open(const char *procfs, int32_t pid, const char *path);

/* One task of each container. */
struct task_roots {
	struct task_root {
		uint64_t ns;	   /* inode of its mount namespace */
		uint64_t dev, ino; /* of its root */
		int32_t pid;
	} * roots;
	size_t nr, cap;
};

/* Looks through all tasks; those that see what we see are left out. Without memory: some less. */
void task_roots__init(struct task_roots *roots, const char *procfs);
void task_roots__exit(struct task_roots *roots);

/* Opens the first of these tasks' files at @path that is build @bid: a descriptor, or -1. */
int task_roots__open_build(const struct task_roots *roots, const char *procfs, const char *path,
			   const struct build_id *bid);

#endif /* PERF_DEFER_UTIL_DSO_TASK_ROOT_H */
