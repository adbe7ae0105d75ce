// SPDX-License-Identifier: GPL-2.0-only
/* Opens events and buffers: all or none. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/base/memstream.h"
#include "util/events/attr-kernel.h"
#include "util/host/end-signal.h"
#include "util/plan/event-open.h"
#include "util/record/rings-priv.h"

static int rings__alloc(struct rings **ringsp, const struct plan *plan, struct defer_error *err)
{
	struct rings *rings = calloc(1, sizeof(*rings));

	if (rings) {
		rings->epoll_fd = -1;
		rings->nr_events = plan->events.nr;
		rings->tracking = plan->tracking;
		rings->chains = plan->chains;
		rings->shared = !plan->tracking_pages;
		rings->page_size = sysconf(_SC_PAGESIZE);
		rings->evsels = calloc(plan->events.nr, sizeof(*rings->evsels));
		rings->ids = calloc(plan->events.nr, sizeof(*rings->ids));
		rings->more = calloc(plan->events.nr, sizeof(*rings->more));
		for (uint32_t i = 0; i < NR_SETS; i++)
			rings->sets[i].evlist = perf_evlist__new();
	}
	*ringsp = rings;
	if (rings && rings->evsels && rings->ids && rings->more &&
	    rings->sets[SET_TRACKING].evlist && rings->sets[SET_SAMPLES].evlist)
		return 0;
	return error__no_memory(err, "for events");
}

struct ring_set *rings__set_of(struct rings *rings, uint32_t event)
{
	bool tracking = rings->shared || event == rings->tracking;

	return &rings->sets[tracking ? SET_TRACKING : SET_SAMPLES];
}

static struct perf_cpu_map *cpu_map__from_plan(const struct plan *plan)
{
	const struct target_list *targets = &plan->targets;
	struct perf_cpu_map *map = NULL;
	size_t size = 0;
	char *list = NULL;
	FILE *text;
	uint32_t i;

	text = open_memstream(&list, &size);
	if (!text)
		return NULL;
	for (i = 0; i < targets->nr_cpus; i++)
		fprintf(text, "%s%d", i ? "," : "", targets->cpus[i]);
	if (!memstream__close(text, &list))
		map = perf_cpu_map__new(list);
	free(list);
	return map;
}

static int rings__make_maps(struct rings *rings, const struct plan *plan, int32_t command_pid,
			    struct defer_error *err)
{
	const struct target_list *targets = &plan->targets;
	pid_t command = command_pid;

	rings->any_cpu = targets->nr_cpus == 1 && targets->cpus[0] == -1;
	rings->cpus = rings->any_cpu ? perf_cpu_map__new_any_cpu() : cpu_map__from_plan(plan);
	if (targets->nr_tids)
		rings->threads = perf_thread_map__new_array(targets->nr_tids, targets->tids);
	else
		rings->threads = perf_thread_map__new_array(1, &command);
	rings->all_cpus_tasks = targets->nr_tids == 1 && targets->tids[0] == -1;
	if (rings->cpus && rings->threads)
		return 0;
	return error__no_memory(err, "for the list of tasks");
}

static void rings__set_maps(struct rings *rings)
{
	for (uint32_t i = 0; i < NR_SETS; i++)
		perf_evlist__set_maps(rings->sets[i].evlist, rings->cpus, rings->threads);
}

int rings__open_error(const struct event_spec *spec, int error, struct defer_error *err)
{
	return defer_error__set(err, error == -ESRCH ? DEFER_ERR_NOENT : DEFER_ERR_IO,
				"cannot open event %s: %s", spec->name, strerror(-error));
}

static int rings__add_event(struct rings *rings, const struct plan *plan, uint32_t i,
			    struct defer_error *err)
{
	const struct event_spec *spec = &plan->events.specs[i];
	struct perf_event_attr attr;
	struct perf_evsel *evsel;
	int ret;

	ret = attr__to_kernel(&spec->attr, &attr, sizeof(attr), err);
	if (ret)
		return ret;
	evsel = perf_evsel__new(&attr);
	/*
	 * Always set the CPUs: from Linux 7.2 on, libperf opens an event without CPUs of its own on
	 * all CPUs, whichever the evlist has.
	 */
	if (evsel)
		evsel->pmu_cpus =
			spec->cpus ? perf_cpu_map__new(spec->cpus) : perf_cpu_map__get(rings->cpus);
	if (!evsel || !evsel->pmu_cpus)
		return error__no_memory(err, "for events");
	rings->evsels[i] = evsel;
	if (spec->leader < i)
		evsel->leader = rings->evsels[spec->leader];
	perf_evlist__add(rings__set_of(rings, i)->evlist, evsel);
	return 0;
}

