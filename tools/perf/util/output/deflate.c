// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <zstd.h>

#include <perf/defer-record.h>

#include "util/output/deflate.h"
#include "util/base/error.h"

/* Most that fits a record, whose size is a multiple of 8, after its header and the length. */
#define PAYLOAD_MAX (65528 - DEFER_RECORD_HEADER_SIZE - sizeof(uint64_t))
/*
 * A piece is the input for one record. Even incompressible data fit, so each record has whole blocks and
 * inflates to something: perf rejects a record that inflates to nothing.
 */
_Static_assert(ZSTD_COMPRESSBOUND(DEFLATE_PIECE_MAX) + 64 < PAYLOAD_MAX,
	       "a piece fits into a record");

struct deflate {
	ZSTD_CStream *stream;
	uint32_t type; /* of the records */
	uint8_t payload[PAYLOAD_MAX];
};

void deflate__delete(struct deflate *deflate)
{
	if (!deflate)
		return;
	ZSTD_freeCStream(deflate->stream);
	free(deflate);
}

static int deflate__failed(size_t code, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "cannot compress: %s",
				ZSTD_getErrorName(code));
}

int deflate__new(struct deflate **deflate, int level, uint32_t type, struct defer_error *err)
{
	struct deflate *new = calloc(1, sizeof(*new));
	size_t code;

	if (new)
		new->stream = ZSTD_createCStream();
	if (!new || !new->stream) {
		deflate__delete(new);
		return error__no_memory(err, "to compress");
	}
	code = ZSTD_initCStream(new->stream, level);
	if (ZSTD_isError(code)) {
		deflate__delete(new);
		return deflate__failed(code, err);
	}
	new->type = type;
	*deflate = new;
	return 0;
}

static void write_record(struct byte_buf *bytes, const void *payload, size_t size)
{
	byte_buf__header(bytes, DEFER_RECORD_COMPRESSED, 0, DEFER_RECORD_HEADER_SIZE + size);
	byte_buf__add(bytes, payload, size);
}

static void write_record2(struct byte_buf *bytes, const void *payload, size_t size)
{
	size_t padding = -size & 7;

	byte_buf__header(bytes, DEFER_RECORD_COMPRESSED2, 0,
			 DEFER_RECORD_HEADER_SIZE + sizeof(uint64_t) + size + padding);
	byte_buf__u64(bytes, size);
	byte_buf__add(bytes, payload, size);
	byte_buf__zeros(bytes, padding);
}

static int deflate__add_piece(struct deflate *deflate, const void *data, size_t size,
			      struct byte_buf *bytes, struct defer_error *err)
{
	ZSTD_inBuffer in = {data, size, 0};
	size_t left;

	do {
		ZSTD_outBuffer out = {deflate->payload, sizeof(deflate->payload), 0};

		left = ZSTD_compressStream2(deflate->stream, &out, &in, ZSTD_e_flush);
		if (ZSTD_isError(left))
			return deflate__failed(left, err);
		if (out.pos && deflate->type == DEFER_RECORD_COMPRESSED)
			write_record(bytes, deflate->payload, out.pos);
		else if (out.pos)
			write_record2(bytes, deflate->payload, out.pos);
	} while (left);
	return 0;
}

int deflate__add(struct deflate *deflate, const void *data, size_t size, struct byte_buf *bytes,
		 struct defer_error *err)
{
	const uint8_t *pos = data;
	size_t piece;
	int ret;

	for (; size; size -= piece, pos += piece) {
		piece = size < DEFLATE_PIECE_MAX ? size : DEFLATE_PIECE_MAX;
		ret = deflate__add_piece(deflate, pos, piece, bytes, err);
		if (ret)
			return ret;
	}
	return byte_buf__check(bytes, "compressed records", err);
}
