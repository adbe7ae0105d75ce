/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * command: the recorded program. It is forked before events are opened on it and held until they
 * are enabled, so that its first instruction can be sampled.
 */
#ifndef PERF_DEFER_UTIL_RECORD_COMMAND_H
#define PERF_DEFER_UTIL_RECORD_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

#include <perf/defer-error.h>

#include "util/record/caller.h"

struct command {
	pid_t pid;   /* -1: none */
	int go_fd;   /* writing a byte releases the child; closing it makes the child exit */
	int exec_fd; /* has an errno if exec failed, otherwise end of file */
	bool running;
	int status; /* as from waitpid(); valid when not running */
};

/*
 * Forks a child, which waits, with the state of @caller. @quiet_stdout redirects its output to
 * stderr, if stdout is the recording.
 */
int command__fork(struct command *command, const char **argv, bool quiet_stdout,
		  const struct caller *caller, struct defer_error *err);
/* Releases the child. Returns 0, or DEFER_ERR_NOENT with the reason why exec failed. */
int command__start(struct command *command, const char *name, struct defer_error *err);
/* Returns whether the command has ended. Never blocks. */
bool command__ended(struct command *command);
/* Returns whether the command has begun to exit, or is gone: its events end before it can be waited for. */
bool command__exits(const struct command *command);
/* Ends a child that was never released, and waits for one that was asked to end. */
void command__exit(struct command *command);

#endif /* PERF_DEFER_UTIL_RECORD_COMMAND_H */
