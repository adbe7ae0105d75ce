// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/source/inflate.h"
#include "util/source/segment.h"
#include "util/source/skim.h"

/* Between compressed records there are only single plain ones, such as a FINISHED_ROUND. */
#define CHUNK_SIZE_SMALL (1U << 12)
/* Size of the largest possible record: 16 bits of 8-byte units, extended form. */
#define RECORD_SIZE_MAX 524280U
/* The rest of most records that do not end in their cell has fewer bytes. */
#define RECORD_SIZE_USUAL (1U << 12)
/* Size of the largest record with a header of 16 bits; one with a stack dump comes near it. */
#define RECORD_SIZE_PLAIN (1U << 16)

void segment__init(struct segment *segment)
{
	memset(segment, 0, sizeof(*segment));
	segment->fd = -1;
	segment->chunk_size = SEGMENT_CHUNK_SIZE;
}

void segment__exit(struct segment *segment)
{
	inflate__delete(segment->inflate);
	if (segment->owns_fd && segment->fd >= 0)
		close(segment->fd);
}

int segment__set_fd(struct segment *segment, int fd, bool owns, const char *path,
		    struct defer_error *err)
{
	struct stat st;

	segment->fd = fd;
	segment->owns_fd = owns;
	if (fstat(fd, &st))
		return defer_error__set(err, DEFER_ERR_IO, "%s: %s", path, strerror(errno));
	segment->file_size = st.st_size;
	return 0;
}

void segment__bound(struct segment *segment, uint64_t begin, uint64_t end)
{
	segment->begin = segment->pos = begin;
	segment->end = end;
}

void segment__rewind(struct segment *segment)
{
	segment->pos = segment->begin;
	segment->ended = false;
	segment->inflated_before = false;
	if (segment->inflate)
		inflate__rewind(segment->inflate);
}

int64_t segment__pread(const struct segment *segment, void *buf, size_t size, uint64_t offset,
		       struct defer_error *err)
{
	size_t done = 0;

	if (offset > (uint64_t)INT64_MAX - size)
		return 0;
	while (done < size) {
		ssize_t got = pread(segment->fd, (char *)buf + done, size - done, offset + done);

		if (!got)
			break;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return defer_error__set_at(err, DEFER_ERR_IO, offset + done,
						   "cannot read the file: %s", strerror(errno));
		done += got;
	}
	return done;
}

bool segment__has_cells(const struct segment *segment)
{
	return !segment->ended && !segment->inflated_before && segment->pos < segment->end;
}

uint64_t segment__cell(const struct segment *segment)
{
	return (segment->pos - segment->begin) / segment->chunk_size;
}

/* Uses nothing that changes while chunks are read. */
void segment__read_ahead(const struct segment *segment, uint64_t cell, bool is_known,
			 struct chunk *chunk)
{
	const uint64_t from = segment->begin + cell * segment->chunk_size;
	size_t size = segment->chunk_size;
	int64_t got;

	if (chunk__reset(chunk, size + RECORD_SIZE_USUAL, NULL) || from >= segment->file_size)
		return;
	if (size > segment->file_size - from)
		size = segment->file_size - from;
	if (segment->gap.head) {
		/* Where the place is known, nothing has to be guessed. */
		if (!is_known)
			segment__skim_ahead(segment, chunk, from, size);
		return;
	}
	got = segment__pread(segment, chunk->buf, size, from, NULL);
	if (got <= 0)
		return;
	chunk->ahead = (struct chunk_ahead){segment, from, got, false};
	chunk->nr_read += got;
}

static void segment__say(struct segment *segment, struct defer_error *err)
{
	if (segment->damage)
		damage__add(segment->damage, err);
	defer_error__clear(err);
}

/* Ends the segment here, since nothing after this offset can be read. Earlier records are kept. */
static void segment__stop(struct segment *segment, struct defer_error *err)
{
	segment->ended = true;
	segment->broken = true;
	segment__say(segment, err);
}

