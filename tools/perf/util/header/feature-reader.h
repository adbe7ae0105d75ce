/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * feature_reader: one feature being read into an env. Its bytes live as long as the env, so
 * strings are not copied. A decoder reads all, and sets the env's fields only if the reader is
 * still sound then.
 */
#ifndef PERF_DEFER_UTIL_HEADER_FEATURE_READER_H
#define PERF_DEFER_UTIL_HEADER_FEATURE_READER_H

#include "util/header/env.h"

struct feature_reader {
	struct defer_cursor cur;
	struct env *env;
	struct defer_evlist *evlist;
	const char *lie; /* what the bytes say that cannot be, or NULL */
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

/* A string with its length before it. Not NULL while the reader is sound. */
const char *reader__str(struct feature_reader *reader);

/*
 * A cleared array for @nr elements of @size bytes, of which each has @min bytes or more of the
 * feature's that are left. NULL if there are not that many bytes; also for 0 elements.
 */
void *reader__array(struct feature_reader *reader, uint64_t nr, size_t min, size_t size);

/* The bytes contradict themselves. */
void reader__set_lie(struct feature_reader *reader, const char *lie);

/* Decoders, by file. */
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
/* One entry of the BUILD_ID feature, a HEADER_BUILD_ID record of its own. */
void decode_build_id_entry(struct feature_reader *reader);

#endif /* PERF_DEFER_UTIL_HEADER_FEATURE_READER_H */
