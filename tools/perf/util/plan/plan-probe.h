/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-probe: finds what this kernel accepts by opening events and closing them again. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_PROBE_H
#define PERF_DEFER_UTIL_PLAN_PLAN_PROBE_H

#include "util/host/hostinfo.h"
#include "util/plan/plan-attr.h"
#include "util/plan/plan.h"

/* Finds the features of newer kernels. @why_not is the reason against deferral, or NULL. */
void plan_probe__kernel(struct plan_kernel *kernel, const struct hostinfo *host,
			const char **why_not);

/*
 * Opens each group of the plan in its final place, and closes it. A refusal becomes a fault with
 * its remedy. Precision beyond the PMU's is lowered, as perf does.
 *
 * Closing the last event of a tracepoint waits for all CPUs in the kernel, for tens of
 * milliseconds. So of tracepoints that the kernel must treat alike only the first is tried, and
 * another one only if that was refused.
 */
int plan_probe__events(struct plan *plan, const struct hostinfo *host, struct faults *faults);

/*
 * Returns whether the kernel must accept tracepoint @spec, given that it accepted @taken. It checks
 * the attr, and flags that all events of a system share, except for ftrace (Linux 7.2,
 * kernel/trace/trace_event_perf.c, perf_trace_event_perm()).
 */
bool plan_probe__is_like(const struct event_spec *spec, const struct event_spec *taken);

/* Opens @attr on the calling task and closes it. Returns 0 or -errno. */
int plan_probe__attr(const struct defer_attr *attr);

/*
 * Adds a note if BPF programs that are already loaded will have no names in this recording of the
 * kernel, with the reason. Returns negative without memory.
 */
int plan_probe__note_bpf(struct plan *plan);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_PROBE_H */
