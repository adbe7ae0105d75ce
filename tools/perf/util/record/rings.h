/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rings: the opened events and their ring buffers, held by libperf. Each CPU (each thread with
 * --per-thread) has two: one for the samples of all events, and one for what the tracking event
 * says of tasks, maps and user callchains, so that no number of samples can push that out. Where
 * the plan says so, the two are one.
 */
#ifndef PERF_DEFER_UTIL_RECORD_RINGS_H
#define PERF_DEFER_UTIL_RECORD_RINGS_H

#include "util/plan/plan.h"

struct rings;

/* What lies in one buffer: whole records, in two pieces where it wraps. */
struct ring_data {
	const void *a, *b;
	size_t a_size, b_size;
	int32_t cpu;   /* of the buffer; -1: any */
	bool tracking; /* the tracking event's own */
};

/*
 * Opens everything that @plan says, disabled, and maps the buffers. Tasks that may go and are gone
 * are left out. Fails as a whole: @err names the event and what to do. @command_pid: the forked command that waits to be let go, or -1.
 */
int rings__open(struct rings **rings, const struct plan *plan, int32_t command_pid, int verbose,
		struct defer_error *err);
void rings__close(struct rings *rings);

/*
 * Opens everything for one task more, disabled, as open() did for the others: 1, or 0 if the task
 * is gone. enable_newcomers() enables the tracking event for those that came since it last did,
 * at first for all.
 */
int rings__add_task(struct rings *rings, const struct plan *plan, int32_t tid,
		    struct defer_error *err);
int rings__enable_newcomers(struct rings *rings);
/* Disables what add_task() opened of @event and what inherited it: that which has @id. */
void rings__silence(struct rings *rings, uint32_t event, uint64_t id);

/* Tasks and maps are told from here on; samples wait for enable(). */
int rings__enable_tracking(struct rings *rings);
int rings__enable(struct rings *rings);
/* Event @event alone. */
int rings__set_event(struct rings *rings, uint32_t event, bool enabled);
/* Samples stop; what takes deferred records goes on, so that deferred records still come. */
int rings__disable_samples(struct rings *rings);

/* @fd is watched by poll() too, such as a signalfd. The caller reads it. */
int rings__watch(struct rings *rings, int fd, struct defer_error *err);
/*
 * Waits until some buffer is half full, a watched file can be read, or @ms passed (-1: no bound).
 * True if a watched file can be read.
 */
bool rings__poll(struct rings *rings, int ms);
/* Are all recorded tasks gone? Then no buffer will wake us again. */
bool rings__all_hung_up(const struct rings *rings);

uint32_t rings__nr(const struct rings *rings);
/* Is buffer @i written over and over? Then it keeps the newest records until somebody asks. */
bool rings__is_overwritten(const struct rings *rings, uint32_t i);
/* Is it one of the tracking event's own? */
bool rings__is_tracking(const struct rings *rings, uint32_t i);
/* Bytes that buffer @i holds now; 0 if it is written over and over. */
uint64_t rings__bytes(const struct rings *rings, uint32_t i);
/*
 * What came into buffer @i since it was last read: 1, or 0 if nothing did. Of one that is not
 * written over no more whole records than @max bytes have, and one at least. It stays there until
 * consume(); one that is written over takes nothing meanwhile.
 */
int rings__read(struct rings *rings, uint32_t i, uint64_t max, struct ring_data *data);
/* After a read() that is only a look: it will be read again. */
void rings__leave(struct rings *rings, uint32_t i);
void rings__consume(struct rings *rings, uint32_t i);

/* For attrs, ID_INDEX: the ids that the kernel gave event @event, buffers by buffer. */
struct ring_id {
	uint64_t id;
	uint32_t buffer;
	int32_t cpu, tid;
};

/* Bytes of one buffer for samples, without its header page; of the largest of all. */
uint64_t rings__buffer_size(const struct rings *rings);
uint64_t rings__largest_buffer(const struct rings *rings);
/*
 * Records that the kernel could not write for event @event, as it counts them itself (since Linux
 * 6.0): for id @i of rings__ids().
 */
uint64_t rings__lost(const struct rings *rings, uint32_t event, uint32_t i);

const struct ring_id *rings__ids(const struct rings *rings, uint32_t event, uint32_t *nr);

#endif /* PERF_DEFER_UTIL_RECORD_RINGS_H */
