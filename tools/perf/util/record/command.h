/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * command: the program that is recorded, forked before events are opened on it and held back
 * until they are enabled, so that its first instruction can be sampled.
 */
#ifndef PERF_DEFER_UTIL_RECORD_COMMAND_H
#define PERF_DEFER_UTIL_RECORD_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

#include <perf/defer-error.h>

#include "util/record/caller.h"

struct command {
	pid_t pid;   /* -1: none */
	int go_fd;   /* a byte lets it go; closing it ends it */
	int exec_fd; /* has an errno if the exec failed, ends if it did not */
	bool running;
	int status; /* as waitpid() had it, once it is not running any more */
};

/*
 * Forks; the child waits, with what @caller had. @quiet_stdout sends its output to stderr: ours
 * has a trace on stdout.
 */
int command__fork(struct command *command, const char **argv, bool quiet_stdout,
		  const struct caller *caller, struct defer_error *err);
/* Lets it exec: 0, or DEFER_ERR_NOENT with what the exec failed with. */
int command__start(struct command *command, const char *name, struct defer_error *err);
/* Has it ended? Never waits. */
bool command__ended(struct command *command);
/* Ends it if it was never let go, and waits for it if it was asked to end. */
void command__exit(struct command *command);

#endif /* PERF_DEFER_UTIL_RECORD_COMMAND_H */