static uint64_t segment__left(const struct segment *segment)
{
	return segment->end > segment->pos ? segment->end - segment->pos : 0;
}

/*
 * Reads on, until @chunk has @size of the bytes at pos, fewer at the end. Returns how many it has, or a
 * negative code.
 */
static int64_t segment__fill_to(struct segment *segment, struct chunk *chunk, size_t size,
				struct defer_error *err)
{
	const uint64_t left = segment__left(segment);
	int64_t got;

	if (size > left)
		size = left;
	if (size <= chunk->size)
		return chunk->size;
	if (chunk__reserve(chunk, size, err))
		return DEFER_ERR_NOMEM;
	got = segment__pread(segment, chunk->data + chunk->size, size - chunk->size,
			     segment->pos + chunk->size, err);
	if (got < 0)
		return got;
	chunk->size += got;
	chunk->nr_read += got;
	if (chunk->size < size) {
		segment->end = segment->pos + chunk->size;
		defer_error__set_at(err, DEFER_ERR_TRUNCATED, segment->end,
				    "the file shrank while it was read");
		segment__say(segment, err);
	}
	return chunk->size;
}

/* Uses the @size bytes at @offset of the file if they were read ahead. */
static bool chunk__use_ahead(struct chunk *chunk, const struct segment *segment, uint64_t offset,
			     size_t size)
{
	const struct chunk_ahead *ahead = &chunk->ahead;

	if (ahead->segment != segment || ahead->is_skimmed || offset < ahead->offset ||
	    offset - ahead->offset > ahead->size || size > ahead->size - (offset - ahead->offset))
		return false;
	chunk->data = chunk->buf + (offset - ahead->offset);
	chunk->size = size;
	return true;
}

/*
 * Reads up to @size bytes at pos, fewer at the end. Returns the number of bytes, or a negative
 * code.
 */
static int64_t segment__fill(struct segment *segment, struct chunk *chunk, size_t size,
			     struct defer_error *err)
{
	const uint64_t left = segment__left(segment);

	if (size > left)
		size = left;
	chunk->offset = segment->pos;
	chunk->inflated = false;
	chunk->swap = segment->swap;
	if (chunk__use_ahead(chunk, segment, segment->pos, size))
		return size;
	if (chunk__reset(chunk, size, err))
		return DEFER_ERR_NOMEM;
	return segment__fill_to(segment, chunk, size, err);
}

static bool record__is_compressed(const struct defer_record *rec)
{
	return rec->type == DEFER_RECORD_COMPRESSED || rec->type == DEFER_RECORD_COMPRESSED2;
}

/*
 * Steps over records of the kernel in their usual form. Returns where the first other one begins, or
 * any that does not begin before @limit.
 */
static size_t chunk__skip_usual(const struct chunk *chunk, size_t pos, size_t limit)
{
	struct defer_record rec;

	while (!chunk->swap && pos < limit &&
	       defer_record__decode_plain(&rec, chunk->data + pos, chunk->size - pos, 0) &&
	       rec.type < DEFER_RECORD_USER_START)
		pos += rec.size;
	return pos;
}

/* Plain records while they are walked, of which those that begin before @limit make a chunk. */
struct plain {
	size_t end;    /* of the records walked so far */
	size_t limit;  /* bytes */
	uint64_t tail; /* bytes behind the last record that are none */
};

/*
 * Walks the records that @chunk has, up to the limit. Stops before the first record that is compressed or
 * incomplete, and after the first that has a tail.
 */
static int chunk__walk_plain(const struct chunk *chunk, struct plain *plain,
			     struct defer_error *err)
{
	struct defer_record rec;
	int ret = 0;

	while (!plain->tail &&
	       (plain->end = chunk__skip_usual(chunk, plain->end, plain->limit)) < plain->limit) {
		ret = chunk__record(chunk, plain->end, &rec, err);
		if (ret || record__is_compressed(&rec))
			break;
		plain->end += rec.size;
		plain->tail = defer_record__tail(&rec);
	}
	return ret;
}

