// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/term/editor.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct edit {
	const char *path;
	unsigned int line;
};

/*
 * Waits for the editor. If it stops, so does the whole job, until the shell brings it back: a shell
 * looks at the program that it started.
 */
static int wait_editor(pid_t pid)
{
	int status = 0;

	for (;;) {
		if (waitpid(pid, &status, WUNTRACED) < 0) {
			if (errno == EINTR)
				continue;
			return -1;
		}
		if (!WIFSTOPPED(status))
			return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		kill(getpid(), SIGSTOP);
		kill(pid, SIGCONT);
	}
}

static int start_editor(const struct edit *edit, const char *editor, int fd, pid_t *pid)
{
	char line[16], command[512];
	char *const args[] = {(char *)"sh", (char *)"-c",	command, (char *)"sh",
			      line,	    (char *)edit->path, NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int ret;

	if (snprintf(command, sizeof(command), "%s \"$@\"", editor) >= (int)sizeof(command))
		return E2BIG;
	snprintf(line, sizeof(line), "+%u", edit->line);
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	if (fd > STDIN_FILENO)
		posix_spawn_file_actions_adddup2(&files, fd, STDIN_FILENO);
	ret = posix_spawn(pid, "/bin/sh", &files, &attr, args, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return ret;
}

const char *editor__name(void)
{
	const char *name = getenv("VISUAL");

	if (!name || !*name)
		name = getenv("EDITOR");
	return name && *name ? name : "vi";
}

/* Returns the editor's exit status, or -1. */
static int run_editor(void *ctx, int fd)
{
	pid_t pid;

	return start_editor(ctx, editor__name(), fd, &pid) ? -1 : wait_editor(pid);
}

int editor__open(struct term *term, const char *path, unsigned int line)
{
	struct edit edit = {path, line};

	return term__lend(term, run_editor, &edit);
}
