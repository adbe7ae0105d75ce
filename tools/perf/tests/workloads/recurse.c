// SPDX-License-Identifier: GPL-2.0-only
/* recurse [MS [DEPTH]]: main -> run -> descend, DEPTH times -> bottom -> read. */
#include <fcntl.h>

#include "tests/workloads/workload.h"

static char buf[64 * 1024];

static __noinline long bottom(int zero)
{
	return syscall3(SYS_read, zero, (long)buf, sizeof(buf));
}

static __noinline long descend(int zero, long depth)
{
	long ret = depth > 1 ? descend(zero, depth - 1) : bottom(zero);

	/* Not a loop, and not the last thing that it does. */
	__asm__ volatile("" : "+r"(ret));
	return ret;
}

static __noinline long run(double deadline, long depth)
{
	int zero = open("/dev/zero", O_RDONLY);
	long sum = 0;

	if (zero < 0)
		die("/dev/zero");
	while (now() < deadline)
		sum += descend(zero, depth);
	return sum;
}

int main(int argc, char **argv)
{
	double deadline = arg_deadline(argc, argv, 1, 500);

	return run(deadline, arg_number(argc, argv, 2, 300)) < 0;
}