/* Reads the rest of the record that was incomplete, and walks on. */
static int segment__walk_on(struct segment *segment, struct chunk *chunk, size_t extra,
			    struct plain *plain, struct defer_error *err)
{
	int64_t got;

	defer_error__clear(err);
	got = segment__fill_to(segment, chunk, chunk->size + extra, err);
	return got < 0 ? got : chunk__walk_plain(chunk, plain, err);
}

/* Returns how many bytes a chunk of plain records at pos may reach over. */
static size_t segment__plain_size(const struct segment *segment)
{
	const uint64_t end = segment->begin + (segment__cell(segment) + 1) * segment->chunk_size;

	return segment->inflated_before ? CHUNK_SIZE_SMALL : end - segment->pos;
}

static int segment__next_plain(struct segment *segment, struct chunk *chunk,
			       struct defer_error *err)
{
	static const uint32_t extras[] = {RECORD_SIZE_USUAL, RECORD_SIZE_PLAIN, RECORD_SIZE_MAX};
	struct plain plain = {0};
	int64_t got = segment__fill(segment, chunk, segment__plain_size(segment), err);
	uint64_t tail;
	int ret;

	if (got <= 0)
		return got;
	plain.limit = got;
	ret = chunk__walk_plain(chunk, &plain, err);
	for (size_t i = 0; i < ARRAY_SIZE(extras) && ret == DEFER_ERR_TRUNCATED &&
			   chunk->size < segment__left(segment);
	     i++)
		ret = segment__walk_on(segment, chunk, extras[i], &plain, err);
	if (ret == DEFER_ERR_NOMEM || ret == DEFER_ERR_IO)
		return ret;
	chunk->size = plain.end;
	tail = plain.tail;
	segment->pos += chunk->size;
	if (ret)
		segment__stop(segment, err);
	if (tail > segment->end - segment->pos) {
		defer_error__set_at(err, DEFER_ERR_TRUNCATED, segment->pos,
				    "the file ends within AUX area data or tracing data of %llu "
				    "bytes",
				    (unsigned long long)tail);
		segment__stop(segment, err);
		tail = segment->end - segment->pos;
	}
	segment->pos += tail;
	return chunk->size ? 1 : 0;
}

/*
 * Passes the compressed record at pos to the inflater. Returns 1, or 0 if the record is not
 * compressed.
 */
static int segment__push(struct segment *segment, struct chunk *scratch, struct defer_error *err)
{
	struct defer_record rec;
	int64_t got;
	int ret;

	got = segment__fill(segment, scratch, DEFER_RECORD_HEADER_SIZE, err);
	if (got <= 0)
		return got;
	ret = chunk__record(scratch, 0, &rec, NULL);
	if (ret == DEFER_ERR_CORRUPT || got < DEFER_RECORD_HEADER_SIZE ||
	    !record__is_compressed(&rec))
		return 0;

	got = segment__fill(segment, scratch, rec.size, err);
	if (got < 0)
		return got;
	ret = chunk__record(scratch, 0, &rec, err);
	if (ret)
		return ret;
	segment->inflated_before = true;
	if (!segment->inflate)
		segment->inflate = inflate__new();
	if (!segment->inflate)
		return defer_error__set_at(err, DEFER_ERR_NOMEM, rec.offset,
					   "not enough memory to inflate");
	ret = inflate__push(segment->inflate, &rec, segment->inflate_limit, err);
	if (ret)
		return ret;
	segment->pos += rec.size;
	return 1;
}

/*
 * Cuts @chunk after its last whole record. The start of an incomplete one is kept for the next
 * chunk.
 */
static int segment__cut_inflated(struct segment *segment, struct chunk *chunk,
				 struct defer_error *err)
{
	struct defer_record rec;
	size_t pos = 0;
	int ret = 0;

