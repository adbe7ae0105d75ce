/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event-open: perf_event_open() on struct defer_attr, to try what the kernel accepts and to open
 * what libperf does not.
 */
#ifndef PERF_DEFER_UTIL_PLAN_EVENT_OPEN_H
#define PERF_DEFER_UTIL_PLAN_EVENT_OPEN_H

#include <stdint.h>

struct defer_attr;

/*
 * Opens an event. Returns a descriptor that the caller closes, or -errno. @group_fd is -1 for a
 * leader.
 */
int event__open(const struct defer_attr *attr, int32_t pid, int32_t cpu, int group_fd);

/* Opens an event for the tasks of the cgroup whose directory is @cgroup, on one CPU. */
int event__open_cgroup(const struct defer_attr *attr, const char *cgroup, int32_t cpu,
		       int group_fd);

#endif /* PERF_DEFER_UTIL_PLAN_EVENT_OPEN_H */
