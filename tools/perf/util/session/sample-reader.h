/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sample_reader: reads single samples of a trace again, in any order, for what no table keeps: the
 * fields of tracepoints. Its memory is that of one record.
 */
#ifndef PERF_DEFER_UTIL_SESSION_SAMPLE_READER_H
#define PERF_DEFER_UTIL_SESSION_SAMPLE_READER_H

#include "util/session/walker.h"

struct tracing_data;

struct sample_reader {
	struct session *session;
	struct tracing_data *tracing; /* NULL: not recorded */
	struct walker walker;
	struct chunk bytes;
	struct stitched sample;
};

/*
 * @session must have walked, and must outlive the reader. A trace with compressed records is
 * written to a temporary file first. The caller exits the reader even after an error.
 */
int sample_reader__init(struct sample_reader *reader, struct session *session,
			struct defer_error *err);
void sample_reader__exit(struct sample_reader *reader);

/*
 * Returns the text of the fields of the tracepoint sample whose record is at @order of the stream;
 * valid until the next call. NULL: it is none, or it cannot be read.
 */
const char *sample_reader__trace(struct sample_reader *reader, uint64_t order);

#endif /* PERF_DEFER_UTIL_SESSION_SAMPLE_READER_H */
