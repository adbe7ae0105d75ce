/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-chain: how each event's user stacks are recorded: by callchains, stack dumps or branches. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_CHAIN_H
#define PERF_DEFER_UTIL_PLAN_PLAN_CHAIN_H

#include "util/plan/plan-attr.h"
#include "util/plan/plan.h"

/*
 * Completes the attr of an event with callchains. Pure. Rules of perf (Linux 6.12,
 * tools/perf/util/evsel.c, __evsel__config_callchain()):
 * - LBRs give way to other branches and to events of the kernel alone;
 * - a dump includes the registers needed to unwind it.
 */
void plan_chain__set(struct event_spec *spec, const struct record_opts *opts,
		     const struct plan_kernel *kernel);

/* Adds to the tracking event the flags that the completed attrs of the other events need. Pure. */
void plan_chain__track(struct defer_attr *tracking, const struct event_list *events,
		       uint32_t first);

/* Returns the best mode among the events from @first on. Pure. */
enum plan_defer plan_chain__how(const struct event_list *events, uint32_t first);

/*
 * Notes each deviation from the request, once the mode is known. Returns non-zero without memory.
 */
int plan_chain__note(struct plan *plan, const struct record_opts *opts);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_CHAIN_H */
