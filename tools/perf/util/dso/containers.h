/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * containers: finds files missing here in the root directories of running containers. Searches for
 * containers when the first file is requested.
 */
#ifndef PERF_DEFER_UTIL_DSO_CONTAINERS_H
#define PERF_DEFER_UTIL_DSO_CONTAINERS_H

#include "util/dso/build-id.h"

struct containers;

/*
 * Returns a new set, or NULL if out of memory. @procfs is the mount point of /proc, and must
 * outlive the set.
 */
struct containers *containers__new(const char *procfs);
void containers__delete(struct containers *containers);

/*
 * Opens the regular file at the absolute @path, of build @bid, in the first container that has it.
 * Returns a descriptor that the caller closes, or -1. Any number of threads may call it.
 */
int containers__open_build(struct containers *containers, const char *path,
			   const struct build_id *bid);

/*
 * Returns the number that process @pid has in its own pid namespace, if it still runs and sees other
 * numbers or files than this process; else 0.
 */
int32_t containers__inner_pid(const struct containers *containers, int32_t pid);

/* Opens a file that process @pid wrote, as task_root__open_own() does. */
int containers__open_own(const struct containers *containers, int32_t pid, const char *path);

#endif /* PERF_DEFER_UTIL_DSO_CONTAINERS_H */
