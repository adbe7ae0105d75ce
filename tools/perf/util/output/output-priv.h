/* SPDX-License-Identifier: GPL-2.0-only */
/* The inside of an output, for the files that it is made of. */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_PRIV_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_PRIV_H

#include "util/output/feature-writer.h"
#include "util/output/header-writer.h"
#include "util/output/output-dsos.h"
#include "util/output/output-sink.h"

struct deflate;

/* A feature that stands in front of the data, since no perf reads them without. */
struct early_feature {
	uint32_t id;
	struct defer_section section;
};

#define MAX_EARLY_FEATURES 5
/*
 * The table of these, behind the data of a file that grows, is as large as the smallest
 * HEADER_EVENT_TYPE that perf believes, which it becomes when more data follow.
 */
#define EARLY_TABLE_SIZE (DEFER_RECORD_HEADER_SIZE + sizeof(uint64_t) + 64)

struct output {
	struct output_opts opts;
	struct output_sink sink;
	struct header_state state;			/* the header, as it is in the file */
	struct early_feature early[MAX_EARLY_FEATURES]; /* ascending */
	uint32_t nr_early;
	/* Where records end that have room for their table behind them; where the next such may. */
	uint64_t safe_end, next_safe_end;
	struct byte_buf staged;	 /* records that go out with the next write */
	struct byte_buf packed;	 /* what deflate made of one write */
	struct deflate *deflate; /* NULL: not compressed */
	struct output_dsos dsos;
	uint64_t raw_bytes;
	uint64_t coming; /* samples of the write that comes next, or is under way */
	/* Samples that are written; up to safe_end, to next_safe_end; that the header tells of. */
	uint64_t samples, safe_samples, next_safe_samples, flushed_samples;
	uint64_t deflated, packed_bytes; /* given to deflate, and what came out */
	uint64_t first_time, last_time;
	uint64_t tod_ns, clockid_ns;
	bool failed; /* nothing more is written */
	bool full;   /* since max_size was reached */
	uint8_t *scratch;
};

/* ---- output-place.c: where it goes ---- */

struct output_place {
	int fd;
	bool is_stream;
};

/*
 * Opens where @opts says: an empty file beside the path, its name in @tmp (to be freed), or a
 * stream, then @tmp is NULL. commit() gives the file its name, and what was there the old one's.
 */
int output_place__open(struct output_place *place, char **tmp, const struct output_opts *opts,
		       struct defer_error *err);
int output_place__commit(const char *tmp, const struct output_opts *opts, struct defer_error *err);

/* ---- output-features.c ---- */

/* Appends the early features, if this file needs any, to @bytes, which begin the file. */
void output__write_early(struct output *output, struct byte_buf *bytes);
/* EARLY_TABLE_SIZE bytes, if there are any. */
void output__early_table(const struct output *output, struct byte_buf *bytes);
/* Appends the table of features and what it points to; the header is to be rewritten then. */
int output__write_features(struct output *output, struct defer_error *err);
/* HEADER_FEATURE records, and HEADER_TRACING_DATA, for the start of a stream. */
void output__feature_records(const struct output *output, struct byte_buf *bytes);

/* ---- output.c ---- */

/* Rewrites the header after @state has changed. */
int output__write_header(struct output *output, struct defer_error *err);
void output__delete(struct output *output);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_PRIV_H */
