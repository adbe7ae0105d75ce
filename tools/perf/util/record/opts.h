/* SPDX-License-Identifier: GPL-2.0-only */
/* record-opts: what the user asked record for, perf's names and meanings. */
#ifndef PERF_DEFER_UTIL_RECORD_OPTS_H
#define PERF_DEFER_UTIL_RECORD_OPTS_H

#include "util/record/event-list.h"
#include "util/record/parse-events.h"
#include "util/record/target.h"

#define RECORD_FREQ_MAX UINT64_MAX /* -F max */

struct record_opts {
	struct event_list events; /* of -e, in order; may be empty: the default event */
	struct event_paths paths;
	struct target target;
	const char *output; /* "perf.data"; "-": a stream */

	uint64_t freq;	 /* Hz; 0: by period */
	uint64_t period; /* events; 0: by frequency */

	bool callchain; /* -g, --call-graph */
	bool defer;	/* ask for it where the kernel can; --no-defer clears it */
	bool require_defer;
	uint32_t max_stack; /* 0: the kernel's own bound */
	bool kernel_callchains_only, user_callchains_only;

	uint64_t mmap_bytes; /* of each buffer; 0: perf's default */
	bool overwrite;
	bool no_inherit, exclude_perf, no_buffering;
	bool sample_time, sample_addr, sample_period, sample_cpu, sample_weight;
	bool phys_data;
	bool has_clockid;
	int32_t clockid;
	int compress_level; /* 0: not compressed */
	bool no_buildid;
	bool off_cpu;
	int64_t delay_ms; /* -D; -1: start disabled */
	uint64_t drain_ms;
	uint64_t max_size, switch_size; /* bytes, 0: no bound */
	uint64_t switch_ms;
	uint32_t switch_max_files;
	bool switch_on_signal;
	const char *control; /* fd:N[,M] or fifo:a[,b] */
	int verbose;
	bool quiet;

	int argc; /* the command to run, or 0 */
	const char **argv;
	int self_argc; /* our own command line */
	const char **self_argv;
};

#endif /* PERF_DEFER_UTIL_RECORD_OPTS_H */
