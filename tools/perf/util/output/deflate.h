/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * deflate: records into COMPRESSED2 records, one zstd stream a file.
 *
 * What is given in one call is flushed, so a reader has it whole once it has the records that came
 * of it, and none of them inflates to more than was given. Linux 7.2, tools/perf/builtin-record.c,
 * process_comp_header(), and tools/perf/util/zstd.c.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_DEFLATE_H
#define PERF_DEFER_UTIL_OUTPUT_DEFLATE_H

#include "util/base/byte-buf.h"

struct deflate;

/* @level as zstd has them, 1 to 22. DEFER_ERR_NOMEM or DEFER_ERR_INVAL. */
int deflate__new(struct deflate **deflate, int level, struct defer_error *err);
void deflate__delete(struct deflate *deflate);

/* Appends to @bytes the records for @data. After an error the stream cannot go on. */
int deflate__add(struct deflate *deflate, const void *data, size_t size, struct byte_buf *bytes,
		 struct defer_error *err);

#endif /* PERF_DEFER_UTIL_OUTPUT_DEFLATE_H */
