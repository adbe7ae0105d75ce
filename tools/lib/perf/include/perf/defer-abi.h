/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
/*
 * The constants of the perf ABI that decoding needs. They have names of their own, because the
 * <linux/perf_event.h> of a distribution may be older than the traces that have to be read.
 * Source: Linux 7.2, include/uapi/linux/perf_event.h and tools/lib/perf/include/perf/event.h.
 */
#ifndef PERF_DEFER_ABI_H
#define PERF_DEFER_ABI_H

#include <stdint.h>

/* Types of records. The kernel writes those below 64, and perf itself those from 64 on. */
enum defer_record_type {
	DEFER_RECORD_MMAP = 1,
	DEFER_RECORD_LOST = 2,
	DEFER_RECORD_COMM = 3,
	DEFER_RECORD_EXIT = 4,
	DEFER_RECORD_THROTTLE = 5,
	DEFER_RECORD_UNTHROTTLE = 6,
	DEFER_RECORD_FORK = 7,
	DEFER_RECORD_READ = 8,
	DEFER_RECORD_SAMPLE = 9,
	DEFER_RECORD_MMAP2 = 10,
	DEFER_RECORD_AUX = 11,
	DEFER_RECORD_ITRACE_START = 12,
	DEFER_RECORD_LOST_SAMPLES = 13,
	DEFER_RECORD_SWITCH = 14,
	DEFER_RECORD_SWITCH_CPU_WIDE = 15,
	DEFER_RECORD_NAMESPACES = 16,
	DEFER_RECORD_KSYMBOL = 17,
	DEFER_RECORD_BPF_EVENT = 18,
	DEFER_RECORD_CGROUP = 19,
	DEFER_RECORD_TEXT_POKE = 20,
	DEFER_RECORD_AUX_OUTPUT_HW_ID = 21,
	DEFER_RECORD_CALLCHAIN_DEFERRED = 22, /* since Linux 6.19 */

	DEFER_RECORD_USER_START = 64,
	DEFER_RECORD_HEADER_ATTR = 64,
	DEFER_RECORD_HEADER_EVENT_TYPE = 65,
	DEFER_RECORD_HEADER_TRACING_DATA = 66,
	DEFER_RECORD_HEADER_BUILD_ID = 67,
	DEFER_RECORD_FINISHED_ROUND = 68,
	DEFER_RECORD_ID_INDEX = 69,
	DEFER_RECORD_AUXTRACE_INFO = 70,
	DEFER_RECORD_AUXTRACE = 71,
	DEFER_RECORD_AUXTRACE_ERROR = 72,
	DEFER_RECORD_THREAD_MAP = 73,
	DEFER_RECORD_CPU_MAP = 74,
	DEFER_RECORD_STAT_CONFIG = 75,
	DEFER_RECORD_STAT = 76,
	DEFER_RECORD_STAT_ROUND = 77,
	DEFER_RECORD_EVENT_UPDATE = 78,
	DEFER_RECORD_TIME_CONV = 79,
	DEFER_RECORD_HEADER_FEATURE = 80,
	DEFER_RECORD_COMPRESSED = 81,
	DEFER_RECORD_FINISHED_INIT = 82,
	DEFER_RECORD_COMPRESSED2 = 83,
	DEFER_RECORD_BPF_METADATA = 84,
	DEFER_RECORD_SCHEDSTAT_CPU = 85,
	DEFER_RECORD_SCHEDSTAT_DOMAIN = 86,
};

/* The misc field of a record's header: CPU modes in the low 3 bits, and flags. */
#define DEFER_MISC_CPUMODE_MASK		  7
#define DEFER_MISC_CPUMODE_UNKNOWN	  0
#define DEFER_MISC_KERNEL		  1
#define DEFER_MISC_USER			  2
#define DEFER_MISC_HYPERVISOR		  3
#define DEFER_MISC_GUEST_KERNEL		  4
#define DEFER_MISC_GUEST_USER		  5
#define DEFER_MISC_PROC_MAP_PARSE_TIMEOUT (1 << 12)
#define DEFER_MISC_MMAP_DATA		  (1 << 13) /* MMAP, MMAP2 */
#define DEFER_MISC_COMM_EXEC		  (1 << 13) /* COMM */
#define DEFER_MISC_FORK_EXEC		  (1 << 13) /* FORK that perf wrote for a leader after exec */
#define DEFER_MISC_SWITCH_OUT		  (1 << 13) /* SWITCH, SWITCH_CPU_WIDE */
#define DEFER_MISC_MMAP_BUILD_ID	  (1 << 14) /* MMAP2: a build id instead of maj, min, ino */
#define DEFER_MISC_EXACT_IP		  (1 << 14) /* SAMPLE */
#define DEFER_MISC_SWITCH_OUT_PREEMPT	  (1 << 14) /* SWITCH, SWITCH_CPU_WIDE */
#define DEFER_MISC_BUILD_ID_SIZE	  (1 << 15) /* HEADER_BUILD_ID: has the size of the id */
#define DEFER_MISC_LOST_SAMPLES_BPF	  (1 << 15) /* LOST_SAMPLES of perf: dropped by a BPF filter */
#define DEFER_MISC_EXT_RESERVED		  (1 << 15) /* the extended form, see defer_record__decode() */

