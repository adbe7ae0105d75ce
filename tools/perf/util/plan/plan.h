/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan: everything that a recording will open, worked out and checked before it does.
 *
 * perf_event_open() validates before it changes anything, and so do we: each event and group as
 * a whole, the limits of this host, the output. What is wrong is collected, all of it; nothing
 * is opened (beyond probes that are closed again), created, truncated or started.
 */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_H
#define PERF_DEFER_UTIL_PLAN_PLAN_H

#include "util/events/event-list.h"
#include "util/plan/faults.h"
#include "util/plan/opts.h"
#include "util/plan/target.h"

enum plan_defer {
	PLAN_DEFERRED,	/* user callchains come later */
	PLAN_IN_PLACE,	/* the kernel cannot, or --no-defer */
	PLAN_DUMPED,	/* --call-graph dwarf: copies of stacks, which are not unwound here */
	PLAN_BRANCHES,	/* --call-graph lbr: branch records, which are not used here */
	PLAN_NO_CHAINS, /* no -g */
};

struct plan {
	struct event_list events;	 /* complete attrs; [tracking] is the dummy */
	struct event_list switch_events; /* of --switch-output-event, complete */
	uint32_t tracking; /* index of the one event that carries defer_output, mmap, comm, task */
	bool overwrite;	   /* samples are written over, and read when they are asked for */
	uint32_t
		chains; /* index of the one that carries defer_output in place of [tracking], or 0 */
	struct target_list targets;
	enum plan_defer defer;
	const char *why_not_deferred; /* or NULL */
	struct faults notes;	      /* what was done other than asked, and why: no faults */
	uint32_t mmap_pages;	      /* of each buffer, a power of two, without the header page */
	uint32_t tracking_pages; /* of each of the tracking event's own; 0: it shares the others */
	uint64_t nr_fds, nr_buffers; /* buffers for samples, and as many for the tracking event */
	uint64_t locked_bytes;	     /* that the buffers need */
	uint64_t max_mmap_bytes;     /* the largest -m that this host has room for; 0: none */
};

/* 0 also when @faults has some: the caller must look. Negative: could not even be checked. */
int plan__make(struct plan *plan, const struct record_opts *opts, struct faults *faults,
	       struct defer_error *err);
void plan__exit(struct plan *plan);

/* Is event @i one that was asked for? Others are of our own, and take no samples. */
static inline bool plan__is_asked(const struct plan *plan, uint32_t i)
{
	return i != plan->tracking && (!plan->chains || i != plan->chains);
}

/*
 * The size of a group read, bytes, as the kernel counts it (Linux 7.2, kernel/events/core.c,
 * perf_event_validate_size(): the limit is 16 KiB), and of a whole sample with all its fields of
 * fixed size. Pure arithmetic.
 */
#define PLAN_GROUP_READ_MAX 16384
uint64_t plan__read_size(uint64_t read_format, uint32_t nr_members);
uint64_t plan__sample_size(const struct defer_attr *attr, uint32_t nr_members);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_H */
