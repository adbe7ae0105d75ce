// SPDX-License-Identifier: GPL-2.0-only
/* The slots of rows: which of them are shown, and how many lines are before each. */
#include <string.h>

#include "util/view/rows-priv.h"

/* ---- how many lines before a slot ---- */

void rows__add_sum(struct rows *rows, uint32_t pos, uint64_t delta)
{
	for (uint64_t i = pos + 1ULL; i <= rows->nr; i += i & -i)
		rows->sums[i] += delta;
}

uint32_t rows__find_entry(const struct rows *rows, uint64_t *i)
{
	uint64_t pos = 0, step = 1;

	while (step * 2 <= rows->nr)
		step *= 2;
	for (; step; step /= 2) {
		if (pos + step <= rows->nr && rows->sums[pos + step] <= *i) {
			pos += step;
			*i -= rows->sums[pos];
		}
	}
	return pos;
}

uint64_t rows__nr(const struct rows *rows)
{
	uint64_t nr = 0;

	for (uint64_t i = rows->nr; i; i -= i & -i)
		nr += rows->sums[i];
	return nr + (rows->rest.nr > 0);
}

uint32_t rows__slot(const struct rows *rows, uint64_t i)
{
	return rows__find_entry(rows, &i);
}

/* Returns the number of lines before @slot. */
static uint64_t lines_before(const struct rows *rows, uint32_t slot)
{
	uint64_t nr = 0;

	for (uint64_t i = slot; i; i -= i & -i)
		nr += rows->sums[i];
	return nr;
}

/* ---- slots ---- */

bool rows__is_ready(const struct rows *rows, uint32_t pos)
{
	return rows->entries[pos] && rows->entries[pos]->generation == rows->generation;
}

const struct hist_entry *rows__entry(const struct rows *rows, uint32_t pos)
{
	const struct hierarchy *levels = rows->levels;
	uint32_t id = levels ? levels->rows[pos].entry : rows->hist->rows[pos];

	if (levels &&
	    (levels->rows[pos].is_rest || levels->rows[pos].level + 1U < levels->nr_levels))
		return NULL;
	return &rows->hist->entries[id];
}

bool rows__has_graph(const struct rows *rows, uint32_t slot)
{
	const struct hist_entry *entry = rows__entry(rows, slot);

	return entry && hist__has_graph(rows->hist, entry);
}

uint32_t rows__slot_end(const struct rows *rows, uint32_t slot)
{
	return rows->levels ? rows->levels->rows[slot].end : slot + 1;
}

/* Returns the number of lines of a slot that is shown. */
static uint64_t slot_lines(const struct rows *rows, uint32_t pos)
{
	const struct row_entry *entry = rows->entries[pos];

	return 1 + (rows__is_ready(rows, pos) && entry->open ? entry->below[GRAPH_ROOT] : 0);
}

/* Returns the first slot after @pos, which is shown, that is shown too. */
static uint32_t next_shown(const struct rows *rows, uint32_t pos)
{
	return rows->level_open[pos] ? pos + 1 : rows__slot_end(rows, pos);
}

/* Counts the lines of all slots of a hierarchy. Node i of the tree sums up (i & -i) slots. */
static void count_slots(struct rows *rows)
{
	memset(rows->sums, 0, (rows->nr + 1ULL) * sizeof(*rows->sums));
	for (uint32_t pos = 0; pos < rows->nr; pos = next_shown(rows, pos))
		rows->sums[pos + 1] = slot_lines(rows, pos);
	for (uint64_t i = 1; i <= rows->nr; i++) {
		if (i + (i & -i) <= rows->nr)
			rows->sums[i + (i & -i)] += rows->sums[i];
	}
}

void rows__reset_sums(struct rows *rows)
{
	if (rows->levels) {
		count_slots(rows);
		return;
	}
	rows->sums[0] = 0;
	for (uint64_t i = 1; i <= rows->nr; i++)
		rows->sums[i] = i & -i;
}

/* ---- open and close ---- */

/* Adds the lines below @pos, if it is open, to the sums, or takes them out. */
static void count_below(struct rows *rows, uint32_t pos, bool add)
{
	uint32_t end = rows->level_open[pos] ? rows__slot_end(rows, pos) : pos;

	for (uint32_t below = pos + 1; below < end; below = next_shown(rows, below))
		rows__add_sum(rows, below,
			      add ? slot_lines(rows, below) : -slot_lines(rows, below));
}

/* Closes the call graphs of the slots from @pos to @end. */
static void close_graphs(struct rows *rows, uint32_t pos, uint32_t end)
{
	for (size_t i = 0; i < rows->nr_built; i++) {
		if (rows->built[i] >= pos && rows->built[i] < end)
			rows->entries[rows->built[i]]->generation = rows->generation - 1;
	}
}

static void set_open(struct rows *rows, uint32_t pos, bool open, bool all)
{
	uint32_t end = all ? rows__slot_end(rows, pos) : pos + 1;

	for (uint32_t i = pos; i < end; i++)
		rows->level_open[i] = open && rows__slot_end(rows, i) > i + 1;
	if (all && !open)
		close_graphs(rows, pos, end);
}

/* Counting from the start is cheaper than changing more than this part of the slots. */
#define FEW_OF 16

void rows__open_level(struct rows *rows, uint32_t pos, bool open, bool all)
{
	bool few = rows__slot_end(rows, pos) - pos < rows->nr / FEW_OF;

	if (few)
		count_below(rows, pos, false);
	set_open(rows, pos, open, all);
	if (few)
		count_below(rows, pos, true);
	else
		count_slots(rows);
}

void rows__open_levels(struct rows *rows)
{
	if (!rows->levels)
		return;
	for (uint32_t pos = 0; pos < rows->nr; pos = rows__slot_end(rows, pos))
		set_open(rows, pos, true, true);
	count_slots(rows);
}

/* Opens all that is above @slot, from the top down: only what is shown is counted. */
static void open_above(struct rows *rows, uint32_t slot)
{
	uint32_t parent = rows->levels ? rows->levels->rows[slot].parent : HIERARCHY_NO_ROW;

	if (parent == HIERARCHY_NO_ROW)
		return;
	open_above(rows, parent);
	if (!rows->level_open[parent])
		rows__open_level(rows, parent, true, false);
}

uint64_t rows__show_slot(struct rows *rows, uint32_t slot)
{
	open_above(rows, slot);
	return lines_before(rows, slot);
}
