/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-chain: how each event's user stacks are recorded: as callchains, dumps or branches. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_CHAIN_H
#define PERF_DEFER_UTIL_PLAN_PLAN_CHAIN_H

#include "util/plan/plan-attr.h"
#include "util/plan/plan.h"

/*
 * Completes the attr of an event that is to have callchains. Of perf's rules, Linux 6.12,
 * tools/perf/util/evsel.c, __evsel__config_callchain(): LBRs give way to other branches and to
 * events of the kernel alone, a dump has the registers that it is unwound from. Pure.
 */
void plan_chain__set(struct event_spec *spec, const struct record_opts *opts,
		     const struct plan_kernel *kernel);

/* What the event for tasks has to take on for the others, whose attrs are complete. Pure. */
void plan_chain__track(struct defer_attr *tracking, const struct event_list *events,
		       uint32_t first);

/* Of all events from @first on, the best that one of them does. Pure. */
enum plan_defer plan_chain__how(const struct event_list *events, uint32_t first);

/* Says what was done other than asked, once it is known how the plan does. Non-zero: no memory. */
int plan_chain__note(struct plan *plan, const struct record_opts *opts);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_CHAIN_H */