/* Flags in the high 16 bits of header.type, in the extended form of a record. */
#define DEFER_EXT_SIZE_X8 (1 << 0) /* header.size counts units of 8 bytes */

/* Context marks in a callchain. Entries from DEFER_CONTEXT_MAX up are marks, not addresses. */
#define DEFER_CONTEXT_HV	    ((uint64_t)-32)
#define DEFER_CONTEXT_KERNEL	    ((uint64_t)-128)
#define DEFER_CONTEXT_USER	    ((uint64_t)-512)
#define DEFER_CONTEXT_USER_DEFERRED ((uint64_t)-640)
#define DEFER_CONTEXT_GUEST	    ((uint64_t)-2048)
#define DEFER_CONTEXT_GUEST_KERNEL  ((uint64_t)-2176)
#define DEFER_CONTEXT_GUEST_USER    ((uint64_t)-2560)
#define DEFER_CONTEXT_MAX	    ((uint64_t)-4095)

/* The order of namespaces in a NAMESPACES record, since Linux 4.12. */
enum defer_namespace {
	DEFER_NS_NET,
	DEFER_NS_UTS,
	DEFER_NS_IPC,
	DEFER_NS_PID,
	DEFER_NS_USER,
	DEFER_NS_MNT,
	DEFER_NS_CGROUP,
	DEFER_NR_NS
};

/*
 * perf_event_attr.sample_type: the fields of a sample. Their order in the record is not that of the
 * bits; struct defer_layout has it.
 */
#define DEFER_SAMPLE_IP		    (1ULL << 0)
#define DEFER_SAMPLE_TID	    (1ULL << 1)
#define DEFER_SAMPLE_TIME	    (1ULL << 2)
#define DEFER_SAMPLE_ADDR	    (1ULL << 3)
#define DEFER_SAMPLE_READ	    (1ULL << 4)
#define DEFER_SAMPLE_CALLCHAIN	    (1ULL << 5)
#define DEFER_SAMPLE_ID		    (1ULL << 6)
#define DEFER_SAMPLE_CPU	    (1ULL << 7)
#define DEFER_SAMPLE_PERIOD	    (1ULL << 8)
#define DEFER_SAMPLE_STREAM_ID	    (1ULL << 9)
#define DEFER_SAMPLE_RAW	    (1ULL << 10)
#define DEFER_SAMPLE_BRANCH_STACK   (1ULL << 11)
#define DEFER_SAMPLE_REGS_USER	    (1ULL << 12)
#define DEFER_SAMPLE_STACK_USER	    (1ULL << 13)
#define DEFER_SAMPLE_WEIGHT	    (1ULL << 14)
#define DEFER_SAMPLE_DATA_SRC	    (1ULL << 15)
#define DEFER_SAMPLE_IDENTIFIER	    (1ULL << 16)
#define DEFER_SAMPLE_TRANSACTION    (1ULL << 17)
#define DEFER_SAMPLE_REGS_INTR	    (1ULL << 18)
#define DEFER_SAMPLE_PHYS_ADDR	    (1ULL << 19)
#define DEFER_SAMPLE_AUX	    (1ULL << 20)
#define DEFER_SAMPLE_CGROUP	    (1ULL << 21)
#define DEFER_SAMPLE_DATA_PAGE_SIZE (1ULL << 22)
#define DEFER_SAMPLE_CODE_PAGE_SIZE (1ULL << 23)
#define DEFER_SAMPLE_WEIGHT_STRUCT  (1ULL << 24)
#define DEFER_SAMPLE_KNOWN	    ((1ULL << 25) - 1)

/* perf_event_attr.read_format: the layout of counter values. */
#define DEFER_FORMAT_TOTAL_TIME_ENABLED (1ULL << 0)
#define DEFER_FORMAT_TOTAL_TIME_RUNNING (1ULL << 1)
#define DEFER_FORMAT_ID			(1ULL << 2)
#define DEFER_FORMAT_GROUP		(1ULL << 3)
#define DEFER_FORMAT_LOST		(1ULL << 4)
#define DEFER_FORMAT_KNOWN		((1ULL << 5) - 1)

