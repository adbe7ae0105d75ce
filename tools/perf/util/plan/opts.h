/* SPDX-License-Identifier: GPL-2.0-only */
/* record-opts: the options of record, with perf's names and meanings. */
#ifndef PERF_DEFER_UTIL_PLAN_OPTS_H
#define PERF_DEFER_UTIL_PLAN_OPTS_H

#include "util/events/event-list.h"
#include "util/plan/faults.h"
#include "util/events/parse-events.h"
#include "util/plan/target.h"

#define RECORD_FREQ_MAX UINT64_MAX /* -F max */
/* Longest time in ms that every clock and timer can hold: ten years. */
#define RECORD_MAX_MS	    (10 * 365 * 24 * 3600 * 1000ULL)
#define RECORD_MAX_REALTIME 99 /* highest priority of SCHED_FIFO */

/* A period in which samples are taken, in ms from the start of the recording. */
struct record_range {
	uint64_t start_ms, end_ms; /* start < end */
};

/* --synth: the kinds of records to synthesize for tasks that already run. */
#define RECORD_SYNTH_TASK   (1U << 0)
#define RECORD_SYNTH_MMAP   (1U << 1) /* with RECORD_SYNTH_TASK */
#define RECORD_SYNTH_CGROUP (1U << 2)
#define RECORD_SYNTH_ALL    (RECORD_SYNTH_TASK | RECORD_SYNTH_MMAP | RECORD_SYNTH_CGROUP)

struct record_opts {
	struct event_list events; /* events of -e, in order; if empty, the default event */
	uint32_t nr_cgroups;	  /* cgroups given with -G, empty names included */
	struct event_paths paths;
	struct target target;
	const char *output; /* "perf.data"; "-": stdout as a pipe */

	uint64_t freq;	 /* Hz; 0: by period */
	uint64_t period; /* events; 0: by frequency */

	bool callchain; /* -g, --call-graph */
	enum chain_mode chain_mode;
	uint32_t dump_size;   /* bytes of stack that dwarf copies; 0: the default */
	uint32_t repair_size; /* bytes of stack beside callchains, to repair them; 0: none */
	bool defer;	      /* defer user callchains if the kernel can; cleared by --no-defer */
	bool require_defer;
	bool no_defer_notice; /* say nothing if the kernel cannot defer */
	uint32_t max_stack;   /* frames; 0: the kernel's limit */
	bool kernel_callchains_only, user_callchains_only;

	uint64_t mmap_bytes; /* size of each buffer; 0: perf's default */
	bool overwrite;
	bool tail_synthesize; /* synthesize records at the end of each file, not at its start */
	uint32_t synth;	      /* RECORD_SYNTH_* */
	bool no_inherit, exclude_perf, no_buffering;
	bool sample_time, sample_addr, sample_period, sample_cpu, sample_weight;
	bool phys_data, data_page_size, code_page_size;
	bool mem_info;	   /* --sample-mem-info: the kind of access, without its address */
	bool transaction;  /* --transaction: the reason of the abort */
	bool running_time; /* --running-time: how long the counters of :S ran */
	bool data_mmap;	   /* --data-mmap: also maps without code */
	uint64_t branches; /* perf_branch_sample_type; 0: no branch stacks */
	uint64_t user_regs, intr_regs; /* masks; 0: none */
	/* -I has names: otherwise registers that an event lacks are left out */
	bool intr_regs_named;
	bool all_user, all_kernel; /* exclude the other level, regardless of modifiers */
	bool all_cgroups;	   /* samples have their cgroup, and records its name */
	bool namespaces;	   /* records have the namespaces of tasks */
	bool latency;		   /* --latency: implies context_switches */
	bool context_switches;	   /* records when tasks are scheduled in and out */
	bool has_clockid;
	int32_t clockid;
	int compress_level;    /* 0: not compressed */
	bool no_buildid;       /* -B: no build IDs at all */
	bool no_buildid_cache; /* -N: no copies of the DSOs that were hit */
	bool buildid_all;      /* copy all DSOs that were mapped */
	bool buildid_mmap;     /* build IDs with maps, or no recording; no copies */
	bool no_buildid_mmap;  /* no build IDs with maps: they are read from the files at the end */
	/* servers to fetch debug files from; "system": those of $DEBUGINFOD_URLS; NULL: none */
	const char *debuginfod;
	char *config_debuginfod; /* the setting in the configuration; owned */
	bool no_samples;	 /* -n: events are counted, not sampled */
	bool inherit_stat;	 /* -s: counts of each child task */
	bool strict_freq;	 /* a rate above the kernel's limit is a fault */
	bool group;		 /* all events are one group */
	bool has_map_timeout;
	uint64_t map_timeout_ms; /* time limit for reading one task's maps */
	/* no events for loading and unloading BPF programs, and none synthesized */
	bool no_bpf_event;
	bool off_cpu;
	int64_t delay_ms; /* -D; -1: start with events disabled */
	/* ranges of -D, ascending and disjoint; delay_ms is the first one's start */
	struct record_range *ranges;
	uint32_t nr_ranges;
	uint64_t drain_ms;
	uint64_t realtime;		/* priority of -r; 0: keep the caller's */
	uint64_t max_size, switch_size; /* bytes, 0: no limit */
	uint64_t switch_ms;
	uint32_t switch_max_files;
	bool switch_on_signal;
	struct event_list switch_events; /* events of --switch-output-event */
	bool timestamp_filename;
	const char *control; /* fd:N[,M] or fifo:a[,b] */
	int verbose;
	bool quiet;

