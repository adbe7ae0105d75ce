/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * feature_writer: features of the header, which describe the recording and the machine that made
 * it. Contents: Linux 7.2, tools/perf/util/header.c and
 * tools/perf/Documentation/perf.data-file-format.txt.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_FEATURE_WRITER_H
#define PERF_DEFER_UTIL_OUTPUT_FEATURE_WRITER_H

#include "util/header/feature.h"
#include "util/base/byte-buf.h"
#include "util/dso/build-id.h"
#include "util/output/output.h"

struct output_dsos;

/* Input of all feature writers. */
struct feature_facts {
	const struct output_opts *opts;
	const struct output_dsos *dsos; /* NULL: no BUILD_ID */
	/* times of samples; first_time is UINT64_MAX without samples */
	uint64_t first_time, last_time;
	uint64_t raw_bytes, packed_bytes; /* bytes before and after compression */
	uint64_t tod_ns, clockid_ns;	  /* one moment in both clocks, ns; with -k */
};

/* Appends the contents of one feature. Returns false if there are none: the feature is left out. */
typedef bool (*feature_write_fn)(const struct feature_facts *facts, struct byte_buf *bytes);

/* Returns the writer of feature @id; NULL for features that perf-defer never writes. */
feature_write_fn feature__writer(unsigned int id);

/* Returns whether a pipe carries feature @id as a HEADER_FEATURE record. */
bool feature__is_streamed(unsigned int id);

/*
 * Appends an entry of the feature BUILD_ID: a file called @name. @misc: DEFER_MISC_KERNEL or
 * DEFER_MISC_USER.
 */
void feature__add_build_id(struct byte_buf *bytes, const char *name, uint16_t misc,
			   const struct build_id *bid);

/* Reads a file below devices/system of sysfs. Returns false if it does not exist. */
bool feature_facts__read(const struct feature_facts *facts, char *text, size_t size,
			 const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Feature writers, grouped by the file that defines them. */
bool write_hostname(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_osrelease(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_arch(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cpudesc(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cpuid(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_total_mem(const struct feature_facts *facts, struct byte_buf *bytes);

uint32_t nr_cpus_online(const struct feature_facts *facts);
bool write_nrcpus(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cpu_topology(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cache(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_numa_topology(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_mem_topology(const struct feature_facts *facts, struct byte_buf *bytes);

bool write_event_desc(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_group_desc(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_pmu_mappings(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_hybrid_topology(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cpu_pmu_caps(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_pmu_caps(const struct feature_facts *facts, struct byte_buf *bytes);

bool write_tracing_data(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_build_id(const struct feature_facts *facts, struct byte_buf *bytes);

#endif /* PERF_DEFER_UTIL_OUTPUT_FEATURE_WRITER_H */
