// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/profile/sort.h"
#include "util/profile/trace-column.h"

#define DEFAULT_SORT "comm,dso,symbol"
#define LAST_LEVEL   USHRT_MAX	  /* of keys that no word of the user names */
#define DIFF_SORT    "dso,symbol" /* so that rows of different tasks meet */
#define BRANCH_SORT  "comm,dso_from,symbol_from,symbol_to,cycles" /* perf's of report -b */

/* A field of a tracepoint may have the name of a column of the table. */
static bool is_field(const struct column *column)
{
	return column->kind == COLUMN_TRAIT && column->trait == COLUMN_TRAIT_FIELD;
}

static bool is_called(const struct column *column, const char *name)
{
	return !is_field(column) && !strcmp(column->name, name);
}

bool column_list__has(const struct column_list *list, const char *name)
{
	for (unsigned int i = 0; i < list->nr; i++) {
		if (is_called(list->columns[i], name))
			return true;
	}
	return false;
}

unsigned int column_list__index(const struct column_list *list, const struct column *column)
{
	unsigned int i = 0;

	while (i + 1 < list->nr && list->columns[i] != column)
		i++;
	return i;
}

bool column_list__wants_srclines(const struct column_list *list)
{
	static const char *const names[] = {"srcline", "srcfile", "srcline_from", "srcline_to"};
	bool wants = false;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		wants |= column_list__has(list, names[i]);
	return wants;
}

static bool same_column(const struct column *a, const struct column *b)
{
	return a == b || (is_field(a) && is_field(b) && a->field->format == b->field->format &&
			  a->event == b->event);
}

/* Adds @column unless it is in the list. Returns false if the list is full. */
static bool column_list__add(struct column_list *list, const struct column *column,
			     unsigned short level)
{
	for (unsigned int i = 0; i < list->nr; i++) {
		if (same_column(list->columns[i], column))
			return true;
	}
	if (list->nr == MAX_COLUMNS)
		return false;
	list->levels[list->nr] = level;
	list->columns[list->nr++] = column;
	return true;
}

static void column_list__add_name(struct column_list *list, const char *name)
{
	column_list__add(list, column__find(name, strlen(name)), LAST_LEVEL);
}

static void column_list__add_all(struct column_list *list, const struct column_list *from)
{
	for (unsigned int i = 0; i < from->nr; i++)
		column_list__add(list, from->columns[i], from->levels[i]);
}

static void column_list__add_numbers(struct column_list *list, const struct column_list *from)
{
	for (unsigned int i = 0; i < from->nr; i++) {
		if (!column__is_key(from->columns[i]))
			column_list__add(list, from->columns[i], from->levels[i]);
	}
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
	return defer_error__set(err, DEFER_ERR_INVAL, "'%.*s' is not a valid %s; valid ones are%s",
				(int)len, word, what, names);
}

/* The reading of -s or -F. */
struct column_words {
	const struct sort_opts *opts;
	bool keys_only; /* it is -s */
	bool in_braces;
	unsigned short level; /* of the next word */
};

/* Adds the columns that @word names as fields of tracepoints. */
static int add_fields(struct column_list *list, const struct column_words *words, const char *word,
		      size_t len, struct defer_error *err)
{
	const struct sort_opts *opts = words->opts;
	size_t from = 0;
	int nr = 0;

	if (opts->no_trace_yet)
		return 0;
	if (opts->trace)
		nr = trace_columns__find(opts->trace, word, len, &from, err);
	if (!nr)
		return unknown_column(word, len, words->keys_only ? "sort key" : "field", err);
	for (int i = 0; i < nr; i++) {
		if (!column_list__add(list, &opts->trace->columns[from + i]->column, words->level))
			return defer_error__set(
				err, DEFER_ERR_INVAL,
				"'%.*s' are more columns than the %d that there can be", (int)len,
				word, MAX_COLUMNS);
	}
	return nr < 0 ? nr : 0;
}

static int add_word(struct column_list *list, const struct column_words *words, const char *word,
		    size_t len, struct defer_error *err)
{
	const struct column *column =
		words->keys_only ? column__find_sort(word, len) : column__find(word, len);

	if (!column)
		return add_fields(list, words, word, len, err);
	if (column->branch && !words->opts->branches)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"the key %s needs -b, rows of branches", column->name);
	column_list__add(list, column, words->level);
	return 0;
}

static const char *default_sort(const struct sort_opts *opts)
{
	if (opts->branches)
		return BRANCH_SORT;
	return opts->compares ? DIFF_SORT : DEFAULT_SORT;
}

/* Adds the columns named in "a,b,c", or for -s "{a,b},c". */
static int parse_list(struct column_list *list, struct column_words *words, const char *str,
		      struct defer_error *err)
{
	for (const char *word = str;; word++) {
		size_t len = strcspn(word, words->keys_only ? "{}, " : ", ");
		int ret = len ? add_word(list, words, word, len, err) : 0;

		if (ret)
			return ret;
		word += len;
		if (!words->in_braces && words->level < LAST_LEVEL)
			words->level++;
		if (!*word)
			return 0;
		if (*word == '{' || *word == '}')
			words->in_braces = *word == '{';
	}
}

