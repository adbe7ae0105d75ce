// SPDX-License-Identifier: GPL-2.0-only
/* Enables and disables events, and polls their buffers. */
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>

#include "util/base/array.h"
#include "util/record/rings-priv.h"

static int more__control(const struct ring_more *more, uint32_t from, unsigned long request)
{
	int ret = 0;

	for (uint32_t i = from; i < more->nr; i++)
		ret |= ioctl(more->fds[i], request, 0);
	return ret;
}

/* Enables the event on all CPUs, for all tasks. */
static int rings__enable_event(struct rings *rings, uint32_t event)
{
	return perf_evsel__enable(rings->evsels[event]) |
	       more__control(&rings->more[event], 0, PERF_EVENT_IOC_ENABLE);
}

static int rings__disable_event(struct rings *rings, uint32_t event)
{
	return perf_evsel__disable(rings->evsels[event]) |
	       more__control(&rings->more[event], 0, PERF_EVENT_IOC_DISABLE);
}

int rings__enable_tracking(struct rings *rings)
{
	return rings__enable_event(rings, rings->tracking) ? DEFER_ERR_IO : 0;
}

int rings__enable_newcomers(struct rings *rings)
{
	const struct ring_more *more = &rings->more[rings->tracking];
	int ret = 0;

	if (!rings->tracks)
		ret = rings__enable_tracking(rings);
	else
		ret = more__control(more, rings->nr_enabled, PERF_EVENT_IOC_ENABLE);
	rings->tracks = true;
	rings->nr_enabled = more->nr;
	return ret ? DEFER_ERR_IO : 0;
}

int rings__enable(struct rings *rings)
{
	uint32_t i;
	int ret = 0;

	for (i = 0; i < rings->nr_events; i++)
		if (rings->evsels[i]->leader == rings->evsels[i])
			ret |= rings__enable_event(rings, i);
	return ret ? DEFER_ERR_IO : 0;
}

int rings__set_event(struct rings *rings, uint32_t event, bool enabled)
{
	int ret = enabled ? rings__enable_event(rings, event) : rings__disable_event(rings, event);

	return ret ? DEFER_ERR_IO : 0;
}

int rings__disable_samples(struct rings *rings)
{
	uint32_t i;
	int ret = 0;

	for (i = 0; i < rings->nr_events; i++)
		if (i != rings->tracking && (!rings->chains || i != rings->chains) &&
		    rings->evsels[i]->leader == rings->evsels[i])
			ret |= rings__disable_event(rings, i);
	return ret ? DEFER_ERR_IO : 0;
}

int rings__watch(struct rings *rings, int fd, struct defer_error *err)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = WATCH_OTHER};

	if (!epoll_ctl(rings->epoll_fd, EPOLL_CTL_ADD, fd, &event))
		return 0;
	return defer_error__set(err, DEFER_ERR_IO, "cannot wait for input: %s", strerror(errno));
}

bool rings__poll(struct rings *rings, int ms)
{
	struct epoll_event events[64];
	bool other = false;
	int i, nr;

	nr = epoll_wait(rings->epoll_fd, events, ARRAY_SIZE(events), ms);
	for (i = 0; i < nr; i++) {
		other |= !!(events[i].data.u64 & WATCH_OTHER);
		if (events[i].data.u64 & WATCH_OTHER || !(events[i].events & (EPOLLHUP | EPOLLERR)))
			continue;
		epoll_ctl(rings->epoll_fd, EPOLL_CTL_DEL, (int)events[i].data.u64, NULL);
		rings->nr_live -= !!(events[i].data.u64 & WATCH_TRACKING);
	}
	return other;
}

bool rings__all_hung_up(const struct rings *rings)
{
	return !rings->all_cpus_tasks && !rings->nr_live;
}

uint32_t rings__nr(const struct rings *rings)
{
	return rings->nr_buffers;
}
