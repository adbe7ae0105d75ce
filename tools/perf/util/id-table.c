// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/id-table.h"

#define ID_TABLE_MIN 64

void id_table__exit(struct id_table *table)
{
	free(table->slots);
	*table = (struct id_table){0};
}

static void put(struct id_table *table, struct id_slot slot)
{
	uint32_t pos = slot.hash;

	while (table->slots[pos & table->mask].id1)
		pos++;
	table->slots[pos & table->mask] = slot;
}

static int grow(struct id_table *table, struct defer_error *err)
{
	uint64_t old = table->mask ? table->mask + 1ULL : 0;
	uint64_t nr = old ? old * 2 : ID_TABLE_MIN;
	struct id_slot *from = table->slots;
	struct id_slot *slots = nr <= UINT32_MAX ? calloc(nr, sizeof(*slots)) : NULL;

	if (!slots)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for a table of %u", table->nr);
	table->slots = slots;
	table->mask = nr - 1;
	for (uint64_t i = 0; i < old; i++) {
		if (from[i].id1)
			put(table, from[i]);
	}
	free(from);
	return 0;
}

int id_table__add(struct id_table *table, uint32_t hash, uint32_t id, struct defer_error *err)
{
	/* At most two thirds full, so that probes stay short and always end. */
	if (!table->mask || table->nr >= table->mask / 3 * 2) {
		int ret = grow(table, err);

		if (ret)
			return ret;
	}
	put(table, (struct id_slot){.hash = hash, .id1 = id + 1});
	table->nr++;
	return 0;
}
