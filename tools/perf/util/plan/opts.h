/* SPDX-License-Identifier: GPL-2.0-only */
/* record-opts: what the user asked record for, perf's names and meanings. */
#ifndef PERF_DEFER_UTIL_PLAN_OPTS_H
#define PERF_DEFER_UTIL_PLAN_OPTS_H

#include "util/events/event-list.h"
#include "util/plan/faults.h"
#include "util/events/parse-events.h"
#include "util/plan/target.h"

#define RECORD_FREQ_MAX UINT64_MAX /* -F max */
/* Milliseconds that every clock and timer can hold: ten years. */
#define RECORD_MAX_MS	    (10 * 365 * 24 * 3600 * 1000ULL)
#define RECORD_MAX_REALTIME 99 /* priority of SCHED_FIFO */

/* A time in which samples are taken, from the start of the recording. */
struct record_range {
	uint64_t start_ms, end_ms; /* start < end */
};

/* --synth: what of that which runs already is told. */
#define RECORD_SYNTH_TASK   (1U << 0)
#define RECORD_SYNTH_MMAP   (1U << 1) /* with RECORD_SYNTH_TASK */
#define RECORD_SYNTH_CGROUP (1U << 2)
#define RECORD_SYNTH_ALL    (RECORD_SYNTH_TASK | RECORD_SYNTH_MMAP | RECORD_SYNTH_CGROUP)

struct record_opts {
	struct event_list events; /* of -e, in order; may be empty: the default event */
	uint32_t nr_cgroups;	  /* that -G named, empty ones too */
	struct event_paths paths;
	struct target target;
	const char *output; /* "perf.data"; "-": a stream */

	uint64_t freq;	 /* Hz; 0: by period */
	uint64_t period; /* events; 0: by frequency */

	bool callchain; /* -g, --call-graph */
	enum chain_mode chain_mode;
	uint32_t dump_size; /* bytes of a stack that dwarf copies; 0: the default */
	bool defer;	    /* ask for it where the kernel can; --no-defer clears it */
	bool require_defer;
	uint32_t max_stack; /* 0: the kernel's own bound */
	bool kernel_callchains_only, user_callchains_only;

	uint64_t mmap_bytes; /* of each buffer; 0: perf's default */
	bool overwrite;
	bool tail_synthesize; /* what runs is told at the end of each file */
	uint32_t synth;	      /* RECORD_SYNTH_* */
	bool no_inherit, exclude_perf, no_buffering;
	bool sample_time, sample_addr, sample_period, sample_cpu, sample_weight;
	bool phys_data, data_page_size, code_page_size;
	bool mem_info;	   /* --sample-mem-info: what the access was, without its address */
	bool transaction;  /* --transaction: why it aborted */
	bool running_time; /* --running-time: how long counters of :S were on */
	bool data_mmap;	   /* --data-mmap: maps without code too */
	uint64_t branches; /* of perf_branch_sample_type; 0: no branch stacks */
	uint64_t user_regs, intr_regs; /* masks; 0: none */
	bool intr_regs_named;	   /* by the user: else those that an event lacks are left away */
	bool all_user, all_kernel; /* the other level is excluded, whatever modifiers say */
	bool all_cgroups;	   /* samples say which cgroup, and records what it is called */
	bool namespaces;	   /* records say which ones tasks are in */
	bool latency;		   /* --latency: implies context_switches */
	bool context_switches;	   /* records tell when tasks go on and off their CPUs */
	bool has_clockid;
	int32_t clockid;
	int compress_level;	 /* 0: not compressed */
	bool no_buildid;	 /* -B: no build ids at all */
	bool no_buildid_cache;	 /* -N: no copies of what was hit */
	bool buildid_all;	 /* copies of all that was mapped */
	bool buildid_mmap;	 /* build ids with maps, or nothing is recorded; no copies */
	bool no_buildid_mmap;	 /* none with maps: they are read from files in the end */
	const char *debuginfod;	 /* servers to ask for copies of symbols, "system": those of
				  * $DEBUGINFOD_URLS; NULL: nobody is asked */
	char *config_debuginfod; /* the same of the configuration, owned */
	bool no_samples;	 /* -n: events are counted, not sampled */
	bool inherit_stat;	 /* -s: what each child task counted */
	bool strict_freq;	 /* a rate that is too high is a fault */
	bool group;		 /* all events are one group */
	bool has_map_timeout;
	uint64_t map_timeout_ms; /* to read one task's maps in */
	bool no_bpf_event;	 /* programs that come, go, or are loaded already are not told */
	bool off_cpu;
	int64_t delay_ms;	     /* -D; -1: start disabled */
	struct record_range *ranges; /* of -D, in order, apart; delay_ms is the first one's start */
	uint32_t nr_ranges;
	uint64_t drain_ms;
	uint64_t realtime;		/* priority of -r; 0: as the caller's */
	uint64_t max_size, switch_size; /* bytes, 0: no bound */
	uint64_t switch_ms;
	uint32_t switch_max_files;
	bool switch_on_signal;
	struct event_list switch_events; /* of --switch-output-event */
	bool timestamp_filename;
	const char *control; /* fd:N[,M] or fifo:a[,b] */
	int verbose;
	bool quiet;

