/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine: who ran, under which name, in which address space, at any time of the trace.
 *
 * Gathered by workers into logs in any order, then replayed once in time order. After that it
 * only answers, to any number of threads.
 */
#ifndef PERF_DEFER_UTIL_MACHINE_H
#define PERF_DEFER_UTIL_MACHINE_H

#include <perf/defer.h>

#include "util/maps.h"

struct machine;
struct machine_log;

struct machine_log *machine_log__new(void);
void machine_log__delete(struct machine_log *log);

/* Keeps what matters of MMAP, MMAP2, COMM, FORK, EXIT and KSYMBOL; steps over the rest. */
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
 * Gives the build ids of a BUILD_ID feature to the DSOs that no record named one for. Before
 * the replay's answers are used.
 */
int machine__set_build_id(struct machine *machine, const char *filename, int32_t pid, uint16_t misc,
			  const uint8_t *build_id, uint8_t size, struct defer_error *err);

/* A task at one time. Ids are dense, and stable for the machine's life. */
struct task_view {
	int32_t pid, tid;
	uint32_t comm_id; /* machine__comm() */
	uint32_t maps_id; /* machine__maps(): its address space */
	bool known;	  /* some record named it; else comm is ":tid" and its maps are empty */
};

/* @pid may be -1 if the sample did not say. Times before the first record see the first state. */
void machine__find_task(const struct machine *machine, int32_t pid, int32_t tid, uint64_t time,
			uint64_t order, struct task_view *view);

const char *machine__comm(const struct machine *machine, uint32_t comm_id);
uint32_t machine__nr_comms(const struct machine *machine);

/* The kernel's address space at @time: image, modules, and code that BPF brought. */
uint32_t machine__kernel_maps(const struct machine *machine, uint64_t time, uint64_t order);
const struct maps *machine__maps(const struct machine *machine, uint32_t maps_id);
uint32_t machine__nr_maps(const struct machine *machine);

/* All DSOs that some map names, in order of first mention. */
struct dso;
uint32_t machine__nr_dsos(const struct machine *machine);
struct dso *machine__dso(const struct machine *machine, uint32_t i);

struct machine_stats {
	uint64_t mmaps, comms, forks, exits, execs, ksymbols;
	uint32_t tasks, address_spaces;
};

void machine__stats(const struct machine *machine, struct machine_stats *stats);

#endif /* PERF_DEFER_UTIL_MACHINE_H */
