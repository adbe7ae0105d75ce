/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output: the file, or stream, that a recording writes.
 *
 * A file has its header, attrs and ids from the start, and after every flush a data size that
 * covers all whole records on disk, so that whoever kills us leaves a file that any perf reads.
 * Features are written by finish(). A stream carries attrs and features as records.
 */
#ifndef PERF_DEFER_UTIL_RECORD_OUTPUT_H
#define PERF_DEFER_UTIL_RECORD_OUTPUT_H

#include <perf/defer.h>

struct output;

struct output_event {
	const char *name;
	struct defer_attr attr; /* as opened */
	const uint64_t *ids;
	uint32_t nr_ids;
	uint32_t leader, nr_members; /* of its group; 1: alone */
	const char *cpus;	     /* list, for EVENT_UPDATE; or NULL */
};

struct output_opts {
	const char *path;	    /* "-": a stream on stdout */
	const char *filter_cmdline; /* kept for headers */
	int argc;
	const char **argv; /* the command line, for the CMDLINE feature */
	const struct output_event *events;
	uint32_t nr_events;
	uint64_t max_size;	    /* bytes, 0: no bound */
	uint32_t mmap_len;	    /* bytes of one ring buffer, for COMPRESSED */
	int compress_level;	    /* 0: not; -z alone is 1 */
	bool no_buildid;	    /* -B, -N */
	bool keep_old;		    /* an existing file becomes <path>.old */
	int32_t clockid;	    /* -1: perf's own */
	const char *sysfs, *procfs; /* of this host; tests give others */
};

/* Could it be created? Changes nothing: directory writable, space, not a directory itself. */
int output__check(const struct output_opts *opts, struct defer_error *err);

/* Creates it and writes the header. The old file is moved away only once the new one is good. */
int output__open(struct output **output, const struct output_opts *opts, struct defer_error *err);

/*
 * Appends whole records of one ring buffer, in up to two pieces (it wraps). Compressed here if
 * asked for. Returns 0, or negative; then what was written before is kept, and the file is
 * truncated to whole records (ENOSPC, EPIPE, max_size: DEFER_ERR_IO with the reason).
 */
int output__write(struct output *output, const void *a, size_t a_size, const void *b, size_t b_size,
		  struct defer_error *err);

/* Appends a record that perf itself writes, such as FINISHED_ROUND or a synthesized COMM. */
int output__write_record(struct output *output, const void *rec, size_t size,
			 struct defer_error *err);

/* After each round over the buffers: makes what was written readable (header's data size). */
int output__flush(struct output *output, struct defer_error *err);

/* Times of first and last sample, for SAMPLE_TIME. */
void output__see_time(struct output *output, uint64_t time);

uint64_t output__bytes(const struct output *output);	 /* in the file so far */
uint64_t output__raw_bytes(const struct output *output); /* before compression */

/* Writes features (build ids of the DSOs that samples hit among them) and closes. */
int output__finish(struct output *output, struct defer_error *err);
/* Closes without features: after a write error. What is there is readable. */
void output__abandon(struct output *output);

#endif /* PERF_DEFER_UTIL_RECORD_OUTPUT_H */
