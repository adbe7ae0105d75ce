/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * synth: synthesizes records for what exists before the recording starts: tasks, their maps, the
 * kernel and its modules. Formats are perf record's (Linux 7.2,
 * tools/perf/util/synthetic-events.c), except that a record of more than 64 KiB is split.
 */
#ifndef PERF_DEFER_UTIL_SYNTH_SYNTH_H
#define PERF_DEFER_UTIL_SYNTH_SYNTH_H

#include <stdbool.h>
#include <stddef.h>

#include <perf/defer-error.h>

/* Called with each record; a negative result stops the synthesis. */
typedef int (*synth_fn)(void *ctx, const void *rec, size_t size, struct defer_error *err);

struct synth_opts {
	const char *procfs; /* "/proc"; tests pass their own directory */
	const char *sysfs;
	/* directory of the running kernel's modules; NULL: /lib/modules/RELEASE */
	const char *modules;
	uint64_t id_size; /* bytes of sample_id at the end of records of the kernel's types */
	const void *id;	  /* these bytes; NULL: zeros */
	bool swap;	  /* records are in the other byte order than this machine's */
	bool build_ids;	  /* MMAP2 with build IDs instead of inodes */
	bool namespaces;  /* namespaces of each task */
	bool data_maps;	  /* --data-mmap: also readable maps without exec */
	bool no_maps;	  /* tasks only, without the maps of processes */
	bool has_map_timeout;
	uint64_t map_timeout_ms; /* time limit for one task's maps; the rest are cut */
	uint32_t *nr_cut;	 /* counts tasks whose maps were cut; or NULL */
	bool *has_jitdump;	 /* set if a task maps the file of a JIT; or NULL */
	bool *kernel_hidden; /* set if the kernel hides its addresses (kptr_restrict); or NULL */
	synth_fn fn;
	void *ctx;
};

/*
 * All of these return 0, DEFER_ERR_NOMEM, or the result of @fn. What cannot be read is left out:
 * tasks exit meanwhile, and other users' maps are not accessible.
 */

/* Writes MMAP2 of the kernel's image and modules, except those whose addresses are hidden. */
int synth__kernel(const struct synth_opts *opts, struct defer_error *err);

/*
 * Writes KSYMBOL for each function of each loaded BPF program and for the trampolines that call
 * programs, and BPF_EVENT for each program. Writes nothing if this user may not list programs, or
 * in a build without libbpf. To be called after synth__kernel(), whose maps contain them.
 */
int synth__bpf(const struct synth_opts *opts, struct defer_error *err);

/* Writes KSYMBOL for the trampolines alone, which are listed only in /proc/kallsyms. */
int synth__trampolines(const struct synth_opts *opts, struct defer_error *err);

/* Writes FORK, COMM and MMAP2 of all existing tasks. */
int synth__all_tasks(const struct synth_opts *opts, struct defer_error *err);
/*
 * Writes CGROUP for all cgroups below the mount point that perf events use, parents first; none if
 * it is not mounted.
 */
int synth__cgroups(const struct synth_opts *opts, struct defer_error *err);
/*
 * Writes COMM of these tasks, and MMAP2 of their processes, whose leaders need not be among @tids.
 * One call for many tasks is much cheaper than many calls.
 */
int synth__tasks(const struct synth_opts *opts, const int32_t *tids, uint32_t nr,
		 struct defer_error *err);
int synth__task(const struct synth_opts *opts, int32_t tid, struct defer_error *err);

/* Writes as many THREAD_MAP records as needed. -1 is any task. */
int synth__thread_map(const struct synth_opts *opts, const int32_t *tids, uint32_t nr,
		      struct defer_error *err);
/* Writes a CPU_MAP record. -1 is any CPU. */
int synth__cpu_map(const struct synth_opts *opts, const int32_t *cpus, uint32_t nr,
		   struct defer_error *err);

struct synth_id {
	uint64_t id;
	uint64_t idx; /* index of the buffer */
	int64_t cpu, tid;
};

/* Writes as many ID_INDEX records as needed. */
int synth__id_index(const struct synth_opts *opts, const struct synth_id *ids, uint32_t nr,
		    struct defer_error *err);

/* Write EVENT_UPDATE of the event with @id: its name, or the CPUs of its PMU. */
int synth__event_name(const struct synth_opts *opts, uint64_t id, const char *name,
		      struct defer_error *err);
int synth__event_cpus(const struct synth_opts *opts, uint64_t id, const int32_t *cpus, uint32_t nr,
		      struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SYNTH_SYNTH_H */
