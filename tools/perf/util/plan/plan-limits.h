/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-limits: what of a plan this host's limits forbid. Opens nothing. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_LIMITS_H
#define PERF_DEFER_UTIL_PLAN_PLAN_LIMITS_H

#include "util/host/hostinfo.h"
#include "util/plan/plan.h"

/* Buffers of perf's default size fit perf_event_mlock_kb; bytes, a power of two of pages. */
uint64_t plan_limits__default_mmap_bytes(const struct hostinfo *host);

/*
 * The tracking event's buffers: PLAN_TRACKING_BYTES, or as much as those for samples where that is
 * more, since a user callchain comes with each sample. A thread's own need less. Whoever may not
 * lock so much gets smaller ones; with the default -m those for samples shrink too. Below
 * PLAN_TRACKING_LEAST there are none. Sets tracking_pages, and may lower mmap_pages.
 */
#define PLAN_TRACKING_BYTES  (1024 * 1024)
#define PLAN_TRACKING_THREAD (64 * 1024)
#define PLAN_TRACKING_LEAST  (64 * 1024)
void plan_limits__fit_tracking(struct plan *plan, const struct record_opts *opts,
			       const struct hostinfo *host);
/*
 * The largest -m with which all buffers fit: those for samples, and the tracking event's as
 * fit_tracking() makes them. 0: not even with one page each.
 */
uint64_t plan_limits__max_mmap_bytes(const struct plan *plan, const struct record_opts *opts,
				     const struct hostinfo *host);
/* Descriptors of all events, for @nr_tids tasks: an event of a PMU is not on all CPUs. */
uint64_t plan_limits__nr_fds(const struct plan *plan, uint64_t nr_tids);
/* Of both kinds of buffers, with their header pages. */
uint64_t plan_limits__locked_bytes(const struct plan *plan);
/* Says so in the plan's notes where they are smaller than they should be, or missing. */
int plan_limits__note_tracking(struct plan *plan, const struct record_opts *opts,
			       const struct hostinfo *host);

/*
 * Says so in the notes where samples of the kernel are asked for and this user sees no addresses in
 * /proc/kallsyms, from which their names come; so does perf.
 */
int plan_limits__note_kallsyms(struct plan *plan, const struct hostinfo *host);

/* A rate that is too high is lowered, with a note, or with --strict-freq a fault. */
int plan_limits__check_rate(const struct record_opts *opts, const struct hostinfo *host,
			    struct faults *notes, struct faults *faults);
int plan_limits__check_max_stack(const struct record_opts *opts, const struct hostinfo *host,
				 struct faults *faults);
/* Samples that are written over need another buffer than what is told of tasks. */
int plan_limits__check_overwrite(const struct plan *plan, struct faults *faults);
int plan_limits__check_groups(const struct plan *plan, struct faults *faults);
/* A record that is larger than a buffer is never written. */
int plan_limits__check_dumps(const struct plan *plan, struct faults *faults);
/*
 * May raise the soft limit of open files up to the hard one, and this one too for who may, as perf
 * does.
 */
int plan_limits__check_files(const struct plan *plan, const struct hostinfo *host,
			     struct faults *faults);
int plan_limits__check_memory(const struct plan *plan, const struct hostinfo *host,
			      struct faults *faults);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_LIMITS_H */
