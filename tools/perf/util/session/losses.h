/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * losses: what the kernel said it threw away, by the CPU whose buffer was full, and by event.
 *
 * LOST tells of records of any type, deferred ones among them; its id is that of the event that came
 * next, not of those that lost. LOST_SAMPLES tells what one event lost, as the kernel counts it
 * (Linux 7.2, kernel/events/ring_buffer.c, __perf_output_begin(): whatever was written for that
 * event, samples or not): samples, if it takes any, else user stacks and what else it writes. perf
 * makes these records itself and leaves CPU and time 0; the id tells the CPU, by ID_INDEX.
 */
#ifndef PERF_DEFER_UTIL_SESSION_LOSSES_H
#define PERF_DEFER_UTIL_SESSION_LOSSES_H

#include <perf/defer.h>

struct session;

struct cpu_losses {
	int32_t cpu;			    /* -1: nobody says */
	uint64_t records;		    /* LOST and LOST_SAMPLES records */
	uint64_t lost;			    /* records that LOST told of */
	uint64_t lost_samples, lost_others; /* that LOST_SAMPLES told of */
};

struct event_losses {
	uint64_t lost_samples, lost_others;
};

struct losses {
	struct cpu_losses *cpus; /* by CPU, -1 last */
	uint32_t nr;
	struct event_losses *events; /* by idx; NULL: no event is known to have lost anything */
	uint32_t nr_events;
	struct cpu_losses total;
};

enum lost_kind {
	LOST_NOTHING, /* a BPF filter wanted no more samples */
	LOST_SAMPLES,
	LOST_OTHERS,
};

/* What a LOST_SAMPLES record @ev of the event @evsel tells of; NULL: not known. */
enum lost_kind lost_samples__kind(const struct defer_event *ev, const struct defer_evsel *evsel);

/* Reads the trace once more, but only if it has such records. After session__gather(). */
int losses__init(struct losses *losses, struct session *session, struct defer_error *err);
void losses__exit(struct losses *losses);

#endif /* PERF_DEFER_UTIL_SESSION_LOSSES_H */
