/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rings: the open events and their ring buffers, through libperf. Each CPU (each thread with
 * --per-thread) has two buffers, so that no amount of samples can push out records of tasks. If the
 * plan says so, the two are one.
 *
 *   CPU 0   tracking: tasks, maps, user callchains   |  samples: all events
 *   CPU 1   tracking: tasks, maps, user callchains   |  samples: all events
 */
#ifndef PERF_DEFER_UTIL_RECORD_RINGS_H
#define PERF_DEFER_UTIL_RECORD_RINGS_H

#include "util/plan/plan.h"

struct rings;

/* Contents of one buffer: whole records, in two pieces if the buffer wraps. */
struct ring_data {
	const void *a, *b;
	size_t a_size, b_size;
	int32_t cpu;   /* CPU of the buffer; -1: any */
	bool tracking; /* the tracking event's own buffer */
};

/*
 * Opens all events of @plan, disabled, and maps the buffers. Tasks that may exit and have exited
 * are left out. @command_pid is the forked command, not yet released, or -1. On failure nothing
 * stays open, and @err names the event and the remedy.
 */
int rings__open(struct rings **rings, const struct plan *plan, int32_t command_pid, int verbose,
		struct defer_error *err);
void rings__close(struct rings *rings);

/*
 * Opens all events for one more task, disabled, as rings__open() did. Returns 1, or 0 if the task
 * has exited. enable_newcomers() enables the tracking event for the tasks added since its last
 * call; its first call, for all.
 */
int rings__add_task(struct rings *rings, const struct plan *plan, int32_t tid,
		    struct defer_error *err);
int rings__enable_newcomers(struct rings *rings);
/* Disables the event with @id, which add_task() opened as @event, and its inherited copies. */
void rings__silence(struct rings *rings, uint32_t event, uint64_t id);

/*
 * Enables the tracking event: tasks and maps are recorded from now on. Samples wait for enable().
 */
int rings__enable_tracking(struct rings *rings);
int rings__enable(struct rings *rings);
/* Enables or disables event @event alone. */
int rings__set_event(struct rings *rings, uint32_t event, bool enabled);
/* Stops samples. Events that receive deferred records stay enabled, so these still arrive. */
int rings__disable_samples(struct rings *rings);

/* Makes poll() watch @fd too, such as a signalfd. The caller reads it. */
int rings__watch(struct rings *rings, int fd, struct defer_error *err);
/*
 * Waits until a buffer is half full, a watched file is readable, or @ms have passed (-1: no limit).
 * Returns whether a watched file is readable.
 */
bool rings__poll(struct rings *rings, int ms);
/* Returns whether all recorded tasks have exited, so that no buffer will wake poll() again. */
bool rings__all_hung_up(const struct rings *rings);

uint32_t rings__nr(const struct rings *rings);
/*
 * Returns whether buffer @i is overwritten: it keeps the newest records until it is read on
 * request.
 */
bool rings__is_overwritten(const struct rings *rings, uint32_t i);
/* Returns whether buffer @i is one of the tracking event's own. */
bool rings__is_tracking(const struct rings *rings, uint32_t i);
/* Returns the bytes in buffer @i now; 0 for an overwritten buffer. */
uint64_t rings__bytes(const struct rings *rings, uint32_t i);
/*
 * Reads what was added to buffer @i since the last read. Returns 1, or 0 if nothing was. Except for
 * an overwritten buffer, returns the whole records of at most @max bytes, but at least one record.
 * The data stay until consume(); an overwritten buffer is paused meanwhile.
 */
int rings__read(struct rings *rings, uint32_t i, uint64_t max, struct ring_data *data);
/*
 * Marks where the buffers that are not overwritten end now: the records of tasks and user callchains
 * where their samples end, so that no sample is parted from its callchain that was written by then.
 * read_to_mark() is read() up to there. No other read of the buffer may come between the two.
 */
void rings__mark(struct rings *rings);
int rings__read_to_mark(struct rings *rings, uint32_t i, struct ring_data *data);
/* Ends a read() without consuming: the same data will be read again. */
void rings__leave(struct rings *rings, uint32_t i);
void rings__consume(struct rings *rings, uint32_t i);

/* An ID that the kernel gave to an event in one buffer, for attrs and ID_INDEX. */
struct ring_id {
	uint64_t id;
	uint32_t buffer;
	int32_t cpu, tid;
};

/*
 * Return the bytes of one sample buffer, and of the largest buffer, both without the header page.
 */
uint64_t rings__buffer_size(const struct rings *rings);
uint64_t rings__largest_buffer(const struct rings *rings);
/*
 * Returns the records that the kernel could not write for ID @i of event @event, by the kernel's
 * own count (since Linux 6.0). @i is an index of rings__ids().
 */
uint64_t rings__lost(const struct rings *rings, uint32_t event, uint32_t i);

/*
 * Returns how often event @event happened, as the kernel counted it, with all tasks that inherited
 * it. Members of groups do not count.
 */
uint64_t rings__count(const struct rings *rings, uint32_t event);

const struct ring_id *rings__ids(const struct rings *rings, uint32_t event, uint32_t *nr);

#endif /* PERF_DEFER_UTIL_RECORD_RINGS_H */
