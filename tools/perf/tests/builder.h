/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * builder: writes perf.data files, pipe streams and records in memory, for tests.
 *
 * What it writes is right in either byte order unless a test says otherwise: with poke() any
 * number already written can be made a lie. It takes the same structures that the library
 * decodes to, so that a test can compare what went in with what comes out.
 *
 * Out of memory, or asked for what no recorder writes, it aborts: the test is wrong then.
 */
#ifndef PERF_DEFER_TESTS_BUILDER_H
#define PERF_DEFER_TESTS_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer.h>

#define BUILDER_MAX_EVENTS   16
#define BUILDER_MAX_FEATURES 64

struct builder_feature {
	uint8_t *data;
	size_t size;
	bool there;
};

struct builder {
	uint8_t *data;
	size_t size, allocated;
	bool big; /* numbers are big-endian */

	size_t record; /* where the record being written begins */
	uint32_t type; /* that record's */
	uint16_t misc;
	size_t stream; /* where the records begin: after the header */
	bool is_pipe;
	struct builder_feature features[BUILDER_MAX_FEATURES];
};

void builder__init(struct builder *b, bool big);
void builder__exit(struct builder *b);

/* Is this the other byte order than this machine's? */
bool builder__swap(const struct builder *b);

/* ---- numbers and bytes, appended; each gives the place of what it wrote ---- */

size_t builder__u8(struct builder *b, uint8_t v);
size_t builder__u16(struct builder *b, uint16_t v);
size_t builder__u32(struct builder *b, uint32_t v);
size_t builder__u64(struct builder *b, uint64_t v);
size_t builder__bytes(struct builder *b, const void *data, size_t size);
size_t builder__zeros(struct builder *b, size_t size);
/* With its NUL, and NULs up to the next multiple of @align. */
size_t builder__str(struct builder *b, const char *str, size_t align);

/* Overwrites what stands at @at. */
void builder__poke_u16(struct builder *b, size_t at, uint16_t v);
void builder__poke_u32(struct builder *b, size_t at, uint32_t v);
void builder__poke_u64(struct builder *b, size_t at, uint64_t v);

/* ---- records ---- */

/* Begins a record; what is appended up to end() is its body. Gives its place. */
size_t builder__begin(struct builder *b, uint32_t type, uint16_t misc);
void builder__end(struct builder *b);
/* Ends it in the extended form, with its size in units of 8 bytes. */
void builder__end_extended(struct builder *b);

/* perf_event_attr of attr->size bytes, 0 past those known. */
size_t builder__attr(struct builder *b, const struct defer_attr *attr);

/*
 * A sample laid out as @attr says, between begin() and end(): fields only. Blobs and READ's
 * bytes are copied as they are; of branches, counters are written as @attr says.
 */
void builder__sample_body(struct builder *b, const struct defer_attr *attr,
			  const struct defer_sample *sample);
size_t builder__sample(struct builder *b, const struct defer_attr *attr,
		       const struct defer_sample *sample);

/* The trailing sample_id, if @attr has sample_id_all. */
void builder__sample_id(struct builder *b, const struct defer_attr *attr,
			const struct defer_sample_id *id);
/* A whole record of ev->type with its sample_id. */
size_t builder__event(struct builder *b, const struct defer_attr *attr,
		      const struct defer_event *ev);

/* HEADER_ATTR, for pipes. */
size_t builder__attr_record(struct builder *b, const struct defer_attr *attr, const uint64_t *ids,
			    uint64_t nr_ids);

/* ---- files: begin, records, end ---- */

struct builder_event {
	struct defer_attr attr; /* the size of the first one's is that of all */
	const uint64_t *ids;
	uint64_t nr_ids;
};

/* Places in the header, to poke lies into. */
#define BUILDER_HEADER_SIZE  8
#define BUILDER_ATTR_SIZE    16
#define BUILDER_ATTRS_OFFSET 24
#define BUILDER_ATTRS_SIZE   32
#define BUILDER_DATA_OFFSET  40
#define BUILDER_DATA_SIZE    48
#define BUILDER_FEATURES     72

/* Header, ids and attrs. What is appended then is the data. */
void builder__begin_file(struct builder *b, const struct builder_event *events, size_t nr_events);
/* Header of a pipe, and a HEADER_ATTR record for each event. */
void builder__begin_pipe(struct builder *b, const struct builder_event *events, size_t nr_events);
/* Keeps the bytes of a feature until the end. In a pipe it becomes a record. */
void builder__feature(struct builder *b, unsigned int feature, const void *data, size_t size);
/* A feature that is one string, as HOSTNAME is: its length, then its bytes. */
void builder__feature_str(struct builder *b, unsigned int feature, const char *str);
/* Writes features and sizes. A file that is not ended is as one whose recorder was killed. */
void builder__end_file(struct builder *b);

/*
 * Replaces all from @from to here by records of @type, COMPRESSED or COMPRESSED2, each with at
 * most @piece bytes of one zstd stream.
 */
void builder__compress(struct builder *b, size_t from, uint32_t type, size_t piece);

/* A defer_pread_fn over what was written; ctx is the builder. */
int64_t builder__pread(void *ctx, void *buf, size_t size, uint64_t offset, struct defer_error *err);
/* Writes all to @path, which it makes or overwrites. */
void builder__write(const struct builder *b, const char *path);

#endif /* PERF_DEFER_TESTS_BUILDER_H */
