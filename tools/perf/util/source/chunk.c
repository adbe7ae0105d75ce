// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/source/chunk.h"
#include "util/base/error.h"

void chunk__init(struct chunk *chunk)
{
	memset(chunk, 0, sizeof(*chunk));
}

void chunk__exit(struct chunk *chunk)
{
	free(chunk->buf);
	chunk__init(chunk);
}

int chunk__reset(struct chunk *chunk, size_t size, struct defer_error *err)
{
	chunk->data = chunk->buf;
	chunk->size = 0;
	chunk->ahead = (struct chunk_ahead){0};
	chunk->gap = (struct gap){0};
	return chunk__reserve(chunk, size, err);
}

int chunk__reserve(struct chunk *chunk, size_t size, struct defer_error *err)
{
	const size_t skip = chunk->buf ? chunk->data - chunk->buf : 0;
	uint8_t *buf;

	if (skip + size <= chunk->cap)
		return 0;
	buf = realloc(chunk->buf, skip + size);
	if (!buf)
		return error__no_memory(err, "for a chunk of %zu bytes", size);
	chunk->buf = buf;
	chunk->cap = skip + size;
	chunk->data = buf + skip;
	return 0;
}
