// SPDX-License-Identifier: GPL-2.0-only
/* Opens events for tasks that come after the buffers are mapped. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/plan/event-open.h"
#include "util/record/rings-priv.h"

static uint32_t rings__nr_cpus(const struct rings *rings, uint32_t event)
{
	return perf_cpu_map__nr(rings->evsels[event]->cpus);
}

/* ---- opening ---- */

/* Descriptors of one task, by event and CPU index; -1: not open. */
struct task_fds {
	int32_t tid;
	int *fds;
	uint32_t nr, *first; /* total; index of each event's first descriptor */
};

static void task_fds__exit(struct task_fds *task)
{
	for (uint32_t i = 0; i < task->nr; i++)
		if (task->fds[i] >= 0)
			close(task->fds[i]);
	free(task->fds);
	free(task->first);
}

static int task_fds__init(struct task_fds *task, const struct rings *rings, int32_t tid,
			  struct defer_error *err)
{
	uint32_t nr = 0;

	*task = (struct task_fds){.tid = tid};
	task->first = calloc(rings->nr_events, sizeof(*task->first));
	for (uint32_t i = 0; task->first && i < rings->nr_events; i++) {
		task->first[i] = nr;
		nr += rings__nr_cpus(rings, i);
	}
	task->fds = task->first ? malloc(nr * sizeof(*task->fds)) : NULL;
	if (!task->fds) {
		task_fds__exit(task);
		return error__no_memory(err, "for events");
	}
	memset(task->fds, -1, nr * sizeof(*task->fds));
	task->nr = nr;
	return 0;
}

static int task_fds__open_event(struct task_fds *task, const struct rings *rings,
				const struct event_spec *spec, uint32_t event,
				struct defer_error *err)
{
	const struct perf_evsel *evsel = rings->evsels[event];
	int *fds = task->fds + task->first[event];

	for (uint32_t x = 0; x < rings__nr_cpus(rings, event); x++) {
		int leader = spec->leader < event ? task->fds[task->first[spec->leader] + x] : -1;
		int fd = event__open(&spec->attr, task->tid, perf_cpu_map__cpu(evsel->cpus, x).cpu,
				     leader);

		if (fd < 0)
			return rings__open_error(spec, fd, err);
		fds[x] = fd;
		if (spec->filter && ioctl(fd, PERF_EVENT_IOC_SET_FILTER, spec->filter))
			return rings__open_error(spec, -errno, err);
	}
	return 0;
}

/* ---- connecting buffers ---- */

/* Maps buffers of the task's own for --per-thread, one for each set, in their order. */
static int rings__add_buffers(struct rings *rings, const struct task_fds *task,
			      struct defer_error *err)
{
	uint32_t nr = rings->shared ? 1 : NR_SETS, other = rings->tracking ? 0 : 1;
	struct perf_mmap **buffers;

	buffers = reallocarray(rings->buffers, rings->nr_buffers + nr, sizeof(*buffers));
	if (!buffers)
		return error__no_memory(err, "for events");
	rings->buffers = buffers;
	for (uint32_t set = 0; set < nr; set++) {
		bool overwrite = buffers[rings->sets[set].first]->overwrite;
		uint32_t event = set == SET_TRACKING ? rings->tracking : other;
		struct perf_mmap_param param = {
			.prot = PROT_READ | (overwrite ? 0 : PROT_WRITE),
			.mask = rings->sets[set].evlist->mmap_len - rings->page_size - 1,
		};
		struct perf_mmap *map = calloc(1, sizeof(*map));

		if (!map)
			return error__no_memory(err, "for events");
		perf_mmap__init(map, NULL, overwrite, NULL);
		if (perf_mmap__mmap(map, &param, task->fds[task->first[event]],
				    (struct perf_cpu){-1})) {
			free(map);
			return defer_error__set(err, DEFER_ERR_IO,
						"cannot map the buffers of task %d: %s", task->tid,
						strerror(errno));
		}
		/*
		 * A second reference, as in libperf, keeps the last records readable after the task
		 * has exited.
		 */
		refcount_set(&map->refcnt, 2);
		buffers[rings->nr_buffers++] = map;
	}
	return 0;
}

static uint32_t rings__newcomer_buffer(struct rings *rings, uint32_t event, int32_t cpu)
{
	const struct ring_set *set = rings__set_of(rings, event);

	if (!rings->any_cpu)
		return set->first +
		       perf_cpu_map__idx(set->evlist->all_cpus, (struct perf_cpu){cpu});
	/* The last buffers are this task's. */
	return rings->nr_buffers - (rings->shared ? 1 : NR_SETS) + (set - rings->sets);
}

static int task_fds__connect(const struct task_fds *task, struct rings *rings, uint32_t event,
			     struct defer_error *err)
{
	const struct perf_evsel *evsel = rings->evsels[event];

