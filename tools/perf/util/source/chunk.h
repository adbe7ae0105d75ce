/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UTIL_SOURCE_CHUNK_H
#define PERF_DEFER_UTIL_SOURCE_CHUNK_H

#include <string.h>

#include <perf/defer.h>

/* A sequence of whole records. The buffer belongs to the chunk and is reused for the next one. */
struct chunk {
	uint8_t *data;
	size_t size, cap; /* bytes */
	uint32_t idx;	  /* number of the chunk, equal in every pass */
	/* file offset of data[0], or of the compressed record that it came from */
	uint64_t offset;
	uint64_t order; /* position of data[0] in the stream of all inflated bytes */
	bool inflated;	/* messages give @offset for all of its records */
	bool swap;
};

void chunk__init(struct chunk *chunk);
void chunk__exit(struct chunk *chunk);

/* Makes room for @size bytes in total and keeps the contents. */
int chunk__reserve(struct chunk *chunk, size_t size, struct defer_error *err);

/* Does what chunk__record() does, for any record. */
int chunk__any_record(const struct chunk *chunk, size_t pos, struct defer_record *rec,
		      struct defer_error *err);

/*
 * Decodes the record at byte @pos of @chunk; see defer_record__decode(). Each pass calls it for each
 * record, so plain and whole ones in this machine's byte order are decoded here.
 */
static inline int chunk__record(const struct chunk *chunk, size_t pos, struct defer_record *rec,
				struct defer_error *err)
{
	const uint8_t *data = chunk->data + pos;
	struct perf_header {
		uint32_t type;
		uint16_t misc, size;
	} header;

	if (pos > chunk->size || chunk->size - pos < sizeof(header) || chunk->swap)
		return chunk__any_record(chunk, pos, rec, err);
	memcpy(&header, data, sizeof(header));
	if (header.misc & DEFER_MISC_EXT_RESERVED || header.size < sizeof(header) ||
	    header.size > chunk->size - pos)
		return chunk__any_record(chunk, pos, rec, err);
	*rec = (struct defer_record){
		.type = header.type,
		.misc = header.misc,
		.size = header.size,
		.data = data,
		.offset = chunk->inflated ? chunk->offset : chunk->offset + pos,
		.order = chunk->order + pos,
	};
	return 0;
}

#endif /* PERF_DEFER_UTIL_SOURCE_CHUNK_H */
