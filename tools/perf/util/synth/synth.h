/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * synth: records for what was there before the recording began: tasks, their maps, the kernel
 * and its modules. As perf record writes them (Linux 7.2, tools/perf/util/synthetic-events.c),
 * but never one of more than 64 KiB: such are split.
 */
#ifndef PERF_DEFER_UTIL_SYNTH_SYNTH_H
#define PERF_DEFER_UTIL_SYNTH_SYNTH_H

#include <perf/defer.h>

/* Called with each record; negative stops. */
typedef int (*synth_fn)(void *ctx, const void *rec, size_t size, struct defer_error *err);

struct synth_opts {
	const char *procfs; /* "/proc"; tests give a folder of their own */
	const char *sysfs;
	const char *modules; /* the running kernel's, NULL: /lib/modules/RELEASE */
	uint64_t
		id_size; /* bytes of sample_id that records of the kernel's types end with, zeroed */
	bool build_ids;	 /* MMAP2 with build ids, not inodes */
	bool namespaces; /* of each task */
	bool data_maps;	 /* --data-mmap: readable maps without exec too */
	bool no_maps;	 /* of processes: tasks alone */
	bool has_map_timeout;
	uint64_t map_timeout_ms; /* what takes longer to list one task's maps is cut there */
	uint32_t *nr_cut;	 /* counts tasks whose maps were; or NULL */
	bool *kernel_hidden;	 /* set if the kernel shows no addresses (kptr_restrict); or NULL */
	synth_fn fn;
	void *ctx;
};

/*
 * All of these: 0, DEFER_ERR_NOMEM, or what @fn returned. What cannot be read is left out: tasks
 * end while we look at them, and other users' maps are not ours to see.
 */

/* MMAP2 of the kernel's image and modules. Not of those whose addresses are hidden. */
int synth__kernel(const struct synth_opts *opts, struct defer_error *err);

/*
 * KSYMBOL of each function of each BPF program that is loaded, and of the code by which the kernel
 * calls some; BPF_EVENT of each program. Nothing where the kernel does not tell us, or in a build
 * without libbpf. After synth__kernel(), within whose maps they lie.
 */
int synth__bpf(const struct synth_opts *opts, struct defer_error *err);

/* KSYMBOL of that code alone: it has no other list than that of all symbols of the kernel. */
int synth__trampolines(const struct synth_opts *opts, struct defer_error *err);

/* FORK, COMM and MMAP2 of all tasks that there are. */
int synth__all_tasks(const struct synth_opts *opts, struct defer_error *err);
/*
 * CGROUP of all cgroups below the mount point that events know, parents first. None where nothing
 * is mounted.
 */
int synth__cgroups(const struct synth_opts *opts, struct defer_error *err);
/*
 * COMM of these tasks, and MMAP2 of their processes: one's leader need not be among them. One
 * call for many tasks is much cheaper than many calls.
 */
int synth__tasks(const struct synth_opts *opts, const int32_t *tids, uint32_t nr,
		 struct defer_error *err);
int synth__task(const struct synth_opts *opts, int32_t tid, struct defer_error *err);

/* As many THREAD_MAP as it takes. -1 is any task. */
int synth__thread_map(const struct synth_opts *opts, const int32_t *tids, uint32_t nr,
		      struct defer_error *err);
/* -1 is any CPU. */
int synth__cpu_map(const struct synth_opts *opts, const int32_t *cpus, uint32_t nr,
		   struct defer_error *err);

struct synth_id {
	uint64_t id;
	uint64_t idx; /* of the buffer */
	int64_t cpu, tid;
};

/* As many ID_INDEX as it takes. */
int synth__id_index(const struct synth_opts *opts, const struct synth_id *ids, uint32_t nr,
		    struct defer_error *err);

/* EVENT_UPDATE of the event that has @id: its name; the CPUs of its PMU. */
int synth__event_name(const struct synth_opts *opts, uint64_t id, const char *name,
		      struct defer_error *err);
int synth__event_cpus(const struct synth_opts *opts, uint64_t id, const int32_t *cpus, uint32_t nr,
		      struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SYNTH_SYNTH_H */
