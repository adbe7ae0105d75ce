/* SPDX-License-Identifier: GPL-2.0-only */
/* plan_cgroups: finds the cgroups of -G, before anything is opened. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_CGROUPS_H
#define PERF_DEFER_UTIL_PLAN_PLAN_CGROUPS_H

#include "util/plan/plan.h"

/*
 * Replaces each event's cgroup by the path of its directory. A missing cgroup, or a group of events
 * in several cgroups, is a fault. The tracking event has no cgroup: tasks move between cgroups, and
 * run programs before they are moved in.
 */
int plan_cgroups__find(struct plan *plan, const char *procfs, struct faults *faults);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_CGROUPS_H */
