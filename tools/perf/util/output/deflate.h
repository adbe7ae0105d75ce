/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * deflate: compresses records into COMPRESSED or COMPRESSED2 records, one zstd stream for each file.
 *
 * Each call flushes its data: a reader that has the resulting records can restore all of it, and no
 * record inflates to more than the call's data. Linux 7.2, tools/perf/builtin-record.c,
 * process_comp_header(), and tools/perf/util/zstd.c.
 *
 * COMPRESSED is the older type, which every perf with zstd reads. Its size is not a multiple of 8.
 * COMPRESSED2, of Linux 6.16, is padded and has the length of its data.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_DEFLATE_H
#define PERF_DEFER_UTIL_OUTPUT_DEFLATE_H

#include "util/base/byte-buf.h"

struct deflate;

/* No record inflates to more bytes than this. */
#define DEFLATE_PIECE_MAX 64000

/*
 * Creates a stream of records of @type, DEFER_RECORD_COMPRESSED or DEFER_RECORD_COMPRESSED2. @level
 * is zstd's, 1 to 22. Returns DEFER_ERR_NOMEM or DEFER_ERR_INVAL.
 */
int deflate__new(struct deflate **deflate, int level, uint32_t type, struct defer_error *err);
void deflate__delete(struct deflate *deflate);

/* Appends to @bytes the records for @data. The stream cannot be used after an error. */
int deflate__add(struct deflate *deflate, const void *data, size_t size, struct byte_buf *bytes,
		 struct defer_error *err);

#endif /* PERF_DEFER_UTIL_OUTPUT_DEFLATE_H */
