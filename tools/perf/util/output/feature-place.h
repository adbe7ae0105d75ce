/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * feature_place: where features stand: in a table behind the data of a file, or in records of a
 * stream. Source: Linux 7.2, tools/perf/util/header.c.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_FEATURE_PLACE_H
#define PERF_DEFER_UTIL_OUTPUT_FEATURE_PLACE_H

#include <perf/defer-header.h>

#include "util/base/byte-buf.h"

/* The features of a file, to be added by ascending number. A zeroed table is empty. */
struct feature_table {
	struct defer_section sections[DEFER_NR_FEATURE_BITS];
	uint64_t bits[DEFER_NR_FEATURE_BITS / 64]; /* of the header */
	uint32_t nr;
};

void feature_table__add(struct feature_table *table, uint32_t id, uint64_t offset, uint64_t size);

/*
 * Appends HEADER_FEATURE with @contents, padded. A feature too long for a record is left out: no
 * reader requires it.
 */
void feature_record__add(struct byte_buf *bytes, uint32_t id, const struct byte_buf *contents);

/* Appends HEADER_TRACING_DATA, followed by the formats of the tracepoints, padded. */
void tracing_record__add(struct byte_buf *bytes, const struct byte_buf *formats);

#endif /* PERF_DEFER_UTIL_OUTPUT_FEATURE_PLACE_H */
