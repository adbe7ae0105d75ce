/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace_out: takes the records of the new trace to its sink, compressed if asked.
 *
 * Only the kernel's records are compressed. Those that tools add stand between the compressed ones,
 * in their places, because readers look for some of them only there: AUXTRACE and
 * HEADER_TRACING_DATA, whose data follow, and the attrs and features of a stream. perf record does
 * the same.
 */
#ifndef PERF_DEFER_UTIL_INJECT_TRACE_OUT_H
#define PERF_DEFER_UTIL_INJECT_TRACE_OUT_H

#include "util/base/byte-buf.h"
#include "util/output/output-sink.h"

struct deflate;

struct trace_out {
	struct output_sink sink; /* what stands around the records goes there directly */
	int level;		 /* of the compression; 0: none */
	struct deflate *deflate;
	struct byte_buf packed;		  /* compressed form of one write, reused */
	uint64_t raw_bytes, packed_bytes; /* bytes before and after compression */
};

/* Begins to write to @sink, which the caller has initialized in @out. @level: 0, or zstd's. */
int trace_out__begin(struct trace_out *out, int level, struct defer_error *err);
/* Frees what begin() made. The sink stays open. */
void trace_out__exit(struct trace_out *out);

/* Appends whole records. */
int trace_out__add(struct trace_out *out, const struct byte_buf *records, struct defer_error *err);

/* Appends the contents of the feature COMPRESSED. */
void trace_out__describe(const struct trace_out *out, struct byte_buf *bytes);

#endif /* PERF_DEFER_UTIL_INJECT_TRACE_OUT_H */
