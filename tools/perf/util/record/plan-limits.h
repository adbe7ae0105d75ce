/* SPDX-License-Identifier: GPL-2.0-only */
/* plan-limits: what of a plan this host's limits forbid. Opens nothing. */
#ifndef PERF_DEFER_UTIL_RECORD_PLAN_LIMITS_H
#define PERF_DEFER_UTIL_RECORD_PLAN_LIMITS_H

#include "util/host/hostinfo.h"
#include "util/record/plan.h"

/* Buffers of perf's default size fit perf_event_mlock_kb; bytes, a power of two of pages. */
uint64_t plan_limits__default_mmap_bytes(const struct hostinfo *host);

int plan_limits__check_rate(const struct record_opts *opts, const struct hostinfo *host,
			    struct faults *faults);
int plan_limits__check_groups(const struct plan *plan, struct faults *faults);
/* May raise the soft limit of open files up to the hard one, as perf does. */
int plan_limits__check_files(const struct plan *plan, const struct hostinfo *host,
			     struct faults *faults);
int plan_limits__check_memory(const struct plan *plan, const struct hostinfo *host,
			      struct faults *faults);

#endif /* PERF_DEFER_UTIL_RECORD_PLAN_LIMITS_H */
