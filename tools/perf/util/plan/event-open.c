// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/events/attr-kernel.h"
#include "util/plan/event-open.h"

#define FD_CLOEXEC_FLAG (1UL << 3) /* PERF_FLAG_FD_CLOEXEC */

int event__open(const struct defer_attr *attr, int32_t pid, int32_t cpu, int group_fd)
{
	uint8_t kernel_attr[ATTR_KERNEL_SIZE];
	long fd;

	if (attr__to_kernel(attr, kernel_attr, sizeof(kernel_attr), NULL))
		return -EINVAL;
	fd = syscall(SYS_perf_event_open, kernel_attr, pid, cpu, group_fd, FD_CLOEXEC_FLAG);
	return fd < 0 ? -errno : (int)fd;
}
