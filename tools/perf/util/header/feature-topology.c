// SPDX-License-Identifier: GPL-2.0-only
/* Decoders of features that describe the topology of CPUs, caches and memory. */
#include "util/header/feature-reader.h"

static void read_strings(struct feature_reader *reader, struct env_strings *list)
{
	uint32_t i;

	list->nr = reader__u32(reader);
	list->strs = reader__array(reader, list->nr, sizeof(uint32_t), sizeof(*list->strs));
	for (i = 0; i < list->nr && reader__sound(reader); i++)
		list->strs[i] = reader__str(reader);
}

static void read_cpus(struct feature_reader *reader, struct env_cpu_topology *topology)
{
	uint32_t i;

	topology->nr_cpus = reader->env->nr_cpus_avail;
	topology->cpus = reader__array(reader, topology->nr_cpus, 2 * sizeof(uint32_t),
				       sizeof(*topology->cpus));
	for (i = 0; i < topology->nr_cpus && reader__sound(reader); i++) {
		topology->cpus[i].core = reader__u32(reader);
		topology->cpus[i].socket = reader__u32(reader);
	}
}

/*
 * Decodes CPU_TOPOLOGY. Old perfs end it after the lists or after the CPUs; the fields not present
 * stay unknown.
 */
void decode_cpu_topology(struct feature_reader *reader)
{
	struct env_cpu_topology topology = {0};
	uint32_t i;

	read_strings(reader, &topology.cores);
	read_strings(reader, &topology.threads);
	if (reader__sound(reader) && reader->env->nr_cpus_avail &&
	    defer_cursor__left(&reader->cur) >= sizeof(uint32_t))
		read_cpus(reader, &topology);
	if (reader__sound(reader) && topology.cpus &&
	    defer_cursor__left(&reader->cur) >= sizeof(uint32_t)) {
		read_strings(reader, &topology.dies);
		for (i = 0; i < topology.nr_cpus && topology.dies.nr; i++)
			topology.cpus[i].die = reader__u32(reader);
	}
	if (reader__sound(reader))
		reader->env->topology = topology;
}

void decode_numa_topology(struct feature_reader *reader)
{
	uint32_t nr = reader__u32(reader), i;
	struct env_numa_node *nodes = reader__array(reader, nr, 24, sizeof(*nodes));

	for (i = 0; i < nr && reader__sound(reader); i++) {
		nodes[i].node = reader__u32(reader);
		nodes[i].total = reader__u64(reader);
		nodes[i].free = reader__u64(reader);
		nodes[i].cpus = reader__str(reader);
	}
	if (!reader__sound(reader))
		return;
	reader->env->numa = nodes;
	reader->env->nr_numa = nr;
}

static void read_bitmap(struct feature_reader *reader, struct env_mem_node *node)
{
	uint64_t i, nr_words;

	node->nr_bits = reader__u64(reader);
	nr_words = node->nr_bits / 64 + !!(node->nr_bits % 64);
	node->blocks = reader__array(reader, nr_words, sizeof(uint64_t), sizeof(*node->blocks));
	for (i = 0; i < nr_words && reader__sound(reader); i++)
		node->blocks[i] = reader__u64(reader);
}

void decode_mem_topology(struct feature_reader *reader)
{
	uint64_t version = reader__u64(reader), block_size = reader__u64(reader);
	uint64_t nr = reader__u64(reader), i;
	struct env_mem_node *nodes;

	if (version != 1)
		reader__contradict(reader, "has an unknown version");
	nodes = reader__array(reader, nr, 3 * sizeof(uint64_t), sizeof(*nodes));
	for (i = 0; i < nr && reader__sound(reader); i++) {
		nodes[i].node = reader__u64(reader);
		reader__u64(reader); /* the size once more, in blocks */
		read_bitmap(reader, &nodes[i]);
	}
	if (!reader__sound(reader))
		return;
	reader->env->mem = nodes;
	reader->env->nr_mem = nr;
	reader->env->mem_block_size = block_size;
}

void decode_cache(struct feature_reader *reader)
{
	uint32_t version = reader__u32(reader), nr = reader__u32(reader), i;
	struct env_cache *caches;

	if (version != 1)
		reader__contradict(reader, "has an unknown version");
	caches = reader__array(reader, nr, 7 * sizeof(uint32_t), sizeof(*caches));
	for (i = 0; i < nr && reader__sound(reader); i++) {
		caches[i].level = reader__u32(reader);
		caches[i].line_size = reader__u32(reader);
		caches[i].sets = reader__u32(reader);
		caches[i].ways = reader__u32(reader);
		caches[i].type = reader__str(reader);
		caches[i].size = reader__str(reader);
		caches[i].cpus = reader__str(reader);
	}
	if (!reader__sound(reader))
		return;
	reader->env->caches = caches;
	reader->env->nr_caches = nr;
}

void decode_hybrid_topology(struct feature_reader *reader)
{
	uint32_t nr = reader__u32(reader), i;
	struct env_hybrid *hybrid =
		reader__array(reader, nr, 2 * sizeof(uint32_t), sizeof(*hybrid));

	for (i = 0; i < nr && reader__sound(reader); i++) {
		hybrid[i].pmu = reader__str(reader);
		hybrid[i].cpus = reader__str(reader);
	}
	if (!reader__sound(reader))
		return;
	reader->env->hybrid = hybrid;
	reader->env->nr_hybrid = nr;
}

/* Version of /proc/schedstat from which domains have names. */
#define SCHEDSTAT_WITH_NAMES 17

static void read_domains(struct feature_reader *reader, struct env_cpu_domains *cpu,
			 uint32_t version)
{
	struct env_domain *domain;
	uint32_t i;

	cpu->cpu = reader__u32(reader);
	cpu->nr = reader__u32(reader);
	cpu->domains = reader__array(reader, cpu->nr, 3 * sizeof(uint32_t), sizeof(*domain));
	for (i = 0; i < cpu->nr && reader__sound(reader); i++) {
		domain = &cpu->domains[i];
		domain->domain = reader__u32(reader);
		if (version >= SCHEDSTAT_WITH_NAMES)
			domain->name = reader__str(reader);
		domain->cpumask = reader__str(reader);
		domain->cpulist = reader__str(reader);
	}
}

void decode_cpu_domain_info(struct feature_reader *reader)
{
	uint32_t version = reader__u32(reader), max = reader__u32(reader), i;
	uint32_t nr = reader->env->nr_cpus_online;
	struct env_cpu_domains *cpus;

	cpus = reader__array(reader, nr, 2 * sizeof(uint32_t), sizeof(*cpus));
	for (i = 0; i < nr && reader__sound(reader); i++)
		read_domains(reader, &cpus[i], version);
	if (!reader__sound(reader))
		return;
	reader->env->schedstat_version = version;
	reader->env->max_domains = max;
	reader->env->domains = cpus;
	reader->env->nr_domains = nr;
}
