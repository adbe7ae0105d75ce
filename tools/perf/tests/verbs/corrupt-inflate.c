// SPDX-License-Identifier: GPL-2.0-only
/* Bad input in compressed records, through the whole program. */
#include <stdlib.h>
#include <zstd.h>

#include "tests/rng.h"
#include "tests/spoilt.h"
#include "tests/tests.h"
#include "util/header/feature.h"

#define ALL   TRACE_NR_SAMPLES
#define HALF  5
#define PIECE 60000 /* bytes of one compressed record's payload */

/* A trace of HALF samples, records of @type with @size bytes of @payload, and the rest. */
static void build_pieces(struct trace *trace, uint32_t type, const void *payload, size_t size,
			 size_t max)
{
	trace__begin(trace, false, false);
	trace__add_samples(trace, 0, HALF);
	for (size_t at = 0; at < size; at += max) {
		size_t piece = size - at < max ? size - at : max;

		builder__begin(&trace->b, type, 0);
		if (type == DEFER_RECORD_COMPRESSED2)
			builder__u64(&trace->b, piece);
		builder__bytes(&trace->b, (const uint8_t *)payload + at, piece);
		builder__end(&trace->b);
	}
	trace__add_samples(trace, HALF, ALL);
}

static void build_around(struct trace *trace, uint32_t type, const void *payload, size_t size)
{
	build_pieces(trace, type, payload, size, PIECE);
}

static int test_garbage(void)
{
	struct trace trace;

	build_around(&trace, DEFER_RECORD_COMPRESSED, "this is no zstd frame...", 24);
	trace__end(&trace);
	return spoilt__reads(&trace, HALF, "cannot decompress a record");
}

static int test_size_past_record(void)
{
	struct trace trace;
	size_t at;

	build_around(&trace, DEFER_RECORD_COMPRESSED2, "12345678", 8);
	trace__end(&trace);
	at = trace.samples[HALF] - 8 - 8;
	builder__poke_u64(&trace.b, at, 9);
	T_RUN(spoilt__check(&trace.b, HALF, "claims to hold 9"));
	builder__poke_u64(&trace.b, at, UINT64_MAX);
	return spoilt__reads(&trace, HALF, "claims");
}

static int test_too_short_for_size(void)
{
	struct trace trace;

	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, HALF);
	builder__begin(&trace.b, DEFER_RECORD_COMPRESSED2, 0);
	builder__end(&trace.b);
	trace__add_samples(&trace, HALF, ALL);
	trace__end(&trace);
	return spoilt__reads(&trace, HALF, "compressed record");
}

/* A frame whose window is 2 GB, which would have to be kept. */
static int test_giant_window(void)
{
	static const uint8_t frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0, (31 - 10) << 3, 0x43, 0, 0, 0};
	struct trace trace;

	build_around(&trace, DEFER_RECORD_COMPRESSED, frame, sizeof(frame));
	trace__end(&trace);
	return spoilt__reads(&trace, HALF, "cannot decompress a record");
}

/* Blocks of one byte repeated: 4 bytes become 128 KiB. Records of size 0 come out. */
static int test_bomb_of_zeros(void)
{
	static uint8_t frame[6 + 4 * 10000] = {0x28, 0xb5, 0x2f, 0xfd, 0, (17 - 10) << 3};
	const uint32_t block = 1 << 1 | 128 << 10 << 3; /* RLE */
	struct trace trace;

	for (size_t at = 6; at < sizeof(frame); at += 4) {
		frame[at] = block & 0xff;
		frame[at + 1] = block >> 8 & 0xff;
		frame[at + 2] = block >> 16 & 0xff;
	}
	build_around(&trace, DEFER_RECORD_COMPRESSED, frame, sizeof(frame));
	trace__end(&trace);
	return spoilt__reads(&trace, HALF, "less than the 8 bytes of its header");
}