/* Parses -s; "+x" adds to the default. */
static int parse_sort(struct sort_order *order, struct column_words *words, struct defer_error *err)
{
	const char *sort = words->opts->sort;
	int ret = 0;

	words->keys_only = true;
	if (!sort || *sort == '+')
		ret = parse_list(&order->sorts, words, default_sort(words->opts), err);
	if (!ret && sort)
		ret = parse_list(&order->sorts, words, sort + (*sort == '+'), err);
	words->keys_only = words->in_braces = false;
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

	if (opts->compares)
		column_list__add_name(fields, COLUMN_BASELINE_NAME);
	add_shares(fields, opts);
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++) {
		if (column_list__has(sorts, shares[i]))
			column_list__add_name(fields, shares[i]);
	}
	if (opts->compares)
		column_list__add_name(fields, COLUMN_CHANGE_NAME);
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
	struct column_words words = {.opts = opts};
	int ret = 0;

	if (!strict && opts->compares)
		column_list__add_name(&order->sorts, COLUMN_CHANGE_NAME);
	if (!strict)
		add_shares(&order->sorts, opts);
	if (!strict || opts->sort)
		ret = parse_sort(order, &words, err);
	if (!strict)
		add_default_fields(&order->fields, opts, &order->sorts);
	if (!ret && opts->fields)
		ret = parse_list(&order->fields, &words, opts->fields + !strict, err);
	return ret;
}

int sort_order__init(struct sort_order *order, const struct sort_opts *opts,
		     struct defer_error *err)
{
	struct sort_opts wanted = *opts;
	int ret;

	wanted.hierarchy &= !opts->compares;
	wanted.children &= !wanted.hierarchy;
	*order = (struct sort_order){.children = wanted.children,
				     .hierarchy = wanted.hierarchy,
				     .branches = wanted.branches};
	ret = sort_order__setup(order, &wanted, err);
	if (ret)
		return ret;

	if (opts->parent)
		column_list__add_name(&order->sorts, "parent");
	column_list__add_all(&order->fields, &order->sorts);
	column_list__add_all(&order->sorts, &order->fields);
	for (unsigned int i = 0; i < order->sorts.nr; i++) {
		if (column__is_key(order->sorts.columns[i]))
			column_list__add(&order->keys, order->sorts.columns[i],
					 order->sorts.levels[i]);
	}
	return 0;
}

/* ---- levels ---- */

unsigned int sort_order__nr_levels(const struct sort_order *order)
{
	const struct column_list *keys = &order->keys;
	unsigned int nr = order->hierarchy && keys->nr;

	for (unsigned int i = 1; nr && i < keys->nr; i++)
		nr += keys->levels[i] != keys->levels[i - 1];
	return nr;
}

void sort_order__of_level(struct sort_order *order, const struct sort_order *from,
			  unsigned int level)
{
	const struct column_list *keys = &from->keys;
	unsigned int at = 0;

	*order = (struct sort_order){0};
	column_list__add_numbers(&order->fields, &from->fields);
	column_list__add_numbers(&order->sorts, &from->sorts);
	for (unsigned int i = 0; i < keys->nr; i++) {
		at += i && keys->levels[i] != keys->levels[i - 1];
		if (at > level)
			break;
		if (at == level)
			column_list__add(&order->fields, keys->columns[i], keys->levels[i]);
		column_list__add(&order->sorts, keys->columns[i], keys->levels[i]);
		column_list__add(&order->keys, keys->columns[i], keys->levels[i]);
	}
}

const char *sort_order__header(const struct sort_order *order, const struct column *column)
{
	if (!strcmp(column->name, COLUMN_OVERHEAD) &&
	    column_list__has(&order->fields, COLUMN_OVERHEAD_CHILDREN))
		return "Self";
	return column->header;
}

const char *sort_order__key_header(const struct sort_order *order, unsigned int i,
				   const char **before)
{
	bool same = i && order->keys.levels[i] == order->keys.levels[i - 1];
	const char *header = sort_order__header(order, order->keys.columns[i]);

	*before = !i ? "" : same ? "+" : " / ";
	return header + strspn(header, " ");
}

static void drop(struct column_list *list, const char *name)
{
	struct column_list kept = {0};

	for (unsigned int i = 0; i < list->nr; i++) {
		if (!is_called(list->columns[i], name))
			column_list__add(&kept, list->columns[i], list->levels[i]);
	}
	*list = kept;
}

static bool column_list__keep_of(struct column_list *list, uint32_t event)
{
	struct column_list kept = {0};

	for (unsigned int i = 0; i < list->nr; i++) {
		if (!is_field(list->columns[i]) || list->columns[i]->event == event)
			column_list__add(&kept, list->columns[i], list->levels[i]);
	}
	if (kept.nr == list->nr)
		return false;
	*list = kept;
	return true;
}

bool sort_order__of_event(struct sort_order *order, const struct sort_order *from, uint32_t event)
{
	struct sort_order kept = *from;

	if (!column_list__keep_of(&kept.sorts, event))
		return false;
	column_list__keep_of(&kept.fields, event);
	column_list__keep_of(&kept.keys, event);
	*order = kept;
	return true;
}

bool sort_order__elide(struct sort_order *order, const char *name)
{
	if (!column_list__has(&order->keys, name) || order->keys.nr == 1)
		return false;
	if (order->hierarchy)
		return true;
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

bool sort_order__compares(const struct sort_order *order)
{
	unsigned int i = 0;

	while (i < order->sorts.nr && !column__compares(order->sorts.columns[i]))
		i++;
	return i < order->sorts.nr;
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
