// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/byte-buf.h"
#include "util/base/error.h"

#define STR_ALIGN 64

void byte_buf__exit(struct byte_buf *bytes)
{
	free(bytes->data);
	*bytes = (struct byte_buf){0};
}

void byte_buf__clear(struct byte_buf *bytes)
{
	bytes->size = 0;
	bytes->no_memory = false;
}

bool byte_buf__grow(struct byte_buf *bytes, size_t size)
{
	if (bytes->no_memory || size > SIZE_MAX - bytes->size ||
	    !ARRAY_GROW(bytes->data, bytes->cap, bytes->size + size))
		bytes->no_memory = true;
	return !bytes->no_memory;
}

void byte_buf__add(struct byte_buf *bytes, const void *data, size_t size)
{
	uint8_t *room = size ? byte_buf__room(bytes, size) : NULL;

	if (room)
		memcpy(room, data, size);
}

void byte_buf__zeros(struct byte_buf *bytes, size_t size)
{
	uint8_t *room = size ? byte_buf__room(bytes, size) : NULL;

	if (room)
		memset(room, 0, size);
}

void byte_buf__align(struct byte_buf *bytes, size_t align)
{
	byte_buf__zeros(bytes, -bytes->size & (align - 1));
}

void byte_buf__header(struct byte_buf *bytes, uint32_t type, uint16_t misc, uint16_t size)
{
	byte_buf__u32(bytes, type);
	byte_buf__u16(bytes, misc);
	byte_buf__u16(bytes, size);
}

void byte_buf__str(struct byte_buf *bytes, const char *str)
{
	size_t size = strlen(str) + 1;
	size_t padding = -size & (STR_ALIGN - 1);

	byte_buf__u32(bytes, size + padding);
	byte_buf__add(bytes, str, size);
	byte_buf__zeros(bytes, padding);
}

void byte_buf__poke_u16(struct byte_buf *bytes, size_t at, uint16_t v)
{
	v = bytes->swap ? __builtin_bswap16(v) : v;
	if (!bytes->no_memory)
		memcpy(bytes->data + at, &v, sizeof(v));
}

void byte_buf__poke_u32(struct byte_buf *bytes, size_t at, uint32_t v)
{
	v = bytes->swap ? __builtin_bswap32(v) : v;
	if (!bytes->no_memory)
		memcpy(bytes->data + at, &v, sizeof(v));
}

int byte_buf__check(const struct byte_buf *bytes, const char *what, struct defer_error *err)
{
	if (!bytes->no_memory)
		return 0;
	return error__no_memory(err, "for %s", what);
}
