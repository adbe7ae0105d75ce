// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/plan/event-open.h"
#include "util/plan/plan-switch.h"
#include "util/record/switch-events.h"

static size_t buffer_size(void)
{
	return (PLAN_SWITCH_PAGES + 1) * sysconf(_SC_PAGESIZE);
}

static int switch_events__failed(const char *what, const char *name, int error,
				 struct defer_error *err)
{
	/* A task may exit between listing and opening: the caller lists again. */
	return defer_error__set(err, error == ESRCH ? DEFER_ERR_NOENT : DEFER_ERR_IO,
				"cannot %s event %s of --switch-output-event: %s", what, name,
				strerror(error));
}

/* Opens @spec in one place. */
static int switch_events__add(struct switch_events *events, const struct event_spec *spec,
			      const struct plan_place *place, struct defer_error *err)
{
	struct epoll_event watched = {.events = EPOLLIN};
	struct switch_event event;

	event.fd = event__open(&spec->attr, place->tid, place->cpu, -1);
	if (event.fd < 0)
		return switch_events__failed("open", spec->name, -event.fd, err);
	if (spec->filter && ioctl(event.fd, PERF_EVENT_IOC_SET_FILTER, spec->filter)) {
		int error = errno;

		close(event.fd);
		return switch_events__failed("set the filter of", spec->name, error, err);
	}
	event.base = mmap(NULL, buffer_size(), PROT_READ | PROT_WRITE, MAP_SHARED, event.fd, 0);
	watched.data.u32 = events->nr;
	if (event.base == MAP_FAILED ||
	    epoll_ctl(events->epoll_fd, EPOLL_CTL_ADD, event.fd, &watched)) {
		int error = errno;

		if (event.base != MAP_FAILED)
			munmap(event.base, buffer_size());
		close(event.fd);
		return switch_events__failed("watch", spec->name, error, err);
	}
	events->events[events->nr++] = event;
	return 0;
}

int switch_events__open(struct switch_events *events, const struct plan *plan, int32_t command_pid,
			struct defer_error *err)
{
	const struct event_list *specs = &plan->switch_events;
	uint32_t event, i, nr = plan_switch__nr_places(plan);
	struct plan_place place;
	int ret = 0;

	*events = (struct switch_events){.epoll_fd = -1};
	if (!specs->nr)
		return 0;
	events->events = calloc((size_t)specs->nr * nr, sizeof(*events->events));
	events->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (!events->events || events->epoll_fd < 0)
		ret = error__no_memory(err, "for --switch-output-event");
	for (event = 0; event < specs->nr && !ret; event++) {
		for (i = 0; i < nr && !ret; i++) {
			place = plan_switch__place(plan, i, command_pid);
			ret = switch_events__add(events, &specs->specs[event], &place, err);
		}
	}
	if (ret)
		switch_events__close(events);
	return ret;
}

void switch_events__close(struct switch_events *events)
{
	uint32_t i;

	for (i = 0; i < events->nr; i++) {
		munmap(events->events[i].base, buffer_size());
		close(events->events[i].fd);
	}
	free(events->events);
	if (events->epoll_fd >= 0)
		close(events->epoll_fd);
	*events = (struct switch_events){.epoll_fd = -1};
}

int switch_events__enable(const struct switch_events *events)
{
	uint32_t i;

	for (i = 0; i < events->nr; i++)
		if (ioctl(events->events[i].fd, PERF_EVENT_IOC_ENABLE, 0))
			return -errno;
	return 0;
}

/* Empties the buffer, whose contents do not matter. Returns whether it had any. */
static bool switch_event__take(const struct switch_event *event)
{
	struct perf_event_mmap_page *page = event->base;
	uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	bool any = head != page->data_tail;

	__atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
	return any;
}

/* Removes the events of tasks that have exited, since their hangup would wake poll() forever. */
static void switch_events__drop_gone(const struct switch_events *events)
{
	struct epoll_event woken[16];
	int i, nr;

	nr = epoll_wait(events->epoll_fd, woken, ARRAY_SIZE(woken), 0);
	for (i = 0; i < nr; i++)
		if (woken[i].events & (EPOLLHUP | EPOLLERR))
			epoll_ctl(events->epoll_fd, EPOLL_CTL_DEL,
				  events->events[woken[i].data.u32].fd, NULL);
}

bool switch_events__happened(struct switch_events *events)
{
	bool any = false;
	uint32_t i;

	if (events->epoll_fd < 0)
		return false;
	/* Empty all buffers: perf_poll() reports a record once, and that wakeup is over. */
	for (i = 0; i < events->nr; i++)
		any |= switch_event__take(&events->events[i]);
	switch_events__drop_gone(events);
	return any;
}
