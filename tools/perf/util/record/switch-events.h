/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * switch_events: the events of --switch-output-event, which are not recorded: each time that one
 * of them happens the output is switched. Each has a page of buffer of its own, wherever it is
 * open, since an event without a buffer wakes nobody (Linux 7.2, kernel/events/core.c,
 * perf_poll()).
 *
 * perf reads them in a thread that sends SIGUSR2. Here the recorder's own rounds do.
 */
#ifndef PERF_DEFER_UTIL_RECORD_SWITCH_EVENTS_H
#define PERF_DEFER_UTIL_RECORD_SWITCH_EVENTS_H

#include "util/plan/plan.h"

struct switch_event {
	int fd;
	void *base; /* of its buffer */
};

struct switch_events {
	struct switch_event *events; /* wherever they are open */
	uint32_t nr;
	int epoll_fd; /* readable when one has happened; -1: there are none */
};

/* Opens what the plan has, disabled: all or nothing. @command_pid as in rings__open(). */
int switch_events__open(struct switch_events *events, const struct plan *plan, int32_t command_pid,
			struct defer_error *err);
void switch_events__close(struct switch_events *events);

int switch_events__enable(const struct switch_events *events);
/* Has one happened since the last call, or several? Never waits. */
bool switch_events__happened(struct switch_events *events);

#endif /* PERF_DEFER_UTIL_RECORD_SWITCH_EVENTS_H */
