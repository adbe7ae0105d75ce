/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * losses: what the kernel reported as lost, per CPU and per event.
 *
 * - LOST counts lost records of any type, deferred ones too. Its id is that of the event that wrote
 *   next, not of the events that lost records.
 * - LOST_SAMPLES counts what one event lost. The kernel counts everything written for that event
 *   (Linux 7.2, kernel/events/ring_buffer.c, __perf_output_begin()): samples if it takes any, else
 *   its other records; these include user stacks if it has defer_output, which cookies tell apart
 *   (lost-stacks.h). perf synthesizes LOST_SAMPLES and leaves CPU and time at 0; the id leads to the
 *   CPU, by ID_INDEX.
 */
#ifndef PERF_DEFER_UTIL_SESSION_LOSSES_H
#define PERF_DEFER_UTIL_SESSION_LOSSES_H

#include <perf/defer-error.h>

struct defer_event;
struct defer_evsel;
struct ledger;
struct session;

/* The losses of a CPU or of an event. */
struct loss_counts {
	int32_t key;	  /* the CPU, -1: unknown; or evsel idx */
	uint64_t records; /* number of LOST and LOST_SAMPLES records */
	uint64_t lost;	  /* lost records, from LOST; 0 for events */
	uint64_t lost_samples, lost_stacks, lost_others; /* from LOST_SAMPLES */
};

struct losses {
	struct loss_counts *cpus; /* sorted by CPU, -1 last */
	uint32_t nr;
	struct loss_counts *events; /* by evsel idx; NULL: no losses of single events known */
	uint32_t nr_events;
	struct loss_counts total;
};

enum lost_kind {
	LOST_NOTHING, /* a BPF filter rejected the samples on purpose */
	LOST_SAMPLES,
	LOST_STACKS, /* user stacks and other records */
	LOST_OTHERS,
};

/*
 * Returns what a LOST_SAMPLES record @ev of the event @evsel counts. @evsel is NULL if not known.
 */
enum lost_kind lost_samples__kind(const struct defer_event *ev, const struct defer_evsel *evsel);

/*
 * Reads the trace once more, but only if it has such records. @ledger: that of @session, finished,
 * or NULL.
 */
int losses__init(struct losses *losses, struct session *session, const struct ledger *ledger,
		 struct defer_error *err);
void losses__exit(struct losses *losses);

#endif /* PERF_DEFER_UTIL_SESSION_LOSSES_H */
