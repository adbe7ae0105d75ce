// SPDX-License-Identifier: GPL-2.0-only
/* syscalls [MS]: one system call after the other, main -> run -> level1 -> level2 -> level3. */
#include <fcntl.h>

#include "tests/workloads/workload.h"

static char buf[64 * 1024];

static __noinline long level3(int zero, int null)
{
	long len = syscall3(SYS_read, zero, (long)buf, sizeof(buf));

	return len + syscall3(SYS_write, null, (long)buf, len);
}

static __noinline long level2(int zero, int null)
{
	long ret = level3(zero, null);

	spin(50);
	return ret;
}

static __noinline long level1(int zero, int null)
{
	long ret = level2(zero, null);

	return ret + syscall3(SYS_getppid, 0, 0, 0);
}

static __noinline long run(double deadline)
{
	int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);
	long sum = 0;

	if (zero < 0 || null < 0)
		die("/dev/zero, /dev/null");
	while (now() < deadline)
		sum += level1(zero, null);
	return sum;
}

int main(int argc, char **argv)
{
	return run(arg_deadline(argc, argv, 1, 500)) < 0;
}
