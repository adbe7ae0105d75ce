/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_VERBS_RECORD_H
#define PERF_DEFER_VERBS_RECORD_H

#include "util/plan/plan.h"

/* Exit status if the recording could not start. */
#define RECORD_EXIT_FAULTS 2

/*
 * Adds faults that the plan cannot see: a missing command, an output that cannot be written, a
 * control file that cannot be read. Returns a negative code if out of memory.
 */
int record__check(const struct record_opts *opts, struct faults *faults, struct defer_error *err);

/*
 * Copies the files that the finished recording hit to perf's build-id cache, unless the user
 * disabled it. Errors are reported and only cost copies. A signal may end it.
 */
void record__cache_build_ids(const struct record_opts *opts, const char *path);

/* Prints the names that -e takes on this machine, one a line, for the completion of shells. */
void record__list_events(void);

#endif /* PERF_DEFER_VERBS_RECORD_H */
