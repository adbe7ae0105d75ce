/* SPDX-License-Identifier: GPL-2.0-only */
/* rings-priv: declarations shared by the files of rings. Only these files use libperf. */
#ifndef PERF_DEFER_UTIL_RECORD_RINGS_PRIV_H
#define PERF_DEFER_UTIL_RECORD_RINGS_PRIV_H

#include <internal/evlist.h>
#include <internal/evsel.h>
#include <internal/mmap.h>
#include <internal/threadmap.h>
#include <internal/xyarray.h>
#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/mmap.h>
#include <perf/threadmap.h>

#include "util/record/rings.h"

/* Data of epoll events: a descriptor of an event, with these flags. */
#define WATCH_TRACKING (1ULL << 32)
#define WATCH_OTHER    (1ULL << 33) /* not an event's, see rings__watch() */

/* Events that share buffers, one buffer for each CPU or thread. */
struct ring_set {
	struct perf_evlist *evlist;
	uint32_t first, nr; /* range of the buffers */
};

/* Open descriptors, whose IDs are the last ones of their event. */
struct ring_more {
	int *fds;
	uint32_t nr;
};

enum {
	SET_TRACKING, /* drained first: a killed recorder then loses samples, not maps */
	SET_SAMPLES,  /* has no buffers if the tracking event shares them */
	NR_SETS
};

struct rings {
	struct ring_set sets[NR_SETS];
	struct perf_evsel **evsels;	      /* indexed by the plan's events */
	uint32_t nr_events, tracking, chains; /* as in the plan */
	bool shared;			      /* all events are in the first set */
	struct perf_cpu_map *cpus;
	struct perf_thread_map *threads;
	struct perf_mmap **buffers;
	uint32_t nr_buffers, nr_first; /* all; buffers of the sets, before those of newcomers */
	struct ring_id **ids;	       /* indexed by event */
	struct ring_more *more;	       /* indexed by event: descriptors of newcomers */
	uint32_t nr_enabled;	       /* enabled descriptors of the tracking event in @more */
	bool tracks;		       /* tracking is enabled */
	uint8_t *in_order;	       /* copy of an overwritten buffer, oldest record first */
	size_t page_size;
	int epoll_fd;
	uint32_t nr_live;    /* tracking descriptors without hangup */
	bool any_cpu;	     /* --per-thread: a buffer follows its task */
	bool all_cpus_tasks; /* the recorded tasks cannot all exit */
};

/*
 * Sets the error of a failed open: @error is a negative errno. Returns DEFER_ERR_NOENT if the task
 * has exited.
 */
int rings__open_error(const struct event_spec *spec, int error, struct defer_error *err);
struct ring_set *rings__set_of(struct rings *rings, uint32_t event);
/*
 * Makes poll() return when the buffer of @fd, a descriptor of @event, fills, or when its task
 * exits.
 */
int rings__watch_fd(struct rings *rings, uint32_t event, int fd, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_RINGS_PRIV_H */
