// SPDX-License-Identifier: GPL-2.0-only
#include "util/machine/machine-cache.h"

#include <string.h>

void machine_cache__init(struct machine_cache *cache, const struct machine *machine)
{
	memset(cache, 0, sizeof(*cache));
	cache->machine = machine;
}

const struct task_view *machine_cache__find_task(struct machine_cache *cache, int32_t pid,
						 int32_t tid, uint64_t time, uint64_t order)
{
	struct cached_task *task = machine_cache__slot(cache, tid);

	task->pid = pid;
	task->span = TIMELINE_SPAN_ALL;
	machine__find_task_span(cache->machine, pid, tid, time, order, &task->view, &task->span);
	return &task->view;
}

uint32_t machine_cache__find_kernel_maps(struct machine_cache *cache, uint64_t time, uint64_t order)
{
	cache->kernel_span = TIMELINE_SPAN_ALL;
	cache->kernel_maps = machine__kernel_maps(cache->machine, time, order, &cache->kernel_span);
	return cache->kernel_maps;
}