/*
 * Returns the leader's descriptor at CPU index @x and thread index @y; -1 if @evsel has no leader.
 */
static int evsel__group_fd(const struct perf_evsel *evsel, int x, int y)
{
	return evsel->leader == evsel ? -1 : *(int *)xyarray__entry(evsel->leader->fd, x, y);
}

static int open_spec(const struct event_spec *spec, int32_t tid, int32_t cpu, int group_fd)
{
	if (spec->cgroup)
		return event__open_cgroup(&spec->attr, spec->cgroup, cpu, group_fd);
	return event__open(&spec->attr, tid, cpu, group_fd);
}

/*
 * Opens an event on all CPUs for all tasks, except those that are @gone. If tasks may exit, one
 * that exits between listing and opening is added to @gone.
 */
static int rings__open_event(struct rings *rings, const struct plan *plan, uint32_t i, bool *gone,
			     struct defer_error *err)
{
	const struct event_spec *spec = &plan->events.specs[i];
	struct perf_evsel *evsel = rings->evsels[i];
	int nr_x = perf_cpu_map__nr(evsel->cpus), nr_y = perf_thread_map__nr(evsel->threads), x, y;

	if (perf_evsel__alloc_fd(evsel, nr_x, nr_y))
		return error__no_memory(err, "for events");
	for (y = 0; y < nr_y; y++) {
		/* Opening thousands takes seconds. What is open by now is recorded. */
		if (y && plan->targets.may_go && end_signal__is_pending())
			gone[y] = true;
		for (x = 0; x < nr_x && !gone[y]; x++) {
			int fd;

			fd = open_spec(spec, perf_thread_map__pid(evsel->threads, y),
				       perf_cpu_map__cpu(evsel->cpus, x).cpu,
				       evsel__group_fd(evsel, x, y));
			gone[y] = fd == -ESRCH && plan->targets.may_go;
			if (gone[y])
				continue;
			if (fd < 0)
				return rings__open_error(spec, fd, err);
			*(int *)xyarray__entry(evsel->fd, x, y) = fd;
		}
	}
	return 0;
}

/* Closes the descriptors of tasks that are @gone, and moves up those of the @nr left. */
static int evsel__drop_gone(struct perf_evsel *evsel, const bool *gone, int nr)
{
	struct xyarray *old = evsel->fd, *fds = xyarray__new(xyarray__max_x(old), nr, sizeof(int));
	int x, y, to;

	if (!fds)
		return DEFER_ERR_NOMEM;
	for (x = 0; x < xyarray__max_x(old); x++) {
		for (y = to = 0; y < xyarray__max_y(old); y++) {
			int fd = *(int *)xyarray__entry(old, x, y);

			if (!gone[y])
				*(int *)xyarray__entry(fds, x, to++) = fd;
			else if (fd >= 0)
				close(fd);
		}
	}
	xyarray__delete(old);
	evsel->fd = fds;
	return 0;
}

