/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * control: perf's --control=fd:N[,M] and fifo:path[,path]: commands in, "ack\n" out
 * (man perf-record: enable, disable, stop, ping, snapshot, evlist).
 *
 * A command is a line, ended by a newline, a NUL or the end of the file. Empty lines are none.
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
	int fd;	       /* -1: none, or nobody can write to it any more */
	int ack_fd;    /* -1: none */
	bool owns;     /* we opened them, and close them */
	bool too_long; /* what is read now belongs to a line that did not fit */
	char line[64];
	unsigned int len;
};

/*
 * @spec NULL: no control. The flags of descriptors that were handed to us stay as they are,
 * since whoever did that may share them. DEFER_ERR_INVAL for a @spec that makes no sense or a
 * file that is no fifo, DEFER_ERR_IO for one that cannot be opened or read.
 */
int control__open(struct control *control, const char *spec, struct defer_error *err);
void control__close(struct control *control);
/*
 * The next whole command, or CONTROL_NONE if there is none yet. Never waits. Sets fd to -1 where
 * it ends; who polls it has to look after each call, and to stop.
 */
enum control_command control__read(struct control *control);
/* "ack\n", if an ack was asked for and is read: one that would have to wait is left out. */
void control__ack(const struct control *control);

#endif /* PERF_DEFER_UTIL_RECORD_CONTROL_H */
