// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "tests/builder.h"

void builder__init(struct builder *b, bool big)
{
	memset(b, 0, sizeof(*b));
	b->big = big;
}

void builder__exit(struct builder *b)
{
	for (size_t i = 0; i < BUILDER_MAX_FEATURES; i++)
		free(b->features[i].data);
	free(b->data);
	memset(b, 0, sizeof(*b));
}

bool builder__swap(const struct builder *b)
{
	return b->big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static void reserve(struct builder *b, size_t size)
{
	size_t allocated = b->allocated ? b->allocated : 4096;

	while (allocated < b->size + size)
		allocated *= 2;
	if (allocated == b->allocated)
		return;
	b->data = realloc(b->data, allocated);
	if (!b->data)
		abort();
	b->allocated = allocated;
}

size_t builder__bytes(struct builder *b, const void *data, size_t size)
{
	size_t at = b->size;

	reserve(b, size);
	if (size)
		memcpy(b->data + at, data, size);
	b->size += size;
	return at;
}

size_t builder__zeros(struct builder *b, size_t size)
{
	size_t at = b->size;

	reserve(b, size);
	memset(b->data + at, 0, size);
	b->size += size;
	return at;
}

size_t builder__str(struct builder *b, const char *str, size_t align)
{
	size_t at = builder__bytes(b, str, strlen(str) + 1);

	builder__zeros(b, (align - (b->size - at) % align) % align);
	return at;
}

/* Bytes of @v, least significant one first or last. */
static void spell(const struct builder *b, uint8_t *out, uint64_t v, size_t size)
{
	for (size_t i = 0; i < size; i++)
		out[b->big ? size - 1 - i : i] = v >> 8 * i & 0xff;
}

static size_t append(struct builder *b, uint64_t v, size_t size)
{
	uint8_t bytes[8];

	spell(b, bytes, v, size);
	return builder__bytes(b, bytes, size);
}

size_t builder__u8(struct builder *b, uint8_t v)
{
	return append(b, v, sizeof(v));
}

size_t builder__u16(struct builder *b, uint16_t v)
{
	return append(b, v, sizeof(v));
}

size_t builder__u32(struct builder *b, uint32_t v)
{
	return append(b, v, sizeof(v));
}

size_t builder__u64(struct builder *b, uint64_t v)
{
	return append(b, v, sizeof(v));
}

static void poke(struct builder *b, size_t at, uint64_t v, size_t size)
{
	if (at + size > b->size)
		abort();
	spell(b, b->data + at, v, size);
}

void builder__poke_u16(struct builder *b, size_t at, uint16_t v)
{
	poke(b, at, v, sizeof(v));
}

void builder__poke_u32(struct builder *b, size_t at, uint32_t v)
{
	poke(b, at, v, sizeof(v));
}

void builder__poke_u64(struct builder *b, size_t at, uint64_t v)
{
	poke(b, at, v, sizeof(v));
}

size_t builder__begin(struct builder *b, uint32_t type, uint16_t misc)
{
	b->type = type;
	b->misc = misc;
	b->record = builder__u32(b, type);
	builder__u16(b, misc);
	builder__u16(b, 0);
	return b->record;
}

void builder__end(struct builder *b)
{
	size_t size = b->size - b->record;

	if (size > UINT16_MAX)
		abort();
	builder__poke_u16(b, b->record + 6, size);
}

void builder__end_extended(struct builder *b)
{
	size_t size = b->size - b->record;

	if (b->type > UINT16_MAX || size % 8 || size / 8 > UINT16_MAX)
		abort();
	builder__poke_u32(b, b->record, b->type | (uint32_t)DEFER_EXT_SIZE_X8 << 16);
	builder__poke_u16(b, b->record + 4, b->misc | DEFER_MISC_EXT_RESERVED);
	builder__poke_u16(b, b->record + 6, size / 8);
}

int64_t builder__pread(void *ctx, void *buf, size_t size, uint64_t offset, struct defer_error *err)
{
	const struct builder *b = ctx;

	(void)err;
	if (offset >= b->size)
		return 0;
	if (size > b->size - offset)
		size = b->size - offset;
	memcpy(buf, b->data + offset, size);
	return (int64_t)size;
}

void builder__write(const struct builder *b, const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file || fwrite(b->data, 1, b->size, file) != b->size || fclose(file))
		abort();
}
