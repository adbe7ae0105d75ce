/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output: the file or pipe that a recording writes.
 *
 * A file has its header, attrs and IDs from the start. After each flush the header's data size
 * covers all whole records on disk, so a killed recorder leaves a file that every perf reads.
 * finish() writes the features. A pipe carries attrs and features as records.
 *
 * No perf reads tracepoints without their formats, or compressed records without the feature
 * COMPRESSED. A file with these has the features in front of its data, but their table must follow
 * the data, which grows. So each flush appends a new table, and turns the old one into the body of
 * a HEADER_EVENT_TYPE record, which every perf skips (Linux 7.2, tools/perf/util/session.c):
 *
 *   header  ids, attrs  early features  data  table
 *   header  ids, attrs  early features  data  HEADER_EVENT_TYPE  data  table
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_H

#include <perf/defer-attr.h>

#include "util/output/output-sink.h"

struct output;

struct output_event {
	const char *name;
	struct defer_attr attr; /* as opened */
	const uint64_t *ids;
	uint32_t nr_ids;
	uint32_t leader, nr_members; /* group's leader and size; a size of 1: no group */
	const char *cpus;	     /* list, for EVENT_UPDATE; or NULL */
};

/* Callback before records are cut off the end of a file that could not grow. */
struct output_cut {
	void (*before)(void *ctx); /* or NULL */
	void *ctx;
};

/* Everything that it points to must outlive the output. */
struct output_opts {
	const char *path;    /* "-": a pipe on stdout; a FIFO or device is a stream too */
	const char *version; /* of this program, or NULL */
	int argc;
	const char **argv; /* arguments after the executable, for the feature CMDLINE */
	const struct output_event *events;
	uint32_t nr_events;
	uint64_t max_size;	    /* bytes without features; 0: no limit */
	uint32_t mmap_len;	    /* bytes of one ring buffer, for the feature COMPRESSED */
	int compress_level;	    /* 0: none; -z alone is 1 */
	bool no_buildid;	    /* -B */
	bool keep_old;		    /* an existing file becomes <path>.old, unless it is empty */
	int32_t clockid;	    /* -1: perf's own */
	struct output_end end;	    /* all zero: wait for a stream without limit */
	struct output_cut cut;	    /* sees the records of copy(), see there */
	const char *sysfs, *procfs; /* this host's; tests pass others */
	const char *tracefs;	    /* NULL: libtracefs finds it */
};

/*
 * Checks whether the output could be created, and changes nothing. Returns DEFER_ERR_IO, or
 * DEFER_ERR_INVAL for a destination that cannot hold a recording: a directory, a terminal, or a
 * path whose old file would have to replace a directory.
 */
int output__check(const struct output_opts *opts, struct defer_error *err);

/*
 * Creates the output and writes the header. An old file is kept in place until the new one is
 * valid.
 */
int output__open(struct output **output, const struct output_opts *opts, struct defer_error *err);

/*
 * Appends whole records of one ring buffer, in up to two pieces since the buffer wraps; compresses
 * them if requested. The caller ignores SIGPIPE. Returns 0 or a negative code, such as DEFER_ERR_IO
 * with its reason (no space, reader gone, max_size). After an error:
 * - all whole records that fit are kept and readable; with tracepoints or compression, except for
 *   some hundred bytes of the last round;
 * - nothing more can be written, but finish() can still be called.
 */
int output__write(struct output *output, const void *a, size_t a_size, const void *b, size_t b_size,
		  struct defer_error *err);

/* Appends a record that perf itself writes, such as FINISHED_ROUND or a synthesized COMM. */
int output__write_record(struct output *output, const void *rec, size_t size,
			 struct defer_error *err);

/*
 * Announce the number of samples in the next write(), and return the number kept. The latter is
 * exact even after an error, which with compression no caller could compute.
 */
void output__expect_samples(struct output *output, uint64_t nr);
uint64_t output__samples(const struct output *output);
/* Returns a short reason why no more can be written; NULL while writing is possible. */
const char *output__why_ended(const struct output *output);

/*
 * A file that is not compressed can also be written without reading the records first:
 *
 *   at = output__bytes(output);
 *   output__copy(output, a, a_size, b, b_size, err);
 *   ...
 *   output__read_back(output, at, data, size, err);
 *   output__see(output, at, data, size, samples, err);
 *
 * copy() is write() without expect_samples(). All copied records must be seen, in their order,
 * before finish(), before the next write(), and in opts->cut, which is called from any function
 * that fails. A failed copy() must not be seen: it has counted what was kept.
 */
bool output__can_read_back(const struct output *output);
int output__copy(struct output *output, const void *a, size_t a_size, const void *b, size_t b_size,
		 struct defer_error *err);
/* Reads @size bytes at @at of the file. Returns DEFER_ERR_IO if they are not there any more. */
int output__read_back(struct output *output, uint64_t at, void *data, size_t size,
		      struct defer_error *err);
/* Takes note of whole records at @at, which were copied: their DSOs, and their @samples. */
int output__see(struct output *output, uint64_t at, const void *data, size_t size, uint64_t samples,
		struct defer_error *err);

/*
 * Makes everything written so far readable, by updating the data size in the header. To be called
 * now and then, after a round over the buffers. Being killed loses only what follows the last
 * flush.
 */
int output__flush(struct output *output, struct defer_error *err);

/* Returns whether a write failed because of max_size. */
bool output__reached_max_size(const struct output *output);

/* Updates the times of the first and last sample, for SAMPLE_TIME. */
void output__see_time(struct output *output, uint64_t time);

uint64_t output__bytes(const struct output *output); /* in the file so far */

/*
 * Writes the features, with the build IDs of everything mapped, and closes. @output is freed also
 * on errors; the file is then as the last flush left it.
 */
int output__finish(struct output *output, struct defer_error *err);
/* Closes without features, as if killed. What was flushed is readable. */
void output__abandon(struct output *output);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_H */
