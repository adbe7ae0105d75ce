/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * feature_reader: reads one feature into an env. The feature's bytes live as long as the env, so
 * strings are not copied. A decoder reads everything first and sets the env's fields only if the
 * reader is then still valid.
 */
#ifndef PERF_DEFER_UTIL_HEADER_FEATURE_READER_H
#define PERF_DEFER_UTIL_HEADER_FEATURE_READER_H

#include <perf/defer-cursor.h>

#include "util/header/env.h"

struct defer_evlist;

struct feature_reader {
	unsigned int id; /* enum feature; 0 in records that are no features */
	struct defer_cursor cur;
	struct env *env;
	struct defer_evlist *evlist;
	const char *contradiction; /* found in the bytes, or NULL */
	bool no_memory;
};

static inline uint32_t reader__u32(struct feature_reader *reader)
{
	return defer_cursor__u32(&reader->cur);
}

static inline uint64_t reader__u64(struct feature_reader *reader)
{
	return defer_cursor__u64(&reader->cur);
}

bool reader__sound(const struct feature_reader *reader);

/* Reads a string preceded by its length. Not NULL while the reader is valid. */
const char *reader__str(struct feature_reader *reader);

/*
 * Returns a zeroed array for @nr elements of @size bytes. Each element takes at least @min bytes of
 * the feature: returns NULL if fewer bytes are left, and also for 0 elements.
 */
void *reader__array(struct feature_reader *reader, uint64_t nr, size_t min, size_t size);

/* Notes that the bytes contradict themselves, as @text says. */
void reader__contradict(struct feature_reader *reader, const char *text);

/* The decoders, grouped by file. */
void decode_cpu_topology(struct feature_reader *reader);
void decode_numa_topology(struct feature_reader *reader);
void decode_mem_topology(struct feature_reader *reader);
void decode_cache(struct feature_reader *reader);
void decode_hybrid_topology(struct feature_reader *reader);
void decode_cpu_domain_info(struct feature_reader *reader);

void decode_event_desc(struct feature_reader *reader);
void decode_group_desc(struct feature_reader *reader);
void decode_pmu_mappings(struct feature_reader *reader);
void decode_cpu_pmu_caps(struct feature_reader *reader);
void decode_pmu_caps(struct feature_reader *reader);

void decode_build_id(struct feature_reader *reader);
/* Decodes one entry of the BUILD_ID feature, which is a HEADER_BUILD_ID record. */
void decode_build_id_entry(struct feature_reader *reader);

#endif /* PERF_DEFER_UTIL_HEADER_FEATURE_READER_H */
