// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/hash-index.h"
#include "util/fold/part.h"

static bool same_stack(const void *ctx, uint32_t pos, const void *key)
{
	return stack__equal(fold__stack(ctx, pos), key);
}

static int index_part(const struct fold *part, struct hash_index *index, uint64_t key)
{
	for (uint32_t i = 0; i < fold__nr(part); i++) {
		if (hash_index__add(index, stack__hash(fold__stack(part, i), key), i))
			return DEFER_ERR_NOMEM;
	}
	return 0;
}

uint32_t *fold__places_in(const struct fold *all, const struct fold *part)
{
	uint32_t nr = fold__nr(all), *places = malloc((nr + 1ULL) * sizeof(*places));
	struct hash_index index = {0};
	uint64_t key = hash__key();

	if (!places || (part != all && index_part(part, &index, key))) {
		hash_index__exit(&index);
		free(places);
		return NULL;
	}
	for (uint32_t i = 0; i < nr; i++) {
		const struct stack *stack = fold__stack(all, i);

		places[i] = part == all ? i
					: hash_index__find(&index, stack__hash(stack, key),
							   same_stack, part, stack);
	}
	hash_index__exit(&index);
	return places;
}
