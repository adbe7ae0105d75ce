// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>

#include "util/record/caller.h"

void caller__save(struct caller *caller)
{
	sigprocmask(SIG_SETMASK, NULL, &caller->mask);
	sigaction(SIGCHLD, NULL, &caller->child);
	sigaction(SIGPIPE, NULL, &caller->pipe);
	sigaction(SIGXFSZ, NULL, &caller->file_size);
	getrlimit(RLIMIT_NOFILE, &caller->nofile);
}

void caller__restore(const struct caller *caller)
{
	setrlimit(RLIMIT_NOFILE, &caller->nofile);
	sigaction(SIGCHLD, &caller->child, NULL);
	sigaction(SIGPIPE, &caller->pipe, NULL);
	sigaction(SIGXFSZ, &caller->file_size, NULL);
	sigprocmask(SIG_SETMASK, &caller->mask, NULL);
}
