/* SPDX-License-Identifier: GPL-2.0-only */
/* target: whom to record: a command, tasks, a user's tasks, CPUs, or everything. */
#ifndef PERF_DEFER_UTIL_PLAN_TARGET_H
#define PERF_DEFER_UTIL_PLAN_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/plan/faults.h"

/* As the user said it. */
struct target {
	const char *pids, *tids; /* comma lists; NULL: not said */
	const char *uid;	 /* name or number */
	const char *cpus;	 /* -C: list with ranges */
	bool system_wide;	 /* -a */
	bool per_thread;	 /* one buffer a thread, whatever CPU it is on */
	bool has_command;
};

/* What that means now. */
struct target_list {
	int32_t *tids; /* one, -1: all tasks */
	uint32_t nr_tids;
	int32_t *cpus; /* one, -1: any CPU */
	uint32_t nr_cpus;
	bool cut;    /* a list ended early, as the kernel's do at a thread that ends meanwhile */
	bool may_go; /* tasks were looked for, not named: those that end meanwhile are no fault */
};

/*
 * Where several say whom to record, the stronger one counts, as in perf: tasks, then a user, then
 * CPUs, then everything. What was passed over is added to @notes.
 */
int target__settle(struct target *target, struct faults *notes);

/*
 * DEFER_ERR_INVAL where what was said names no task, or no CPU that is online; all tasks of a
 * process are found in @procfs. A command's tid is added once it is forked.
 */
int target__resolve(const struct target *target, const char *procfs, const char *sysfs,
		    struct target_list *list, struct defer_error *err);
/*
 * The tasks alone of processes or of a user once more, while they come and go: none is no fault,
 * nor is a process that is gone.
 */
int target__relist(const struct target *target, const char *procfs, struct target_list *list,
		   struct defer_error *err);
int target_list__add(struct target_list *list, int32_t tid, struct defer_error *err);
/* What to do where resolve() fails. */
void target__remedy(const struct target *target, const char *sysfs, char *text, size_t size);
void target_list__exit(struct target_list *list);

#endif /* PERF_DEFER_UTIL_PLAN_TARGET_H */
