// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/export/strings.h"
#include "util/base/array.h"
#include "util/base/hash.h"

static bool string_equal(const void *ctx, uint32_t pos, const void *key)
{
	return !strcmp(((char *const *)ctx)[pos], key);
}

uint32_t strings__id(struct strings *strings, const char *text)
{
	const uint64_t hash = hash__bytes(strings->hash_key, text, strlen(text));
	const uint32_t pos =
		hash_index__find(&strings->index, hash, string_equal, strings->strs, text);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (!ARRAY_GROW(strings->strs, strings->cap, strings->nr + 1) ||
	    !(strings->strs[strings->nr] = strdup(text))) {
		strings->no_memory = true;
		return 0;
	}
	strings->no_memory |= hash_index__add(&strings->index, hash, strings->nr) != 0;
	return strings->nr++;
}

void strings__exit(struct strings *strings)
{
	for (size_t i = 0; i < strings->nr; i++)
		free(strings->strs[i]);
	free(strings->strs);
	hash_index__exit(&strings->index);
	*strings = (struct strings){0};
}
