// SPDX-License-Identifier: GPL-2.0-only
/* The table of features, and those that describe the recording itself. */
#include <limits.h>
#include <time.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "util/base/clock.h"
#include "util/output/feature-writer.h"

static bool write_version(const struct feature_facts *facts, struct byte_buf *bytes)
{
	if (!facts->opts->version)
		return false;
	byte_buf__str(bytes, facts->opts->version);
	return true;
}

/* Writes the executable, then the arguments. */
static bool write_cmdline(const struct feature_facts *facts, struct byte_buf *bytes)
{
	const struct output_opts *opts = facts->opts;
	char exe[PATH_MAX];
	ssize_t len;

	len = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	if (len < 0)
		return false;
	exe[len] = '\0';
	byte_buf__u32(bytes, opts->argc + 1);
	byte_buf__str(bytes, exe);
	for (int i = 0; i < opts->argc; i++)
		byte_buf__str(bytes, opts->argv[i]);
	return true;
}

static bool write_sample_time(const struct feature_facts *facts, struct byte_buf *bytes)
{
	if (facts->first_time == UINT64_MAX)
		return false;
	byte_buf__u64(bytes, facts->first_time);
	byte_buf__u64(bytes, facts->last_time);
	return true;
}

static bool write_clockid(const struct feature_facts *facts, struct byte_buf *bytes)
{
	struct timespec res;

	if (facts->opts->clockid < 0 || clock_getres(facts->opts->clockid, &res))
		return false;
	byte_buf__u64(bytes, clock__ns(&res));
	return true;
}

#define CLOCK_DATA_VERSION 1

static bool write_clock_data(const struct feature_facts *facts, struct byte_buf *bytes)
{
	if (facts->opts->clockid < 0 || !facts->tod_ns)
		return false;
	byte_buf__u32(bytes, CLOCK_DATA_VERSION);
	byte_buf__u32(bytes, facts->opts->clockid);
	byte_buf__u64(bytes, facts->tod_ns);
	byte_buf__u64(bytes, facts->clockid_ns);
	return true;
}

#define COMPRESSED_VERSION 1
#define COMPRESSED_ZSTD	   1

static bool write_compressed(const struct feature_facts *facts, struct byte_buf *bytes)
{
	uint64_t raw = facts->raw_bytes, packed = facts->packed_bytes;

	if (!facts->opts->compress_level)
		return false;
	byte_buf__u32(bytes, COMPRESSED_VERSION);
	byte_buf__u32(bytes, COMPRESSED_ZSTD);
	byte_buf__u32(bytes, facts->opts->compress_level);
	byte_buf__u32(bytes, packed ? (raw + packed / 2) / packed : 0);
	byte_buf__u32(bytes, facts->opts->mmap_len);
	return true;
}

/* Writes nothing: the presence of the feature is its contents. */
static bool write_branch_stack(const struct feature_facts *facts, struct byte_buf *bytes)
{
	(void)bytes;
	for (uint32_t i = 0; i < facts->opts->nr_events; i++) {
		if (facts->opts->events[i].attr.sample_type & DEFER_SAMPLE_BRANCH_STACK)
			return true;
	}
	return false;
}

/*
 * The features that are written, and which of them in a pipe as well: there, perf 6.1 rejects those that it does
 * not know; in a file it skips them. None is above PMU_CAPS: the inject of older perfs copies all that a file has, by
 * a table that ends there, and then writes a file that nobody can read (Linux 6.12, tools/perf/util/header.c,
 * HEADER_LAST_FEATURE; seen with 6.1).
 */
static const struct {
	feature_write_fn write;
	bool streamed;
} writers[FEATURE_NR_KNOWN] = {
	[FEATURE_TRACING_DATA] = {write_tracing_data, false},
	[FEATURE_BUILD_ID] = {write_build_id, false},
	[FEATURE_HOSTNAME] = {write_hostname, true},
	[FEATURE_OSRELEASE] = {write_osrelease, true},
	[FEATURE_VERSION] = {write_version, true},
	[FEATURE_ARCH] = {write_arch, true},
	[FEATURE_NRCPUS] = {write_nrcpus, true},
	[FEATURE_CPUDESC] = {write_cpudesc, true},
	[FEATURE_CPUID] = {write_cpuid, true},
	[FEATURE_TOTAL_MEM] = {write_total_mem, true},
	[FEATURE_CMDLINE] = {write_cmdline, true},
	[FEATURE_EVENT_DESC] = {write_event_desc, true},
	[FEATURE_CPU_TOPOLOGY] = {write_cpu_topology, true},
	[FEATURE_NUMA_TOPOLOGY] = {write_numa_topology, true},
	[FEATURE_BRANCH_STACK] = {write_branch_stack, false},
	[FEATURE_PMU_MAPPINGS] = {write_pmu_mappings, true},
	[FEATURE_GROUP_DESC] = {write_group_desc, true},
	[FEATURE_CACHE] = {write_cache, false},
	[FEATURE_SAMPLE_TIME] = {write_sample_time, true},
	[FEATURE_MEM_TOPOLOGY] = {write_mem_topology, true},
	[FEATURE_CLOCKID] = {write_clockid, true},
	[FEATURE_COMPRESSED] = {write_compressed, true},
	[FEATURE_CPU_PMU_CAPS] = {write_cpu_pmu_caps, true},
	[FEATURE_CLOCK_DATA] = {write_clock_data, true},
	[FEATURE_HYBRID_TOPOLOGY] = {write_hybrid_topology, false},
	[FEATURE_PMU_CAPS] = {write_pmu_caps, true},
};

feature_write_fn feature__writer(unsigned int id)
{
	return id < FEATURE_NR_KNOWN ? writers[id].write : NULL;
}

bool feature__is_streamed(unsigned int id)
{
	return id < FEATURE_NR_KNOWN && writers[id].streamed;
}
