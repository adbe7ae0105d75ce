// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <zstd.h>

#include <perf/defer-cursor.h>

#include "util/source/inflate.h"

struct inflate {
	ZSTD_DStream *stream;
	uint8_t *in; /* payload of the compressed record */
	size_t in_size, in_pos, in_cap;
	uint64_t offset;   /* file offset of the record, for messages */
	uint64_t left;	   /* bytes that the record may still inflate to */
	uint64_t left_all; /* bytes that all input so far may still inflate to */
	bool draining;	   /* zstd filled the output, so more may follow */
	struct chunk back; /* start of an incomplete inner record */
};

struct inflate *inflate__new(void)
{
	struct inflate *inflate = calloc(1, sizeof(*inflate));

	if (!inflate)
		return NULL;
	chunk__init(&inflate->back);
	inflate->left_all = INFLATE_FREE;
	inflate->stream = ZSTD_createDStream();
	if (!inflate->stream) {
		inflate__delete(inflate);
		return NULL;
	}
	return inflate;
}

void inflate__delete(struct inflate *inflate)
{
	if (!inflate)
		return;
	ZSTD_freeDStream(inflate->stream);
	chunk__exit(&inflate->back);
	free(inflate->in);
	free(inflate);
}

void inflate__rewind(struct inflate *inflate)
{
	ZSTD_DCtx_reset(inflate->stream, ZSTD_reset_session_only);
	inflate->in_size = inflate->in_pos = 0;
	inflate->left_all = INFLATE_FREE;
	inflate->draining = false;
	inflate->back.size = 0;
}

bool inflate__busy(const struct inflate *inflate)
{
	return inflate->in_pos < inflate->in_size || inflate->draining;
}

uint64_t inflate__offset(const struct inflate *inflate)
{
	return inflate->offset;
}

size_t inflate__left_over(const struct inflate *inflate)
{
	return inflate->back.size;
}

/*
 * Finds the payload. All of COMPRESSED is payload; COMPRESSED2 starts with the payload's length and
 * ends with padding (Linux 6.16).
 */
static int compressed__payload(const struct defer_record *rec, const void **data, size_t *size,
			       struct defer_error *err)
{
	struct defer_cursor cur;
	uint64_t len;

	*data = NULL;
	*size = 0;
	defer_cursor__init(&cur, rec->data, rec->size, rec->offset, rec->swap);
	defer_cursor__bytes(&cur, DEFER_RECORD_HEADER_SIZE);
	len = defer_cursor__left(&cur);
	if (rec->type == DEFER_RECORD_COMPRESSED2) {
		len = defer_cursor__u64(&cur);
		if (len > defer_cursor__left(&cur))
			return defer_error__set_at(err, DEFER_ERR_CORRUPT, rec->offset,
						   "a compressed record of %u bytes claims to hold "
						   "%llu",
						   rec->size, (unsigned long long)len);
	}
	*data = defer_cursor__bytes(&cur, len);
	*size = len;
	return defer_cursor__check(&cur, "compressed record", err);
}

int inflate__push(struct inflate *inflate, const struct defer_record *rec, uint64_t limit,
		  struct defer_error *err)
{
	const void *data;
	size_t size;
	int ret;

	ret = compressed__payload(rec, &data, &size, err);
	if (ret)
		return ret;
	if (size > inflate->in_cap) {
		uint8_t *in = realloc(inflate->in, size);

		if (!in)
			return defer_error__set_at(err, DEFER_ERR_NOMEM, rec->offset,
						   "not enough memory for a compressed record");
		inflate->in = in;
		inflate->in_cap = size;
	}
	if (size)
		memcpy(inflate->in, data, size);
	inflate->in_size = size;
	inflate->in_pos = 0;
	inflate->offset = rec->offset;
	inflate->left = limit;
	inflate->left_all += size * INFLATE_RATIO;
	return 0;
}

int inflate__pull(struct inflate *inflate, struct chunk *chunk, struct defer_error *err)
{
	while (inflate__busy(inflate) && chunk->size < chunk->cap) {
		ZSTD_inBuffer in = {inflate->in, inflate->in_size, inflate->in_pos};
		ZSTD_outBuffer out = {chunk->data, chunk->cap, chunk->size};
		size_t ret = ZSTD_decompressStream(inflate->stream, &out, &in);
		size_t came = out.pos - chunk->size;

		if (ZSTD_isError(ret))
			return defer_error__set_at(err, DEFER_ERR_CORRUPT, inflate->offset,
						   "cannot decompress a record: %s",
						   ZSTD_getErrorName(ret));
		if (came > inflate->left)
			return defer_error__set_at(err, DEFER_ERR_CORRUPT, inflate->offset,
						   "a compressed record decompresses to more than "
						   "the recorder's buffers could hold");
		if (came > inflate->left_all)
			return defer_error__set_at(err, DEFER_ERR_CORRUPT, inflate->offset,
						   "the compressed records so far decompress to "
						   "more than %d times their size",
						   INFLATE_RATIO);
		inflate->left -= came;
		inflate->left_all -= came;
		inflate->draining = out.pos == out.size;
		/* Without progress the next round would be the same. */
		if (!came && in.pos == inflate->in_pos)
			break;
		inflate->in_pos = in.pos;
		chunk->size = out.pos;
	}
	return 0;
}

int inflate__keep_back(struct inflate *inflate, struct chunk *chunk, size_t pos,
		       struct defer_error *err)
{
	struct chunk *back = &inflate->back;
	size_t size = chunk->size - pos;

	if (chunk__reserve(back, size, err))
		return DEFER_ERR_NOMEM;
	if (size)
		memcpy(back->data, chunk->data + pos, size);
	back->size = size;
	chunk->size = pos;
	return 0;
}

void inflate__give_back(struct inflate *inflate, struct chunk *chunk)
{
	struct chunk *back = &inflate->back;

	if (back->size)
		memcpy(chunk->data, back->data, back->size);
	chunk->size = back->size;
	back->size = 0;
}
