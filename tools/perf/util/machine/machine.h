/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine: which task ran at any time of the trace, under which name and in which address space.
 *
 *   worker 0: machine_log --+
 *   worker 1: machine_log --+--> sorted by (time, order) --> replayed once --> machine
 *   worker 2: machine_log --+                                                  (read-only)
 *
 * After machine__new() any number of threads may ask.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_MACHINE_H
#define PERF_DEFER_UTIL_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/timeline.h"
#include "util/machine/maps.h"

struct budget;
struct defer_event;
struct kernel_syms;
struct machine;
struct machine_log;
struct symbol_conf;

struct machine_log *machine_log__new(void);
void machine_log__delete(struct machine_log *log);
/* Limits the replay's memory by @budget, which must outlive the log. */
void machine_log__bound(struct machine_log *log, const struct budget *budget);

/*
 * Logs MMAP, MMAP2, COMM, FORK, EXIT, KSYMBOL and CGROUP; ignores other records. @ev->id.time is
 * the record's time, ns; 0 if it has none; its order if the trace has no timestamps.
 */
int machine_log__add(struct machine_log *log, const struct defer_event *ev, uint64_t order,
		     struct defer_error *err);

/* A list of tasks and maps that a recorder wrote while it recorded. Its records have no time. */
struct machine_list {
	uint64_t order; /* from which on it and its followers are in the stream */
	uint64_t time;	/* from which on it is true, ns */
};

/*
 * Dates what has no time from the first of @nr ascending @lists on, and drops its forks: they would begin
 * lives anew that were seen to begin.
 */
void machine_log__date(struct machine_log *log, const struct machine_list *lists, size_t nr);

/*
 * Replays @nr logs in order of (time, order), and empties them. Records that perf wrote before the
 * first sample have time 0 and come first.
 */
int machine__new(struct machine **machine, struct machine_log **logs, unsigned int nr,
		 struct defer_error *err);
void machine__delete(struct machine *machine);

/*
 * Gives the build id of a BUILD_ID feature's entry to the DSOs that no record gave one; the first
 * one counts. @misc is the entry's. Returns the number of DSOs that took it. Must be called before
 * any DSO is used.
 */
int machine__set_build_id(struct machine *machine, const char *filename, uint16_t misc,
			  const uint8_t *build_id, uint8_t size);

/* A task at one time. Ids are dense and stay valid as long as the machine. */
struct task_view {
	int32_t pid, tid;
	uint32_t comm_id; /* machine__comm() */
	uint32_t maps_id; /* machine__maps(): address space of process @pid */
	uint32_t life;	  /* differs from other tasks with the same tid; or LIFE_NONE */
	bool known;	  /* a record gave the comm; else it is perf's ":tid" */
};

#define LIFE_NONE UINT32_MAX /* task that no record tells of */

/*
 * Fills in @view for @tid at @time. @pid is -1 if the sample does not say.
 *
 * - Before a task's first record, it has its first comm and no maps.
 * - If @tid was last seen in another process, records were lost, and that state is not used.
 *
 * Takes no lock, except on the first look-up of an unknown tid.
 */
void machine__find_task(const struct machine *machine, int32_t pid, int32_t tid, uint64_t time,
			uint64_t order, struct task_view *view);
/* Does the same, and cuts @span, which holds (time, order), to moments that have this answer. */
void machine__find_task_span(const struct machine *machine, int32_t pid, int32_t tid, uint64_t time,
			     uint64_t order, struct task_view *view, struct timeline_span *span);

/*
 * Turns @view into a task that has no number here, because it is in a pid namespace that the
 * recorder does not see. Nothing is known of it; above all it is not the idle task, although its
 * number is 0 too.
 */
void machine__hide_task(const struct machine *machine, struct task_view *view);

/* Returns the last comm of @life; ":tid" for LIFE_NONE. */
uint32_t machine__life_comm(const struct machine *machine, uint32_t life, int32_t tid);
/* Returns the life of the first thread of the process, or LIFE_NONE. */
uint32_t machine__life_leader(const struct machine *machine, uint32_t life);

/* Returns a comm. Never NULL. */
const char *machine__comm(const struct machine *machine, uint32_t comm_id);
/*
 * Returns the number of comms. It grows when find_task() meets an unknown tid: later ids are all
 * ":tid".
 */
uint32_t machine__nr_comms(const struct machine *machine);

/*
 * Returns the kernel's address space at @time: image, modules and BPF code. Cuts @span as
 * machine__find_task_span() does.
 */
uint32_t machine__kernel_maps(const struct machine *machine, uint64_t time, uint64_t order,
			      struct timeline_span *span);
/* Returns an address space. Id 0 is the empty one, which kernel threads have. */
const struct maps *machine__maps(const struct machine *machine, uint32_t maps_id);
/* Returns an address space with the same map at @addr, as maps_pool__place() does. */
uint32_t machine__place(const struct machine *machine, uint32_t maps_id, uint64_t addr);

/* The cgroups that records name. */
struct cgroups;
const struct cgroups *machine__cgroups(const struct machine *machine);

/* All DSOs that have a map, in order of first mention. */
struct dso;
uint32_t machine__nr_dsos(const struct machine *machine);
struct dso *machine__dso(const struct machine *machine, uint32_t i);

/*
 * Initializes @ks for the host's kernel, as its map was recorded, for kernel_syms__load(). @conf and
 * @release are as in struct kernel_syms; the machine must outlive it, too.
 */
int machine__init_kernel_syms(const struct machine *machine, const struct symbol_conf *conf,
			      const char *release, struct kernel_syms *ks, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_MACHINE_MACHINE_H */
