/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * feature_writer: what a recording says of the machine it was made on, and of itself.
 * Contents: Linux 7.2, tools/perf/util/header.c and
 * tools/perf/Documentation/perf.data-file-format.txt.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_FEATURE_WRITER_H
#define PERF_DEFER_UTIL_OUTPUT_FEATURE_WRITER_H

#include "util/header/feature.h"
#include "util/base/byte-buf.h"
#include "util/output/output.h"

struct output_dsos;

/* All that features tell. */
struct feature_facts {
	const struct output_opts *opts;
	const struct output_dsos *dsos;	  /* NULL: no BUILD_ID */
	uint64_t first_time, last_time;	  /* of samples; first is UINT64_MAX without any */
	uint64_t raw_bytes, packed_bytes; /* before and after compression */
	uint64_t tod_ns, clockid_ns;	  /* one moment by both clocks; with -k */
};

/* Appends the contents of one feature. False if there is nothing to tell: then it is left out. */
typedef bool (*feature_write_fn)(const struct feature_facts *facts, struct byte_buf *bytes);

/* NULL for those that a recording of ours never has. */
feature_write_fn feature__writer(unsigned int id);

/* Has it a place in a stream, as a HEADER_FEATURE record? */
bool feature__is_streamed(unsigned int id);

/* Writers, by file. */
bool write_hostname(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_osrelease(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_arch(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cpudesc(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cpuid(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_total_mem(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_e_machine(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cln_size(const struct feature_facts *facts, struct byte_buf *bytes);

uint32_t nr_cpus_online(const struct feature_facts *facts);
bool write_nrcpus(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cpu_topology(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cache(const struct feature_facts *facts, struct byte_buf *bytes);
bool write_cpu_domain_info(const struct feature_facts *facts, struct byte_buf *bytes);
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
