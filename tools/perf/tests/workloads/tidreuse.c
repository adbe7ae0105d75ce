// SPDX-License-Identifier: GPL-2.0-only
/*
 * tidreuse [N]: N children, one after the other, so that their ids are soon given out again where
 * kernel.pid_max is low. Even ones are named "even" and do main -> life -> even_work -> read, odd
 * ones "odd" and odd_work: a stack that went to another life of its id is seen. Exits with 3 if no
 * id was given out twice.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

static char buf[16 * 1024];

static __noinline long even_work(int zero)
{
	return syscall3(SYS_read, zero, (long)buf, sizeof(buf));
}

static __noinline long odd_work(int zero)
{
	return syscall3(SYS_read, zero, (long)buf, sizeof(buf));
}

static __noinline int life(int zero, long i)
{
	long sum = 0;

	prctl(PR_SET_NAME, i % 2 ? "odd" : "even");
	for (int round = 0; round < 4; round++)
		sum += i % 2 ? odd_work(zero) : even_work(zero);
	return sum != 4 * sizeof(buf);
}

int main(int argc, char **argv)
{
	long nr = arg_number(argc, argv, 1, 1000);
	int zero = open("/dev/zero", O_RDONLY), status, failed = zero < 0;
	static unsigned char seen[1 << 22];
	long again = 0;

	for (long i = 0; i < nr; i++) {
		pid_t pid = fork();

		if (pid < 0)
			die("fork");
		if (!pid)
			_exit(life(zero, i));
		again += seen[pid % sizeof(seen)]++ != 0;
		if (waitpid(pid, &status, 0) != pid || status)
			failed = 1;
	}
	if (failed)
		return 1;
	return again ? 0 : 3;
}
