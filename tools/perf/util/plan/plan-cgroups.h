/* SPDX-License-Identifier: GPL-2.0-only */
/* plan_cgroups: finds what -G named, before anything is opened. */
#ifndef PERF_DEFER_UTIL_PLAN_PLAN_CGROUPS_H
#define PERF_DEFER_UTIL_PLAN_PLAN_CGROUPS_H

#include "util/plan/plan.h"

/*
 * Gives each event the path of its cgroup in place of the name. What is not there, and a group of
 * events in several cgroups, is a fault. The tracking event has none: tasks come and go, between
 * cgroups too, and begin programs before they come.
 */
int plan_cgroups__find(struct plan *plan, const char *procfs, struct faults *faults);

#endif /* PERF_DEFER_UTIL_PLAN_PLAN_CGROUPS_H */