/* Removes the tasks that are @gone from all events and from the list of tasks. */
static int rings__drop_gone(struct rings *rings, const bool *gone, struct defer_error *err)
{
	int y, nr_y = perf_thread_map__nr(rings->threads), nr = 0, ret = 0;
	struct perf_thread_map *threads;
	pid_t *left;

	for (y = 0; y < nr_y; y++)
		nr += !gone[y];
	if (nr == nr_y)
		return 0;
	if (!nr)
		return defer_error__set(err, DEFER_ERR_NOENT, "all tasks to record have exited");
	left = calloc(nr, sizeof(*left));
	for (y = nr = 0; left && y < nr_y; y++)
		if (!gone[y])
			left[nr++] = perf_thread_map__pid(rings->threads, y);
	threads = left ? perf_thread_map__new_array(nr, left) : NULL;
	free(left);
	for (uint32_t i = 0; threads && i < rings->nr_events && !ret; i++)
		ret = evsel__drop_gone(rings->evsels[i], gone, nr);
	if (!threads || ret) {
		perf_thread_map__put(threads);
		return error__no_memory(err, "for events");
	}
	perf_thread_map__put(rings->threads);
	rings->threads = threads;
	rings__set_maps(rings);
	return 0;
}

static int rings__open_events(struct rings *rings, const struct plan *plan, struct defer_error *err)
{
	bool *gone = calloc(perf_thread_map__nr(rings->threads), sizeof(*gone));
	int ret = 0;

	if (!gone)
		return error__no_memory(err, "for the list of tasks");
	for (uint32_t i = 0; i < plan->events.nr && !ret; i++)
		if (i != rings->tracking)
			ret = rings__open_event(rings, plan, i, gone, err);
	/* Last, so that a task that inherits it has inherited all events. */
	if (!ret)
		ret = rings__open_event(rings, plan, rings->tracking, gone, err);
	if (!ret)
		ret = rings__drop_gone(rings, gone, err);
	free(gone);
	return ret;
}

static int evsel__set_filter(struct perf_evsel *evsel, const char *filter)
{
	int x, y;

	for (x = 0; x < xyarray__max_x(evsel->fd); x++)
		for (y = 0; y < xyarray__max_y(evsel->fd); y++)
			if (ioctl(*(int *)xyarray__entry(evsel->fd, x, y),
				  PERF_EVENT_IOC_SET_FILTER, filter))
				return -errno;
	return 0;
}

static int rings__set_filters(struct rings *rings, const struct plan *plan, struct defer_error *err)
{
	uint32_t i;
	int ret;

	for (i = 0; i < plan->events.nr; i++) {
		const struct event_spec *spec = &plan->events.specs[i];

		if (!spec->filter)
			continue;
		ret = evsel__set_filter(rings->evsels[i], spec->filter);
		if (ret)
			return defer_error__set(err, DEFER_ERR_INVAL,
						"failed to set filter \"%s\" on event %s: %s",
						spec->filter, spec->name, strerror(-ret));
	}
	return 0;
}

/* Maps the buffers of one set, and appends them to the list. */
static int rings__map_set(struct rings *rings, struct ring_set *set, uint32_t pages, bool overwrite,
			  struct defer_error *err)
{
	struct perf_mmap **buffers, *map;

	errno = 0;
	if (perf_evlist__mmap(set->evlist, pages))
		return defer_error__set(err, DEFER_ERR_IO, "cannot map %u pages of each buffer: %s",
					pages, strerror(errno ? errno : ENOMEM));
	buffers = reallocarray(rings->buffers, rings->nr_buffers + set->evlist->nr_mmaps,
			       sizeof(*buffers));
	if (!buffers)
		return error__no_memory(err, "for buffers");
	rings->buffers = buffers;
	set->first = rings->nr_buffers;
	perf_evlist__for_each_mmap(set->evlist, map, overwrite) {
		if (map->base && (int)set->nr < set->evlist->nr_mmaps)
			buffers[set->first + set->nr++] = map;
	}
	rings->nr_buffers += set->nr;
	rings->nr_first = rings->nr_buffers;
	return 0;
}

