// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/child.h"
#include "tests/tests.h"

pid_t child__begin(void)
{
	fflush(NULL);
	return fork();
}

int child__end(pid_t pid)
{
	int status;

	T_CHECK(pid >= 0);
	T_EQ(waitpid(pid, &status, 0), pid);
	T_CHECK(WIFEXITED(status));
	return WEXITSTATUS(status);
}

int child__run(int (*body)(void))
{
	pid_t pid = child__begin();

	if (!pid)
		exit(body());
	return child__end(pid);
}

int child__run_quick(int (*body)(void))
{
	pid_t pid = child__begin();

	if (!pid)
		_exit(body());
	return child__end(pid);
}

int lowest_fd(void)
{
	int fd = dup(STDERR_FILENO);

	close(fd);
	return fd;
}
