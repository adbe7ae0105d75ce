/* SPDX-License-Identifier: GPL-2.0-only */
/* stats: the figures of a recording, while it runs and when it is over. */
#ifndef PERF_DEFER_UTIL_RECORD_STATS_H
#define PERF_DEFER_UTIL_RECORD_STATS_H

#include <perf/defer.h>

enum recorder_end {
	RECORDER_TARGET_ENDED, /* the command, or all recorded tasks */
	RECORDER_SIGNALED,     /* SIGINT, SIGTERM or SIGHUP: see signal */
	RECORDER_STOPPED,      /* by the control file */
	RECORDER_MAX_SIZE,
	RECORDER_OUTPUT_FAILED, /* no space, closed pipe: the error says */
};

/* Where records come from. */
struct recorder_buffer {
	int32_t cpu;   /* -1: any */
	bool tracking; /* the tracking event's own: tasks, maps, user callchains */
};

/* What one CPU's buffer for samples lost, by LOST records. */
struct recorder_cpu_loss {
	int32_t cpu;
	uint64_t losses, lost; /* LOST records, what they add up to */
	/*
	 * Records by which a larger buffer would be behind this one now, and was at most: what was
	 * lost, less what readings have left free since.
	 */
	uint64_t behind, most_behind;
};

struct recorder_stats {
	enum recorder_end end;
	bool finishing;	    /* all is recorded: build ids and the rest of the header follow */
	int signal;	    /* or 0 */
	int command_status; /* as waitpid() has it; 0 without a command */
	uint64_t bytes, raw_bytes; /* in the output; before compression */
	uint64_t records, samples, deferred_samples, deferred_records;
	uint64_t dropped;		/* of the samples: those that could not be written */
	const char *why_dropped;	/* a word or two; NULL: none were */
	uint64_t answered;		/* deferred samples whose record came, or had come */
	uint64_t lost;			/* records, by LOST records */
	uint64_t lost_tracking;		/* of these, in buffers of the tracking event's own */
	uint64_t lost_samples;		/* as the kernel counts them itself, where it does */
	struct recorder_cpu_loss *cpus; /* that lost something */
	uint32_t nr_cpus;
	size_t cap_cpus;
	uint64_t pending;		   /* tasks that never answered */
	uint64_t drained_ns;		   /* how long we waited for them */
	uint64_t read_records, read_bytes; /* in buffers for samples */
	/* Of each buffer, that would have held; 0: nothing was lost, or no buffer would */
	uint64_t needed_mmap_bytes;
	uint32_t nr_cut_maps; /* tasks whose maps --proc-map-timeout cut */
	uint32_t nr_files;    /* written, with --switch-output */
	char *file;	      /* name of the last one, if it got one with the time; owned */
};

void recorder_stats__exit(struct recorder_stats *stats);
/*
 * @records of @bytes were read from buffer @from, of @size bytes, after recorder_stats__add_loss() for
 * the losses among them.
 */
void recorder_stats__add_read(struct recorder_stats *stats, const struct recorder_buffer *from,
			      uint64_t records, uint64_t bytes, uint64_t size);
/*
 * The power of two of bytes with which no buffer of @size would have lost a sample, had it been
 * read at the same times; 0 if nothing was lost, or if that is more than @max. @unseen: samples
 * that the kernel counts as lost beside those of LOST records.
 */
uint64_t recorder_stats__needed_bytes(const struct recorder_stats *stats, uint64_t unseen,
				      uint64_t size, uint64_t max);
/* A LOST record of @lost records in buffer @from. */
int recorder_stats__add_loss(struct recorder_stats *stats, const struct recorder_buffer *from,
			     uint64_t lost, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_STATS_H */