	for (uint32_t x = 0; x < rings__nr_cpus(rings, event); x++) {
		int32_t cpu = perf_cpu_map__cpu(evsel->cpus, x).cpu;
		int fd = task->fds[task->first[event] + x];
		int to = rings->buffers[rings__newcomer_buffer(rings, event, cpu)]->fd;

		if (fd != to && ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, to))
			return defer_error__set(err, DEFER_ERR_IO,
						"cannot give task %d its buffers: %s", task->tid,
						strerror(errno));
	}
	return 0;
}

/* ---- moving to the lists ---- */

/* Reserves room for @more IDs, and as many descriptors. */
static int rings__reserve(struct rings *rings, uint32_t event, uint32_t more,
			  struct defer_error *err)
{
	struct ring_more *list = &rings->more[event];
	struct ring_id *ids;
	uint32_t nr;
	int *fds;

	rings__ids(rings, event, &nr);
	ids = reallocarray(rings->ids[event], nr + more, sizeof(*ids));
	if (ids)
		rings->ids[event] = ids;
	fds = reallocarray(list->fds, list->nr + more, sizeof(*fds));
	if (fds)
		list->fds = fds;
	return ids && fds ? 0 : error__no_memory(err, "for events");
}

/* Moves the descriptors to the lists, which close them from now on. */
static void rings__take(struct rings *rings, struct task_fds *task, uint32_t event)
{
	const struct perf_evsel *evsel = rings->evsels[event];
	uint32_t nr_cpus = rings__nr_cpus(rings, event), nr;
	struct ring_more *more = &rings->more[event];
	struct ring_id *ids = rings->ids[event];

	for (uint32_t x = 0; x < nr_cpus; x++) {
		int *fd = &task->fds[task->first[event] + x];
		int32_t cpu = perf_cpu_map__cpu(evsel->cpus, x).cpu;

		rings__ids(rings, event, &nr);
		ids[nr] = (struct ring_id){
			.buffer = rings__newcomer_buffer(rings, event, cpu),
			.cpu = cpu,
			.tid = task->tid,
		};
		if (ioctl(*fd, PERF_EVENT_IOC_ID, &ids[nr].id))
			ids[nr].id = 0;
		more->fds[more->nr++] = *fd;
		*fd = -1;
	}
}

/* Watches one event for each sample buffer, and the tracking event in all of its buffers. */
static int task_fds__watch(const struct task_fds *task, struct rings *rings,
			   struct defer_error *err)
{
	bool *watched = calloc(rings->nr_buffers, sizeof(*watched));
	int ret = watched ? 0 : error__no_memory(err, "for events");

	for (uint32_t event = 0; event < rings->nr_events && !ret; event++) {
		const struct perf_evsel *evsel = rings->evsels[event];

		if (event != rings->tracking && rings->shared)
			continue;
		for (uint32_t x = 0; x < rings__nr_cpus(rings, event) && !ret; x++) {
			uint32_t buffer = rings__newcomer_buffer(
				rings, event, perf_cpu_map__cpu(evsel->cpus, x).cpu);

			if (!watched[buffer])
				ret = rings__watch_fd(rings, event,
						      task->fds[task->first[event] + x], err);
			watched[buffer] = true;
		}
	}
	free(watched);
	return ret;
}

static int rings__open_task(struct rings *rings, const struct plan *plan, struct task_fds *task,
			    struct defer_error *err)
{
	const struct event_spec *specs = plan->events.specs;
	int ret = 0;

	for (uint32_t i = 0; i < rings->nr_events && !ret; i++)
		if (i != rings->tracking)
			ret = task_fds__open_event(task, rings, &specs[i], i, err);
	if (!ret)
		ret = task_fds__open_event(task, rings, &specs[rings->tracking], rings->tracking,
					   err);
	for (uint32_t i = 0; i < rings->nr_events && !ret; i++)
		ret = rings__reserve(rings, i, rings__nr_cpus(rings, i), err);
	if (!ret && rings->any_cpu)
		ret = rings__add_buffers(rings, task, err);
	for (uint32_t i = 0; i < rings->nr_events && !ret; i++)
		ret = task_fds__connect(task, rings, i, err);
	if (!ret)
		ret = task_fds__watch(task, rings, err);
	for (uint32_t i = 0; i < rings->nr_events && !ret; i++)
		rings__take(rings, task, i);
	return ret;
}

int rings__add_task(struct rings *rings, const struct plan *plan, int32_t tid,
		    struct defer_error *err)
{
	struct task_fds task;
	int ret;

	ret = task_fds__init(&task, rings, tid, err);
	if (ret)
		return ret;
	ret = rings__open_task(rings, plan, &task, err);
	task_fds__exit(&task);
	if (ret != DEFER_ERR_NOENT)
		return ret ? ret : 1;
	defer_error__clear(err);
	return 0;
}

void rings__silence(struct rings *rings, uint32_t event, uint64_t id)
{
	const struct ring_more *more = &rings->more[event];
	const struct ring_id *ids;
	uint32_t nr;

	ids = rings__ids(rings, event, &nr);
	ids += nr - more->nr;
	for (uint32_t i = 0; i < more->nr; i++)
		if (ids[i].id == id)
			ioctl(more->fds[i], PERF_EVENT_IOC_DISABLE, 0);
}
