/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * header_writer: the start of a perf.data. Layout: Linux 7.2, tools/perf/util/header.c and
 * tools/perf/Documentation/perf.data-file-format.txt.
 *
 *   file: header, ids, attrs and their ids' sections
 *   pipe: magic, size, then attrs and event names as records
 */
#ifndef PERF_DEFER_UTIL_OUTPUT_HEADER_WRITER_H
#define PERF_DEFER_UTIL_OUTPUT_HEADER_WRITER_H

#include <perf/defer-header.h>

#include "util/base/byte-buf.h"
#include "util/output/output.h"

#define HEADER_WRITER_SIZE	104 /* size of a file's header, bytes */
#define HEADER_WRITER_DATA_SIZE 48  /* offset of the data's size in the header, bytes */

/* Fields of the header that change while a file grows. */
struct header_state {
	uint64_t data_offset, data_size;
	uint64_t features[DEFER_NR_FEATURE_BITS / 64];
};

/*
 * Returns the size of perf_event_attr in bytes, the same for all events. perf refuses attrs larger
 * than its own, so the size is that of Linux 5.13, which perf 6.1 reads. It is that of Linux 6.19
 * if a field needs it, or if callchains are deferred: an older perf would show half of each.
 */
uint32_t header_writer__attr_size(const struct output_event *events, uint32_t nr_events);

/* The attrs of a file, one after the other, each followed by the section of its IDs. */
struct header_attrs {
	uint64_t offset;
	uint32_t attr_size, nr; /* bytes of one perf_event_attr; how many */
};

/* Each appends the header, exactly HEADER_WRITER_SIZE bytes. */
void header_writer__file(struct byte_buf *bytes, const struct header_attrs *attrs,
			 const struct header_state *state);
void header_writer__header(struct byte_buf *bytes, const struct output_event *events,
			   uint32_t nr_events, const struct header_state *state);

/* Appends IDs and attrs. @bytes must hold HEADER_WRITER_SIZE bytes, the header before them. */
int header_writer__attrs(struct byte_buf *bytes, const struct output_event *events,
			 uint32_t nr_events, struct defer_error *err);

/* Appends the start of a pipe. */
void header_writer__pipe(struct byte_buf *bytes);

/*
 * Appends HEADER_ATTR of all events. Returns DEFER_ERR_INVAL if an event has more IDs than fit 64
 * KiB.
 */
int header_writer__attr_records(struct byte_buf *bytes, const struct output_event *events,
				uint32_t nr_events, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_OUTPUT_HEADER_WRITER_H */
