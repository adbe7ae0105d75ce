/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * containers: files that are not here, as the tasks see them that run in other roots now. Who they
 * are is found when the first file is asked for.
 */
#ifndef PERF_DEFER_UTIL_DSO_CONTAINERS_H
#define PERF_DEFER_UTIL_DSO_CONTAINERS_H

#include "util/dso/build-id.h"

struct containers;

/* @procfs is where /proc is, and outlives it. NULL without memory. */
struct containers *containers__new(const char *procfs);
void containers__delete(struct containers *containers);

/*
 * Opens the first container's regular file at @path, which is absolute, that is build @bid: a
 * descriptor that the caller closes, or -1. For any number of threads.
 */
int containers__open_build(struct containers *containers, const char *path,
			   const struct build_id *bid);

#endif /* PERF_DEFER_UTIL_DSO_CONTAINERS_H */
