/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * control: perf's --control=fd:N[,M] and fifo:path[,path]: reads commands, writes "ack\n". Commands
 * are those of perf-record(1): enable ['NAME'], disable ['NAME'], stop, ping, snapshot, evlist
 * [-v|-g|-F].
 *
 * A command is a line, ended by a newline, a NUL or the end of the file. Empty lines are ignored.
 *
 * The descriptor to poll is an epoll descriptor of our own, for two reasons: without writers the
 * end of the file would be readable forever, and a descriptor that is shared with other processes
 * stays in the poller's set even after it is closed here.
 */
#ifndef PERF_DEFER_UTIL_RECORD_CONTROL_H
#define PERF_DEFER_UTIL_RECORD_CONTROL_H

#include <stdbool.h>

#include <perf/defer-error.h>

enum control_command {
	CONTROL_NONE,
	CONTROL_ENABLE,
	CONTROL_DISABLE,
	CONTROL_STOP,
	CONTROL_PING,
	CONTROL_SNAPSHOT,
	CONTROL_EVLIST,
	CONTROL_UNKNOWN,
};

struct control {
	int fd;	       /* readable when there is input; -1: no more input will come */
	int in_fd;     /* source of commands */
	int ack_fd;    /* -1: none */
	bool owns;     /* in_fd and ack_fd were opened here, and are closed here */
	bool too_long; /* the rest of a line that did not fit is being skipped */
	char line[128];
	unsigned int len;
	char arg[128]; /* argument of the last command, or "" */
};

/*
 * Opens the control files; none if @spec is NULL. Flags of inherited descriptors are not changed,
 * since other processes may share them. Returns DEFER_ERR_INVAL for an invalid @spec or a file of
 * the wrong kind, DEFER_ERR_IO for a file that cannot be opened.
 */
int control__open(struct control *control, const char *spec, struct defer_error *err);
void control__close(struct control *control);
/*
 * Returns the next whole command and sets arg, or returns CONTROL_NONE if there is none yet. Never
 * blocks. At the end of input, closes fd and sets it to -1.
 */
enum control_command control__read(struct control *control);
/*
 * Writes "ack\n" if acks were requested and the reader keeps up: an ack that would block is
 * dropped.
 */
void control__ack(const struct control *control);

#endif /* PERF_DEFER_UTIL_RECORD_CONTROL_H */
