/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parallelism: how many threads ran at once, at any time of a trace with context switches.
 *
 * perf's definition (Linux 7.3, tools/perf/util/machine.c, machine__process_switch_event()): it
 * starts at 1, since what runs first has no switch in; a switch in adds one, a switch out and an
 * exit, before which the kernel writes no switch, take one away. Between 1 and the number of CPUs.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_PARALLELISM_H
#define PERF_DEFER_UTIL_MACHINE_PARALLELISM_H

#include <perf/defer.h>

/* What one worker saw of that. Zeroed is empty. */
struct parallel_log {
	struct parallel_step {
		uint64_t time, order;
		int64_t level; /* first what changes, then how many run from here on */
	} * steps;
	size_t nr, cap;
};

void parallel_log__exit(struct parallel_log *log);

/* At a SWITCH, SWITCH_CPU_WIDE or EXIT record, which stands at @order. */
int parallel_log__add(struct parallel_log *log, const struct defer_event *ev, uint64_t order,
		      struct defer_error *err);

/* Adds all that another worker saw. */
int parallel_log__merge(struct parallel_log *log, const struct parallel_log *from,
			struct defer_error *err);

struct parallelism;

/* Takes over what stands in @log, which is empty then. @nr_cpus bounds it; 0: not known. */
int parallelism__new(struct parallelism **parallelism, struct parallel_log *log, uint32_t nr_cpus,
		     struct defer_error *err);
void parallelism__delete(struct parallelism *parallelism);

/*
 * At @time, before what stands at @order; 1 if @parallelism is NULL. @hint is the caller's, 0 at
 * first: it makes asking in order of time fast. For any number of threads.
 */
uint32_t parallelism__at(const struct parallelism *parallelism, uint64_t time, uint64_t order,
			 size_t *hint);

#endif /* PERF_DEFER_UTIL_MACHINE_PARALLELISM_H */
