/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parallelism: how many threads ran at any time of a trace with context switches.
 *
 * perf's definition (Linux 7.3, tools/perf/util/machine.c, machine__process_switch_event()):
 *
 *   level = 1 + switches in - switches out - exits,  1 <= level <= number of CPUs
 *
 * It starts at 1, because the first thread to run has no switch in. Exits count, because the kernel
 * writes no switch out before them.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_PARALLELISM_H
#define PERF_DEFER_UTIL_MACHINE_PARALLELISM_H

#include <stddef.h>

#include <perf/defer-error.h>

struct defer_event;

struct parallel_step {
	uint64_t time, order;
	int64_t level; /* in a log: the change, 1 or -1; after new(): the level */
};

/* The changes that one worker saw. All zero is an empty log. */
struct parallel_log {
	struct parallel_step *steps;
	size_t nr, cap;
};

void parallel_log__exit(struct parallel_log *log);

/* Logs a SWITCH, SWITCH_CPU_WIDE or EXIT record, which stands at @order. */
int parallel_log__add(struct parallel_log *log, const struct defer_event *ev, uint64_t order,
		      struct defer_error *err);

/* Appends all of @from, the log of another worker. */
int parallel_log__merge(struct parallel_log *log, const struct parallel_log *from,
			struct defer_error *err);

struct parallelism;

/* Builds *@parallelism from @log and leaves it empty. @nr_cpus is the upper limit; 0: not known. */
int parallelism__new(struct parallelism **parallelism, struct parallel_log *log, uint32_t nr_cpus,
		     struct defer_error *err);
void parallelism__delete(struct parallelism *parallelism);

/*
 * Returns the level at @time, before the record at @order; 1 if @parallelism is NULL. *@hint, 0 at
 * first, belongs to the caller and makes look-ups in order of time fast. Any number of threads may
 * call it.
 */
uint32_t parallelism__at(const struct parallelism *parallelism, uint64_t time, uint64_t order,
			 size_t *hint);

#endif /* PERF_DEFER_UTIL_MACHINE_PARALLELISM_H */
