/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-probe: what this kernel takes, found by opening events and closing them again. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_PROBE_H
#define PERF_DEFER_UTIL_PLAN_PLAN_PROBE_H

#include "util/host/hostinfo.h"
#include "util/plan/plan-attr.h"
#include "util/plan/plan.h"

/* What of newer kernels is there. @why_not: why deferral is not, or NULL. */
void plan_probe__kernel(struct plan_kernel *kernel, const struct hostinfo *host,
			const char **why_not);

/*
 * Opens each group of the plan where it will be opened, and closes it. What is refused becomes a
 * fault with its remedy. Precision that the PMU does not have is lowered, as perf does.
 *
 * The kernel waits for all CPUs when the last event of a tracepoint is closed, tens of
 * milliseconds. So of tracepoints that it cannot but treat alike the first is tried, and the
 * others where that one was refused.
 */
int plan_probe__events(struct plan *plan, const struct hostinfo *host, struct faults *faults);

/*
 * Must the kernel take tracepoint @spec, since it took @taken? It looks at the attr, and at flags that
 * the events of a system have in common, but for those of ftrace (Linux 7.2,
 * kernel/trace/trace_event_perf.c, perf_trace_event_perm()).
 */
bool plan_probe__is_like(const struct event_spec *spec, const struct event_spec *taken);

/* Would @attr be taken, on ourselves? 0 or -errno. */
int plan_probe__attr(const struct defer_attr *attr);

/*
 * Notes why BPF programs that are loaded already will have no names in this recording of the
 * kernel, if they will not. Negative without memory.
 */
int plan_probe__note_bpf(struct plan *plan);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_PROBE_H */
