/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * synth: records for what was there before the recording began: tasks, their maps, the kernel
 * and its modules. As perf record writes them (Linux 7.2, tools/perf/util/synthetic-events.c),
 * but never one of more than 64 KiB: such are split or left out with a note.
 */
#ifndef PERF_DEFER_UTIL_RECORD_SYNTH_H
#define PERF_DEFER_UTIL_RECORD_SYNTH_H

#include <perf/defer.h>

/* Called with each record; negative stops. */
typedef int (*synth_fn)(void *ctx, const void *rec, size_t size, struct defer_error *err);

struct synth_opts {
	const char *procfs; /* "/proc"; tests give a folder of their own */
	const char *sysfs;
	uint64_t id_size; /* bytes of sample_id that each record ends with, zeroed */
	bool build_ids;	  /* MMAP2 with build ids, not inodes */
	bool data_maps;	  /* -d: maps without exec too */
	synth_fn fn;
	void *ctx;
};

/* MMAP of the kernel's image and modules. */
int synth__kernel(const struct synth_opts *opts, struct defer_error *err);
/* COMM, FORK and MMAP2 of one task; a task that is gone meanwhile is no error. */
int synth__task(const struct synth_opts *opts, int32_t tid, struct defer_error *err);
/* Of all tasks that there are. */
int synth__all_tasks(const struct synth_opts *opts, struct defer_error *err);
/* THREAD_MAP, CPU_MAP, ID_INDEX, TIME_CONV, EVENT_UPDATE: split where they would pass 64 KiB. */
int synth__thread_map(const struct synth_opts *opts, const int32_t *tids, uint32_t nr,
		      struct defer_error *err);
int synth__cpu_map(const struct synth_opts *opts, const int32_t *cpus, uint32_t nr,
		   struct defer_error *err);

struct synth_id {
	uint64_t id;
	uint64_t idx; /* of the buffer */
	int64_t cpu, tid;
};

int synth__id_index(const struct synth_opts *opts, const struct synth_id *ids, uint32_t nr,
		    struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_SYNTH_H */
