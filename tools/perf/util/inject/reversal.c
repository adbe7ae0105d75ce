// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <zstd.h>

#include "util/base/error.h"
#include "util/inject/reversal.h"
#include "util/source/source.h"

/*
 * A record: header, magic, name, offset, flags, size, data, padding. Magic and name are event id and
 * name of the struct perf_record_header_event_type that perf knows.
 */
#define MAGIC	   0x4c41535245564552ULL /* "REVERSAL" in the byte order of the trace */
#define NAME	   "perf defer inject --reversible"
#define NAME_SIZE  64
#define PIECE_AT   (DEFER_RECORD_HEADER_SIZE + sizeof(uint64_t) + NAME_SIZE + 16)
#define RECORD_MAX 65528
#define PIECE_MAX  (RECORD_MAX - PIECE_AT)
#define LEVEL	   1
#define WINDOW_MIN 17

bool reversal_piece__read(struct reversal_piece *piece, const struct defer_record *rec)
{
	struct defer_cursor cur;

	if (rec->type != DEFER_RECORD_HEADER_EVENT_TYPE || rec->size < PIECE_AT)
		return false;
	defer_cursor__init(&cur, rec->data, rec->size, rec->offset, rec->swap);
	defer_cursor__bytes(&cur, DEFER_RECORD_HEADER_SIZE);
	if (defer_cursor__u64(&cur) != MAGIC ||
	    memcmp(defer_cursor__bytes(&cur, NAME_SIZE), NAME, sizeof(NAME)))
		return false;
	piece->at = defer_cursor__u64(&cur);
	piece->flags = defer_cursor__u32(&cur);
	piece->size = defer_cursor__u32(&cur);
	piece->data = defer_cursor__bytes(&cur, piece->size);
	return !cur.failed;
}

static void add_piece(struct byte_buf *records, const struct reversal_piece *piece)
{
	const size_t padding = -piece->size & 7;

	byte_buf__header(records, DEFER_RECORD_HEADER_EVENT_TYPE, 0,
			 PIECE_AT + piece->size + padding);
	byte_buf__u64(records, MAGIC);
	byte_buf__add(records, NAME, sizeof(NAME));
	byte_buf__zeros(records, NAME_SIZE - sizeof(NAME));
	byte_buf__u64(records, piece->at);
	byte_buf__u32(records, piece->flags);
	byte_buf__u32(records, piece->size);
	byte_buf__add(records, piece->data, piece->size);
	byte_buf__zeros(records, padding);
}

int reversal__init(struct reversal *reversal, struct source *source, struct defer_error *err)
{
	*reversal = (struct reversal){.source = source};
	if (source__is_directory(source))
		return defer_error__set(
			err, DEFER_ERR_UNSUPPORTED, DEFER_NO_OFFSET,
			"a directory cannot be restored: --reversible needs a file");
	reversal->records.swap = source__header(source)->swap;
	reversal->zstd = ZSTD_createCCtx();
	return reversal->zstd ? 0 : error__no_memory(err, "to compress");
}

void reversal__exit(struct reversal *reversal)
{
	ZSTD_freeCCtx(reversal->zstd);
	reversal->zstd = NULL;
	byte_buf__exit(&reversal->old);
	byte_buf__exit(&reversal->frame);
	byte_buf__exit(&reversal->records);
}

/* Reads @size old bytes, which the source has read before. */
static int reversal__read(struct reversal *reversal, size_t size, struct defer_error *err)
{
	struct byte_buf *old = &reversal->old;
	int64_t got;
	int ret;

	byte_buf__clear(old);
	byte_buf__zeros(old, size);
	ret = byte_buf__check(old, "a part of the trace", err);
	if (ret || !size)
		return ret;
	got = source__pread(reversal->source, old->data, size, reversal->done, err);
	if (got == (int64_t)size)
		return 0;
	return got < 0 ? got
		       : defer_error__set(err, DEFER_ERR_TRUNCATED, reversal->done + got,
					  "the file shrank while it was read");
}

static int window_log(size_t size)
{
	int log = WINDOW_MIN;

	while (log < REVERSAL_WINDOW_MAX - 1 && (size_t)1 << log < size)
		log++;
	return log;
}

/* Compresses the old bytes into one frame. Its checksum lets a reader trust what it restores. */
static int reversal__pack(struct reversal *reversal, const uint8_t *dict, size_t dict_size,
			  struct defer_error *err)
{
	const struct byte_buf *old = &reversal->old;
	struct byte_buf *frame = &reversal->frame;
	ZSTD_CCtx *zstd = reversal->zstd;
	size_t code;
	int ret;

	byte_buf__clear(frame);
	byte_buf__zeros(frame, ZSTD_compressBound(old->size));
	ret = byte_buf__check(frame, "a compressed part of the trace", err);
	if (ret)
		return ret;
	ZSTD_CCtx_reset(zstd, ZSTD_reset_session_and_parameters);
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_windowLog, window_log(old->size + dict_size));
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_enableLongDistanceMatching, 1);
	ZSTD_CCtx_refPrefix(zstd, dict, dict_size);
	code = ZSTD_compress2(zstd, frame->data, frame->size, old->data, old->size);
	if (ZSTD_isError(code))
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"cannot compress: %s", ZSTD_getErrorName(code));
	frame->size = code;
	return 0;
}

static int reversal__write(struct reversal *reversal, uint32_t flags, struct trace_out *out,
			   struct defer_error *err)
{
	const struct byte_buf *frame = &reversal->frame;
	struct reversal_piece piece = {.at = reversal->done};
	int ret;

	byte_buf__clear(&reversal->records);
	for (size_t at = 0; at < frame->size; at += piece.size) {
		const bool more = frame->size - at > PIECE_MAX;

		piece.data = frame->data + at;
		piece.size = more ? PIECE_MAX : frame->size - at;
		piece.flags = more ? REVERSAL_MORE : flags;
		add_piece(&reversal->records, &piece);
	}
	ret = byte_buf__check(&reversal->records, "the old trace", err);
	return ret ? ret : trace_out__add(out, &reversal->records, err);
}

int reversal__add(struct reversal *reversal, const struct byte_buf *records, uint64_t until,
		  uint64_t tail, uint32_t flags, struct trace_out *out, struct defer_error *err)
{
	size_t dict = records->size < REVERSAL_DICT_MAX ? records->size : REVERSAL_DICT_MAX;
	int ret;

	do {
		const uint64_t left = until > reversal->done ? until - reversal->done : 0;
		const size_t size = left < REVERSAL_FRAME_MAX ? left : REVERSAL_FRAME_MAX;

		ret = reversal__read(reversal, size, err);
		if (!ret)
			ret = reversal__pack(reversal, records->data, dict, err);
		if (!ret)
			ret = reversal__write(reversal, size == left ? flags : 0, out, err);
		reversal->done += size;
		dict = 0; /* the reader has forgotten the records after the first frame */
	} while (!ret && reversal->done < until);
	reversal->done += tail;
	return ret;
}
