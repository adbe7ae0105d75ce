/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine: who ran, under which name, in which address space, at any time of the trace.
 *
 * Gathered by workers into logs in any order, then replayed once in time order. After that it
 * only answers, to any number of threads.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_MACHINE_H
#define PERF_DEFER_UTIL_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer.h>

#include "util/machine/maps.h"

struct budget;
struct machine;
struct machine_log;

struct machine_log *machine_log__new(void);
void machine_log__delete(struct machine_log *log);
/* Replaying it stays within @budget, which outlives the log. */
void machine_log__bound(struct machine_log *log, const struct budget *budget);

/*
 * Keeps what matters of MMAP, MMAP2, COMM, FORK, EXIT, KSYMBOL and CGROUP; steps over the rest. The
 * record's time is @ev->id.time, 0 if it has none; of a trace without times its order.
 */
int machine_log__add(struct machine_log *log, const struct defer_event *ev, uint64_t order,
		     struct defer_error *err);

/*
 * Replays @nr logs, which it empties, in order of (time, order). Records that perf wrote before
 * the first sample have no time and come first.
 */
int machine__new(struct machine **machine, struct machine_log **logs, unsigned int nr,
		 struct defer_error *err);
void machine__delete(struct machine *machine);

/*
 * Gives the build ids of a BUILD_ID feature to the DSOs that no record named one for; the first
 * one that is given counts. @misc as in the feature. Returns how many took it. Before the replay's
 * answers are used.
 */
int machine__set_build_id(struct machine *machine, const char *filename, uint16_t misc,
			  const uint8_t *build_id, uint8_t size);

/* A task at one time. Ids are dense, and stable for the machine's life. */
struct task_view {
	int32_t pid, tid;
	uint32_t comm_id; /* machine__comm() */
	uint32_t maps_id; /* machine__maps(): its address space, the one of @pid */
	uint32_t life;	  /* apart from other tasks that had @tid before and after; or LIFE_NONE */
	bool known;	  /* some record gave it its comm; else that is perf's ":tid" */
};

#define LIFE_NONE UINT32_MAX /* of tasks that no record tells of */

/*
 * @pid may be -1 if the sample did not say. Times before the first record see the first comm, but
 * nothing mapped.
 * If @tid was last seen in another process, then records were lost and nothing of that is
 * believed. Takes no lock, unless it is the first time ever that an unknown tid is asked for.
 */
void machine__find_task(const struct machine *machine, int32_t pid, int32_t tid, uint64_t time,
			uint64_t order, struct task_view *view);

/*
 * Makes @view one of a task that has no number here: it is of a pid namespace that the recorder did
 * not see. Nothing is known of it, least of all what is known of the idle task, whose number is 0.
 */
void machine__hide_task(const struct machine *machine, struct task_view *view);

/* What the task was called last in @life; in LIFE_NONE, ":tid". */
uint32_t machine__life_comm(const struct machine *machine, uint32_t life, int32_t tid);
/* The life of the first thread of its process, or LIFE_NONE. */
uint32_t machine__life_leader(const struct machine *machine, uint32_t life);

/* Never NULL. */
const char *machine__comm(const struct machine *machine, uint32_t comm_id);
/* Grows when find_task() meets an unknown tid: later ids are all ":tid". */
uint32_t machine__nr_comms(const struct machine *machine);

/* The kernel's address space at @time: image, modules, and code that BPF brought. */
uint32_t machine__kernel_maps(const struct machine *machine, uint64_t time, uint64_t order);
/* Id 0 is the empty address space: tasks of the kernel have it. */
const struct maps *machine__maps(const struct machine *machine, uint32_t maps_id);

/* What the ids of cgroups mean. */
struct cgroups;
const struct cgroups *machine__cgroups(const struct machine *machine);

/* All DSOs that some map names, in order of first mention. */
struct dso;
uint32_t machine__nr_dsos(const struct machine *machine);
struct dso *machine__dso(const struct machine *machine, uint32_t i);

#endif /* PERF_DEFER_UTIL_MACHINE_MACHINE_H */
