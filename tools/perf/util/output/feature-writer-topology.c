// SPDX-License-Identifier: GPL-2.0-only
/* Features that describe the topology of CPUs, caches and memory. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/base/id-list.h"
#include "util/output/feature-writer.h"

#define TEXT_SIZE 8192 /* fits a list of all CPUs */

static uint32_t feature_facts__read_number(const struct feature_facts *facts, const char *what,
					   uint32_t cpu)
{
	char text[TEXT_SIZE];

	/* An offline CPU has no topology; perf writes -1. */
	if (!feature_facts__read(facts, text, sizeof(text), "cpu/cpu%u/topology/%s", cpu, what))
		return -1;
	return strtol(text, NULL, 10);
}

/*
 * Counts the CPUs of the list in a file, with the highest number + 1 in @end; without the file,
 * takes the value of sysconf().
 */
static void count_cpus(const struct feature_facts *facts, const char *which, int conf, uint32_t *nr,
		       uint32_t *end)
{
	char text[TEXT_SIZE];
	struct id_list list;

	*nr = *end = sysconf(conf);
	if (!feature_facts__read(facts, text, sizeof(text), "cpu/%s", which) ||
	    id_list__parse(&list, text, "CPUs", NULL))
		return;
	*nr = *end = 0;
	for (uint32_t i = 0; i < list.nr; i++) {
		*nr += list.ranges[i].last - list.ranges[i].first + 1;
		if (list.ranges[i].last >= (int32_t)*end)
			*end = list.ranges[i].last + 1;
	}
	id_list__exit(&list);
}

/* Returns the upper bound of CPU numbers, exclusive. */
static uint32_t nr_cpus_avail(const struct feature_facts *facts)
{
	uint32_t nr, end;

	count_cpus(facts, "present", _SC_NPROCESSORS_CONF, &nr, &end);
	return end;
}

uint32_t nr_cpus_online(const struct feature_facts *facts)
{
	uint32_t nr, end;

	count_cpus(facts, "online", _SC_NPROCESSORS_ONLN, &nr, &end);
	return nr;
}

bool write_nrcpus(const struct feature_facts *facts, struct byte_buf *bytes)
{
	uint32_t online = nr_cpus_online(facts), avail = nr_cpus_avail(facts);

	if (online > avail)
		return false;
	byte_buf__u32(bytes, avail);
	byte_buf__u32(bytes, online);
	return avail > 0;
}

/* A set of strings. */
struct str_set {
	char **strs;
	size_t nr, cap;
};

static void str_set__exit(struct str_set *set)
{
	for (size_t i = 0; i < set->nr; i++)
		free(set->strs[i]);
	free(set->strs);
}

static bool str_set__add(struct str_set *set, const char *str)
{
	for (size_t i = 0; i < set->nr; i++) {
		if (!strcmp(set->strs[i], str))
			return true;
	}
	if (!ARRAY_GROW(set->strs, set->cap, set->nr + 1))
		return false;
	set->strs[set->nr] = strdup(str);
	return set->strs[set->nr] && ++set->nr;
}

/* Writes the distinct lists of siblings in topology/@now, or in @old, its name on older kernels. */
static uint32_t write_siblings(const struct feature_facts *facts, struct byte_buf *bytes,
			       const char *now, const char *old)
{
	uint32_t cpu, nr = nr_cpus_avail(facts);
	struct str_set set = {0};
	char text[TEXT_SIZE];

	for (cpu = 0; cpu < nr; cpu++) {
		if (!feature_facts__read(facts, text, sizeof(text), "cpu/cpu%u/topology/%s", cpu,
					 now) &&
		    !(old && feature_facts__read(facts, text, sizeof(text), "cpu/cpu%u/topology/%s",
						 cpu, old)))
			continue;
		if (!str_set__add(&set, text))
			bytes->no_memory = true;
	}
	nr = set.nr;
	byte_buf__u32(bytes, nr);
	for (size_t i = 0; i < set.nr; i++)
		byte_buf__str(bytes, set.strs[i]);
	str_set__exit(&set);
	return nr;
}

bool write_cpu_topology(const struct feature_facts *facts, struct byte_buf *bytes)
{
	uint32_t cpu, nr = nr_cpus_avail(facts);
	size_t at;

	if (!write_siblings(facts, bytes, "package_cpus_list", "core_siblings_list"))
		return false;
	write_siblings(facts, bytes, "core_cpus_list", "thread_siblings_list");
	for (cpu = 0; cpu < nr; cpu++) {
		byte_buf__u32(bytes, feature_facts__read_number(facts, "core_id", cpu));
		byte_buf__u32(bytes, feature_facts__read_number(facts, "physical_package_id", cpu));
	}
	at = bytes->size;
	if (!write_siblings(facts, bytes, "die_cpus_list", NULL)) {
		bytes->size = at;
		return true;
	}
	for (cpu = 0; cpu < nr; cpu++)
		byte_buf__u32(bytes, feature_facts__read_number(facts, "die_id", cpu));
	return true;
}

