/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UTIL_SOURCE_CHUNK_H
#define PERF_DEFER_UTIL_SOURCE_CHUNK_H

#include <perf/defer.h>

/* A run of whole records. The buffer belongs to the chunk and is used again for the next. */
struct chunk {
	uint8_t *data;
	size_t size, cap; /* bytes */
	uint32_t idx;	  /* the same in every pass */
	uint64_t offset;  /* file offset of data[0]; of the compressed record it came from */
	uint64_t order;	  /* of data[0] in the stream of all inflated bytes */
	bool inflated;	  /* all its records are at @offset as far as messages go */
	bool swap;
};

void chunk__init(struct chunk *chunk);
void chunk__exit(struct chunk *chunk);

/* Makes room for @size bytes in all; what is there stays. */
int chunk__reserve(struct chunk *chunk, size_t size, struct defer_error *err);

/* Decodes the record @pos bytes into @chunk; see defer_record__decode(). */
int chunk__record(const struct chunk *chunk, size_t pos, struct defer_record *rec,
		  struct defer_error *err);

#endif /* PERF_DEFER_UTIL_SOURCE_CHUNK_H */
