/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine_cache: one thread's last answers of a machine.
 *
 * Samples of one task come in bursts, and its name and maps seldom change. So each answer is kept
 * together with the span of time that it holds for.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_MACHINE_CACHE_H
#define PERF_DEFER_UTIL_MACHINE_MACHINE_CACHE_H

#include "util/machine/machine.h"

#define MACHINE_CACHE_TASKS 64 /* a power of two */

struct machine_cache {
	const struct machine *machine;
	struct cached_task {
		struct timeline_span span; /* empty: the slot is free */
		int32_t pid;		   /* the one asked for; view.pid is the answer */
		struct task_view view;
	} tasks[MACHINE_CACHE_TASKS]; /* by tid */
	struct timeline_span kernel_span;
	uint32_t kernel_maps;
};

void machine_cache__init(struct machine_cache *cache, const struct machine *machine);

static inline struct cached_task *machine_cache__slot(struct machine_cache *cache, int32_t tid)
{
	return &cache->tasks[(uint32_t)tid % MACHINE_CACHE_TASKS];
}

/* Both do what the functions below do, and ask the machine. */
const struct task_view *machine_cache__find_task(struct machine_cache *cache, int32_t pid,
						 int32_t tid, uint64_t time, uint64_t order);
uint32_t machine_cache__find_kernel_maps(struct machine_cache *cache, uint64_t time,
					 uint64_t order);

/*
 * Returns what machine__find_task() would fill in. Valid until the next call. The machine must not
 * change.
 */
static inline const struct task_view *machine_cache__task(struct machine_cache *cache, int32_t pid,
							  int32_t tid, uint64_t time,
							  uint64_t order)
{
	const struct cached_task *task = machine_cache__slot(cache, tid);

	if (task->view.tid == tid && task->pid == pid &&
	    timeline_span__has(&task->span, time, order))
		return &task->view;
	return machine_cache__find_task(cache, pid, tid, time, order);
}

/* Returns what machine__kernel_maps() would. */
static inline uint32_t machine_cache__kernel_maps(struct machine_cache *cache, uint64_t time,
						  uint64_t order)
{
	if (timeline_span__has(&cache->kernel_span, time, order))
		return cache->kernel_maps;
	return machine_cache__find_kernel_maps(cache, time, order);
}

#endif /* PERF_DEFER_UTIL_MACHINE_MACHINE_CACHE_H */
