/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * control: perf's --control=fd:N[,M] and fifo:path[,path]: commands in, "ack\n" out
 * (man perf-record: enable, disable, stop, ping, snapshot, evlist).
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
	int fd, ack_fd; /* -1: none */
	bool owns;
	char line[64];
	unsigned int len;
};

/* @spec NULL: no control. Both are made non-blocking. */
int control__open(struct control *control, const char *spec, struct defer_error *err);
void control__close(struct control *control);
/* The next whole command, or CONTROL_NONE if there is none yet. Never waits. */
enum control_command control__read(struct control *control);
/* "ack\n", if an ack was asked for. */
void control__ack(const struct control *control);

#endif /* PERF_DEFER_UTIL_RECORD_CONTROL_H */
