/* SPDX-License-Identifier: GPL-2.0-only */
/* rings-priv: what the files of the rings share, which alone know libperf. */
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

/* What epoll hands back: a descriptor of an event, with these. */
#define WATCH_TRACKING (1ULL << 32)
#define WATCH_OTHER    (1ULL << 33) /* nobody's, see rings__watch() */

/* Events that share buffers, one for each CPU or thread. */
struct ring_set {
	struct perf_evlist *evlist;
	uint32_t first, nr; /* of the buffers */
};

/* Descriptors whose ids are the last ones of their event's. */
struct ring_more {
	int *fds;
	uint32_t nr;
};

enum {
	SET_TRACKING, /* drained first: what is killed on the way has lost samples, not maps */
	SET_SAMPLES,  /* without buffers where the tracking event's are shared */
	NR_SETS
};

struct rings {
	struct ring_set sets[NR_SETS];
	struct perf_evsel **evsels;	      /* by index of the plan's events */
	uint32_t nr_events, tracking, chains; /* as in the plan */
	bool shared;			      /* all events are in the first set */
	struct perf_cpu_map *cpus;
	struct perf_thread_map *threads;
	struct perf_mmap **buffers;
	uint32_t nr_buffers, nr_first; /* all; those of the sets, then newcomers' own */
	struct ring_id **ids;	       /* by event */
	struct ring_more *more;	       /* by event: what is open of tasks that came later */
	uint32_t nr_enabled;	       /* of the tracking event's in there */
	bool tracks;		       /* since then */
	uint8_t *in_order;	       /* room for what is read of a buffer that is written over */
	size_t page_size;
	int epoll_fd;
	uint32_t nr_live;    /* tracking descriptors that have not hung up */
	bool any_cpu;	     /* --per-thread: a buffer follows its task */
	bool all_cpus_tasks; /* tasks that cannot all be gone */
};

/* DEFER_ERR_NOENT if the task is gone. @error: negative, an errno. */
int rings__open_error(const struct event_spec *spec, int error, struct defer_error *err);
struct ring_set *rings__set_of(struct rings *rings, uint32_t event);
/* Wakes poll() when the buffer of @fd, a descriptor of @event, fills, or its task is gone. */
int rings__watch_fd(struct rings *rings, uint32_t event, int fd, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_RINGS_PRIV_H */
