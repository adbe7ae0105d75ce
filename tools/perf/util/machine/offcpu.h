/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * offcpu: when tasks left their CPUs, and for how long, from the context switches of a trace.
 *
 * record --off-cpu samples sched:sched_switch where a task blocks, with the field WEIGHT, which the
 * kernel leaves 0 for tracepoints. The SWITCH record of the same moment follows the sample; that of
 * the task's return comes later (Linux 7.2, kernel/sched/core.c, __schedule(), and
 * kernel/events/core.c, perf_event_switch()):
 *
 *   sample  SWITCH out                SWITCH in
 *   --|---------|-------------------------|-----> time, ns
 *     |<------- weight and period ------->|
 */
#ifndef PERF_DEFER_UTIL_MACHINE_OFFCPU_H
#define PERF_DEFER_UTIL_MACHINE_OFFCPU_H

#include <stdbool.h>
#include <stddef.h>

#include <perf/defer-error.h>

struct defer_event;
struct defer_evlist;
struct defer_evsel;
struct defer_sample;

#define OFFCPU_EVENT "sched:sched_switch"

/* Returns true if samples of @evsel are taken where tasks leave their CPU. */
bool offcpu__leaves_cpu(const struct defer_evsel *evsel);

/* Returns true if samples of @evsel show where a task blocked, but not for how long. */
bool offcpu__is_event(const struct defer_evsel *evsel);

/* Returns true if @evlist has such an event, and the context switches that tell for how long. */
bool offcpu__recorded(const struct defer_evlist *evlist);

/* Why a task left its CPU. */
enum offcpu_why {
	OFFCPU_UNKNOWN,	  /* or it ended */
	OFFCPU_PREEMPTED, /* it was ready to run on */
	OFFCPU_WAITS,
};

/*
 * Tells why by the state that the task left in, which is @size bytes at @offset in RAW. @size is 0 if that
 * is not known.
 */
enum offcpu_why offcpu__why(const struct defer_sample *sample, uint32_t offset, uint32_t size);

struct offcpu_switch {
	uint64_t time;
	int32_t tid;
	bool in;	/* switched in: it runs from now on */
	bool preempted; /* switched out, and says that it would have run on */
};

/* The context switches that one worker saw. All zero is an empty log. */
struct offcpu_log {
	struct offcpu_switch *switches;
	size_t nr, cap;
};

void offcpu_log__exit(struct offcpu_log *log);

/* Logs a SWITCH or SWITCH_CPU_WIDE record. */
int offcpu_log__add(struct offcpu_log *log, const struct defer_event *ev, struct defer_error *err);
/* Appends all of @from, the log of another worker. */
int offcpu_log__merge(struct offcpu_log *log, const struct offcpu_log *from,
		      struct defer_error *err);

struct offcpu;

/* Returns the @nr switches of @tid, in order of time. */
const struct offcpu_switch *offcpu__switches(const struct offcpu *offcpu, int32_t tid, size_t *nr);

/*
 * Builds *@offcpu from @log and leaves it empty. @end is the time of the trace's last sample, ns.
 */
int offcpu__new(struct offcpu **offcpu, struct offcpu_log *log, uint64_t end,
		struct defer_error *err);
void offcpu__delete(struct offcpu *offcpu);

/*
 * Returns how long @tid, sampled at @time, was blocked, ns: until its next switch in, or, if there
 * is none, until the end of the trace. Returns 0 if the trace does not tell, because records of the
 * return were lost. Any number of threads may call it.
 */
uint64_t offcpu__blocked(const struct offcpu *offcpu, int32_t tid, uint64_t time);

/* How a task spent a span of time. */
struct offcpu_span {
	uint64_t away; /* ns off the CPU */
	bool left;     /* it left its CPU */
	bool waited; /* it did so at least once without being preempted, as far as the trace tells */
};

/*
 * Sets how @tid, which was on its CPU at @from, spent the time until @to. Returns false if the trace does
 * not tell: it has no switches of the task, or some are missing. Losses are for the caller to look at.
 * Any number of threads may call it.
 */
bool offcpu__span(const struct offcpu *offcpu, int32_t tid, uint64_t from, uint64_t to,
		  struct offcpu_span *span);

#endif /* PERF_DEFER_UTIL_MACHINE_OFFCPU_H */
