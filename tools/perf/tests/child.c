// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/child.h"
#include "tests/tests.h"

int child__run(int (*body)(void))
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	T_CHECK(pid >= 0);
	if (!pid)
		exit(body());
	T_EQ(waitpid(pid, &status, 0), pid);
	T_CHECK(WIFEXITED(status));
	return WEXITSTATUS(status);
}

int lowest_fd(void)
{
	int fd = dup(STDERR_FILENO);

	close(fd);
	return fd;
}
