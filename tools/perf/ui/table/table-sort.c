// SPDX-License-Identifier: GPL-2.0-only
/* Puts the rows of a table in the order of one of its columns. */
#include <stdlib.h>
#include <string.h>

#include "ui/table/table.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/radix-sort.h"
#include "util/fold/fold.h"
#include "util/profile/profile.h"

/* ---- names ---- */

unsigned int table_kind__find(const struct table_kind *kind, const char *word, size_t len)
{
	unsigned int i = 0;

	while (i < kind->nr_columns &&
	       (!kind->columns[i].name || strncasecmp(kind->columns[i].name, word, len) != 0))
		i++;
	return i;
}

static int unknown_name(const struct table_kind *kind, const char *word, size_t len,
			struct defer_error *err)
{
	char text[128] = "";

	for (unsigned int i = 0; i < kind->nr_columns; i++) {
		const char *name = kind->columns[i].name;

		if (name && table_kind__find(kind, name, strlen(name)) == i)
			strcat(strcat(text, " "), name);
	}
	return defer_error__set(err, DEFER_ERR_INVAL,
				"%s cannot be sorted by '%.*s'; they can by%s", kind->noun,
				(int)len, word, text);
}

int table_order__parse(struct table_order *order, const struct table_kind *kind, const char *text,
		       struct defer_error *err)
{
	order->nr = 0;
	for (;; text++) {
		size_t len = strcspn(text, ", ");
		unsigned int by = table_kind__find(kind, text, len);

		if (by == kind->nr_columns)
			return unknown_name(kind, text, len, err);
		if (len && order->nr < TABLE_MAX_KEYS && !memchr(order->by, by, order->nr))
			order->by[order->nr++] = by;
		text += len;
		if (!*text)
			return 0;
	}
}

/* ---- ranks: the order of stacks, as numbers ---- */

int table__compare_threads(const struct table *table, uint32_t a, uint32_t b)
{
	const struct stack *sa = fold__stack(table->shown->all, a);
	const struct stack *sb = fold__stack(table->shown->all, b);
	const char *const *comms = table->shown->profile->comms;
	int cmp = strcmp(comms[sa->comm_id], comms[sb->comm_id]);

	return cmp ?: CMP(sa->tid, sb->tid) ?: CMP(sa->pid, sb->pid);
}

struct ranking {
	const struct table *table;
	table_compare_fn compare;
};

static int compare_stacks(const void *a, const void *b, void *arg)
{
	const struct ranking *ranking = arg;

	return ranking->compare(ranking->table, *(const uint32_t *)a, *(const uint32_t *)b);
}

/* Marks the stacks that rows have, and lists them. Returns their number. */
static uint32_t list_stacks(const struct table *table, uint32_t *ranks, uint32_t *stacks)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < table->nr; i++) {
		uint32_t stack = table__stack(table, table->rows[i]);

		if (i + TABLE_AHEAD < table->nr)
			table__prefetch(table, table->rows[i + TABLE_AHEAD]);
		if (!ranks[stack])
			stacks[nr++] = stack;
		ranks[stack] = 1;
	}
	return nr;
}

/* Returns the rank of each stack, equal for stacks that compare equal; NULL if out of memory. */
static uint32_t *rank_stacks(struct ranking ranking)
{
	const struct table *table = ranking.table;
	size_t nr_all = fold__nr(table->shown->all) + 1ULL;
	uint32_t *ranks = calloc(nr_all, sizeof(*ranks)),
		 *stacks = malloc(nr_all * sizeof(*stacks));
	uint32_t nr, rank = 0;

	if (!ranks || !stacks) {
		free(ranks);
		free(stacks);
		return NULL;
	}
	nr = list_stacks(table, ranks, stacks);
	if (nr)
		qsort_r(stacks, nr, sizeof(*stacks), compare_stacks, &ranking);
	for (uint32_t i = 0; i < nr; i++) {
		if (i && ranking.compare(table, stacks[i - 1], stacks[i]))
			rank++;
		ranks[stacks[i]] = rank;
	}
	free(stacks);
	return ranks;
}

/* ---- keys ---- */

static uint64_t key_of(const struct table *table, unsigned int by, uint32_t row)
{
	struct cell cell;

	table__cell(table, by, row, &cell);
	if (cell.kind == CELL_NONE)
		return UINT64_MAX;
	if (cell.kind == CELL_SHARE)
		return cell.share * UINT32_MAX;
	return table->kind->columns[by].descending ? UINT64_MAX - 1 - cell.nr : cell.nr;
}

static int set_keys(const struct table *table, unsigned int by, struct radix_item *items)
{
	struct ranking ranking = {table, table->kind->columns[by].compare};
	uint32_t *ranks = ranking.compare ? rank_stacks(ranking) : NULL;

	if (ranking.compare && !ranks)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 0; i < table->nr; i++) {
		uint32_t row = items[i].row;

		if (i + TABLE_AHEAD < table->nr)
			table__prefetch(table, items[i + TABLE_AHEAD].row);
		items[i].key = ranks ? ranks[table__stack(table, row)] : key_of(table, by, row);
	}
	free(ranks);
	return 0;
}

/* ---- the sort ---- */

int table__sort(struct table *table, const struct table_order *order, struct defer_error *err)
{
	struct radix_item *items = malloc((table->nr + 1ULL) * sizeof(*items)), *at = items;
	struct radix_item *room = malloc((table->nr + 1ULL) * sizeof(*room));
	int ret = items && room ? 0 : DEFER_ERR_NOMEM;

	for (uint32_t i = 0; !ret && i < table->nr; i++)
		items[i].row = table->rows[i];
	for (unsigned int i = order->nr; !ret && i-- > 0;) {
		ret = set_keys(table, order->by[i], at);
		if (!ret)
			at = radix_sort(at, at == items ? room : items, table->nr);
	}
	for (uint32_t i = 0; !ret && i < table->nr; i++)
		table->rows[i] = at[i].row;
	free(items);
	free(room);
	return ret ? error__no_memory(err, "to sort rows") : 0;
}
