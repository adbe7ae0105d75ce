/* SPDX-License-Identifier: GPL-2.0-only */
/* target: what to record: a command, tasks, a user's tasks, CPUs, or the whole system. */
#ifndef PERF_DEFER_UTIL_PLAN_TARGET_H
#define PERF_DEFER_UTIL_PLAN_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/plan/faults.h"

/* The target as given by the user. */
struct target {
	const char *pids, *tids; /* comma-separated lists; NULL: not given */
	const char *uid;	 /* name or number */
	const char *cpus;	 /* -C: list with ranges */
	bool system_wide;	 /* -a */
	bool per_thread;	 /* one buffer for each thread, on whichever CPU it runs */
	bool has_command;
};

/* The resolved target. */
struct target_list {
	int32_t *tids; /* a single -1: all tasks */
	uint32_t nr_tids;
	int32_t *cpus; /* a single -1: any CPU */
	uint32_t nr_cpus;
	bool cut;    /* a list ended early, as the kernel's do if a thread exits meanwhile */
	bool may_go; /* tasks were searched, not named: a task that exits meanwhile is no fault */
};

/*
 * Keeps the strongest of several kinds of target, as in perf: tasks, then a user, then CPUs, then
 * the whole system. The ignored ones are added to @notes.
 */
int target__settle(struct target *target, struct faults *notes);

/*
 * Resolves @target. Returns DEFER_ERR_INVAL if it contains no task, or no CPU that is online. All
 * threads of a process are found in @procfs. A command's tid is added when it is forked.
 */
int target__resolve(const struct target *target, const char *procfs, const char *sysfs,
		    struct target_list *list, struct defer_error *err);
/*
 * Lists the tasks of processes or of a user again, while they come and go. Finding none is no
 * error, nor is a process that has exited.
 */
int target__relist(const struct target *target, const char *procfs, struct target_list *list,
		   struct defer_error *err);
int target_list__add(struct target_list *list, int32_t tid, struct defer_error *err);
/* Writes the remedy for an error of target__resolve() to @text. */
void target__remedy(const struct target *target, const char *sysfs, char *text, size_t size);
void target_list__exit(struct target_list *list);

#endif /* PERF_DEFER_UTIL_PLAN_TARGET_H */