	int argc; /* the command to run, or 0 */
	const char **argv;
	const char *version; /* of this program */
	int self_argc;	     /* our own command line */
	const char **self_argv;
};

/* perf's defaults, but callchains are on and deferred. Takes no memory. */
void record_opts__init(struct record_opts *opts);
void record_opts__exit(struct record_opts *opts);

/*
 * Each sets what one option says from the text of its value. DEFER_ERR_INVAL, and nothing set,
 * if that makes no sense.
 */
int record_opts__set_freq(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_period(struct record_opts *opts, const char *str, struct defer_error *err);
/*
 * "fp", "fp,defer", either with ",N" for the deepest stack, "dwarf" with ",N" for bytes of the stack,
 * "lbr", or "no".
 */
int record_opts__set_call_graph(struct record_opts *opts, const char *str, struct defer_error *err);
/* -b is @str NULL. -b and -j are one option, which can be given once. */
int record_opts__set_branches(struct record_opts *opts, const char *str, struct defer_error *err);
/* All that there are if @str is NULL. */
int record_opts__set_user_regs(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_intr_regs(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_max_stack(struct record_opts *opts, const char *str, struct defer_error *err);
/* Pages, or bytes with a unit. Returns 1 if they were rounded up to a power of two of pages. */
int record_opts__set_buffer(struct record_opts *opts, const char *str, struct defer_error *err);
/* A number of milliseconds, "-1", or ranges such as "10-20,30-40". */
int record_opts__set_delay(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_realtime(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_drain(struct record_opts *opts, const char *str, struct defer_error *err);
/* perf's threshold, ms. Checked and forgotten: each sleep is a sample (decision 0038). */
int record_opts__set_off_cpu_thresh(struct record_opts *opts, const char *str,
				    struct defer_error *err);
int record_opts__set_map_timeout(struct record_opts *opts, const char *str,
				 struct defer_error *err);
int record_opts__set_clockid(struct record_opts *opts, const char *str, struct defer_error *err);
/* "signal", a size or a time. */
int record_opts__set_switch(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_switch_files(struct record_opts *opts, const char *str,
				  struct defer_error *err);
int record_opts__set_max_size(struct record_opts *opts, const char *str, struct defer_error *err);
/* A list of no, all, task, mmap and cgroup. */
int record_opts__set_synth(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_compression(struct record_opts *opts, const char *str,
				 struct defer_error *err);

/*
 * A setting of perfconfig; others than record's are ignored. What perf can do and we cannot is
 * no error, since it may be meant for perf: it is added to @notes. @value may be NULL.
 */
int record_opts__set_config(struct record_opts *opts, const char *key, const char *value,
			    struct faults *notes, struct defer_error *err);

/*
 * What was said of events, in order: a filter is for those of the -e before it. A cgroup is for the
 * event whose number it has among all cgroups; the only one is for all events before it.
 */
struct event_arg {
	enum {
		EVENT_ARG_EVENT,
		EVENT_ARG_FILTER,
		EVENT_ARG_CGROUP,
		EVENT_ARG_EXCLUDE_PERF,
		EVENT_ARG_SWITCH, /* --switch-output-event */
	} kind;
	const char *text; /* NULL for EVENT_ARG_EXCLUDE_PERF */
};

/*
 * Fills opts->events and switch_events, for the target that finish() has settled. What this machine
 * does not have becomes a fault, and is left out; what
 * cannot be understood is DEFER_ERR_INVAL.
 */
int record_opts__add_events(struct record_opts *opts, const struct event_arg *args, uint32_t nr,
			    struct faults *faults, struct defer_error *err);

/* May there be several files? */
bool record_opts__switches(const struct record_opts *opts);
/* Is what is written given a name with the time in the end? */
bool record_opts__renames(const struct record_opts *opts);

/*
 * To be called when all is set: everything is recorded where nobody said what. DEFER_ERR_INVAL if
 * options contradict each other.
 */
int record_opts__finish(struct record_opts *opts, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PLAN_OPTS_H */