	while (pos < chunk->size) {
		ret = chunk__record(chunk, pos, &rec, err);
		if (!ret && record__is_compressed(&rec))
			ret = defer_error__set_at(err, DEFER_ERR_CORRUPT, chunk->offset,
						  "a compressed record holds another compressed "
						  "record");
		if (ret)
			break;
		pos += rec.size;
	}
	if (!ret)
		return 0;
	if (ret == DEFER_ERR_TRUNCATED) {
		defer_error__clear(err);
		return inflate__keep_back(segment->inflate, chunk, pos, err);
	}
	chunk->size = pos;
	return ret;
}

/* Inflates compressed records until the chunk is full or a plain record follows. */
static int segment__next_inflated(struct segment *segment, struct chunk *chunk,
				  struct defer_error *err)
{
	struct chunk scratch;
	uint64_t offset = inflate__offset(segment->inflate);
	int ret, cut;

	ret = chunk__reset(chunk, segment->chunk_size + RECORD_SIZE_MAX, err);
	if (ret)
		return ret;
	chunk__init(&scratch);
	inflate__give_back(segment->inflate, chunk);
	do {
		ret = inflate__pull(segment->inflate, chunk, err);
		if (ret || chunk->size >= segment->chunk_size)
			break;
		ret = segment__push(segment, &scratch, err);
	} while (ret > 0);
	chunk__exit(&scratch);

	chunk->offset = offset;
	chunk->inflated = true;
	chunk->swap = segment->swap;
	/* Records inflated before the error are still whole. */
	cut = segment__cut_inflated(segment, chunk, ret < 0 ? NULL : err);
	if (ret < 0 || cut < 0)
		segment__stop(segment, err);
	return chunk->size ? 1 : 0;
}

/* Reports an incomplete last inner record. */
static void segment__check_left_over(struct segment *segment, struct defer_error *err)
{
	if (!segment->inflate || !inflate__left_over(segment->inflate))
		return;
	defer_error__set_at(err, DEFER_ERR_TRUNCATED, segment->pos,
			    "the compressed records end within a record");
	segment__stop(segment, err);
}

/* Reads a chunk with what the pass needs of it. Returns false if all of it has to be read. */
static bool segment__next_skimmed(struct segment *segment, struct chunk *chunk)
{
	const struct chunk_ahead ahead = chunk->ahead;
	size_t size = ahead.size;

	if (!segment->gap.head || segment->inflated_before || segment->pos >= segment->end)
		return false;
	/* That these are records is proved by those before, which end where the first of them begins. */
	if (ahead.segment != segment || !ahead.is_skimmed || ahead.offset != segment->pos ||
	    size > segment__left(segment))
		size = segment__skim(segment, chunk, segment->pos, segment__plain_size(segment),
				     segment__left(segment));
	chunk->offset = segment->pos;
	chunk->inflated = false;
	chunk->swap = segment->swap;
	segment->pos += size;
	return size;
}

int segment__next(struct segment *segment, struct chunk *chunk, struct defer_error *err)
{
	int ret;

	while (!segment->ended) {
		bool inflating = segment->inflate && inflate__busy(segment->inflate);
		uint64_t pos = segment->pos;

		if (!inflating && segment__next_skimmed(segment, chunk))
			return 1;
		if (!inflating) {
			ret = segment__push(segment, chunk, err);
			if (ret < 0 && ret != DEFER_ERR_NOMEM && ret != DEFER_ERR_IO) {
				segment__stop(segment, err);
				return 0;
			}
			if (ret < 0)
				return ret;
			inflating = ret > 0;
		}
		if (inflating)
			ret = segment__next_inflated(segment, chunk, err);
		else
			ret = segment__next_plain(segment, chunk, err);
		if (ret)
			return ret;
		if (!inflating && segment->pos == pos)
			break;
	}
	if (!segment->ended)
		segment__check_left_over(segment, err);
	segment->ended = true;
	return 0;
}