	int argc; /* arguments of the command to run, or 0 */
	const char **argv;
	const char *version; /* of this program */
	int self_argc;	     /* perf-defer's own command line */
	const char **self_argv;
};

/* Sets perf's defaults, except that callchains are on and deferred. Allocates nothing. */
void record_opts__init(struct record_opts *opts);
void record_opts__exit(struct record_opts *opts);

/*
 * Each sets one option from the text of its value. Returns DEFER_ERR_INVAL and sets nothing if the
 * text is invalid.
 */
int record_opts__set_freq(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_period(struct record_opts *opts, const char *str, struct defer_error *err);
/*
 * Accepts "fp" and "fp,defer", both with ",N" for the stack depth or with ",repair" or
 * ",repair,BYTES", "dwarf" with ",N" for bytes of stack, "lbr", and "no".
 */
int record_opts__set_call_graph(struct record_opts *opts, const char *str, struct defer_error *err);
/* Sets -j; with @str NULL, -b. They are one option, which can be given once. */
int record_opts__set_branches(struct record_opts *opts, const char *str, struct defer_error *err);
/* Both set all available registers if @str is NULL. */
int record_opts__set_user_regs(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_intr_regs(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_max_stack(struct record_opts *opts, const char *str, struct defer_error *err);
/*
 * Accepts pages, or bytes with a unit. Returns 1 if the size was rounded up to a power of two of
 * pages.
 */
int record_opts__set_buffer(struct record_opts *opts, const char *str, struct defer_error *err);
/* Accepts a number of milliseconds, "-1", or ranges such as "10-20,30-40". */
int record_opts__set_delay(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_realtime(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_drain(struct record_opts *opts, const char *str, struct defer_error *err);
/* Checks perf's threshold, in ms, and ignores it: each sleep is a sample (decision 0038). */
int record_opts__set_off_cpu_thresh(struct record_opts *opts, const char *str,
				    struct defer_error *err);
int record_opts__set_map_timeout(struct record_opts *opts, const char *str,
				 struct defer_error *err);
int record_opts__set_clockid(struct record_opts *opts, const char *str, struct defer_error *err);
/* Accepts "signal", a size or a time. */
int record_opts__set_switch(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_switch_files(struct record_opts *opts, const char *str,
				  struct defer_error *err);
int record_opts__set_max_size(struct record_opts *opts, const char *str, struct defer_error *err);
/* Accepts a list of no, all, task, mmap and cgroup. */
int record_opts__set_synth(struct record_opts *opts, const char *str, struct defer_error *err);
int record_opts__set_compression(struct record_opts *opts, const char *str,
				 struct defer_error *err);

/*
 * Applies a setting of perfconfig; settings of other commands are ignored. A value that only perf
 * supports is no error, since the file is perf's too: it is added to @notes. @value may be NULL.
 */
int record_opts__set_config(struct record_opts *opts, const char *key, const char *value,
			    struct faults *notes, struct defer_error *err);

/*
 * One option about events, in the order of the command line. A filter applies to the events of the
 * -e before it. A cgroup applies to the event with the same index; if there is only one cgroup, to
 * all events before it.
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
 * Fills opts->events and switch_events, for a target settled by record_opts__finish(). An event
 * that this machine lacks is left out and becomes a fault; text that cannot be parsed is
 * DEFER_ERR_INVAL.
 */
int record_opts__add_events(struct record_opts *opts, const struct event_arg *args, uint32_t nr,
			    struct faults *faults, struct defer_error *err);

/* Returns whether the recording may write several files. */
bool record_opts__switches(const struct record_opts *opts);
/* Returns whether the output is renamed to include the time at the end. */
bool record_opts__renames(const struct record_opts *opts);

/*
 * Completes the options when all are set; without a target, the whole system is recorded. Returns
 * DEFER_ERR_INVAL if options contradict each other.
 */
int record_opts__finish(struct record_opts *opts, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PLAN_OPTS_H */
