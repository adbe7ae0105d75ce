/* SPDX-License-Identifier: GPL-2.0-only */
/* output-priv: internals of an output, shared by the files that implement it. */
#ifndef PERF_DEFER_UTIL_OUTPUT_OUTPUT_PRIV_H
#define PERF_DEFER_UTIL_OUTPUT_OUTPUT_PRIV_H

#include <perf/defer-record.h>

#include "util/output/feature-writer.h"
#include "util/output/header-writer.h"
#include "util/output/output-dsos.h"
#include "util/output/output-place.h"
#include "util/output/output-sink.h"

struct deflate;

/* A feature in front of the data, without which no perf can read the data. */
struct early_feature {
	uint32_t id;
	struct defer_section section;
};

#define MAX_EARLY_FEATURES 5
/*
 * Size of the table of these features, which follows the data while a file grows. It is that of the
 * smallest HEADER_EVENT_TYPE that perf accepts, since the table becomes one when more data follow.
 */
#define EARLY_TABLE_SIZE (DEFER_RECORD_HEADER_SIZE + sizeof(uint64_t) + 64)

struct output {
	struct output_opts opts;
	struct output_sink sink;
	struct header_state state;			/* header as it is in the file */
	struct early_feature early[MAX_EARLY_FEATURES]; /* ascending */
	uint32_t nr_early;
	/*
	 * Offset after the last record that leaves room for the table of early features, and the
	 * next such offset once the file has grown enough.
	 */
	uint64_t safe_end, next_safe_end;
	struct byte_buf staged;	 /* records to be written before the next ones */
	struct byte_buf packed;	 /* compressed form of one write */
	struct deflate *deflate; /* NULL: not compressed */
	struct output_dsos dsos;
	uint64_t raw_bytes;
	uint64_t coming; /* samples of the next or current write */
	/*
	 * Samples written; written up to safe_end and up to next_safe_end; covered by the header.
	 */
	uint64_t samples, safe_samples, next_safe_samples, flushed_samples;
	uint64_t deflated, packed_bytes; /* bytes passed to deflate, and bytes that it returned */
	uint64_t first_time, last_time;
	uint64_t tod_ns, clockid_ns;
	bool failed; /* no more can be written */
	bool full;   /* failed because of max_size */
	uint8_t *scratch;
};

/* ---- output-features.c ---- */

/* Appends the early features, if this file needs any. @bytes start at offset 0 of the file. */
void output__write_early(struct output *output, struct byte_buf *bytes);
/* Appends the table of early features, EARLY_TABLE_SIZE bytes, if there are any. */
void output__early_table(const struct output *output, struct byte_buf *bytes);
/* Appends the table of features and their contents; the caller rewrites the header afterwards. */
int output__write_features(struct output *output, struct defer_error *err);
/* Appends HEADER_FEATURE and HEADER_TRACING_DATA records for the start of a pipe. */
void output__feature_records(const struct output *output, struct byte_buf *bytes);

/* ---- output.c ---- */

/* Rewrites the header after @state has changed. */
int output__write_header(struct output *output, struct defer_error *err);
void output__delete(struct output *output);

#endif /* PERF_DEFER_UTIL_OUTPUT_OUTPUT_PRIV_H */
