// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include <perf/defer-abi.h>

#include "tests/feature-writers.h"
#include "util/header/feature.h"

static const uint64_t ids[] = {11, 12};

const struct builder_event feature_event = {
	.attr = {.type = DEFER_TYPE_SOFTWARE,
		 .size = DEFER_ATTR_SIZE_VER9,
		 .sample_type = DEFER_SAMPLE_TID | DEFER_SAMPLE_ID,
		 .flags = DEFER_ATTR_EXCLUDE_KERNEL},
	.ids = ids,
	.nr_ids = 2,
};

static void str(struct builder *b, const char *s)
{
	size_t len = (strlen(s) + 64) & ~63ULL; /* perf pads names to 64 */

	builder__u32(b, len);
	builder__bytes(b, s, strlen(s));
	builder__zeros(b, len - strlen(s));
}

static void write_nrcpus(struct builder *b)
{
	builder__u32(b, 4);
	builder__u32(b, 2);
}

static void write_total_mem(struct builder *b)
{
	builder__u64(b, 4010368);
}

static void write_cmdline(struct builder *b)
{
	builder__u32(b, 3);
	str(b, "perf");
	str(b, "record");
	str(b, "it's");
}

static void write_event_desc(struct builder *b)
{
	builder__u32(b, 1);
	builder__u32(b, DEFER_ATTR_SIZE_VER9);
	builder__attr(b, &feature_event.attr);
	builder__u32(b, 2);
	str(b, "my-event");
	builder__u64(b, 11);
	builder__u64(b, 12);
}

static void write_cpu_topology(struct builder *b)
{
	builder__u32(b, 1);
	str(b, "0-3");
	builder__u32(b, 2);
	str(b, "0-1");
	str(b, "2-3");
	for (int i = 0; i < 4; i++) {
		builder__u32(b, i / 2);
		builder__u32(b, 7);
	}
	builder__u32(b, 1);
	str(b, "0-3");
	for (int i = 0; i < 4; i++)
		builder__u32(b, 10 + i);
}

static void write_numa(struct builder *b)
{
	builder__u32(b, 1);
	builder__u32(b, 3);
	builder__u64(b, 1000);
	builder__u64(b, 900);
	str(b, "0-1");
}

static void write_pmus(struct builder *b)
{
	builder__u32(b, 2);
	builder__u32(b, 4);
	str(b, "cpu");
	builder__u32(b, 8);
	str(b, "kprobe");
}

static void write_groups(struct builder *b)
{
	builder__u32(b, 1);
	str(b, "{anon_group}");
	builder__u32(b, 0);
	builder__u32(b, 2);
}

static void write_cache(struct builder *b)
{
	builder__u32(b, 1);
	builder__u32(b, 1);
	for (uint32_t i = 2; i < 6; i++)
		builder__u32(b, i);
	str(b, "Unified");
	str(b, "512K");
	str(b, "0-1");
}

static void write_sample_time(struct builder *b)
{
	builder__u64(b, 1000);
	builder__u64(b, 2000);
}

static void write_mem_topology(struct builder *b)
{
	builder__u64(b, 1);
	builder__u64(b, 0x8000000);
	builder__u64(b, 1);
	builder__u64(b, 0);
	builder__u64(b, 2);
	builder__u64(b, 70);
	builder__u64(b, 0xff);
	builder__u64(b, 0x3);
}

static void write_clockid(struct builder *b)
{
	builder__u64(b, 1);
}

static void write_compressed(struct builder *b)
{
	builder__u32(b, 1);
	builder__u32(b, 1);
	builder__u32(b, 3);
	builder__u32(b, 13);
	builder__u32(b, 528384);
}

static void write_cpu_caps(struct builder *b)
{
	builder__u32(b, 1);
	str(b, "branches");
	str(b, "32");
}

static void write_clock_data(struct builder *b)
{
	builder__u32(b, 1);
	builder__u32(b, 4);
	builder__u64(b, 1700000000000000000);
	builder__u64(b, 5000);
}

static void write_hybrid(struct builder *b)
{
	builder__u32(b, 1);
	str(b, "cpu_core");
	str(b, "0-15");
}

static void write_pmu_caps(struct builder *b)
{
	builder__u32(b, 1);
	write_cpu_caps(b);
	str(b, "cpu_atom");
}

static void write_domains(struct builder *b)
{
	builder__u32(b, 17);
	builder__u32(b, 2);
	for (uint32_t cpu = 0; cpu < 2; cpu++) {
		builder__u32(b, cpu);
		builder__u32(b, 1);
		builder__u32(b, 0);
		str(b, "MC");
		str(b, "3");
		str(b, "0-1");
	}
}

static void write_e_machine(struct builder *b)
{
	builder__u32(b, 62);
	builder__u32(b, 5);
}

static void write_cln_size(struct builder *b)
{
	builder__u32(b, 64);
}

static void write_build_id(struct builder *b, int32_t pid, uint16_t misc, uint8_t fill,
			   uint8_t size, const char *name)
{
	builder__u32(b, 0);
	builder__u16(b, misc);
	builder__u16(b, 36 + 64);
	builder__u32(b, pid);
	for (int i = 0; i < 20; i++)
		builder__u8(b, fill);
	builder__u8(b, size);
	builder__zeros(b, 3);
	builder__bytes(b, name, strlen(name));
	builder__zeros(b, 64 - strlen(name));
}

static void write_build_ids(struct builder *b)
{
	write_build_id(b, -1, DEFER_MISC_KERNEL, 0xaa, 0, "[kernel.kallsyms]");
	write_build_id(b, -1, DEFER_MISC_USER | 1 << 15, 0xbb, 16, "/bin/a");
}

const struct feature_writer feature_writers[NR_FEATURE_WRITERS] = {
	{FEATURE_BUILD_ID, write_build_ids},	  {FEATURE_NRCPUS, write_nrcpus},
	{FEATURE_TOTAL_MEM, write_total_mem},	  {FEATURE_CMDLINE, write_cmdline},
	{FEATURE_EVENT_DESC, write_event_desc},	  {FEATURE_CPU_TOPOLOGY, write_cpu_topology},
	{FEATURE_NUMA_TOPOLOGY, write_numa},	  {FEATURE_PMU_MAPPINGS, write_pmus},
	{FEATURE_GROUP_DESC, write_groups},	  {FEATURE_CACHE, write_cache},
	{FEATURE_SAMPLE_TIME, write_sample_time}, {FEATURE_MEM_TOPOLOGY, write_mem_topology},
	{FEATURE_CLOCKID, write_clockid},	  {FEATURE_COMPRESSED, write_compressed},
	{FEATURE_CPU_PMU_CAPS, write_cpu_caps},	  {FEATURE_CLOCK_DATA, write_clock_data},
	{FEATURE_HYBRID_TOPOLOGY, write_hybrid},  {FEATURE_PMU_CAPS, write_pmu_caps},
	{FEATURE_CPU_DOMAIN_INFO, write_domains}, {FEATURE_E_MACHINE, write_e_machine},
	{FEATURE_CLN_SIZE, write_cln_size},
};
