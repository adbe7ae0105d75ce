// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/row-memory.h"
#include "util/base/array.h"
#include "util/base/hash.h"

#define MAX_LINES 10000 /* that are looked at: users open what they see */
#define CELL_LEN  4096

/* Hashes are compared with those of the same process alone: any key will do. */
#define KEY 0x726f77206d656d6fULL

void row_memory__exit(struct row_memory *memory)
{
	free(memory->open.hash);
	*memory = (struct row_memory){0};
}

/* ---- what a line says ---- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
	return hash__bytes(hash, text, strlen(text));
}

static uint64_t entry_hash(const struct row_view *rv, const struct hist_entry *entry)
{
	const struct column_list *keys = &rv->hist->conf.order->keys;
	char cell[CELL_LEN];
	uint64_t hash = KEY;

	for (unsigned int i = 0; i < keys->nr; i++) {
		column__format(keys->columns[i], rv->hist, entry, 0, true, cell, sizeof(cell));
		hash = hash_text(hash, cell);
	}
	return hash;
}

/* By the way to it: the same function stands in many places. */
static uint64_t row_hash(const struct row_view *rv, const struct row *row)
{
	uint64_t hash = entry_hash(rv, row->entry);

	if (row->kind == ROW_ENTRY)
		return hash;
	for (uint32_t node = row->node; node != GRAPH_ROOT; node = row->graph->nodes[node].parent) {
		const struct func *func =
			funcs__at(rv->hist->conf.funcs, row->graph->nodes[node].func);

		hash = func->name ? hash_text(hash, func->name) : hash__u64(hash, func->addr);
	}
	return hash;
}

/* ---- keep and bring back ---- */

static int by_value(const void *a, const void *b)
{
	const uint64_t *ua = a, *ub = b;

	return *ua < *ub ? -1 : *ua > *ub;
}

static void hashes__sort(struct row_hashes *hashes)
{
	if (hashes->nr)
		qsort(hashes->hash, hashes->nr, sizeof(*hashes->hash), by_value);
}

static bool hashes__has(const struct row_hashes *hashes, uint64_t hash)
{
	return hashes->nr &&
	       bsearch(&hash, hashes->hash, hashes->nr, sizeof(hash), by_value) != NULL;
}

static void hashes__add(struct row_hashes *hashes, uint64_t hash)
{
	uint64_t *all = array__reserve(hashes->hash, &hashes->cap, hashes->nr + 1, sizeof(*all));

	if (!all)
		return;
	hashes->hash = all;
	all[hashes->nr++] = hash;
}

/* What was open, and neither is nor is closed in these rows, comes back with the next ones. */
static void keep_unseen(struct row_hashes *open, const struct row_hashes *old,
			const struct row_hashes *seen)
{
	for (size_t i = 0; i < old->nr && open->nr < MAX_LINES; i++) {
		if (!hashes__has(seen, old->hash[i]))
			hashes__add(open, old->hash[i]);
	}
}

void row_memory__save(struct row_memory *memory, const struct row_view *rv, uint64_t cursor)
{
	struct row_hashes open = {0}, seen = {0};
	struct row row;

	if (!rv->hist)
		return;
	for (uint64_t i = 0; i < MAX_LINES && rows__get(&rv->rows, i, &row); i++) {
		uint64_t hash;

		if (!row.can_open)
			continue;
		hash = row_hash(rv, &row);
		hashes__add(&seen, hash);
		if (row.is_open)
			hashes__add(&open, hash);
	}
	hashes__sort(&seen);
	keep_unseen(&open, &memory->open, &seen);
	hashes__sort(&open);
	free(seen.hash);
	free(memory->open.hash);
	memory->open = open;
	memory->has_cursor = rows__get(&rv->rows, cursor, &row);
	if (memory->has_cursor)
		memory->cursor = row_hash(rv, &row);
}

int row_memory__restore(const struct row_memory *memory, struct row_view *rv, uint64_t *cursor,
			struct defer_error *err)
{
	bool look = memory->has_cursor && *cursor;
	struct row row;
	int ret = 0;

	if (!rv->hist || (!look && !memory->open.nr))
		return 0;
	/* What opens here is looked at next. */
	for (uint64_t i = 0; !ret && i < MAX_LINES && rows__get(&rv->rows, i, &row); i++) {
		uint64_t hash;

		if (!look && !row.can_open)
			continue;
		hash = row_hash(rv, &row);
		if (look && hash == memory->cursor) {
			*cursor = i;
			look = false;
		}
		if (row.can_open && !row.is_open && hashes__has(&memory->open, hash))
			ret = rows__open(&rv->rows, i, true, err);
	}
	return ret;
}
