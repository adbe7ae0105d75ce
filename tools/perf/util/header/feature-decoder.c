// SPDX-License-Identifier: GPL-2.0-only
/* The table of all decoders, and decoders of features that are a few numbers or strings. */
#include "util/header/feature-decoder.h"

static void decode_text(struct feature_reader *reader)
{
	struct env *env = reader->env;
	const char **const texts[FEATURE_NR_KNOWN] = {
		[FEATURE_HOSTNAME] = &env->hostname, [FEATURE_OSRELEASE] = &env->os_release,
		[FEATURE_VERSION] = &env->version,   [FEATURE_ARCH] = &env->arch,
		[FEATURE_CPUDESC] = &env->cpu_desc,  [FEATURE_CPUID] = &env->cpuid,
	};
	const char *str = reader__str(reader);

	if (str)
		*texts[reader->id] = str;
}

static void decode_nrcpus(struct feature_reader *reader)
{
	uint32_t avail = reader__u32(reader), online = reader__u32(reader);

	if (online > avail)
		reader__contradict(reader, "says that more CPUs are online than exist");
	if (!reader__sound(reader))
		return;
	reader->env->nr_cpus_avail = avail;
	reader->env->nr_cpus_online = online;
}

static void decode_total_mem(struct feature_reader *reader)
{
	reader->env->total_mem = reader__u64(reader);
}

static void decode_cmdline(struct feature_reader *reader)
{
	uint32_t nr = reader__u32(reader), i;
	const char **strs = reader__array(reader, nr, sizeof(uint32_t), sizeof(*strs));

	for (i = 0; i < nr && reader__sound(reader); i++)
		strs[i] = reader__str(reader);
	if (reader__sound(reader))
		reader->env->cmdline = (struct env_strings){strs, nr};
}

static void decode_sample_time(struct feature_reader *reader)
{
	reader->env->first_time = reader__u64(reader);
	reader->env->last_time = reader__u64(reader);
}

static void decode_clockid(struct feature_reader *reader)
{
	reader->env->clockid_res_ns = reader__u64(reader);
}

static void decode_clock_data(struct feature_reader *reader)
{
	uint32_t version = reader__u32(reader), clockid = reader__u32(reader);
	uint64_t tod_ns = reader__u64(reader), clockid_ns = reader__u64(reader);

	if (version != 1)
		reader__contradict(reader, "has an unknown version");
	if (!reader__sound(reader))
		return;
	reader->env->clock.clockid = clockid;
	reader->env->clock.tod_ns = tod_ns;
	reader->env->clock.clockid_ns = clockid_ns;
}

static void decode_dir_format(struct feature_reader *reader)
{
	reader->env->dir_version = reader__u64(reader);
}

static void decode_compressed(struct feature_reader *reader)
{
	uint32_t vals[5];

	for (int i = 0; i < 5; i++)
		vals[i] = reader__u32(reader);
	if (!reader__sound(reader))
		return;
	reader->env->compressed.version = vals[0];
	reader->env->compressed.type = vals[1];
	reader->env->compressed.level = vals[2];
	reader->env->compressed.ratio = vals[3];
	reader->env->compressed.mmap_len = vals[4];
}

static void decode_e_machine(struct feature_reader *reader)
{
	reader->env->e_machine = reader__u32(reader);
	reader->env->e_flags = reader__u32(reader);
}

static void decode_cln_size(struct feature_reader *reader)
{
	reader->env->cln_size = reader__u32(reader);
}

feature_decode_fn feature__decoder(unsigned int id)
{
	static const feature_decode_fn decoders[FEATURE_NR_KNOWN] = {
		[FEATURE_BUILD_ID] = decode_build_id,
		[FEATURE_HOSTNAME] = decode_text,
		[FEATURE_OSRELEASE] = decode_text,
		[FEATURE_VERSION] = decode_text,
		[FEATURE_ARCH] = decode_text,
		[FEATURE_NRCPUS] = decode_nrcpus,
		[FEATURE_CPUDESC] = decode_text,
		[FEATURE_CPUID] = decode_text,
		[FEATURE_TOTAL_MEM] = decode_total_mem,
		[FEATURE_CMDLINE] = decode_cmdline,
		[FEATURE_EVENT_DESC] = decode_event_desc,
		[FEATURE_CPU_TOPOLOGY] = decode_cpu_topology,
		[FEATURE_NUMA_TOPOLOGY] = decode_numa_topology,
		[FEATURE_PMU_MAPPINGS] = decode_pmu_mappings,
		[FEATURE_GROUP_DESC] = decode_group_desc,
		[FEATURE_CACHE] = decode_cache,
		[FEATURE_SAMPLE_TIME] = decode_sample_time,
		[FEATURE_MEM_TOPOLOGY] = decode_mem_topology,
		[FEATURE_CLOCKID] = decode_clockid,
		[FEATURE_DIR_FORMAT] = decode_dir_format,
		[FEATURE_COMPRESSED] = decode_compressed,
		[FEATURE_CPU_PMU_CAPS] = decode_cpu_pmu_caps,
		[FEATURE_CLOCK_DATA] = decode_clock_data,
		[FEATURE_HYBRID_TOPOLOGY] = decode_hybrid_topology,
		[FEATURE_PMU_CAPS] = decode_pmu_caps,
		[FEATURE_CPU_DOMAIN_INFO] = decode_cpu_domain_info,
		[FEATURE_E_MACHINE] = decode_e_machine,
		[FEATURE_CLN_SIZE] = decode_cln_size,
	};

	return id < FEATURE_NR_KNOWN ? decoders[id] : NULL;
}
