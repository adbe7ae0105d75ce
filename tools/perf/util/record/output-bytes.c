// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/record/output-bytes.h"

#define STR_ALIGN 64

void output_bytes__exit(struct output_bytes *bytes)
{
	free(bytes->data);
	*bytes = (struct output_bytes){0};
}

void output_bytes__clear(struct output_bytes *bytes)
{
	bytes->size = 0;
	bytes->no_memory = false;
}

/* Room for @size more bytes, or NULL. */
static uint8_t *output_bytes__grow(struct output_bytes *bytes, size_t size)
{
	uint8_t *data = NULL;

	if (!bytes->no_memory && size <= SIZE_MAX - bytes->size)
		data = array__reserve(bytes->data, &bytes->cap, bytes->size + size, 1);
	if (!data) {
		bytes->no_memory = true;
		return NULL;
	}
	bytes->data = data;
	bytes->size += size;
	return data + bytes->size - size;
}

void output_bytes__add(struct output_bytes *bytes, const void *data, size_t size)
{
	uint8_t *room = size ? output_bytes__grow(bytes, size) : NULL;

	if (room)
		memcpy(room, data, size);
}

void output_bytes__zeros(struct output_bytes *bytes, size_t size)
{
	uint8_t *room = size ? output_bytes__grow(bytes, size) : NULL;

	if (room)
		memset(room, 0, size);
}

void output_bytes__align(struct output_bytes *bytes, size_t align)
{
	output_bytes__zeros(bytes, -bytes->size & (align - 1));
}

void output_bytes__header(struct output_bytes *bytes, uint32_t type, uint16_t misc, uint16_t size)
{
	output_bytes__u32(bytes, type);
	output_bytes__add(bytes, &misc, sizeof(misc));
	output_bytes__add(bytes, &size, sizeof(size));
}

void output_bytes__str(struct output_bytes *bytes, const char *str)
{
	size_t size = strlen(str) + 1;
	size_t padding = -size & (STR_ALIGN - 1);

	output_bytes__u32(bytes, size + padding);
	output_bytes__add(bytes, str, size);
	output_bytes__zeros(bytes, padding);
}

void output_bytes__poke_u32(struct output_bytes *bytes, size_t at, uint32_t v)
{
	if (!bytes->no_memory)
		memcpy(bytes->data + at, &v, sizeof(v));
}

int output_bytes__check(const struct output_bytes *bytes, const char *what, struct defer_error *err)
{
	if (!bytes->no_memory)
		return 0;
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "no memory for %s", what);
}