static int rings__map_buffers(struct rings *rings, const struct plan *plan, struct defer_error *err)
{
	uint32_t pages = rings->shared ? plan->mmap_pages : plan->tracking_pages;
	int ret;

	if (plan->overwrite) {
		rings->in_order = malloc(plan->mmap_pages * rings->page_size);
		if (!rings->in_order)
			return error__no_memory(err, "for buffers");
	}

	ret = rings__map_set(rings, &rings->sets[SET_TRACKING], pages, false, err);
	if (!ret && !rings->shared)
		ret = rings__map_set(rings, &rings->sets[SET_SAMPLES], plan->mmap_pages,
				     plan->overwrite, err);
	return ret;
}

/* Returns the buffer of an event of @set on @cpu and @thread_idx, in libperf's order. */
static uint32_t rings__buffer_of(const struct rings *rings, const struct ring_set *set, int cpu,
				 int thread_idx)
{
	int idx = perf_cpu_map__idx(set->evlist->all_cpus, (struct perf_cpu){cpu});

	return set->first + (rings->any_cpu ? thread_idx : idx);
}

static int rings__list_ids(struct rings *rings, uint32_t event, struct defer_error *err)
{
	struct perf_evsel *evsel = rings->evsels[event];
	int x, y, nr_x = xyarray__max_x(evsel->fd), nr_y = xyarray__max_y(evsel->fd);
	struct ring_id *ids = calloc((size_t)nr_x * nr_y, sizeof(*ids));
	uint32_t nr = 0;

	if (!ids)
		return error__no_memory(err, "for ids of events");
	for (x = 0; x < nr_x; x++) {
		for (y = 0; y < nr_y; y++, nr++) {
			int fd = *(int *)xyarray__entry(evsel->fd, x, y);

			if (ioctl(fd, PERF_EVENT_IOC_ID, &ids[nr].id))
				ids[nr].id = 0;
			ids[nr].cpu = perf_cpu_map__cpu(evsel->cpus, x).cpu;
			ids[nr].tid = perf_thread_map__pid(evsel->threads, y);
			ids[nr].buffer = rings__buffer_of(rings, rings__set_of(rings, event),
							  ids[nr].cpu, y);
		}
	}
	rings->ids[event] = ids;
	return 0;
}

int rings__watch_fd(struct rings *rings, uint32_t event, int fd, struct defer_error *err)
{
	struct epoll_event watched = {.events = EPOLLIN};

	watched.data.u64 = fd | (event == rings->tracking ? WATCH_TRACKING : 0);
	if (epoll_ctl(rings->epoll_fd, EPOLL_CTL_ADD, fd, &watched))
		return defer_error__set(err, DEFER_ERR_IO, "cannot wait for buffers: %s",
					strerror(errno));
	rings->nr_live += event == rings->tracking;
	return 0;
}

/* Watches the descriptors of @event at CPU index @x, one for each task. */
static int rings__watch_event(struct rings *rings, uint32_t event, int x, struct defer_error *err)
{
	struct perf_evsel *evsel = rings->evsels[event];
	int y, ret = 0;

	for (y = 0; y < xyarray__max_y(evsel->fd) && !ret; y++)
		ret = rings__watch_fd(rings, event, *(int *)xyarray__entry(evsel->fd, x, y), err);
	return ret;
}

/* Watches the tracking event, which is in every buffer of its set, once for each task. */
static int rings__watch_tracking(struct rings *rings, struct defer_error *err)
{
	int x, ret = 0;

	rings->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	for (x = 0; x < xyarray__max_x(rings->evsels[rings->tracking]->fd) && !ret; x++)
		ret = rings__watch_event(rings, rings->tracking, x, err);
	return ret;
}

/*
 * Watches one event for each sample buffer and task: any event signals that its buffer fills, as
 * long as its task lives. An event of a PMU is not on all CPUs.
 */
