// SPDX-License-Identifier: GPL-2.0-only
/* CACHE: the caches of all CPUs, without duplicates, lowest levels first. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/output/feature-writer.h"

#define CACHE_FILE "cpu/cpu%ld/cache/index%u/%s"

struct cache {
	uint32_t level, line_size, sets, ways;
	char type[32], size[32], cpus[1024];
};

struct caches {
	struct cache *caches;
	size_t nr, cap;
};

static bool read_u32(const struct feature_facts *facts, uint32_t *number, long cpu,
		     unsigned int idx, const char *name)
{
	char text[32];

	if (!feature_facts__read(facts, text, sizeof(text), CACHE_FILE, cpu, idx, name))
		return false;
	*number = strtoul(text, NULL, 10);
	return true;
}

static bool cache__read(struct cache *cache, const struct feature_facts *facts, long cpu,
			unsigned int i)
{
	memset(cache, 0, sizeof(*cache));
	return read_u32(facts, &cache->level, cpu, i, "level") &&
	       read_u32(facts, &cache->line_size, cpu, i, "coherency_line_size") &&
	       read_u32(facts, &cache->sets, cpu, i, "number_of_sets") &&
	       read_u32(facts, &cache->ways, cpu, i, "ways_of_associativity") &&
	       feature_facts__read(facts, cache->type, sizeof(cache->type), CACHE_FILE, cpu, i,
				   "type") &&
	       feature_facts__read(facts, cache->size, sizeof(cache->size), CACHE_FILE, cpu, i,
				   "size") &&
	       feature_facts__read(facts, cache->cpus, sizeof(cache->cpus), CACHE_FILE, cpu, i,
				   "shared_cpu_list");
}

/* Adds a cache, unless another CPU that shares it has added it. */
static bool caches__add(struct caches *caches, const struct cache *cache)
{
	for (size_t i = 0; i < caches->nr; i++) {
		const struct cache *old = &caches->caches[i];

		if (old->level == cache->level && !strcmp(old->type, cache->type) &&
		    !strcmp(old->cpus, cache->cpus) && !strcmp(old->size, cache->size))
			return true;
	}
	if (!ARRAY_GROW(caches->caches, caches->cap, caches->nr + 1))
		return false;
	caches->caches[caches->nr++] = *cache;
	return true;
}

/* Adds the caches of one CPU. Returns false if it has none. */
static bool caches__read_cpu(struct caches *caches, const struct feature_facts *facts, long cpu,
			     bool *no_memory)
{
	struct cache cache;
	unsigned int i;

	for (i = 0;; i++) {
		if (!cache__read(&cache, facts, cpu, i))
			return i;
		*no_memory |= !caches__add(caches, &cache);
	}
}

static int by_level(const void *a, const void *b)
{
	const struct cache *x = a, *y = b;

	return CMP(x->level, y->level) ?: strverscmp(x->cpus, y->cpus);
}

#define CACHE_VERSION 1

bool write_cache(const struct feature_facts *facts, struct byte_buf *bytes)
{
	long cpu, nr = sysconf(_SC_NPROCESSORS_CONF);
	struct caches caches = {0};
	size_t i;

	for (cpu = 0; cpu < nr; cpu++)
		caches__read_cpu(&caches, facts, cpu, &bytes->no_memory);
	if (caches.nr)
		qsort(caches.caches, caches.nr, sizeof(*caches.caches), by_level);

	byte_buf__u32(bytes, CACHE_VERSION);
	byte_buf__u32(bytes, caches.nr);
	for (i = 0; i < caches.nr; i++) {
		const struct cache *cache = &caches.caches[i];

		byte_buf__u32(bytes, cache->level);
		byte_buf__u32(bytes, cache->line_size);
		byte_buf__u32(bytes, cache->sets);
		byte_buf__u32(bytes, cache->ways);
		byte_buf__str(bytes, cache->type);
		byte_buf__str(bytes, cache->size);
		byte_buf__str(bytes, cache->cpus);
	}
	free(caches.caches);
	return caches.nr > 0;
}
