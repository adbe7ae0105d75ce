/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * switch_events: the events of --switch-output-event. They are not recorded; each occurrence
 * switches the output. Each has a buffer of one page wherever it is open, since an event without a
 * buffer wakes no poller (Linux 7.2, kernel/events/core.c, perf_poll()).
 *
 * perf reads them in a thread that sends SIGUSR2; here the recorder's rounds read them.
 */
#ifndef PERF_DEFER_UTIL_RECORD_SWITCH_EVENTS_H
#define PERF_DEFER_UTIL_RECORD_SWITCH_EVENTS_H

#include "util/plan/plan.h"

struct switch_event {
	int fd;
	void *base; /* mapping of its buffer */
};

struct switch_events {
	struct switch_event *events; /* one for each place where an event is open */
	uint32_t nr;
	int epoll_fd; /* readable when an event has occurred; -1: there are no events */
};

/* Opens the plan's events, disabled: all or none. @command_pid is as in rings__open(). */
int switch_events__open(struct switch_events *events, const struct plan *plan, int32_t command_pid,
			struct defer_error *err);
void switch_events__close(struct switch_events *events);

int switch_events__enable(const struct switch_events *events);
/* Returns whether any event has occurred since the last call. Never blocks. */
bool switch_events__happened(struct switch_events *events);

#endif /* PERF_DEFER_UTIL_RECORD_SWITCH_EVENTS_H */
