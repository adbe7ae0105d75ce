// SPDX-License-Identifier: GPL-2.0-only
/* syscalls [MS]: one system call after the other, main -> run -> level1 -> level2 -> level3. */
#include <fcntl.h>
#include <stdbool.h>

#include "tests/workloads/workload.h"

static char buf[64 * 1024];

/* libc's own clock would hide its caller. */
static __always_inline_fn bool is_before(double deadline)
{
	struct timespec ts;

	syscall3(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&ts, 0);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9 < deadline;
}

/*
 * A call is followed by work of the calling function itself. A return address where an inlined
 * function begins would be taken for a place in that one.
 */

static __noinline long level3(int zero, int null)
{
	long len = syscall3(SYS_read, zero, (long)buf, sizeof(buf));

	return len + syscall3(SYS_write, null, (long)buf, len);
}

static __noinline long level2(int zero, int null)
{
	spin(50);
	return 1 + level3(zero, null);
}

static __noinline long level1(int zero, int null)
{
	long parent = syscall3(SYS_getppid, 0, 0, 0);

	return parent + level2(zero, null);
}

static __noinline long run(double deadline)
{
	int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);
	long sum = 0;

	if (zero < 0 || null < 0)
		die("/dev/zero, /dev/null");
	while (is_before(deadline))
		for (int i = 0; i < 100; i++)
			sum += level1(zero, null);
	return sum;
}

int main(int argc, char **argv)
{
	end_chains_above(__builtin_frame_address(0));
	exit(run(arg_deadline(argc, argv, 1, 500)) < 0);
}
