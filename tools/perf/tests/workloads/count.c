// SPDX-License-Identifier: GPL-2.0-only
/*
 * count N [PROCESSES [US]]: each process calls write() exactly N times: main -> work -> one.
 *
 * It writes nothing else, so whoever records syscalls:sys_enter_write has N * PROCESSES events to
 * account for. US microseconds lie between two calls (none unless given). Prints nothing.
 */
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

static __noinline long one(int null)
{
	return syscall3(SYS_write, null, (long)"x", 1);
}

static __noinline int work(long nr, long us)
{
	const struct timespec pause = {us / 1000000, us % 1000000 * 1000};
	int null = open("/dev/null", O_WRONLY);
	long done = 0;

	if (null < 0)
		return 1;
	for (long i = 0; i < nr; i++) {
		done += one(null);
		if (us)
			nanosleep(&pause, NULL);
	}
	return done != nr;
}

int main(int argc, char **argv)
{
	long nr = arg_number(argc, argv, 1, 1000), processes = arg_number(argc, argv, 2, 1);
	long us = arg_number(argc, argv, 3, 0);
	int status, failed = 0;

	for (long i = 1; i < processes; i++) {
		pid_t pid = fork();

		if (pid < 0)
			return 1;
		if (!pid)
			_exit(work(nr, us));
	}
	failed = work(nr, us);
	while (wait(&status) > 0)
		failed |= status;
	return failed != 0;
}
