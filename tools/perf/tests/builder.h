/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * builder: writes perf.data files, pipe streams and records in memory, for tests.
 *
 * The output is valid in either byte order, unless a test spoils a number with poke(). The input is
 * the structures that the library decodes to, so a test can compare input and result.
 *
 * Aborts if out of memory, and on input that no recorder writes: then the test is wrong.
 */
#ifndef PERF_DEFER_TESTS_BUILDER_H
#define PERF_DEFER_TESTS_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-attr.h>

struct defer_event;
struct defer_sample;
struct defer_sample_id;

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

	size_t record; /* offset of the record being written */
	uint32_t type; /* type of that record */
	uint16_t misc;
	size_t stream; /* offset of the first record, after the header */
	bool is_pipe;
	struct builder_feature features[BUILDER_MAX_FEATURES];
};

void builder__init(struct builder *b, bool big);
void builder__exit(struct builder *b);

/* Returns whether the byte order differs from this machine's. */
bool builder__swap(const struct builder *b);

/* ---- append numbers and bytes; each returns the offset of what it wrote ---- */

size_t builder__u8(struct builder *b, uint8_t v);
size_t builder__u16(struct builder *b, uint16_t v);
size_t builder__u32(struct builder *b, uint32_t v);
size_t builder__u64(struct builder *b, uint64_t v);
size_t builder__bytes(struct builder *b, const void *data, size_t size);
size_t builder__zeros(struct builder *b, size_t size);
/* Appends @str and its NUL, padded with NULs to a multiple of @align. */
size_t builder__str(struct builder *b, const char *str, size_t align);

/* Overwrites the number at offset @at. */
void builder__poke_u16(struct builder *b, size_t at, uint16_t v);
void builder__poke_u32(struct builder *b, size_t at, uint32_t v);
void builder__poke_u64(struct builder *b, size_t at, uint64_t v);

/* ---- records ---- */

/* Begins a record; everything appended before end() is its body. Returns its offset. */
size_t builder__begin(struct builder *b, uint32_t type, uint16_t misc);
void builder__end(struct builder *b);
/* Ends the record in the extended form, with its size in units of 8 bytes. */
void builder__end_extended(struct builder *b);

/* Appends a perf_event_attr of attr->size bytes, with zeros after the known fields. */
size_t builder__attr(struct builder *b, const struct defer_attr *attr);

/*
 * Appends the fields of a sample as laid out by @attr; call it between begin() and end(). Blobs and
 * READ's bytes are copied unchanged; the counters of branches are written if @attr has them.
 */
void builder__sample_body(struct builder *b, const struct defer_attr *attr,
			  const struct defer_sample *sample);
size_t builder__sample(struct builder *b, const struct defer_attr *attr,
		       const struct defer_sample *sample);

/* Appends an AUXTRACE record that claims @size bytes of AUX area data, which come behind it. */
void builder__auxtrace(struct builder *b, uint64_t size);

/* Appends the trailing sample_id, if @attr has sample_id_all. */
void builder__sample_id(struct builder *b, const struct defer_attr *attr,
			const struct defer_sample_id *id);
/* Appends a whole record of ev->type with its sample_id. */
size_t builder__event(struct builder *b, const struct defer_attr *attr,
		      const struct defer_event *ev);

/* Appends a HEADER_ATTR record, for pipes. */
size_t builder__attr_record(struct builder *b, const struct defer_attr *attr, const uint64_t *ids,
			    uint64_t nr_ids);

/* ---- files: begin, records, end ---- */

struct builder_event {
	struct defer_attr attr; /* attr.size of the first event applies to all */
	const uint64_t *ids;
	uint64_t nr_ids;
};

/* Offsets in the header, for poke(). */
#define BUILDER_HEADER_SIZE  8
#define BUILDER_ATTR_SIZE    16
#define BUILDER_ATTRS_OFFSET 24
#define BUILDER_ATTRS_SIZE   32
#define BUILDER_DATA_OFFSET  40
#define BUILDER_DATA_SIZE    48
#define BUILDER_FEATURES     72

/* Writes header, ids and attrs. Everything appended afterwards is the data section. */
void builder__begin_file(struct builder *b, const struct builder_event *events, size_t nr_events);
/* Writes the header of a pipe, and a HEADER_ATTR record for each event. */
void builder__begin_pipe(struct builder *b, const struct builder_event *events, size_t nr_events);
/* Keeps the bytes of a feature until end_file(). In a pipe it becomes a record. */
void builder__feature(struct builder *b, unsigned int feature, const void *data, size_t size);
/* Adds a feature that is one string, such as HOSTNAME: its length, then its bytes. */
void builder__feature_str(struct builder *b, unsigned int feature, const char *str);
/* Adds TRACING_DATA of one tracepoint, whose @format is that of tracefs. */
void builder__tracepoint(struct builder *b, const char *system, const char *format);
/* Writes features and sizes. Without this, the file looks as if its recorder was killed. */
void builder__end_file(struct builder *b);

/*
 * Replaces all bytes from offset @from on by records of @type, COMPRESSED or COMPRESSED2, each with
 * at most @piece bytes of one zstd stream.
 */
void builder__compress(struct builder *b, size_t from, uint32_t type, size_t piece);

/* Implements defer_pread_fn for the bytes written so far; @ctx is the builder. */
int64_t builder__pread(void *ctx, void *buf, size_t size, uint64_t offset, struct defer_error *err);
/* Writes all bytes to @path, which is created or overwritten. */
void builder__write(const struct builder *b, const char *path);

#endif /* PERF_DEFER_TESTS_BUILDER_H */
