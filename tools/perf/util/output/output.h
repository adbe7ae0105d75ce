/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output: the file, or stream, that a recording writes.
 *
 * A file has its header, attrs and ids from the start, and after every flush a data size that
 * covers all whole records on disk, so that whoever kills us leaves a file that any perf reads.
 * Features are written by finish(). A stream carries attrs and features as records.
 *
 * No perf reads tracepoints without their formats, or compressed records without being told so.
 * Such a file has these features in front of its data. Their table has to stand behind the data,
 * which grow: each flush writes a new one, and makes the old one the body of a HEADER_EVENT_TYPE
 * record, which every perf steps over (Linux 7.2, tools/perf/util/session.c).
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_H

#include <perf/defer.h>

#include "util/output/output-sink.h"

struct output;

struct output_event {
	const char *name;
	struct defer_attr attr; /* as opened */
	const uint64_t *ids;
	uint32_t nr_ids;
	uint32_t leader, nr_members; /* of its group; 1: alone */
	const char *cpus;	     /* list, for EVENT_UPDATE; or NULL */
};

/* What it points to must outlive the output. */
struct output_opts {
	const char *path;    /* "-": a stream on stdout; one to a FIFO or device is a stream too */
	const char *version; /* of this program, or NULL */
	int argc;
	const char **argv; /* the command line behind the executable, for the CMDLINE feature */
	const struct output_event *events;
	uint32_t nr_events;
	uint64_t max_size;	    /* bytes, features not counted; 0: no bound */
	uint32_t mmap_len;	    /* bytes of one ring buffer, for COMPRESSED */
	int compress_level;	    /* 0: not; -z alone is 1 */
	bool no_buildid;	    /* -B */
	bool keep_old;		    /* an existing file becomes <path>.old, unless it is empty */
	int32_t clockid;	    /* -1: perf's own */
	struct output_end end;	    /* all zero: a stream is waited for without end */
	const char *sysfs, *procfs; /* of this host; tests give others */
	const char *tracefs;	    /* NULL: as libtracefs finds it */
};

/*
 * Could it be created? Changes nothing. DEFER_ERR_IO, or DEFER_ERR_INVAL for a place that cannot
 * take a recording: a folder, a terminal, a folder where the old file would have to go.
 */
int output__check(const struct output_opts *opts, struct defer_error *err);

/* Creates it and writes the header. The old file is moved away only once the new one is good. */
int output__open(struct output **output, const struct output_opts *opts, struct defer_error *err);

/*
 * Appends whole records of one ring buffer, in up to two pieces (it wraps). Compressed here if
 * asked for. Returns 0, or negative: DEFER_ERR_IO with the reason (no space, a reader that is
 * gone, max_size). Then all whole records that there was room for are kept and readable (with
 * tracepoints or compression but for some hundred bytes of the last round), and nothing more can
 * be written; finish() still can be tried. The caller ignores SIGPIPE.
 */
int output__write(struct output *output, const void *a, size_t a_size, const void *b, size_t b_size,
		  struct defer_error *err);

/* Appends a record that perf itself writes, such as FINISHED_ROUND or a synthesized COMM. */
int output__write_record(struct output *output, const void *rec, size_t size,
			 struct defer_error *err);

/*
 * How many samples the next write() brings; and how many are kept, exact also after an error: with
 * compression nobody else can tell.
 */
void output__expect_samples(struct output *output, uint64_t nr);
uint64_t output__samples(const struct output *output);
/* A word or two for why nothing more can be written; NULL as long as it can. */
const char *output__why_ended(const struct output *output);

/*
 * Now and then, after a round over the buffers: makes what was written readable (header's data
 * size). What came since the last time is what a kill takes.
 */
int output__flush(struct output *output, struct defer_error *err);

/* Was max_size why a write failed? */
bool output__reached_max_size(const struct output *output);

/* Times of first and last sample, for SAMPLE_TIME. */
void output__see_time(struct output *output, uint64_t time);

uint64_t output__bytes(const struct output *output); /* in the file so far */

/*
 * Writes features (build ids of all that was mapped among them) and closes: @output is gone also
 * on errors, and then the file is as the last flush left it.
 */
int output__finish(struct output *output, struct defer_error *err);
/* Closes without features, as being killed would. What is there is readable. */
void output__abandon(struct output *output);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_H */
