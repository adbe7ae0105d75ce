// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/radix-sort.h"

/* By the bytes of the keys, lowest first. */
static void count_bytes(const struct radix_item *items, uint32_t nr, uint32_t counts[8][256])
{
	for (uint32_t i = 0; i < nr; i++) {
		for (unsigned int byte = 0; byte < 8; byte++)
			counts[byte][items[i].key >> (8 * byte) & 0xff]++;
	}
}

/* Moves items from @from to @to in order of one byte of their keys. */
static void move_by_byte(const struct radix_item *from, struct radix_item *to, uint32_t nr,
			 unsigned int byte, const uint32_t counts[256])
{
	uint32_t places[256], sum = 0;

	for (unsigned int i = 0; i < 256; i++) {
		places[i] = sum;
		sum += counts[i];
	}
	for (uint32_t i = 0; i < nr; i++)
		to[places[from[i].key >> (8 * byte) & 0xff]++] = from[i];
}

struct radix_item *radix_sort(struct radix_item *items, struct radix_item *room, uint32_t nr)
{
	uint32_t counts[8][256] = {{0}};

	count_bytes(items, nr, counts);
	for (unsigned int byte = 0; nr && byte < 8; byte++) {
		struct radix_item *from = items;

		/* A byte that is equal in all keys changes nothing. */
		if (counts[byte][items[0].key >> (8 * byte) & 0xff] == nr)
			continue;
		move_by_byte(from, room, nr, byte, counts[byte]);
		items = room;
		room = from;
	}
	return items;
}

void *radix_sort_rows(void *rows, size_t size, uint32_t nr, uint64_t (*first)(const void *row),
		      uint64_t (*second)(const void *row))
{
	struct radix_item *items = malloc((2ULL * nr + 1) * sizeof(*items)), *by = items;
	uint8_t *from = rows, *to = malloc((nr + 1ULL) * size);

	if (!items || !to) {
		free(items);
		free(to);
		return NULL;
	}
	for (uint32_t i = 0; i < nr; i++)
		items[i] = (struct radix_item){.key = second(from + i * size), .row = i};
	by = radix_sort(by, items + nr, nr);
	for (uint32_t i = 0; i < nr; i++)
		by[i].key = first(from + by[i].row * size);
	by = radix_sort(by, by == items ? items + nr : items, nr);
	for (uint32_t i = 0; i < nr; i++)
		memcpy(to + i * size, from + by[i].row * size, size);
	free(items);
	free(rows);
	return to;
}
