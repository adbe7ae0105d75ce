/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan-switch: the events of --switch-output-event. As in perf they are not recorded, and are
 * looked for on all of the system where a command is recorded, not in the command alone.
 */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_SWITCH_H
#define PERF_DEFER_UTIL_PLAN_PLAN_SWITCH_H

#include "util/host/hostinfo.h"
#include "util/plan/plan-attr.h"
#include "util/plan/plan.h"

/* Of each one's buffer, without the header page. */
#define PLAN_SWITCH_PAGES 1

/* Where an event is opened: as perf_event_open() takes them, -1 is any. */
struct plan_place {
	int32_t tid, cpu;
};

/* Completes the attrs of plan->switch_events. One that nobody said how often to count is a fault. */
int plan_switch__complete(struct plan *plan, const struct plan_kernel *kernel,
			  struct faults *faults);

/* At how many places each is opened, and place @i. @command_pid: -1 if it is not there yet. */
uint32_t plan_switch__nr_places(const struct plan *plan);
struct plan_place plan_switch__place(const struct plan *plan, uint32_t i, int32_t command_pid);

/* Descriptors, and bytes of locked memory, of all of them. */
uint64_t plan_switch__nr_fds(const struct plan *plan);
uint64_t plan_switch__locked_bytes(const struct plan *plan);

/* Opens each where it will be opened, and closes it: a fault for what is refused. */
int plan_switch__probe(const struct plan *plan, const struct hostinfo *host, struct faults *faults);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_SWITCH_H */