/* Returns the value of @key, in kB, in a node's meminfo, whose lines begin with "Node 0 ". */
static uint64_t meminfo_kb(const char *meminfo, const char *key)
{
	const char *found = strstr(meminfo, key);

	return found ? strtoull(found + strlen(key), NULL, 10) : 0;
}

static bool write_node(const struct feature_facts *facts, struct byte_buf *bytes, uint32_t node)
{
	char text[TEXT_SIZE];

	if (!feature_facts__read(facts, text, sizeof(text), "node/node%u/meminfo", node))
		return false;
	byte_buf__u32(bytes, node);
	byte_buf__u64(bytes, meminfo_kb(text, "MemTotal:"));
	byte_buf__u64(bytes, meminfo_kb(text, "MemFree:"));
	/* A node may have memory but no CPUs. */
	if (!feature_facts__read(facts, text, sizeof(text), "node/node%u/cpulist", node))
		*text = '\0';
	byte_buf__str(bytes, text);
	return true;
}

/* Writes all nodes that are online. Returns how many there were. */
static uint32_t write_nodes(const struct feature_facts *facts, struct byte_buf *bytes,
			    bool (*write)(const struct feature_facts *facts, struct byte_buf *bytes,
					  uint32_t node))
{
	char text[TEXT_SIZE];
	struct id_list nodes;
	uint32_t nr = 0;

	if (!feature_facts__read(facts, text, sizeof(text), "node/online") ||
	    id_list__parse(&nodes, text, "nodes", NULL))
		return 0;
	for (uint32_t i = 0; i < nodes.nr; i++) {
		for (int32_t node = nodes.ranges[i].first; node <= nodes.ranges[i].last; node++)
			nr += write(facts, bytes, node);
	}
	id_list__exit(&nodes);
	return nr;
}

bool write_numa_topology(const struct feature_facts *facts, struct byte_buf *bytes)
{
	size_t at = bytes->size;
	uint32_t nr;

	byte_buf__u32(bytes, 0);
	nr = write_nodes(facts, bytes, write_node);
	byte_buf__poke_u32(bytes, at, nr);
	return nr > 0;
}

struct bitmap {
	uint64_t *words;
	size_t cap; /* in words */
	uint64_t nr_bits;
};

static bool bitmap__set(struct bitmap *map, uint32_t bit)
{
	size_t old = map->cap;

	if (!ARRAY_GROW(map->words, map->cap, bit / 64 + 1))
		return false;
	memset(map->words + old, 0, (map->cap - old) * sizeof(*map->words));
	map->words[bit / 64] |= 1ULL << bit % 64;
	if (bit >= map->nr_bits)
		map->nr_bits = bit + 1ULL;
	return true;
}

/* Writes the memory blocks of @node, whose directory has a link "memory12" to each. */
static bool write_mem_node(const struct feature_facts *facts, struct byte_buf *bytes, uint32_t node)
{
	struct bitmap map = {0};
	char path[PATH_MAX];
	struct dirent *entry;
	unsigned int block;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/devices/system/node/node%u", facts->opts->sysfs, node);
	dir = opendir(path);
	if (!dir)
		return false;
	while ((entry = readdir(dir))) {
		if (sscanf(entry->d_name, "memory%u", &block) == 1 && block < UINT32_MAX / 2 &&
		    !bitmap__set(&map, block))
			bytes->no_memory = true;
	}
	closedir(dir);
	byte_buf__u64(bytes, node);
	byte_buf__u64(bytes, map.nr_bits);
	byte_buf__u64(bytes, map.nr_bits);
	if (map.nr_bits)
		byte_buf__add(bytes, map.words, (map.nr_bits + 63) / 64 * sizeof(uint64_t));
	free(map.words);
	return true;
}

#define MEM_TOPOLOGY_VERSION 1

bool write_mem_topology(const struct feature_facts *facts, struct byte_buf *bytes)
{
	char text[TEXT_SIZE];
	uint64_t nr;
	size_t at;

	if (!feature_facts__read(facts, text, sizeof(text), "memory/block_size_bytes"))
		return false;
	byte_buf__u64(bytes, MEM_TOPOLOGY_VERSION);
	byte_buf__u64(bytes, strtoull(text, NULL, 16));
	at = bytes->size;
	byte_buf__u64(bytes, 0);
	nr = write_nodes(facts, bytes, write_mem_node);
	if (!bytes->no_memory)
		memcpy(bytes->data + at, &nr, sizeof(nr));
	return nr > 0;
}
