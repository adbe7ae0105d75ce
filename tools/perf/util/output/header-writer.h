/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * header_writer: how a perf.data begins. A file: header, ids, attrs; a stream: two words, then
 * attrs and their names as records. Layout: Linux 7.2, tools/perf/util/header.c and
 * tools/perf/Documentation/perf.data-file-format.txt.
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_HEADER_WRITER_H
#define PERF_DEFER_UTIL_OUTPUT_HEADER_WRITER_H

#include "util/base/byte-buf.h"
#include "util/output/output.h"

#define HEADER_WRITER_SIZE	104 /* of a file's header, bytes */
#define HEADER_WRITER_DATA_SIZE 48  /* where the size of the data stands in it */

/* What of the header changes while a file grows. */
struct header_state {
	uint64_t data_offset, data_size;
	uint64_t features[DEFER_NR_FEATURE_BITS / 64];
};

/*
 * Bytes of perf_event_attr, the same for all events. A perf refuses attrs that are larger than its
 * own, so they are as Linux 5.13 has them, which perf 6.1 can read; but as 6.19 has them where a
 * field needs it, or callchains are deferred: who does not know that would show half of them.
 */
uint32_t header_writer__attr_size(const struct output_event *events, uint32_t nr_events);

/* Exactly HEADER_WRITER_SIZE bytes. */
void header_writer__header(struct byte_buf *bytes, const struct output_event *events,
			   uint32_t nr_events, const struct header_state *state);

/* Ids and attrs. @bytes has as many bytes as the header, which they follow, and no more. */
int header_writer__attrs(struct byte_buf *bytes, const struct output_event *events,
			 uint32_t nr_events, struct defer_error *err);

/* The start of a stream. */
void header_writer__pipe(struct byte_buf *bytes);

/* HEADER_ATTR of all events. DEFER_ERR_INVAL if one has more ids than 64 KiB hold. */
int header_writer__attr_records(struct byte_buf *bytes, const struct output_event *events,
				uint32_t nr_events, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_OUTPUT_HEADER_WRITER_H */
