/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event-list: the events requested for a recording, before anything is opened. parse-events fills
 * it from -e, the plan completes it, rings opens it.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_EVENT_LIST_H
#define PERF_DEFER_UTIL_EVENTS_EVENT_LIST_H

#include <perf/defer-attr.h>

/* How the user half of a callchain is recorded. */
enum chain_mode {
	CHAIN_FP, /* by frame pointers; deferred if the options ask for it and the kernel can */
	CHAIN_FP_DEFER, /* deferred if the kernel can; requested by the event's own term */
	CHAIN_DWARF,	/* a copy of the stack, to be unwound later */
	CHAIN_LBR,	/* the processor's branch records, in call-stack mode */
};

/*
 * Sizes of a stack copy, in bytes, multiples of 8: perf's default, and the most that a record can
 * hold.
 */
#define CHAIN_DUMP_DEFAULT 8192
#define CHAIN_DUMP_MAX	   65528
/* Bytes of stack that repair a callchain by default: enough for the frames of most leaves. */
#define CHAIN_REPAIR_DEFAULT 128

/*
 * One event. Its attr holds what the user gave: type, config*, exclusions, precision.
 * - A sample_period without has_period is the event's default (1 for a tracepoint), which -c and -F
 *   override.
 * - Bits of sample_type are those that the event cannot do without. Where has_callchain or has_time
 *   is set, their bits are as the event requests, regardless of other events.
 */
struct event_spec {
	char *name;   /* name in reports, modifiers included: "cycles:u"; owned */
	char *filter; /* filter of a tracepoint, or NULL; owned */
	char *cpus;   /* list of its CPUs ("0-3"), from its PMU or cpu=, or NULL: any; owned */
	char *pmu;    /* sysfs name of its PMU, or NULL; owned */
	/*
	 * Cgroup whose tasks it counts, or NULL: all tasks. In a plan, the path of its directory;
	 * owned.
	 */
	char *cgroup;
	struct defer_attr attr;
	uint32_t leader;	    /* index of its group's leader; its own index without a group */
	bool has_period;	    /* the event has a period= or freq= term */
	bool has_callchain;	    /* the event has a call-graph= or max-stack= term */
	enum chain_mode chain_mode; /* valid if has_callchain */
	bool repairs;  /* its callchains are to be repaired; the size is attr.sample_stack_user */
	bool has_time; /* the event has a time= term */
	bool has_inherit;   /* the event has an inherit or no-inherit term */
	bool has_overwrite; /* the event has an overwrite or no-overwrite term */
	bool has_branches;  /* the event has a branch_type= term */
	bool is_off_cpu;    /* added by --off-cpu; never samples branches */
	bool has_host; /* :G or :H: exclude_guest is kept as given, even if the PMU requires it */
	bool sample_read; /* :S: the leader samples the counts of the group */
	bool precise_max; /* :P: precise_ip is 3, lowered until the kernel accepts it */
	bool weak;	  /* :W: the group is broken up if the kernel rejects it */
	bool is_uncore;	  /* cannot count a single task: opened only for all tasks of @cpus */
};

struct event_list {
	struct event_spec *specs;
	uint32_t nr;
	size_t cap;
};

void event_list__init(struct event_list *list);
void event_list__exit(struct event_list *list);
/*
 * Appends an event called @name (copied) that is its own leader. Returns NULL without memory.
 * Pointers to events are valid until the next one is added.
 */
struct event_spec *event_list__add(struct event_list *list, const char *name);
/* Removes the events from index @nr on. */
void event_list__truncate(struct event_list *list, uint32_t nr);

/*
 * Returns whether the samples of all events carry a time. Records of two buffers are ordered by
 * time alone: a sample without one could not be placed before or after an exec.
 */
bool event_list__has_times(const struct event_list *list);

#endif /* PERF_DEFER_UTIL_EVENTS_EVENT_LIST_H */
