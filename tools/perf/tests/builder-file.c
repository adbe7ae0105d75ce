// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include <perf/defer-abi.h>

#include "tests/builder.h"
#include "util/header/feature.h"

#define FILE_HEADER_SIZE 104
#define PIPE_HEADER_SIZE 16
#define SECTION_SIZE	 16

/* The number whose bytes a little-endian machine writes as "PERFILE2". */
static void magic(struct builder *b)
{
	builder__u64(b, 0x32454c4946524550ULL);
}

static void section(struct builder *b, uint64_t offset, uint64_t size)
{
	builder__u64(b, offset);
	builder__u64(b, size);
}

/* perf writes the ids first, then the attrs that point to them. */
static void attrs(struct builder *b, const struct builder_event *events, size_t nr_events)
{
	uint64_t ids_at[BUILDER_MAX_EVENTS];
	size_t at;

	if (!nr_events || nr_events > BUILDER_MAX_EVENTS)
		abort();
	for (size_t i = 0; i < nr_events; i++) {
		ids_at[i] = b->size;
		for (uint64_t j = 0; j < events[i].nr_ids; j++)
			builder__u64(b, events[i].ids[j]);
	}

	at = b->size;
	for (size_t i = 0; i < nr_events; i++) {
		if (events[i].attr.size != events[0].attr.size)
			abort();
		builder__attr(b, &events[i].attr);
		section(b, ids_at[i], events[i].nr_ids * sizeof(uint64_t));
	}
	builder__poke_u64(b, BUILDER_ATTRS_OFFSET, at);
	builder__poke_u64(b, BUILDER_ATTRS_SIZE, b->size - at);
}

void builder__begin_file(struct builder *b, const struct builder_event *events, size_t nr_events)
{
	if (b->size)
		abort();
	magic(b);
	builder__u64(b, FILE_HEADER_SIZE);
	builder__u64(b, events[0].attr.size + SECTION_SIZE);
	builder__zeros(b, FILE_HEADER_SIZE - b->size);
	attrs(b, events, nr_events);

	b->stream = b->size;
	builder__poke_u64(b, BUILDER_DATA_OFFSET, b->stream);
}

void builder__begin_pipe(struct builder *b, const struct builder_event *events, size_t nr_events)
{
	if (b->size)
		abort();
	magic(b);
	builder__u64(b, PIPE_HEADER_SIZE);
	b->stream = b->size;
	b->is_pipe = true;
	for (size_t i = 0; i < nr_events; i++)
		builder__attr_record(b, &events[i].attr, events[i].ids, events[i].nr_ids);
}

static void feature_record(struct builder *b, unsigned int feature, const void *data, size_t size)
{
	builder__begin(b, DEFER_RECORD_HEADER_FEATURE, 0);
	builder__u64(b, feature);
	builder__bytes(b, data, size);
	builder__zeros(b, (8 - size % 8) % 8);
	builder__end(b);
}

void builder__feature(struct builder *b, unsigned int feature, const void *data, size_t size)
{
	struct builder_feature *f = &b->features[feature];

	if (feature >= BUILDER_MAX_FEATURES || f->there)
		abort();
	if (b->is_pipe) {
		feature_record(b, feature, data, size);
		return;
	}
	f->data = malloc(size ? size : 1);
	if (!f->data)
		abort();
	if (size)
		memcpy(f->data, data, size);
	f->size = size;
	f->there = true;
}

void builder__feature_str(struct builder *b, unsigned int feature, const char *str)
{
	struct builder bytes;

	builder__init(&bytes, b->big);
	builder__u32(&bytes, 0);
	builder__str(&bytes, str, 64);
	builder__poke_u32(&bytes, 0, (uint32_t)bytes.size - 4);
	builder__feature(b, feature, bytes.data, bytes.size);
	builder__exit(&bytes);
}

void builder__tracepoint(struct builder *b, const char *system, const char *format)
{
	struct builder blob;

	builder__init(&blob, b->big);
	builder__bytes(&blob, "\27\10\104tracing", 10);
	builder__str(&blob, "0.6", 1);
	builder__u8(&blob, b->big);
	builder__u8(&blob, 8);
	builder__u32(&blob, 4096);
	builder__bytes(&blob, "header_page", 12);
	builder__u64(&blob, 0);
	builder__bytes(&blob, "header_event", 13);
	builder__u64(&blob, 0);
	builder__u32(&blob, 0);
	builder__u32(&blob, 1);
	builder__str(&blob, system, 1);
	builder__u32(&blob, 1);
	builder__u64(&blob, strlen(format));
	builder__bytes(&blob, format, strlen(format));
	builder__u32(&blob, 0);
	builder__u32(&blob, 0);
	builder__u64(&blob, 0);
	builder__feature(b, FEATURE_TRACING_DATA, blob.data, blob.size);
	builder__exit(&blob);
}

void builder__end_file(struct builder *b)
{
	size_t table, nr = 0;
	uint64_t bits = 0;

	if (b->is_pipe)
		return;
	for (size_t i = 0; i < BUILDER_MAX_FEATURES; i++) {
		nr += b->features[i].there;
		bits |= (uint64_t)b->features[i].there << i;
	}
	builder__poke_u64(b, BUILDER_DATA_SIZE, b->size - b->stream);
	builder__poke_u64(b, BUILDER_FEATURES, bits);

	table = builder__zeros(b, nr * SECTION_SIZE);
	for (size_t i = 0; i < BUILDER_MAX_FEATURES; i++) {
		const struct builder_feature *f = &b->features[i];

		if (!f->there)
			continue;
		builder__poke_u64(b, table, builder__bytes(b, f->data, f->size));
		builder__poke_u64(b, table + 8, f->size);
		table += SECTION_SIZE;
	}
}

static void compressed_record(struct builder *b, uint32_t type, const uint8_t *data, size_t size)
{
	builder__begin(b, type, 0);
	if (type == DEFER_RECORD_COMPRESSED2)
		builder__u64(b, size);
	builder__bytes(b, data, size);
	if (type == DEFER_RECORD_COMPRESSED2)
		builder__zeros(b, (8 - size % 8) % 8);
	builder__end(b);
}

void builder__compress(struct builder *b, size_t from, uint32_t type, size_t piece)
{
	size_t bound = ZSTD_compressBound(b->size - from), size;
	uint8_t *packed = malloc(bound);

	if (!packed || !piece)
		abort();
	size = ZSTD_compress(packed, bound, b->data + from, b->size - from, 1);
	if (ZSTD_isError(size))
		abort();
	b->size = from;
	for (size_t at = 0; at < size; at += piece)
		compressed_record(b, type, packed + at, size - at < piece ? size - at : piece);
	free(packed);
}
