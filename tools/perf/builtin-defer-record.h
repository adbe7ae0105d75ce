/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_BUILTIN_DEFER_RECORD_H
#define PERF_BUILTIN_DEFER_RECORD_H

#include "util/plan/plan.h"

/* The exit status where nothing was recorded, since it could not be. */
#define RECORD_EXIT_FAULTS 2

/*
 * Adds to @faults what forbids the recording beyond what the plan saw: a command that is not
 * there, an output that cannot be written, a control file that cannot be read. Negative without
 * memory.
 */
int record__check(const struct record_opts *opts, struct faults *faults, struct defer_error *err);

/*
 * Copies what the finished recording hit to perf's cache of build ids, unless the user does not
 * want that. What goes wrong is said, and costs nothing but copies. A signal may end it.
 */
void record__cache_build_ids(const struct record_opts *opts, const char *path);

#endif /* PERF_BUILTIN_DEFER_RECORD_H */
