/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan: everything that a recording will open, computed and checked before it is opened.
 *
 * As perf_event_open() does, the plan validates before it changes anything: each event and group as
 * a whole, the limits of this host, the output. All faults are collected; nothing is opened (except
 * probes that are closed again), created, truncated or started.
 */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_H
#define PERF_DEFER_UTIL_PLAN_PLAN_H

#include "util/events/event-list.h"
#include "util/plan/faults.h"
#include "util/plan/opts.h"
#include "util/plan/target.h"

enum plan_defer {
	PLAN_DEFERRED,	/* user callchains are recorded later */
	PLAN_IN_PLACE,	/* callchains with the sample: the kernel cannot defer, or --no-defer */
	PLAN_DUMPED,	/* --call-graph dwarf: stack dumps, which perf-defer does not unwind */
	PLAN_BRANCHES,	/* --call-graph lbr: branch records, which perf-defer does not use */
	PLAN_NO_CHAINS, /* no -g */
};

struct plan {
	struct event_list events;	 /* complete attrs; [tracking] is a dummy event */
	struct event_list switch_events; /* events of --switch-output-event, complete */
	uint32_t tracking; /* index of the tracking event: defer_output, mmap, comm, task */
	bool overwrite;	   /* samples are overwritten, and read on request */
	uint32_t chains;   /* index of the event with defer_output instead of [tracking], or 0 */
	struct target_list targets;
	enum plan_defer defer;
	const char *why_not_deferred; /* or NULL */
	struct faults notes; /* deviations from the request, with their reasons; not faults */
	uint32_t mmap_pages; /* pages of each sample buffer, a power of two, without the header */
	/* pages of each tracking buffer; 0: it shares the sample buffers */
	uint32_t tracking_pages;
	uint64_t nr_fds, nr_buffers; /* buffers for samples; the tracking event has as many */
	uint64_t locked_bytes;	     /* bytes that all buffers lock */
	uint64_t max_mmap_bytes;     /* largest -m that fits this host; 0: none */
};

/*
 * Makes the plan. Returns 0 also if it adds to @faults, which the caller must check; negative if
 * checking itself failed.
 */
int plan__make(struct plan *plan, const struct record_opts *opts, struct faults *faults,
	       struct defer_error *err);
void plan__exit(struct plan *plan);

/* Returns whether event @i was requested. The others are internal, and take no samples. */
static inline bool plan__is_asked(const struct plan *plan, uint32_t i)
{
	return i != plan->tracking && (!plan->chains || i != plan->chains);
}

/*
 * Return the size in bytes of a group read, as the kernel computes it (Linux 7.2,
 * kernel/events/core.c, perf_event_validate_size(): the limit is 16 KiB), and of a sample with all
 * its fields of fixed size. Pure.
 */
#define PLAN_GROUP_READ_MAX 16384
uint64_t plan__read_size(uint64_t read_format, uint32_t nr_members);
uint64_t plan__sample_size(const struct defer_attr *attr, uint32_t nr_members);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_H */
