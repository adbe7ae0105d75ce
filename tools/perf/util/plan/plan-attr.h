/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-attr: what the options make of an event's attr. Pure. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_ATTR_H
#define PERF_DEFER_UTIL_PLAN_PLAN_ATTR_H

#include "util/host/hostinfo.h"
#include "util/plan/opts.h"

/* What of newer kernels may be asked for; a probe clears what this one refuses. */
struct plan_kernel {
	bool defer;	    /* Linux 6.19 */
	bool read_lost;	    /* Linux 6.0 */
	bool build_id;	    /* Linux 5.12 */
	bool user_only;	    /* this user may not look into the kernel */
	bool weight_struct; /* Linux 5.12, and a processor that perf asks for it on */
	/*
	 * Linux 6.12: inherited events whose samples read counters. Each task then has values of
	 * its own, under the ids of the first (kernel/events/core.c, has_inherit_and_sample_read()).
	 */
	bool inherit_read;
};

/* perf's default rate, Hz. */
#define PLAN_DEFAULT_FREQ 4000

/* Completes the attr of event @idx of @events, which are the asked ones without the tracking one. */
void plan_attr__complete(struct event_list *events, uint32_t idx, const struct record_opts *opts,
			 const struct plan_kernel *kernel, const struct hostinfo *host);

/* Would @spec, not completed yet, be inherited if this kernel could read its group then? */
bool plan_attr__loses_inherit(const struct event_spec *spec, const struct record_opts *opts,
			      const struct plan_kernel *kernel);

/* The event that tells of tasks and maps and takes the deferred callchains, one a buffer. */
void plan_attr__tracking(struct defer_attr *attr, const struct record_opts *opts,
			 const struct plan_kernel *kernel);

/*
 * Where samples are written over: takes from @tracking what comes with samples, user callchains
 * and switches, into @attr, an event among them. False if there is nothing of that.
 */
bool plan_attr__split_tracking(struct defer_attr *attr, struct defer_attr *tracking);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_ATTR_H */
