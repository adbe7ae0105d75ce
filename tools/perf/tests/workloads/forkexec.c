// SPDX-License-Identifier: GPL-2.0-only
/*
 * forkexec [MS]: forks and runs itself anew, again and again.
 *
 * The parent and its child until exec are "forkexec", with main -> storm -> spawn -> reap; the new
 * image is "exe" (it is run as /proc/self/exe), with main -> after_exec -> short_life. A stack
 * with the one's name and the other's functions is wrong.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

static char buf[64 * 1024];

static __noinline long short_life(int zero)
{
	return syscall3(SYS_read, zero, (long)buf, sizeof(buf));
}

static __noinline int after_exec(void)
{
	int zero = open("/dev/zero", O_RDONLY);
	long sum = 0;

	for (int i = 0; i < 8; i++)
		sum += short_life(zero);
	return sum != 8 * sizeof(buf);
}

static __noinline void replace(void)
{
	char *const argv[] = {(char *)"forkexec", (char *)"after-exec", NULL};
	char *const envp[] = {NULL};

	syscall3(SYS_execve, (long)"/proc/self/exe", (long)argv, (long)envp);
	_exit(127);
}

static __noinline long reap(pid_t pid, int *status)
{
	return syscall3(SYS_wait4, pid, (long)status, 0);
}

static __noinline int spawn(void)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (!pid)
		replace();
	if (reap(pid, &status) != pid)
		die("wait4");
	return status;
}

static __noinline int storm(double deadline)
{
	int failed = 0;

	while (now() < deadline)
		failed |= spawn();
	return failed;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "after-exec"))
		return after_exec();
	return storm(arg_deadline(argc, argv, 1, 1000)) != 0;
}
