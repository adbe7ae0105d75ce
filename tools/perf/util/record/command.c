// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/record/command.h"

/* A flag of a task that has begun to exit: Linux 7.2, include/linux/sched.h. */
#define PF_EXITING 0x4

static void child__run(const char **argv, bool quiet_stdout, const struct caller *caller, int go_fd,
		       int exec_fd)
{
	ssize_t got;
	char go;

	if (quiet_stdout)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	caller__restore(caller);
	/* perf's name for a child before the exec of its program. */
	prctl(PR_SET_NAME, "perf-exec");

	do {
		got = read(go_fd, &go, 1);
	} while (got < 0 && errno == EINTR);
	if (got == 1)
		execvp(argv[0], (char **)argv);
	else
		_exit(0);

	got = errno;
	if (write(exec_fd, &(int){got}, sizeof(int)) < 0)
		_exit(126);
	_exit(127);
}

int command__fork(struct command *command, const char **argv, bool quiet_stdout,
		  const struct caller *caller, struct defer_error *err)
{
	int go[2], exec[2];

	*command = (struct command){.pid = -1, .go_fd = -1, .exec_fd = -1};
	if (pipe2(go, O_CLOEXEC))
		goto failed;
	if (pipe2(exec, O_CLOEXEC)) {
		close(go[0]);
		close(go[1]);
		goto failed;
	}
	command->pid = fork();
	if (!command->pid) {
		close(go[1]);
		close(exec[0]);
		child__run(argv, quiet_stdout, caller, go[0], exec[1]);
	}
	close(go[0]);
	close(exec[1]);
	command->go_fd = go[1];
	command->exec_fd = exec[0];
	if (command->pid > 0)
		return 0;
	close(command->go_fd);
	close(command->exec_fd);
failed:
	return defer_error__set(err, DEFER_ERR_IO, "cannot fork %s: %s", argv[0], strerror(errno));
}

int command__start(struct command *command, const char *name, struct defer_error *err)
{
	int error = 0;
	ssize_t got;

	command->running = true;
	if (write(command->go_fd, "", 1) != 1)
		error = errno;
	close(command->go_fd);
	command->go_fd = -1;
	do {
		got = read(command->exec_fd, &error, sizeof(error));
	} while (got < 0 && errno == EINTR);
	close(command->exec_fd);
	command->exec_fd = -1;
	if (!error)
		return 0;
	return defer_error__set(err, DEFER_ERR_NOENT, "%s: %s", name, strerror(error));
}

bool command__ended(struct command *command)
{
	if (command->running && waitpid(command->pid, &command->status, WNOHANG) == command->pid)
		command->running = false;
	return !command->running;
}

bool command__exits(const struct command *command)
{
	char path[64], line[1024];
	unsigned int flags = PF_EXITING;
	const char *name_end;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", command->pid);
	file = fopen(path, "re");
	if (!file)
		return true;
	/* The name may contain anything: "pid (name) state ppid pgrp session tty tpgid flags". */
	name_end = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	if (name_end && sscanf(name_end, ") %*c %*d %*d %*d %*d %*d %u", &flags) != 1)
		flags = PF_EXITING;
	fclose(file);
	return flags & PF_EXITING;
}

void command__exit(struct command *command)
{
	if (command->pid <= 0)
		return;
	if (command->exec_fd >= 0)
		close(command->exec_fd);
	if (command->go_fd >= 0) {
		close(command->go_fd);
		waitpid(command->pid, &command->status, 0);
	} else if (command->running) {
		kill(command->pid, SIGTERM);
		waitpid(command->pid, &command->status, 0);
		command->running = false;
	}
	command->pid = -1;
}
