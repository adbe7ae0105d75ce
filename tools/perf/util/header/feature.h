/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * feature: the sections that perf adds to a trace to describe where and how it was recorded.
 * Source: Linux 7.2, tools/perf/util/header.h and
 * tools/perf/Documentation/perf.data-file-format.txt.
 */
#ifndef PERF_DEFER_UTIL_HEADER_FEATURE_H
#define PERF_DEFER_UTIL_HEADER_FEATURE_H

enum feature {
	FEATURE_TRACING_DATA = 1,
	FEATURE_BUILD_ID = 2,
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_VERSION = 5,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CPUDESC = 8,
	FEATURE_CPUID = 9,
	FEATURE_TOTAL_MEM = 10,
	FEATURE_CMDLINE = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_CPU_TOPOLOGY = 13,
	FEATURE_NUMA_TOPOLOGY = 14,
	FEATURE_BRANCH_STACK = 15,
	FEATURE_PMU_MAPPINGS = 16,
	FEATURE_GROUP_DESC = 17,
	FEATURE_AUXTRACE = 18,
	FEATURE_STAT = 19,
	FEATURE_CACHE = 20,
	FEATURE_SAMPLE_TIME = 21,
	FEATURE_MEM_TOPOLOGY = 22,
	FEATURE_CLOCKID = 23,
	FEATURE_DIR_FORMAT = 24,
	FEATURE_BPF_PROG_INFO = 25,
	FEATURE_BPF_BTF = 26,
	FEATURE_COMPRESSED = 27,
	FEATURE_CPU_PMU_CAPS = 28,
	FEATURE_CLOCK_DATA = 29,
	FEATURE_HYBRID_TOPOLOGY = 30,
	FEATURE_PMU_CAPS = 31,
	FEATURE_CPU_DOMAIN_INFO = 32, /* since perf 6.19 */
	FEATURE_E_MACHINE = 33,	      /* since perf 7.1 */
	FEATURE_CLN_SIZE = 34,
	FEATURE_NR_KNOWN,
};

/* Returns perf's name, such as "HOSTNAME", or NULL if perf 7.2 has none. */
const char *feature__name(unsigned int id);

#endif /* PERF_DEFER_UTIL_HEADER_FEATURE_H */
