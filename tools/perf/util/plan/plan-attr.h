/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-attr: completes an event's attr from the options. Pure. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_ATTR_H
#define PERF_DEFER_UTIL_PLAN_PLAN_ATTR_H

#include "util/host/hostinfo.h"
#include "util/plan/opts.h"

/* Features of newer kernels; a probe clears those that this kernel rejects. */
struct plan_kernel {
	bool defer;	    /* Linux 6.19 */
	bool read_lost;	    /* Linux 6.0 */
	bool build_id;	    /* Linux 5.12 */
	bool user_only;	    /* this user may not sample the kernel */
	bool weight_struct; /* Linux 5.12, on processors where perf uses it */
	/*
	 * Linux 6.12: inherited events whose samples read counters. Each task then has its own
	 * values, under the first event's IDs (kernel/events/core.c,
	 * has_inherit_and_sample_read()).
	 */
	bool inherit_read;
};

/* perf's default rate, in Hz. */
#define PLAN_DEFAULT_FREQ 4000

/* Completes the attr of event @idx of @events, the requested events without the tracking event. */
void plan_attr__complete(struct event_list *events, uint32_t idx, const struct record_opts *opts,
			 const struct plan_kernel *kernel, const struct hostinfo *host);

/*
 * Returns whether @spec, not completed yet, would be inherited if this kernel could read its group
 * then.
 */
bool plan_attr__loses_inherit(const struct event_spec *spec, const struct record_opts *opts,
			      const struct plan_kernel *kernel);

/*
 * Fills the attr of the tracking event, which records tasks and maps and carries the deferred
 * callchains. Each buffer has one.
 */
void plan_attr__tracking(struct defer_attr *attr, const struct record_opts *opts,
			 const struct plan_kernel *kernel);

/*
 * For overwritten samples: moves the flags whose records come with samples, user callchains and
 * switches, from @tracking to @attr, an additional event. Returns false if there are none.
 */
bool plan_attr__split_tracking(struct defer_attr *attr, struct defer_attr *tracking);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_ATTR_H */
