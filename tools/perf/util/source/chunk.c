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

int chunk__any_record(const struct chunk *chunk, size_t pos, struct defer_record *rec,
		      struct defer_error *err)
{
	uint64_t offset = chunk->inflated ? chunk->offset : chunk->offset + pos;
	int ret;

	/* A chunk of a file that shrank may end before @pos. */
	ret = defer_record__decode(rec, chunk->data + pos,
				   chunk->size > pos ? chunk->size - pos : 0, offset, chunk->swap,
				   err);
	rec->order = chunk->order + pos;
	return ret;
}
