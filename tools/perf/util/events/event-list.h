/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event-list: the events that a recording is asked for, before anything is opened.
 * Filled by parse-events from -e, made whole by plan, opened by rings.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_EVENT_LIST_H
#define PERF_DEFER_UTIL_EVENTS_EVENT_LIST_H

#include <perf/defer.h>

/* How the user half of a callchain is recorded. */
enum chain_mode {
	CHAIN_FP, /* by frame pointers; deferred where the options and the kernel have it so */
	CHAIN_FP_DEFER, /* deferred where the kernel can: an event's own word */
	CHAIN_DWARF,	/* a copy of the stack, for whoever unwinds it */
	CHAIN_LBR,	/* the processor's branch records, in call-stack mode */
};

/* Bytes of a stack, multiples of 8: perf's default, and the most that a record can hold. */
#define CHAIN_DUMP_DEFAULT 8192
#define CHAIN_DUMP_MAX	   65528

/*
 * One event. Its attr has what the user said: type, config*, exclusions, precision. A
 * sample_period without has_period is the event's own (1 of a tracepoint), which -c and -F
 * override. Bits of sample_type are such as the event cannot do without; where has_callchain or
 * has_time is set, their bits are what the event wants, whatever the others do.
 */
struct event_spec {
	char *name;   /* as reports show it, modifiers included: "cycles:u"; owned */
	char *filter; /* of a tracepoint, or NULL; owned */
	char *cpus; /* the CPUs that it is for ("0-3"), the PMU's or cpu='s, or NULL: any; owned */
	char *pmu;  /* sysfs name of its PMU, or NULL; owned */
	/* The cgroup whose tasks it is for, or NULL: all. In a plan the path of its directory; owned. */
	char *cgroup;
	struct defer_attr attr;
	uint32_t leader;	    /* index of its group's leader; its own without a group */
	bool has_period;	    /* the event itself said period= or freq= */
	bool has_callchain;	    /* the event itself said call-graph= or max-stack= */
	enum chain_mode chain_mode; /* where has_callchain */
	bool has_time;		    /* the event itself said time= */
	bool has_inherit;	    /* the event itself said inherit or no-inherit */
	bool has_overwrite;	    /* the event itself said overwrite or no-overwrite */
	bool has_branches;	    /* the event itself said branch_type= */
	bool is_off_cpu;	    /* it comes from --off-cpu, and has no branches */
	bool has_host;	  /* :G or :H: exclude_guest is not to be set where a PMU wants it so */
	bool sample_read; /* :S, the leader samples the counts of the group */
	bool precise_max; /* :P, precise_ip is 3: to be lowered until the kernel takes it */
	bool weak;	  /* :W, its group falls apart where the kernel does not take it */
	bool is_uncore;	  /* no task of its own: only for all tasks of @cpus */
};

struct event_list {
	struct event_spec *specs;
	uint32_t nr, cap;
};

void event_list__init(struct event_list *list);
void event_list__exit(struct event_list *list);
/*
 * Appends an event with @name (copied) that leads itself; NULL without memory. Pointers to
 * events are good until the next one is added.
 */
struct event_spec *event_list__add(struct event_list *list, const char *name);
/* Drops the events from @nr on. */
void event_list__truncate(struct event_list *list, uint32_t nr);

/*
 * Do the samples of all events say when they were taken? Records of two buffers are put in order
 * by time alone: a sample without could not be placed before or after an exec.
 */
bool event_list__has_times(const struct event_list *list);

#endif /* PERF_DEFER_UTIL_EVENTS_EVENT_LIST_H */
