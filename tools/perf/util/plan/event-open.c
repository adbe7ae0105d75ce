// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <perf/defer-attr.h>

#include "util/events/attr-kernel.h"
#include "util/host/cgroupfs.h"
#include "util/plan/event-open.h"

#define FD_CLOEXEC_FLAG (1UL << 3) /* PERF_FLAG_FD_CLOEXEC */
#define PID_CGROUP_FLAG (1UL << 2) /* PERF_FLAG_PID_CGROUP */

static int open_event(const struct defer_attr *attr, int32_t pid, int32_t cpu, int group_fd,
		      unsigned long flags)
{
	uint8_t kernel_attr[ATTR_KERNEL_SIZE];
	long fd;

	if (attr__to_kernel(attr, kernel_attr, sizeof(kernel_attr), NULL))
		return -EINVAL;
	fd = syscall(SYS_perf_event_open, kernel_attr, pid, cpu, group_fd, FD_CLOEXEC_FLAG | flags);
	return fd < 0 ? -errno : (int)fd;
}

int event__open(const struct defer_attr *attr, int32_t pid, int32_t cpu, int group_fd)
{
	return open_event(attr, pid, cpu, group_fd, 0);
}

int event__open_cgroup(const struct defer_attr *attr, const char *cgroup, int32_t cpu, int group_fd)
{
	int dir = cgroupfs__open(cgroup), fd;

	if (dir < 0)
		return dir;
	fd = open_event(attr, dir, cpu, group_fd, PID_CGROUP_FLAG);
	close(dir);
	return fd;
}
