/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event-open: perf_event_open() on attrs of ours, for trying what the kernel takes, and for what
 * libperf does not open.
 */
#ifndef PERF_DEFER_UTIL_PLAN_EVENT_OPEN_H
#define PERF_DEFER_UTIL_PLAN_EVENT_OPEN_H

#include <perf/defer.h>

/* A descriptor that the caller closes, or -errno. @group_fd: -1 for a leader. */
int event__open(const struct defer_attr *attr, int32_t pid, int32_t cpu, int group_fd);

/* The same for the tasks of the cgroup whose directory is @cgroup, on one CPU. */
int event__open_cgroup(const struct defer_attr *attr, const char *cgroup, int32_t cpu,
		       int group_fd);

#endif /* PERF_DEFER_UTIL_PLAN_EVENT_OPEN_H */
