// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <zstd.h>

#include "util/base/error.h"
#include "util/base/progress.h"
#include "util/inject/demerge.h"
#include "util/inject/reversal.h"
#include "util/source/source.h"

/* A frame is never larger than this: zstd adds less than a 128th to what it cannot compress. */
#define PACKED_MAX (REVERSAL_FRAME_MAX + (REVERSAL_FRAME_MAX >> 7) + 1024)

struct demerge {
	struct session *session;
	struct trace_out out;
	ZSTD_DCtx *zstd;
	struct byte_buf dict;	   /* new records since the last frame */
	struct byte_buf frame;	   /* pieces of the frame so far */
	struct defer_section tail; /* bytes after the last new record that has any */
	uint8_t *buf;		   /* ZSTD_DStreamOutSize() bytes */
	uint64_t nr_frames;
	bool ended;
};

static int changed(uint64_t offset, const char *what, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_CORRUPT, offset,
				"the trace was changed after inject --reversible: %s", what);
}

/* ---- one frame ---- */

static int demerge__inflate(struct demerge *demerge, uint64_t offset, struct defer_error *err)
{
	ZSTD_inBuffer in = {demerge->frame.data, demerge->frame.size, 0};
	uint64_t restored = 0;
	size_t left;
	int ret = 0;

	ZSTD_DCtx_reset(demerge->zstd, ZSTD_reset_session_only);
	ZSTD_DCtx_refPrefix(demerge->zstd, demerge->dict.data, demerge->dict.size);
	do {
		ZSTD_outBuffer out = {demerge->buf, ZSTD_DStreamOutSize(), 0};

		left = ZSTD_decompressStream(demerge->zstd, &out, &in);
		if (ZSTD_isError(left))
			return changed(offset, ZSTD_getErrorName(left), err);
		restored += out.pos;
		if (restored > REVERSAL_FRAME_MAX)
			return changed(offset, "too many bytes", err);
		/* All input was read, and yet the frame does not end. */
		if (left && in.pos == in.size && out.pos < out.size)
			return changed(offset, "half a frame", err);
		ret = output_sink__append_bytes(&demerge->out.sink, demerge->buf, out.pos, err);
	} while (left && !ret);
	if (!ret && in.pos != in.size)
		ret = changed(offset, "bytes behind a frame", err);
	return ret;
}

static int demerge__restore(struct demerge *demerge, const struct reversal_piece *piece,
			    uint64_t offset, struct defer_error *err)
{
	int ret;

	if (piece->at != demerge->out.sink.size)
		return changed(offset, "a part is missing", err);
	if ((piece->flags & REVERSAL_TAIL) && !demerge->tail.size)
		return changed(offset, "AUX area data are missing", err);
	ret = demerge__inflate(demerge, offset, err);
	if (!ret && (piece->flags & REVERSAL_TAIL))
		ret = trace_out__add_tail(&demerge->out, demerge->session->source, demerge->tail,
					  err);
	byte_buf__clear(&demerge->dict);
	byte_buf__clear(&demerge->frame);
	demerge->tail.size = 0;
	demerge->nr_frames++;
	demerge->ended = piece->flags & REVERSAL_LAST;
	return ret;
}

/* ---- all records ---- */

static int demerge__record(struct demerge *demerge, const struct defer_record *rec, bool inflated,
			   struct defer_error *err)
{
	struct byte_buf *dict = &demerge->dict;
	struct reversal_piece piece;
	size_t room;

	if (demerge->ended)
		return changed(rec->offset, "records follow the end", err);
	if (reversal_piece__read(&piece, rec)) {
		byte_buf__add(&demerge->frame, piece.data, piece.size);
		if (demerge->frame.size > PACKED_MAX)
			return changed(rec->offset, "a part is too large", err);
		if (demerge->frame.no_memory)
			return error__no_memory(err, "for the old trace");
		return piece.flags & REVERSAL_MORE
			       ? 0
			       : demerge__restore(demerge, &piece, rec->offset, err);
	}
	if (!inflated && defer_record__tail(rec))
		demerge->tail =
			(struct defer_section){rec->offset + rec->size, defer_record__tail(rec)};
	room = REVERSAL_DICT_MAX - dict->size;
	byte_buf__add(dict, rec->data, rec->size < room ? rec->size : room);
	return byte_buf__check(dict, "records", err);
}

static int demerge__chunk(struct demerge *demerge, const struct chunk *chunk,
			  struct defer_error *err)
{
	struct defer_record rec;
	int ret = 0;

	for (size_t pos = 0; pos < chunk->size && !ret; pos += rec.size) {
		ret = chunk__record(chunk, pos, &rec, err);
		if (!ret)
			ret = demerge__record(demerge, &rec, chunk->inflated, err);
	}
	return ret;
}

static int demerge__read(struct demerge *demerge, const struct output_end *end,
			 struct defer_error *err)
{
	struct chunk chunk;
	int ret;

	chunk__init(&chunk);
	while ((ret = source__next(demerge->session->source, &chunk, err)) > 0) {
		ret = demerge__chunk(demerge, &chunk, err);
		if (ret)
			break;
		if (end->is_asked && end->is_asked(end->ctx)) {
			ret = defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET, "interrupted");
			break;
		}
		progress__add(demerge->session->progress, chunk.size, NULL);
	}
	chunk__exit(&chunk);
	if (!ret && !demerge->nr_frames)
		ret = defer_error__set(err, DEFER_ERR_UNSUPPORTED, DEFER_NO_OFFSET,
				       "inject wrote it without --reversible, or did not write it: "
				       "the deferred records that inject leaves out are nowhere");
	else if (!ret && !demerge->ended)
		ret = changed(source__size(demerge->session->source), "the end is missing", err);
	return ret;
}

static int demerge__init(struct demerge *demerge, struct defer_error *err)
{
	demerge->zstd = ZSTD_createDCtx();
	demerge->buf = malloc(ZSTD_DStreamOutSize());
	if (!demerge->zstd || !demerge->buf)
		return error__no_memory(err, "to decompress");
	ZSTD_DCtx_setParameter(demerge->zstd, ZSTD_d_windowLogMax, REVERSAL_WINDOW_MAX);
	return 0;
}

static void demerge__exit(struct demerge *demerge)
{
	trace_out__exit(&demerge->out);
	ZSTD_freeDCtx(demerge->zstd);
	free(demerge->buf);
	byte_buf__exit(&demerge->dict);
	byte_buf__exit(&demerge->frame);
}

int demerge__run(struct session *session, const char *path, const struct output_end *end,
		 uint64_t *bytes, struct defer_error *err)
{
	struct demerge demerge = {.session = session, .out.sink.fd = -1};
	int ret = demerge__init(&demerge, err);

	if (!ret)
		ret = trace_out__open(&demerge.out, path, end, 0, session->source, err);
	if (!ret)
		ret = demerge__read(&demerge, end, err);
	*bytes = demerge.out.sink.size;
	if (!ret)
		ret = trace_out__commit(&demerge.out, err);
	demerge__exit(&demerge);
	return ret;
}
