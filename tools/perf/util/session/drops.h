/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * drops: what the kernel said it threw away, by the CPU whose buffer was full.
 *
 * LOST tells of records of any type, deferred ones among them, LOST_SAMPLES of samples alone. The
 * CPU is that of the record, or of the event that it names, by ID_INDEX.
 */
#ifndef PERF_DEFER_UTIL_SESSION_DROPS_H
#define PERF_DEFER_UTIL_SESSION_DROPS_H

#include <perf/defer.h>

struct session;

struct cpu_drops {
	int32_t cpu;	  /* -1: nobody says */
	uint64_t records; /* LOST and LOST_SAMPLES records */
	uint64_t lost;	  /* records that LOST told of */
	uint64_t lost_samples;
};

struct drops {
	struct cpu_drops *cpus; /* by CPU, -1 last */
	uint32_t nr;
	struct cpu_drops total;
};

/* Reads the trace once more, but only if it has such records. After session__gather(). */
int drops__init(struct drops *drops, struct session *session, struct defer_error *err);
void drops__exit(struct drops *drops);

#endif /* PERF_DEFER_UTIL_SESSION_DROPS_H */
