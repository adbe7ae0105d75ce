/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * offcpu: for how long tasks were blocked, from the context switches of a trace.
 *
 * record --off-cpu samples sched:sched_switch where a task blocks, with the field WEIGHT, which
 * the kernel leaves 0 for tracepoints. The SWITCH record of the same moment comes just after the
 * sample, and that of the task's return later: Linux 7.2, kernel/sched/core.c, __schedule(), and
 * kernel/events/core.c, perf_event_switch(). What lies between is the sample's weight and its
 * period. All times are ns.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_OFFCPU_H
#define PERF_DEFER_UTIL_MACHINE_OFFCPU_H

#include <perf/defer.h>

#define OFFCPU_EVENT "sched:sched_switch"

/* Do samples of @evsel say where a task blocked, and not for how long? */
bool offcpu__is_event(const struct defer_evsel *evsel);

/* Has @evlist such an event, and the records that tell for how long? */
bool offcpu__recorded(const struct defer_evlist *evlist);

/* What one worker saw of context switches. Zeroed is empty. */
struct offcpu_log {
	struct offcpu_switch {
		uint64_t time;
		int32_t tid;
		bool in; /* it runs from now on */
	} * switches;
	size_t nr, cap;
};

void offcpu_log__exit(struct offcpu_log *log);

/* At a SWITCH or SWITCH_CPU_WIDE record. */
int offcpu_log__add(struct offcpu_log *log, const struct defer_event *ev, struct defer_error *err);
/* Adds all that another worker saw. */
int offcpu_log__merge(struct offcpu_log *log, const struct offcpu_log *from,
		      struct defer_error *err);

struct offcpu;

/* Takes over what stands in @log, which is empty then. @end is the time of the trace's last sample. */
int offcpu__new(struct offcpu **offcpu, struct offcpu_log *log, uint64_t end,
		struct defer_error *err);
void offcpu__delete(struct offcpu *offcpu);

/*
 * How long @tid, sampled at @time, was blocked: until its next return, or else until the end of
 * the trace. 0 if the trace does not tell, since the records of its return were lost. For any
 * number of threads.
 */
uint64_t offcpu__blocked(const struct offcpu *offcpu, int32_t tid, uint64_t time);

#endif /* PERF_DEFER_UTIL_MACHINE_OFFCPU_H */
