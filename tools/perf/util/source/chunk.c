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
	free(chunk->data);
	chunk__init(chunk);
}

int chunk__reserve(struct chunk *chunk, size_t size, struct defer_error *err)
{
	uint8_t *data;

	if (size <= chunk->cap)
		return 0;
	data = realloc(chunk->data, size);
	if (!data)
		return error__no_memory(err, "for a chunk of %zu bytes", size);
	chunk->data = data;
	chunk->cap = size;
	return 0;
}
