/* SPDX-License-Identifier: GPL-2.0-only */
/* stats: the statistics of a recording, updated while it runs. */
#ifndef PERF_DEFER_UTIL_RECORD_STATS_H
#define PERF_DEFER_UTIL_RECORD_STATS_H

#include <stdbool.h>
#include <stddef.h>

#include <perf/defer-error.h>

enum recorder_end {
	RECORDER_TARGET_ENDED, /* the command or all recorded tasks have ended */
	RECORDER_SIGNALED,     /* SIGINT, SIGTERM or SIGHUP: see signal */
	RECORDER_STOPPED,      /* command of the control file */
	RECORDER_MAX_SIZE,
	RECORDER_OUTPUT_FAILED, /* no space, closed pipe: see the error */
};

/* The buffer that records come from. */
struct recorder_buffer {
	int32_t cpu;   /* -1: any */
	bool tracking; /* the tracking event's own: tasks, maps, user callchains */
};

/* Losses of one CPU's sample buffer, from LOST records. */
struct recorder_cpu_loss {
	int32_t cpu;
	uint64_t losses, lost; /* number of LOST records, and their sum */
	/*
	 * Records that a larger buffer would hold in addition to this one, now and at most: those
	 * lost, minus the room that reads have left since.
	 */
	uint64_t behind, most_behind;
};

struct recorder_stats {
	enum recorder_end end;
	bool finishing;	    /* recording is complete; build IDs and the rest of the header follow */
	int signal;	    /* or 0 */
	int command_status; /* as from waitpid(); 0 without a command */
	uint64_t bytes, raw_bytes; /* bytes of the output; bytes before compression */
	uint64_t records, samples, deferred_samples, deferred_records;
	uint64_t dropped;		/* samples that could not be written */
	const char *why_dropped;	/* short reason; NULL if none were dropped */
	uint64_t answered;		/* deferred samples whose record was read */
	uint64_t lost;			/* records, summed over LOST records */
	uint64_t lost_tracking;		/* the part of lost in the tracking event's own buffers */
	uint64_t lost_samples;		/* the kernel's own count, if it has one */
	struct recorder_cpu_loss *cpus; /* CPUs with losses */
	uint32_t nr_cpus;
	size_t cap_cpus;
	uint64_t pending;		   /* tasks whose deferred record never came */
	uint64_t drained_ns;		   /* time spent waiting for them */
	uint64_t read_records, read_bytes; /* from sample buffers */
	/*
	 * Size of each buffer that would have avoided losses; 0: nothing was lost, or no size would
	 * do.
	 */
	uint64_t needed_mmap_bytes;
	uint64_t counted;     /* how often the events happened; set if there are no samples */
	bool left_behind;     /* the command went on after the kernel had ended its events */
	uint64_t recorded_ns; /* time between the first and the last round */
	uint32_t nr_cut_maps; /* tasks whose maps were cut by --proc-map-timeout */
	bool has_jitdump;     /* a task maps the file of a JIT: util/dso/jitdump.h */
	uint32_t nr_files;    /* files written, with --switch-output */
	char *file; /* name of the last file, if it was renamed to include the time; owned */
};

void recorder_stats__exit(struct recorder_stats *stats);
/*
 * Counts @records of @bytes that were read from buffer @from of @size bytes. To be called after
 * recorder_stats__add_loss() for the losses among them.
 */
void recorder_stats__add_read(struct recorder_stats *stats, const struct recorder_buffer *from,
			      uint64_t records, uint64_t bytes, uint64_t size);
/*
 * Returns the size in bytes, a power of two, with which no buffer of @size would have lost a sample
 * if it had been read at the same times; 0 if nothing was lost or the size exceeds @max. @unseen is
 * the number of samples that the kernel counts as lost beyond the LOST records.
 */
uint64_t recorder_stats__needed_bytes(const struct recorder_stats *stats, uint64_t unseen,
				      uint64_t size, uint64_t max);
/* Counts a LOST record of @lost records in buffer @from. Returns 0 or DEFER_ERR_NOMEM. */
int recorder_stats__add_loss(struct recorder_stats *stats, const struct recorder_buffer *from,
			     uint64_t lost, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_STATS_H */
