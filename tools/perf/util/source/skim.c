// SPDX-License-Identifier: GPL-2.0-only
#include <sys/uio.h>

#include "util/source/skim.h"

/* Bytes in which the beginning of a sample is looked for at once. */
#define WINDOW_SIZE (16U << 10)
/* Size of the largest record that a sample can be, bytes. */
#define SAMPLE_SIZE_MAX (64U << 10)

/* Records that are read. */
struct skim {
	const struct segment *segment;
	struct chunk *chunk;
	uint64_t offset; /* of the chunk in the file */
	uint64_t end;	 /* bytes of the file from there on that may be read */
	size_t pos;	 /* of the record, in the chunk */
	size_t have;	 /* bytes of the chunk that were read or left out */
	size_t window;	 /* bytes to be read at once */
};

/* Starts small again, behind bytes that were left out. */
static void skim__narrow(struct skim *skim)
{
	skim->window = skim->segment->gap.head + skim->segment->gap.tail;
}

/*
 * Reads from memory alone: nothing is read from the disk, where pieces would take longer than the whole. Returns
 * false if not all @size bytes are there.
 */
static bool pread_cached(int fd, void *buf, size_t size, uint64_t offset)
{
	const struct iovec to = {buf, size};

	return offset <= (uint64_t)INT64_MAX - size &&
	       preadv2(fd, &to, 1, offset, RWF_NOWAIT) == (ssize_t)size;
}

/* Reads on to the first @to bytes of the chunk, or to the end. */
static bool skim__read(struct skim *skim, uint64_t to)
{
	if (to > skim->end)
		to = skim->end;
	if (chunk__reserve(skim->chunk, to, NULL) ||
	    !pread_cached(skim->segment->fd, skim->chunk->data + skim->have, to - skim->have,
			  skim->offset + skim->have))
		return false;
	skim->chunk->nr_read += to - skim->have;
	skim->have = to;
	return true;
}

/*
 * Reads on, until the first @size bytes of the chunk were read or left out; and more, the more the longer nothing
 * was left out.
 */
static bool skim__need(struct skim *skim, uint64_t size)
{
	const uint64_t more = skim->have + skim->window;

	if (size <= skim->have)
		return true;
	if (size > skim->end)
		return false;
	if (skim->window < skim->segment->chunk_size)
		skim->window *= 4;
	return skim__read(skim, size > more ? size : more);
}

/* Reads the record at pos up to its gap, and steps over that. */
static bool skim__leave_out(struct skim *skim, const struct defer_record *rec)
{
	const struct gap_range gap = gap__of(&skim->segment->gap, rec);

	if (gap.begin == gap.end)
		return true;
	if (skim->have < skim->pos + gap.begin && !skim__read(skim, skim->pos + gap.begin))
		return false;
	skim__narrow(skim);
	if (skim->have < skim->pos + gap.end)
		skim->have = skim->pos + gap.end;
	return true;
}

/* Reads the record at pos. Returns false if it has to be read in another way. */
static bool skim__record(struct skim *skim)
{
	const uint64_t left = skim->end - skim->pos;
	struct defer_record rec;

	if (!skim__need(skim, skim->pos + DEFER_RECORD_HEADER_SIZE) ||
	    defer_record__decode(&rec, skim->chunk->data + skim->pos, left, 0, skim->segment->swap,
				 NULL) ||
	    rec.type == DEFER_RECORD_COMPRESSED || rec.type == DEFER_RECORD_COMPRESSED2)
		return false;
	if (!skim__leave_out(skim, &rec) || !skim__need(skim, skim->pos + rec.size))
		return false;
	rec.data = skim->chunk->data + skim->pos;
	if (defer_record__tail(&rec))
		return false;
	skim->pos += rec.size;
	return true;
}

size_t segment__skim(const struct segment *segment, struct chunk *chunk, uint64_t offset,
		     size_t limit, uint64_t end)
{
	struct skim skim = {.segment = segment, .chunk = chunk, .offset = offset, .end = end};

	if (!segment->gap.head || chunk__reset(chunk, limit, NULL))
		return 0;
	skim__narrow(&skim);
	while (skim.pos < limit && skim__record(&skim))
		;
	chunk->gap = segment->gap;
	chunk->size = skim.pos;
	return chunk->size;
}

/* Returns where in the @size bytes at @data a sample with a gap seems to begin, or @size. */
static size_t find_sample(const struct segment *segment, const uint8_t *data, size_t size)
{
	const uint32_t type =
		segment->swap ? __builtin_bswap32(DEFER_RECORD_SAMPLE) : DEFER_RECORD_SAMPLE;
	struct defer_record rec;
	struct gap_range gap;

	for (size_t at = 0; at < size; at += DEFER_RECORD_HEADER_SIZE) {
		if (memcmp(data + at, &type, sizeof(type)))
			continue;
		defer_record__read_header(&rec, data + at, 0, segment->swap);
		gap = gap__of(&segment->gap, &rec);
		if (gap.begin < gap.end && rec.size % DEFER_RECORD_HEADER_SIZE == 0)
			return at;
	}
	return size;
}

/* Returns where the first sample of a cell seems to begin, bytes from @offset; or @limit. */
static size_t segment__guess(const struct segment *segment, struct chunk *chunk, uint64_t offset,
			     size_t limit)
{
	size_t at = 0, found;

	for (; at < SAMPLE_SIZE_MAX && at + WINDOW_SIZE <= limit; at += WINDOW_SIZE) {
		if (!pread_cached(segment->fd, chunk->data, WINDOW_SIZE, offset + at))
			break;
		chunk->nr_read += WINDOW_SIZE;
		found = find_sample(segment, chunk->data, WINDOW_SIZE);
		if (found < WINDOW_SIZE)
			return at + found;
	}
	return limit;
}

void segment__skim_ahead(const struct segment *segment, struct chunk *chunk, uint64_t offset,
			 size_t limit)
{
	const size_t at = segment__guess(segment, chunk, offset, limit);
	const size_t size = at == limit ? 0
					: segment__skim(segment, chunk, offset + at, limit - at,
							segment->file_size - offset - at);

	if (size)
		chunk->ahead = (struct chunk_ahead){segment, offset + at, size, true};
}