/*
 * perf_event_attr.branch_sample_type: the call-stack mode, and the bits that change the layout of a
 * sample.
 */
#define DEFER_BRANCH_CALL_STACK (1ULL << 11)
#define DEFER_BRANCH_HW_INDEX	(1ULL << 17)
#define DEFER_BRANCH_COUNTERS	(1ULL << 19)

/* struct defer_attr.flags: the attr's bit field, numbered as on a little-endian machine. */
#define DEFER_ATTR_DISABLED		    (1ULL << 0)
#define DEFER_ATTR_INHERIT		    (1ULL << 1)
#define DEFER_ATTR_PINNED		    (1ULL << 2)
#define DEFER_ATTR_EXCLUSIVE		    (1ULL << 3)
#define DEFER_ATTR_EXCLUDE_USER		    (1ULL << 4)
#define DEFER_ATTR_EXCLUDE_KERNEL	    (1ULL << 5)
#define DEFER_ATTR_EXCLUDE_HV		    (1ULL << 6)
#define DEFER_ATTR_EXCLUDE_IDLE		    (1ULL << 7)
#define DEFER_ATTR_MMAP			    (1ULL << 8)
#define DEFER_ATTR_COMM			    (1ULL << 9)
#define DEFER_ATTR_FREQ			    (1ULL << 10)
#define DEFER_ATTR_INHERIT_STAT		    (1ULL << 11)
#define DEFER_ATTR_ENABLE_ON_EXEC	    (1ULL << 12)
#define DEFER_ATTR_TASK			    (1ULL << 13)
#define DEFER_ATTR_WATERMARK		    (1ULL << 14)
#define DEFER_ATTR_PRECISE_IP_SHIFT	    15 /* two bits */
#define DEFER_ATTR_MMAP_DATA		    (1ULL << 17)
#define DEFER_ATTR_SAMPLE_ID_ALL	    (1ULL << 18)
#define DEFER_ATTR_EXCLUDE_HOST		    (1ULL << 19)
#define DEFER_ATTR_EXCLUDE_GUEST	    (1ULL << 20)
#define DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL (1ULL << 21)
#define DEFER_ATTR_EXCLUDE_CALLCHAIN_USER   (1ULL << 22)
#define DEFER_ATTR_MMAP2		    (1ULL << 23)
#define DEFER_ATTR_COMM_EXEC		    (1ULL << 24)
#define DEFER_ATTR_USE_CLOCKID		    (1ULL << 25)
#define DEFER_ATTR_CONTEXT_SWITCH	    (1ULL << 26)
#define DEFER_ATTR_WRITE_BACKWARD	    (1ULL << 27)
#define DEFER_ATTR_NAMESPACES		    (1ULL << 28)
#define DEFER_ATTR_KSYMBOL		    (1ULL << 29)
#define DEFER_ATTR_BPF_EVENT		    (1ULL << 30)
#define DEFER_ATTR_AUX_OUTPUT		    (1ULL << 31)
#define DEFER_ATTR_CGROUP		    (1ULL << 32)
#define DEFER_ATTR_TEXT_POKE		    (1ULL << 33)
#define DEFER_ATTR_BUILD_ID		    (1ULL << 34)
#define DEFER_ATTR_INHERIT_THREAD	    (1ULL << 35)
#define DEFER_ATTR_REMOVE_ON_EXEC	    (1ULL << 36)
#define DEFER_ATTR_SIGTRAP		    (1ULL << 37)
#define DEFER_ATTR_DEFER_CALLCHAIN	    (1ULL << 38) /* since Linux 6.19 */
#define DEFER_ATTR_DEFER_OUTPUT		    (1ULL << 39) /* since Linux 6.19 */

/* perf_event_attr.type: the kinds of events. Larger numbers are PMUs. */
#define DEFER_TYPE_HARDWARE   0
#define DEFER_TYPE_SOFTWARE   1
#define DEFER_TYPE_TRACEPOINT 2
#define DEFER_TYPE_HW_CACHE   3
#define DEFER_TYPE_RAW	      4
#define DEFER_TYPE_BREAKPOINT 5

/* perf_event_attr.config: the software events that are clocks, and the one that never takes a sample. */
#define DEFER_COUNT_SW_CPU_CLOCK  0
#define DEFER_COUNT_SW_TASK_CLOCK 1
#define DEFER_COUNT_SW_DUMMY	  9

/* Sizes of perf_event_attr in bytes, by version. */
#define DEFER_ATTR_SIZE_VER0 64	 /* Linux 2.6.31 */
#define DEFER_ATTR_SIZE_VER9 144 /* Linux 6.19: config4 */

/* The maximum size of a build id in bytes. */
#define DEFER_BUILD_ID_SIZE 20

#endif /* PERF_DEFER_ABI_H */
