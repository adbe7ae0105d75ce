/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan-switch: the events of --switch-output-event. As in perf, they are not recorded, and when a
 * command is recorded they are watched on the whole system, not only in the command.
 */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_SWITCH_H
#define PERF_DEFER_UTIL_PLAN_PLAN_SWITCH_H

#include "util/host/hostinfo.h"
#include "util/plan/plan-attr.h"
#include "util/plan/plan.h"

/* Size of each event's buffer, without the header page. */
#define PLAN_SWITCH_PAGES 1

/* Where an event is opened, in the arguments of perf_event_open(): -1 is any. */
struct plan_place {
	int32_t tid, cpu;
};

/* Completes the attrs of plan->switch_events. An event without a period is a fault. */
int plan_switch__complete(struct plan *plan, const struct plan_kernel *kernel,
			  struct faults *faults);

/*
 * Return the number of places at which each event is opened, and place @i. @command_pid is -1
 * before the command is forked.
 */
uint32_t plan_switch__nr_places(const struct plan *plan);
struct plan_place plan_switch__place(const struct plan *plan, uint32_t i, int32_t command_pid);

/* Return the descriptors and the bytes of locked memory of all switch events. */
uint64_t plan_switch__nr_fds(const struct plan *plan);
uint64_t plan_switch__locked_bytes(const struct plan *plan);

/* Opens each event in its final place, and closes it. A refusal becomes a fault. */
int plan_switch__probe(const struct plan *plan, const struct hostinfo *host, struct faults *faults);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_SWITCH_H */
