// SPDX-License-Identifier: GPL-2.0-only
/* Remembers which lines of a row_view were open, and finds them in other rows. */
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/row-view.h"
#include "util/base/array.h"
#include "util/base/hash.h"

#define MAX_LINES 10000 /* to look at: users open only lines that they can see */
#define CELL_LEN  4096

/* Hashes are compared only within one process: any key will do. */
#define KEY 0x726f77206d656d6fULL

void row_memory__exit(struct row_memory *memory)
{
	free(memory->open.hash);
	free(memory->closed.hash);
	*memory = (struct row_memory){0};
}

/* ---- what a line says ---- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
	return hash__bytes(hash, text, strlen(text));
}

/* Hashes the whole name, of which another part may be shown later, and what else tells functions apart. */
static uint64_t hash_func(uint64_t hash, const struct row_view *rv, uint32_t id)
{
	const struct func *func = funcs__at(rv->hist->conf.funcs, id);

	hash = hash__u64(hash, func->level << 8 | (func->kind == FUNC_INLINED));
	hash = hash__u64(hash, func->place);
	if (rv->hist->conf.funcs->srclines && func->srcline)
		hash = hash_text(hash, func->srcline);
	return func->name ? hash_text(hash, func->name) : hash__u64(hash, func->addr);
}

static uint64_t entry_hash(const struct row_view *rv, const struct row *row)
{
	const struct column_list *keys = &row->hist->conf.order->keys;
	const struct hist_entry *entry = row->entry;
	char cell[CELL_LEN];
	uint64_t hash = KEY;

	for (unsigned int i = 0; i < keys->nr; i++) {
		if (!strcmp(keys->columns[i]->name, "symbol")) {
			hash = hash_func(hash, rv, entry->func);
			continue;
		}
		column__format(keys->columns[i], row->hist, entry, 0, true, cell, sizeof(cell));
		hash = hash_text(hash, cell);
	}
	return hash;
}

/* Hashes the whole path to the row, because one function may stand in many places. */
static uint64_t row_hash(const struct row_view *rv, const struct row *row)
{
	uint64_t hash = row->entry ? entry_hash(rv, row) : hash__u64(KEY, ROW_REST);

	if (row->kind == ROW_REST)
		hash = hash__u64(hash, ROW_REST);
	if (!row->graph)
		return hash;
	for (uint32_t node = row->node; node != GRAPH_ROOT; node = row->graph->nodes[node].parent)
		hash = hash_func(hash, rv, row->graph->nodes[node].func);
	return hash;
}

/* ---- keep and bring back ---- */

static int by_value(const void *a, const void *b)
{
	const uint64_t *ua = a, *ub = b;

	return CMP(*ua, *ub);
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
	if (!ARRAY_GROW(hashes->hash, hashes->cap, hashes->nr + 1))
		return;
	hashes->hash[hashes->nr++] = hash;
}

/* Keeps the hashes of lines that are not among these rows: they may return with later rows. */
static void keep_unseen(struct row_hashes *hashes, const struct row_hashes *old,
			const struct row_hashes *seen)
{
	for (size_t i = 0; i < old->nr && hashes->nr < MAX_LINES; i++) {
		if (!hashes__has(seen, old->hash[i]))
			hashes__add(hashes, old->hash[i]);
	}
	hashes__sort(hashes);
}

/* Replaces @hashes by those in @now, and keeps those that are not in @seen. */
static void row_hashes__replace(struct row_hashes *hashes, struct row_hashes *now,
				const struct row_hashes *seen)
{
	keep_unseen(now, hashes, seen);
	free(hashes->hash);
	*hashes = *now;
}

static bool was_open(const struct row_memory *memory, uint64_t hash)
{
	return hashes__has(&memory->open, hash) || hashes__has(&memory->closed, hash);
}

/* Keeps the state of the first lines and of the cursor. Without memory, keeps nothing. */
void row_view__save(struct tui_view *view)
{
	struct row_view *rv = view->priv;
	struct row_memory *memory = &rv->memory;
	struct row_hashes open = {0}, closed = {0}, seen = {0};
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
		else if (was_open(memory, hash))
			hashes__add(&closed, hash);
	}
	hashes__sort(&seen);
	row_hashes__replace(&memory->open, &open, &seen);
	row_hashes__replace(&memory->closed, &closed, &seen);
	free(seen.hash);
	memory->nr_zooms = view__nr_zooms(view);
	memory->has_cursor = rows__get(&rv->rows, view->cursor, &row);
	if (memory->has_cursor)
		memory->cursor = row_hash(rv, &row);
}

/* Returns whether to open a line; @path: it is on the heaviest path. */
static bool wants_open(const struct row_memory *memory, uint64_t hash, bool path)
{
	return hashes__has(&memory->open, hash) || (path && !hashes__has(&memory->closed, hash));
}

/* State of a restore, which visits lines from the top down. */
struct row_restore {
	struct tui_view *view;
	bool look;		  /* the line of the cursor is still to be found */
	bool path;		  /* the current line is on the heaviest path */
	struct row_hashes opened; /* lines that were not open before */
};

/* Returns whether line @i, which is @row, is the last of its run of frames. */
static bool ends_run(const struct row_view *rv, uint64_t i, const struct row *row)
{
	struct row next;

	return (row->can_open && !row->folds) || !rows__get(&rv->rows, i + 1, &next) ||
	       next.kind == ROW_ENTRY || next.first;
}

static int restore_line(struct row_restore *restore, uint64_t i, const struct row *row,
			struct defer_error *err)
{
	struct row_view *rv = restore->view->priv;
	const struct row_memory *memory = &rv->memory;
	uint64_t hash;

	if (!row->can_open && restore->path)
		restore->path = !ends_run(rv, i, row);
	if (!row->can_open && !restore->look)
		return 0;
	hash = row_hash(rv, row);
	if (restore->look && hash == memory->cursor) {
		restore->view->cursor = i;
		restore->look = false;
	}
	if (!row->can_open)
		return 0;
	if (!wants_open(memory, hash, restore->path)) {
		restore->path = false;
		return 0;
	}
	if (!hashes__has(&memory->open, hash))
		hashes__add(&restore->opened, hash);
	return row->is_open ? 0 : rows__open(&rv->rows, i, true, err);
}

int row_view__restore(struct tui_view *view, bool heaviest, struct defer_error *err)
{
	struct row_view *rv = view->priv;
	struct row_memory *memory = &rv->memory;
	struct row_restore restore = {
		.view = view,
		.look = memory->has_cursor &&
			(view->cursor || memory->nr_zooms != view__nr_zooms(view)),
		.path = heaviest,
	};
	struct row row;
	int ret = 0;

	/* Lines that are opened here are visited next. */
	for (uint64_t i = 0; !ret && i < MAX_LINES && rows__get(&rv->rows, i, &row); i++) {
		if (!restore.look && !restore.path && !memory->open.nr)
			break;
		ret = restore_line(&restore, i, &row, err);
	}
	for (size_t i = 0; i < restore.opened.nr; i++)
		hashes__add(&memory->open, restore.opened.hash[i]);
	hashes__sort(&memory->open);
	free(restore.opened.hash);
	return ret;
}