/* Packs @nr times the records in @b; the caller frees. */
static uint8_t *pack_often(const struct builder *b, size_t nr, size_t *size)
{
	ZSTD_CStream *stream = ZSTD_createCStream();
	ZSTD_outBuffer out = {malloc(2 * b->size), 2 * b->size, 0};

	if (!stream || !out.dst)
		abort();
	for (size_t i = 0; i <= nr; i++) {
		ZSTD_inBuffer in = {b->data, i < nr ? b->size : 0, 0};
		size_t ret;

		do {
			ret = ZSTD_compressStream2(stream, &out, &in,
						   i < nr ? ZSTD_e_continue : ZSTD_e_end);
			if (ZSTD_isError(ret) || out.pos == out.size)
				abort();
		} while (in.pos < in.size || (i == nr && ret));
	}
	ZSTD_freeCStream(stream);
	*size = out.pos;
	return out.dst;
}

/*
 * 20 KB that inflate to 128 MB of good records, in records of @max bytes; with @noise there is a
 * megabyte before them that does not shrink.
 */
static void build_bomb(struct trace *trace, size_t max, bool noise)
{
	uint64_t rng = 1;
	struct builder b;
	uint8_t *packed;
	size_t size;

	builder__init(&b, false);
	while (b.size < 1 << 20) {
		builder__begin(&b, DEFER_RECORD_FINISHED_ROUND, 0);
		for (int i = 1; i < 128; i++)
			builder__u64(&b, noise ? rng__next(&rng) : 0);
		builder__end(&b);
	}
	packed = pack_often(&b, 128, &size);
	build_pieces(trace, DEFER_RECORD_COMPRESSED2, packed, size, max);
	free(packed);
	builder__exit(&b);
}

static int test_bomb_of_records(void)
{
	struct trace trace;

	build_bomb(&trace, PIECE, false);
	trace__end(&trace);
	return spoilt__reads(&trace, HALF, "decompresses to more than");
}

/* Each record stays within what the recorder's buffers could hold. */
static int test_bomb_in_pieces(void)
{
	struct trace trace;

	build_bomb(&trace, 2000, false);
	trace__end(&trace);
	return spoilt__reads(&trace, HALF, "decompress to more than 100 times");
}

/* The trace itself may say how large the recorder's buffers were. */
static int bomb_within(bool noise, uint32_t mmap_len, int64_t samples, const char *says)
{
	struct builder bytes;
	struct trace trace;

	build_bomb(&trace, PIECE, noise);
	builder__init(&bytes, false);
	builder__u32(&bytes, 1); /* version, type: zstd, level, ratio */
	builder__u32(&bytes, 1);
	builder__u32(&bytes, 1);
	builder__u32(&bytes, 10);
	builder__u32(&bytes, mmap_len);
	builder__feature(&trace.b, FEATURE_COMPRESSED, bytes.data, bytes.size);
	builder__exit(&bytes);
	trace__end(&trace);
	return spoilt__reads(&trace, samples, says);
}

static int test_bomb_against_its_word(void)
{
	T_RUN(bomb_within(true, 512 << 10, HALF, "decompresses to more than"));
	T_RUN(bomb_within(true, UINT32_MAX, ALL, NULL));
	/* But nobody's buffers held so much of nothing. */
	T_RUN(bomb_within(false, UINT32_MAX, HALF, "decompress to more than 100 times"));
	return TEST_OK;
}

/* The first record of a stream is missing, so the second has no frame to belong to. */
static int test_missing_start(void)
{
	struct trace trace;
	size_t from, size;

	trace__begin(&trace, true, false);
	from = trace.b.size;
	trace__add_samples(&trace, 0, ALL);
	builder__compress(&trace.b, from, DEFER_RECORD_COMPRESSED2, 80);
	size = 8 + 8 + 80;
	memmove(trace.b.data + from, trace.b.data + from + size, trace.b.size - from - size);
	trace.b.size -= size;
	trace__end(&trace);
	return spoilt__reads(&trace, 0, "cannot decompress a record");
}

static const struct test_case cases[] = {
	{"what is no zstd frame", test_garbage},
	{"a size past the record", test_size_past_record},
	{"a record too short for its size", test_too_short_for_size},
	{"a frame with a giant window", test_giant_window},
	{"a bomb of zeros", test_bomb_of_zeros},
	{"a bomb of good records", test_bomb_of_records},
	{"a bomb in pieces", test_bomb_in_pieces},
	{"a bomb, and what the recorder said of its buffers", test_bomb_against_its_word},
	{"a stream without its start", test_missing_start},
	{0},
};

const struct test_suite suite__corrupt_inflate = {"corrupt-inflate",
						  "Bad input: compressed records", cases};
