// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "util/base/array.h"
#include "util/profile/sort.h"

#define DEFAULT_SORT "comm,dso,symbol"

bool column_list__has(const struct column_list *list, const char *name)
{
	for (unsigned int i = 0; i < list->nr; i++) {
		if (!strcmp(list->columns[i]->name, name))
			return true;
	}
	return false;
}

/* Adds @column unless it is in the list. A list is longer than the table, so there is room. */
static void column_list__add(struct column_list *list, const struct column *column)
{
	if (!column_list__has(list, column->name) && list->nr < MAX_COLUMNS)
		list->columns[list->nr++] = column;
}

static void column_list__add_name(struct column_list *list, const char *name)
{
	column_list__add(list, column__find(name, strlen(name)));
}

static void column_list__add_all(struct column_list *list, const struct column_list *from)
{
	for (unsigned int i = 0; i < from->nr; i++)
		column_list__add(list, from->columns[i]);
}

static int unknown_column(const char *word, size_t len, const char *what, struct defer_error *err)
{
	char names[160] = "";
	size_t at = 0;

	for (const struct column *col = column__table(); col->name; col++) {
		at += strlen(col->name) + 1;
		if (at >= sizeof(names))
			break;
		strcat(strcat(names, " "), col->name);
	}
	return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				"'%.*s' is not a valid %s; valid ones are%s", (int)len, word, what,
				names);
}

/* Adds the columns named in "a,b,c". */
static int parse_list(struct column_list *list, const char *str, bool keys_only,
		      struct defer_error *err)
{
	for (const char *word = str;; word++) {
		size_t len = strcspn(word, ", ");
		const struct column *column = len ? column__find(word, len) : NULL;

		if (len && !column)
			return unknown_column(word, len, keys_only ? "sort key" : "field", err);
		if (column)
			column_list__add(list, column);
		word += len;
		if (!*word)
			return 0;
	}
}

/* Parses -s; "+x" adds to the default. */
static int parse_sort(struct sort_order *order, const struct sort_opts *opts,
		      struct defer_error *err)
{
	const char *sort = opts->sort;
	int ret = 0;

	if (!sort || *sort == '+')
		ret = parse_list(&order->sorts, DEFAULT_SORT, true, err);
	if (!ret && sort)
		ret = parse_list(&order->sorts, sort + (*sort == '+'), true, err);
	return ret;
}

static bool sort_opts__names(const struct sort_opts *opts, const char *name)
{
	return opts->sort && strstr(opts->sort, name);
}

/* Adds the columns of percentages by perf's setup_overhead(), Linux 7.3, tools/perf/util/sort.c. */
static void add_shares(struct column_list *list, const struct sort_opts *opts)
{
	bool prefer = opts->prefer_latency;
	bool latency = prefer || (opts->latency && !sort_opts__names(opts, COLUMN_OVERHEAD));

	/* A user who names latencies gets only these. */
	if (!prefer && sort_opts__names(opts, COLUMN_LATENCY_NAME))
		return;
	if (opts->children && prefer)
		column_list__add_name(list, COLUMN_LATENCY_CHILDREN);
	if (opts->children)
		column_list__add_name(list, COLUMN_OVERHEAD_CHILDREN);
	if (opts->children && latency)
		column_list__add_name(list, COLUMN_LATENCY_CHILDREN);
	if (prefer)
		column_list__add_name(list, COLUMN_LATENCY_NAME);
	column_list__add_name(list, COLUMN_OVERHEAD);
	if (latency)
		column_list__add_name(list, COLUMN_LATENCY_NAME);
}

/*
 * Adds the default fields. Percentages among the sort columns come first, wherever they were named.
 */
static void add_default_fields(struct column_list *fields, const struct sort_opts *opts,
			       const struct column_list *sorts)
{
	static const char *const shares[] = {COLUMN_OVERHEAD_CHILDREN, COLUMN_LATENCY_CHILDREN,
					     COLUMN_OVERHEAD, COLUMN_LATENCY_NAME};

	add_shares(fields, opts);
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++) {
		if (column_list__has(sorts, shares[i]))
			column_list__add_name(fields, shares[i]);
	}
	if (opts->cpu_utilization) {
		column_list__add_name(fields, "overhead_sys");
		column_list__add_name(fields, "overhead_us");
	}
	if (opts->nr_samples)
		column_list__add_name(fields, "sample");
	if (opts->total_period)
		column_list__add_name(fields, "period");
}

static int sort_order__setup(struct sort_order *order, const struct sort_opts *opts,
			     struct defer_error *err)
{
	bool strict = opts->fields && *opts->fields != '+';
	int ret = 0;

	if (!strict)
		add_shares(&order->sorts, opts);
	if (!strict || opts->sort)
		ret = parse_sort(order, opts, err);
	if (!strict)
		add_default_fields(&order->fields, opts, &order->sorts);
	if (!ret && opts->fields)
		ret = parse_list(&order->fields, opts->fields + !strict, false, err);
	return ret;
}

int sort_order__init(struct sort_order *order, const struct sort_opts *opts,
		     struct defer_error *err)
{
	int ret;

	*order = (struct sort_order){.children = opts->children};
	ret = sort_order__setup(order, opts, err);
	if (ret)
		return ret;

	column_list__add_all(&order->fields, &order->sorts);
	column_list__add_all(&order->sorts, &order->fields);
	for (unsigned int i = 0; i < order->sorts.nr; i++) {
		if (order->sorts.columns[i]->kind == COLUMN_KEY)
			column_list__add(&order->keys, order->sorts.columns[i]);
	}
	return 0;
}

const char *sort_order__header(const struct sort_order *order, const struct column *column)
{
	if (!strcmp(column->name, COLUMN_OVERHEAD) &&
	    column_list__has(&order->fields, COLUMN_OVERHEAD_CHILDREN))
		return "Self";
	return column->header;
}

static void drop(struct column_list *list, const char *name)
{
	struct column_list kept = {0};

	for (unsigned int i = 0; i < list->nr; i++) {
		if (strcmp(list->columns[i]->name, name))
			column_list__add(&kept, list->columns[i]);
	}
	*list = kept;
}

bool sort_order__elide(struct sort_order *order, const char *name)
{
	if (!column_list__has(&order->keys, name) || order->keys.nr == 1)
		return false;
	drop(&order->fields, name);
	drop(&order->sorts, name);
	drop(&order->keys, name);
	return true;
}

bool sort_order__needs_latency(const struct sort_order *order)
{
	return column_list__has(&order->sorts, COLUMN_LATENCY_NAME) ||
	       column_list__has(&order->sorts, COLUMN_LATENCY_CHILDREN) ||
	       column_list__has(&order->sorts, COLUMN_PARALLELISM);
}

bool sort_order__needs_delays(const struct sort_order *order)
{
	for (unsigned int i = 0; i < order->sorts.nr; i++) {
		if (order->sorts.columns[i]->kind == COLUMN_DELAY)
			return true;
	}
	return false;
}

void sort_order__cancel_latency(struct sort_order *order, const struct sort_opts *opts)
{
	bool strict = opts->fields && *opts->fields != '+';

	if (strict || opts->prefer_latency || sort_opts__names(opts, COLUMN_LATENCY_NAME))
		return;
	drop(&order->fields, COLUMN_LATENCY_NAME);
	drop(&order->fields, COLUMN_LATENCY_CHILDREN);
	drop(&order->sorts, COLUMN_LATENCY_NAME);
	drop(&order->sorts, COLUMN_LATENCY_CHILDREN);
}
