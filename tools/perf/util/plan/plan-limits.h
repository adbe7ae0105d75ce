/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-limits: checks a plan against this host's limits. Opens nothing. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_LIMITS_H
#define PERF_DEFER_UTIL_PLAN_PLAN_LIMITS_H

#include "util/host/hostinfo.h"
#include "util/plan/plan.h"

/*
 * Returns the largest buffer that fits perf_event_mlock_kb, as perf's default does: bytes, a power
 * of two of pages.
 */
uint64_t plan_limits__default_mmap_bytes(const struct hostinfo *host);

/*
 * Sizes the tracking event's buffers, in this order:
 * - PLAN_TRACKING_BYTES (PLAN_TRACKING_THREAD with a buffer for each thread), or the size of the
 *   sample buffers if that is more, since each sample has a user callchain;
 * - less if this user may not lock as much; with the default -m, sample buffers shrink too;
 * - none below PLAN_TRACKING_LEAST.
 * Sets tracking_pages, and may lower mmap_pages. Sizes are in bytes.
 */
#define PLAN_TRACKING_BYTES  (1024 * 1024)
#define PLAN_TRACKING_THREAD (64 * 1024)
#define PLAN_TRACKING_LEAST  (64 * 1024)
void plan_limits__fit_tracking(struct plan *plan, const struct record_opts *opts,
			       const struct hostinfo *host);
/*
 * Returns the largest -m with which all buffers fit: those for samples, and the tracking event's as
 * sized by fit_tracking(). 0 if not even one page each fits.
 */
uint64_t plan_limits__max_mmap_bytes(const struct plan *plan, const struct record_opts *opts,
				     const struct hostinfo *host);
/*
 * Returns the number of descriptors of all events for @nr_tids tasks. An event of a PMU is not
 * opened on all CPUs.
 */
uint64_t plan_limits__nr_fds(const struct plan *plan, uint64_t nr_tids);
/* Returns the bytes of both kinds of buffers, header pages included. */
uint64_t plan_limits__locked_bytes(const struct plan *plan);
/* Adds a note if the tracking buffers are smaller than they should be, or missing. */
int plan_limits__note_tracking(struct plan *plan, const struct record_opts *opts,
			       const struct hostinfo *host);

/*
 * Adds a note, as perf does, if samples of the kernel are requested and this user sees no addresses
 * in /proc/kallsyms, which gives their names.
 */
int plan_limits__note_kallsyms(struct plan *plan, const struct hostinfo *host);

/* Lowers a rate above the limit, with a note; with --strict-freq it is a fault. */
int plan_limits__check_rate(const struct record_opts *opts, const struct hostinfo *host,
			    struct faults *notes, struct faults *faults);
int plan_limits__check_max_stack(const struct record_opts *opts, const struct hostinfo *host,
				 struct faults *faults);
/* Rejects overwritten samples without a separate buffer for the tracking event. */
int plan_limits__check_overwrite(const struct plan *plan, struct faults *faults);
int plan_limits__check_groups(const struct plan *plan, struct faults *faults);
/* Rejects dumps that are larger than a buffer: the kernel never writes such a record. */
int plan_limits__check_dumps(const struct plan *plan, struct faults *faults);
/*
 * Checks the number of open files. May raise the soft limit up to the hard limit, and the hard
 * limit too if this user may, as perf does.
 */
int plan_limits__check_files(const struct plan *plan, const struct hostinfo *host,
			     struct faults *faults);
int plan_limits__check_memory(const struct plan *plan, const struct hostinfo *host,
			      struct faults *faults);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_LIMITS_H */
