/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace_out: the file or stream that the new trace goes to. It has its name only once it is whole.
 *
 * Records are compressed if asked, but only the kernel's. Those that tools add stand between the
 * compressed ones, in their places, because readers look for some of them only there: AUXTRACE and
 * HEADER_TRACING_DATA, whose data follow, and the attrs and features of a stream. perf record does
 * the same.
 */
#ifndef PERF_DEFER_UTIL_INJECT_TRACE_OUT_H
#define PERF_DEFER_UTIL_INJECT_TRACE_OUT_H

#include <perf/defer-header.h>

#include "util/base/byte-buf.h"
#include "util/output/output-sink.h"

struct deflate;
struct source;

struct trace_out {
	const char *path;	 /* "-": stdout */
	struct output_sink sink; /* what stands around the records goes there directly */
	char *tmp;		 /* name until the file is whole; NULL: a stream */
	int level;		 /* of the compression; 0: none */
	struct deflate *deflate;
	struct byte_buf packed;		  /* compressed form of one write, reused */
	uint64_t raw_bytes, packed_bytes; /* bytes before and after compression */
};

/*
 * Opens @path, which must not be the file of @source. @end asks for an early end. @level is zstd's;
 * 0: no compression. exit() must follow also on errors.
 */
int trace_out__open(struct trace_out *out, const char *path, const struct output_end *end,
		    int level, const struct source *source, struct defer_error *err);
/* Gives the file its name. */
int trace_out__commit(struct trace_out *out, struct defer_error *err);
/* Closes; removes what has no name yet. A zeroed @out whose sink has fd -1 may be passed. */
void trace_out__exit(struct trace_out *out);

/* Appends whole records. */
int trace_out__add(struct trace_out *out, const struct byte_buf *records, struct defer_error *err);

/*
 * Appends the bytes @tail of @source, which follow the record that was added last: AUX area data or
 * the formats of tracepoints. They may be large. Size 0 is none.
 */
int trace_out__add_tail(struct trace_out *out, struct source *source, struct defer_section tail,
			struct defer_error *err);

/* Appends the contents of the feature COMPRESSED. */
void trace_out__describe(const struct trace_out *out, struct byte_buf *bytes);

#endif /* PERF_DEFER_UTIL_INJECT_TRACE_OUT_H */
