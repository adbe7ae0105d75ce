/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * control: perf's --control=fd:N[,M] and fifo:path[,path]: commands in, "ack\n" out
 * (man perf-record: enable ['NAME'], disable ['NAME'], stop, ping, snapshot, evlist [-v|-g|-F]).
 *
 * A command is a line, ended by a newline, a NUL or the end of the file. Empty lines are none.
 *
 * What is polled is an epoll descriptor of our own. Where nobody can write any more, the end of
 * the file would be readable for ever, and a descriptor that others share stays in the poller's
 * set even when we close ours; this one goes.
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
	int fd;	       /* readable when there is something to read; -1: there never will be */
	int in_fd;     /* of commands */
	int ack_fd;    /* -1: none */
	bool owns;     /* we opened in_fd and ack_fd, and close them */
	bool too_long; /* what is read now belongs to a line that did not fit */
	char line[128];
	unsigned int len;
	char arg[128]; /* what stood behind the command that was read last, or "" */
};

/*
 * @spec NULL: no control. The flags of descriptors that were handed to us stay as they are,
 * since whoever did that may share them. DEFER_ERR_INVAL for a @spec that makes no sense or a
 * file of the wrong kind, DEFER_ERR_IO for one that cannot be opened.
 */
int control__open(struct control *control, const char *spec, struct defer_error *err);
void control__close(struct control *control);
/*
 * The next whole command, or CONTROL_NONE if there is none yet; sets arg. Never waits. Closes fd
 * where there will be no more, and sets it to -1.
 */
enum control_command control__read(struct control *control);
/* "ack\n", if an ack was asked for and is read: one that would have to wait is left out. */
void control__ack(const struct control *control);

#endif /* PERF_DEFER_UTIL_RECORD_CONTROL_H */