static int rings__watch_samples(struct rings *rings, struct defer_error *err)
{
	bool *watched = rings->shared ? NULL : calloc(rings->nr_buffers, sizeof(*watched));
	uint32_t event, buffer;
	int x, ret = 0;

	if (rings->shared)
		return 0;
	if (!watched)
		return error__no_memory(err, "for buffers");
	for (event = 0; event < rings->nr_events && !ret; event++) {
		struct perf_evsel *evsel = rings->evsels[event];

		for (x = 0; event != rings->tracking && x < xyarray__max_x(evsel->fd) && !ret;
		     x++) {
			buffer = rings->ids[event][x * xyarray__max_y(evsel->fd)].buffer;
			if (buffer >= rings->nr_buffers || watched[buffer])
				continue;
			watched[buffer] = true;
			ret = rings__watch_event(rings, event, x, err);
		}
	}
	free(watched);
	return ret;
}

static int libperf__print(enum libperf_print_level level, const char *fmt, va_list args)
{
	(void)level;
	return vfprintf(stderr, fmt, args);
}

static int libperf__silent(enum libperf_print_level level, const char *fmt, va_list args)
{
	(void)level;
	(void)fmt;
	(void)args;
	return 0;
}

int rings__open(struct rings **ringsp, const struct plan *plan, int32_t command_pid, int verbose,
		struct defer_error *err)
{
	struct rings *rings;
	uint32_t i;
	int ret;

	libperf_init(verbose > 1 ? libperf__print : libperf__silent);
	ret = rings__alloc(&rings, plan, err);
	if (!ret)
		ret = rings__make_maps(rings, plan, command_pid, err);
	for (i = 0; i < plan->events.nr && !ret; i++)
		ret = rings__add_event(rings, plan, i, err);
	if (!ret)
		rings__set_maps(rings);
	if (!ret)
		ret = rings__open_events(rings, plan, err);
	if (!ret)
		ret = rings__set_filters(rings, plan, err);
	if (!ret)
		ret = rings__map_buffers(rings, plan, err);
	for (i = 0; i < plan->events.nr && !ret; i++)
		ret = rings__list_ids(rings, i, err);
	if (!ret)
		ret = rings__watch_tracking(rings, err);
	if (!ret)
		ret = rings__watch_samples(rings, err);
	if (ret) {
		rings__close(rings);
		rings = NULL;
	}
	*ringsp = rings;
	return ret;
}

/* Frees what libperf leaves allocated. */
static void evsel__release(struct perf_evsel *evsel)
{
	perf_evsel__close(evsel);
	perf_evsel__free_id(evsel);
	perf_cpu_map__put(evsel->cpus);
	perf_cpu_map__put(evsel->pmu_cpus);
	perf_thread_map__put(evsel->threads);
	evsel->cpus = evsel->pmu_cpus = NULL;
	evsel->threads = NULL;
}

static void rings__close_more(struct ring_more *more)
{
	for (uint32_t i = 0; i < more->nr; i++)
		close(more->fds[i]);
	free(more->fds);
}

void rings__close(struct rings *rings)
{
	uint32_t i;

	if (!rings)
		return;
	if (rings->epoll_fd >= 0)
		close(rings->epoll_fd);
	for (i = rings->nr_first; i < rings->nr_buffers; i++) {
		perf_mmap__munmap(rings->buffers[i]);
		free(rings->buffers[i]);
	}
	for (i = 0; rings->more && i < rings->nr_events; i++)
		rings__close_more(&rings->more[i]);
	for (i = 0; i < NR_SETS; i++)
		if (rings->sets[i].nr)
			perf_evlist__munmap(rings->sets[i].evlist);
	for (i = 0; rings->evsels && i < rings->nr_events; i++)
		if (rings->evsels[i])
			evsel__release(rings->evsels[i]);
	for (i = 0; rings->ids && i < rings->nr_events; i++)
		free(rings->ids[i]);
	perf_cpu_map__put(rings->cpus);
	perf_thread_map__put(rings->threads);
	for (i = 0; i < NR_SETS; i++)
		perf_evlist__delete(rings->sets[i].evlist);
	free(rings->buffers);
	free(rings->in_order);
	free(rings->ids);
	free(rings->more);
	free(rings->evsels);
	free(rings);
}
