// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/intern-part.h"

#include <string.h>

/* Mixes a few words of the key: enough to tell most keys apart, whoever chose them. */
static size_t recent_slot(const uint8_t *key, size_t size)
{
	uint64_t first, middle, last;

	memcpy(&first, key, sizeof(first));
	memcpy(&middle, key + size / 16 * sizeof(middle), sizeof(middle));
	memcpy(&last, key + size - sizeof(last), sizeof(last));
	first ^= middle << 21 ^ middle >> 43 ^ last << 42 ^ last >> 22 ^ size;
	return first * 0x9e3779b97f4a7c15ULL >> 32 & (INTERN_RECENT - 1);
}

void intern_part__init(struct intern_part *part)
{
	memset(part, 0, sizeof(*part));
	arena__init(&part->arena);
}

void intern_part__exit(struct intern_part *part)
{
	arena__exit(&part->arena);
	intern_part__init(part);
}

const struct intern_entry *intern__add_to_part(struct intern *intern, struct intern_part *part,
					       const void *key, size_t size)
{
	const struct intern_entry **slot, *entry;

	if (size < sizeof(uint64_t))
		return intern__add(intern, &part->arena, key, size);
	slot = &part->recent[recent_slot(key, size)];
	if (*slot && (*slot)->size == size && !memcmp((*slot)->key, key, size))
		return *slot;
	entry = intern__add(intern, &part->arena, key, size);
	if (entry)
		*slot = entry;
	return entry;
}
