// SPDX-License-Identifier: GPL-2.0-only
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/strpool.h"

#define STRPOOL_BLOCK 4096

struct strpool_block {
	struct strpool_block *next;
	size_t used, size;
	char text[];
};

void strpool__exit(struct strpool *pool)
{
	struct strpool_block *block = pool->blocks, *next;

	for (; block; block = next) {
		next = block->next;
		free(block);
	}
	pool->blocks = NULL;
}

static struct strpool_block *strpool__grow(struct strpool *pool, size_t need)
{
	size_t size = need > STRPOOL_BLOCK ? need : STRPOOL_BLOCK;
	struct strpool_block *block = malloc(sizeof(*block) + size);

	if (!block)
		return NULL;
	block->used = 0;
	block->size = size;
	block->next = pool->blocks;
	pool->blocks = block;
	return block;
}

char *strpool__add(struct strpool *pool, const char *str, size_t len)
{
	struct strpool_block *block = pool->blocks;
	char *copy;

	if (len >= SIZE_MAX - sizeof(*block))
		return NULL;
	if (!block || block->size - block->used < len + 1)
		block = strpool__grow(pool, len + 1);
	if (!block)
		return NULL;

	copy = block->text + block->used;
	memcpy(copy, str, len);
	copy[len] = '\0';
	block->used += len + 1;
	return copy;
}
