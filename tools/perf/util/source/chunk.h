/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UTIL_SOURCE_CHUNK_H
#define PERF_DEFER_UTIL_SOURCE_CHUNK_H

#include <string.h>

#include <perf/defer-record.h>

struct segment;

/* A gap of fewer bytes saves less than it costs to read twice what is around it. */
#define GAP_SIZE_MIN (10U << 10)

/*
 * The part of each sample that a pass leaves out, since it has no use for it: all but the first @head and the
 * last @tail bytes, if that is GAP_SIZE_MIN or more.
 *
 *      header ... registers | stack dump                 | size of the stack ...
 *      |<------- head ------->|<------- gap ------->|<----- tail ----->|
 */
struct gap {
	uint32_t head, tail; /* bytes; head 0: nothing is left out */
};

/* A range of bytes of one record. */
struct gap_range {
	uint32_t begin, end; /* from the record's start; equal: none */
};

/* What the buffer has of a file, read before it was known where the chunk begins. */
struct chunk_ahead {
	const struct segment *segment; /* NULL: nothing */
	uint64_t offset;	       /* of the first byte, in the file */
	size_t size;		       /* bytes */
	bool is_skimmed;	       /* whole records, without their gaps; else all bytes */
};

/* A sequence of whole records. The buffer belongs to the chunk and is reused for the next one. */
struct chunk {
	uint8_t *data; /* in the buffer */
	size_t size;   /* bytes */
	uint8_t *buf;
	size_t cap;	  /* of the buffer, bytes */
	uint64_t nr_read; /* bytes that were read from files into the buffer, in all */
	struct chunk_ahead ahead;
	uint32_t idx;  /* number of the chunk, equal in every pass */
	uint32_t file; /* number of the trace's file that it comes from; in the first pass only */
	/* file offset of data[0], or of the compressed record that it came from */
	uint64_t offset;
	uint64_t order; /* position of data[0] in the stream of all inflated bytes */
	struct gap gap; /* of its samples: bytes of @data that mean nothing */
	bool inflated;	/* messages give @offset for all of its records */
	bool swap;
};

void chunk__init(struct chunk *chunk);
void chunk__exit(struct chunk *chunk);

/* Forgets the contents, and makes room for @size bytes. */
int chunk__reset(struct chunk *chunk, size_t size, struct defer_error *err);
/* Makes room for @size bytes in total and keeps the contents. */
int chunk__reserve(struct chunk *chunk, size_t size, struct defer_error *err);

/* Returns what @gap leaves out of @rec. */
static inline struct gap_range gap__of(const struct gap *gap, const struct defer_record *rec)
{
	if (!gap->head || rec->type != DEFER_RECORD_SAMPLE ||
	    rec->size < gap->head + gap->tail + GAP_SIZE_MIN)
		return (struct gap_range){0};
	return (struct gap_range){gap->head, rec->size - gap->tail};
}

/*
 * Decodes the record at byte @pos of @chunk; see defer_record__decode(). A @pos beyond the chunk, as
 * after a file shrank, is DEFER_ERR_TRUNCATED.
 */
static inline int chunk__record(const struct chunk *chunk, size_t pos, struct defer_record *rec,
				struct defer_error *err)
{
	uint64_t offset = chunk->inflated ? chunk->offset : chunk->offset + pos;
	size_t left = chunk->size > pos ? chunk->size - pos : 0;
	const uint8_t *data = chunk->data + pos;
	int ret = 0;

	if (chunk->swap || !defer_record__decode_plain(rec, data, left, offset))
		ret = defer_record__decode(rec, data, left, offset, chunk->swap, err);
	rec->order = chunk->order + pos;
	return ret;
}

#endif /* PERF_DEFER_UTIL_SOURCE_CHUNK_H */
