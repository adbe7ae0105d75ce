/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * env: what a trace says about itself: the machine that recorded it, the command, the events.
 *
 * Every reader may use the fields below; only the functions here set them. Strings and arrays live
 * as long as the env. A fact missing from the trace is NULL or 0; env__has() tells it from a fact
 * that is 0. A broken feature costs only that feature, and is reported as damage.
 */
#ifndef PERF_DEFER_UTIL_HEADER_ENV_H
#define PERF_DEFER_UTIL_HEADER_ENV_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-abi.h>
#include <perf/defer-attr.h>
#include <perf/defer-header.h>

#include "util/base/arena.h"
#include "util/base/damage.h"
#include "util/header/feature.h"

struct defer_evlist;
struct defer_record;

struct env_strings {
	const char **strs;
	uint32_t nr;
};

/* An event as described by EVENT_DESC. */
struct env_event {
	struct defer_attr attr;
	const char *name;
	uint64_t *ids;
	uint32_t nr_ids;
};

struct env_group {
	const char *name; /* "{anon_group}" if the user gave no name */
	uint32_t leader_idx, nr_members;
};

struct env_pmu {
	const char *name;
	uint32_t type; /* perf_event_attr.type */
};

struct env_cap {
	const char *name, *value;
};

struct env_pmu_caps {
	const char *pmu;
	struct env_cap *caps;
	uint32_t nr;
};

struct env_cpu {
	uint32_t core, die, socket;
};

struct env_cpu_topology {
	struct env_strings cores, dies, threads; /* lists of sibling CPUs, such as "0-1" */
	struct env_cpu *cpus;			 /* NULL: written by an old perf without it */
	uint32_t nr_cpus;
};

struct env_numa_node {
	uint32_t node;
	uint64_t total, free; /* kB */
	const char *cpus;
};

struct env_mem_node {
	uint64_t node;
	uint64_t *blocks; /* bitmap of memory blocks */
	uint64_t nr_bits;
};

struct env_cache {
	uint32_t level, line_size, sets, ways;
	const char *type, *size, *cpus;
};

struct env_hybrid {
	const char *pmu, *cpus;
};

struct env_domain {
	uint32_t domain;
	const char *name, *cpumask, *cpulist; /* name may be NULL */
};

struct env_cpu_domains {
	uint32_t cpu, nr;
	struct env_domain *domains;
};

struct env_build_id {
	const char *filename;
	int32_t pid;
	uint16_t misc; /* cpumode */
	uint8_t id[DEFER_BUILD_ID_SIZE];
	uint8_t size; /* size of the id, bytes */
};

/* A section, read or not, that a copy of the trace has to keep. */
struct env_section {
	unsigned int feature;
	struct defer_section section; /* offset and size in bytes, in the file or in a stream */
};

/* EVENT_UPDATE: facts that perf stat and perf record -e 'cpu/…,name=…/' write after the attr. */
struct env_update {
	uint64_t id; /* id of the event */
	const char *unit;
	double scale; /* 0: unknown */
};

struct env {
	const char *hostname, *os_release, *version, *arch, *cpu_desc, *cpuid;
	uint32_t nr_cpus_online, nr_cpus_avail;
	uint64_t total_mem; /* kB */
	struct env_strings cmdline;
	uint32_t e_machine, e_flags; /* as in an ELF header */
	uint32_t cln_size;	     /* size of a cache line, bytes */

	struct env_event *events;
	uint32_t nr_events;
	struct env_group *groups;
	uint32_t nr_groups;
	struct env_pmu *pmus;
	uint32_t nr_pmus;
	struct env_pmu_caps cpu_caps;
	struct env_pmu_caps *pmu_caps;
	uint32_t nr_pmu_caps;

	struct env_cpu_topology topology;
	struct env_numa_node *numa;
	uint32_t nr_numa;
	struct env_mem_node *mem;
	uint64_t nr_mem, mem_block_size; /* bytes */
	struct env_cache *caches;
	uint32_t nr_caches;
	struct env_hybrid *hybrid;
	uint32_t nr_hybrid;
	struct env_cpu_domains *domains;
	uint32_t nr_domains, schedstat_version, max_domains;

	/* times of the first and last sample as the recorder saw them, ns */
	uint64_t first_time, last_time;
	uint64_t clockid_res_ns;
	struct {
		uint32_t clockid;
		/* the same moment by the wall clock and by clockid, ns */
		uint64_t tod_ns, clockid_ns;
	} clock;
	struct {
		uint64_t shift, mult, zero, cycles, mask;
		bool cap_zero, cap_short;
	} time_conv; /* TIME_CONV: from TSC to perf's clock; mult 0: unknown */
	uint64_t dir_version;
	struct {
		uint32_t version, type, level, ratio, mmap_len;
	} compressed;

	struct env_build_id *build_ids;
	size_t nr_build_ids, cap_build_ids;
	struct env_update *updates;
	size_t nr_updates, cap_updates;
	/* ascending by number in a file, in order of arrival in a stream */
	struct env_section *sections;
	size_t nr_sections, cap_sections;
	struct defer_section tracing_data; /* size 0: none */

	uint64_t there[DEFER_NR_FEATURE_BITS / 64]; /* bitmap of the features that could be read */
	struct arena arena;
};

/* Returns an empty env, or NULL if out of memory. */
struct env *env__new(void);
void env__delete(struct env *env);

/*
 * Returns how many branches an LBR has, the smallest if there are several kinds of CPUs; 0 if it is not
 * known. perf writes it with LBR call stacks since Linux 5.8, as "branches" of CPU_PMU_CAPS.
 */
uint32_t env__max_branches(const struct env *env);

/* Returns true if the trace has @feature, undamaged. */
static inline bool env__has(const struct env *env, unsigned int feature)
{
	return feature < DEFER_NR_FEATURE_BITS && env->there[feature / 64] >> feature % 64 & 1;
}

/*
 * Reads the features of a file and gives the events of @evlist the names found there. Returns a
 * negative code only if out of memory or if the file cannot be read at all.
 */
int env__read_features(struct env *env, const struct defer_header *hdr, defer_pread_fn pread,
		       void *ctx, struct defer_evlist *evlist, struct damage *damage,
		       struct defer_error *err);

/*
 * Adds a record that perf wrote into the stream (type DEFER_RECORD_USER_START or above): a feature
 * of a pipe, a build id, an update of an event. Ignores other records. Returns 0 or
 * DEFER_ERR_NOMEM; errors in the record go to @damage.
 */
int env__add_record(struct env *env, const struct defer_record *rec, struct defer_evlist *evlist,
		    struct damage *damage);

/*
 * Names the remaining events by their attrs. Call it after all features were read. Tracepoints get
 * their id as a name, which tracing data may replace.
 */
int env__name_events(const struct env *env, struct defer_evlist *evlist, struct defer_error *err);

/* Returns the largest size that one compressed record may inflate to, bytes; 0: unknown. */
uint64_t env__inflate_limit(const struct env *env);

/* Returns the socket of CPU @cpu, or -1 if the trace does not tell or the CPU was offline. */
int32_t env__socket(const struct env *env, int32_t cpu);

/* Returns the name of the PMU with perf_event_attr.type @type, or NULL. */
const char *env__pmu_name(const struct env *env, uint32_t type);

#endif /* PERF_DEFER_UTIL_HEADER_ENV_H */
