// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/profile/callgraph.h"
#include "util/profile/delays.h"
#include "util/profile/hist-change.h"
#include "util/profile/hist-group.h"
#include "util/profile/hit-filter.h"
#include "util/profile/seam-rows.h"
#include "util/profile/seam.h"
#include "util/profile/show-opts.h"

void hist__init(struct hist *hist, const struct hist_conf *conf)
{
	*hist = (struct hist){.conf = *conf, .hash_key = hash__key()};
}

void hist__exit(struct hist *hist)
{
	free(hist->stacks);
	free(hist->entries);
	free(hist->keys);
	free(hist->refs);
	free(hist->rows);
	hist_group__delete(hist->group);
	if (hist->base)
		hist__exit(hist->base);
	free(hist->base);
	hash_index__exit(&hist->index);
	*hist = (struct hist){0};
}

/* ---- entries ---- */

static bool keys_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct hist *hist = ctx;
	unsigned int nr = hist->conf.order->keys.nr;

	return !memcmp(&hist->keys[(size_t)pos * nr], key, nr * sizeof(uint64_t));
}

/* Makes room for one more entry and its keys. */
static int hist__reserve(struct hist *hist)
{
	size_t nr_keys = hist->conf.order->keys.nr;

	if (!ARRAY_GROW(hist->entries, hist->cap, hist->nr + 1) || hist->nr >= UINT32_MAX - 1)
		return DEFER_ERR_NOMEM;
	if (!ARRAY_GROW(hist->keys, hist->cap_keys, (hist->nr + 1) * nr_keys + 1))
		return DEFER_ERR_NOMEM;
	return 0;
}

/* Finds the entry with the keys of @want, or adds @want. Returns its index or a negative error. */
static int64_t find_entry(struct hist *hist, const struct hist_entry *want)
{
	const struct column_list *columns = &hist->conf.order->keys;
	uint64_t keys[MAX_COLUMNS], hash;
	uint32_t pos;

	for (unsigned int i = 0; i < columns->nr; i++)
		keys[i] = column__key(columns->columns[i], hist, want);
	hash = hash__bytes(hist->hash_key, keys, columns->nr * sizeof(*keys));
	pos = hash_index__find(&hist->index, hash, keys_equal, hist, keys);
	if (pos != HASH_INDEX_NONE)
		return pos;

	pos = hist->nr;
	if (hist__reserve(hist) || hash_index__add(&hist->index, hash, pos))
		return DEFER_ERR_NOMEM;
	hist->entries[pos] = *want;
	memcpy(&hist->keys[(size_t)pos * columns->nr], keys, columns->nr * sizeof(*keys));
	hist->nr++;
	return pos;
}

static int64_t entry_of(struct hist *hist, const struct hist_stack *stack, uint32_t func)
{
	struct hist_entry want = {
		.who = stack->who,
		.func = func,
		.first_ref = HIST_NO_REF,
	};

	return find_entry(hist, &want);
}

int64_t hist__hit_entry(struct hist *hist, uint32_t idx)
{
	return entry_of(hist, &hist->stacks[idx], hist->stacks[idx].hit);
}

int64_t hist__add_like(struct hist *hist, const struct hist_entry *like)
{
	struct hist_entry want = {.first_ref = HIST_NO_REF};

	memcpy(&want, like, offsetof(struct hist_entry, self)); /* all that keys are made of */
	return find_entry(hist, &want);
}

static void mode_periods__add(struct mode_periods *to, const struct mode_periods *from)
{
	to->sys += from->sys;
	to->us += from->us;
	to->guest_sys += from->guest_sys;
	to->guest_us += from->guest_us;
}

int64_t hist__add_sums(struct hist *hist, const struct hist_entry *from)
{
	int64_t id = hist__add_like(hist, from);
	struct hist_entry *entry;

	if (id < 0)
		return id;
	entry = &hist->entries[id];
	sums__add(&entry->self, &from->self);
	sums__add(&entry->children, &from->children);
	mode_periods__add(&entry->modes, &from->modes);
	user_halves__add(&entry->users, &from->users);
	return id;
}

/* ---- adding ---- */

static int add_ref(struct hist *hist, struct hist_entry *entry, uint32_t stack, uint32_t chain)
{
	if (!ARRAY_GROW(hist->refs, hist->cap_refs, hist->nr_refs + 1) ||
	    hist->nr_refs >= UINT32_MAX - 1)
		return DEFER_ERR_NOMEM;
	hist->refs[hist->nr_refs] = (struct hist_ref){stack, chain, entry->first_ref};
	entry->first_ref = hist->nr_refs++;
	return 0;
}

static void count_mode(struct mode_periods *modes, uint8_t cpumode, uint64_t period)
{
	switch (cpumode) {
	case DEFER_MISC_KERNEL:
		modes->sys += period;
		break;
	case DEFER_MISC_USER:
		modes->us += period;
		break;
	case DEFER_MISC_GUEST_KERNEL:
		modes->guest_sys += period;
		break;
	case DEFER_MISC_GUEST_USER:
		modes->guest_us += period;
		break;
	default:
		break;
	}
}

static void note_depth(struct hist_entry *entry, uint32_t depth)
{
	if (entry->max_depth < depth)
		entry->max_depth = depth;
}

/*
 * Adds stack @idx to the row of the function at @node of its chain. A function that occurs twice
 * counts once, where the graph's order meets it first. This walk starts at the callee, so for the
 * caller's order the last occurrence is kept.
 */
static int add_caller(struct hist *hist, uint32_t idx, uint32_t node)
{
	const struct hist_stack *stack = &hist->stacks[idx];
	const struct chain_node *nodes = hist->conf.chains->nodes;
	bool caller_first = hist->conf.show->graph.order == ORDER_CALLER;
	int64_t id = entry_of(hist, stack, nodes[node].func);
	struct hist_entry *entry;

	if (id < 0)
		return id;
	entry = &hist->entries[id];
	if (entry->first_ref == HIST_NO_REF || hist->refs[entry->first_ref].stack != idx) {
		sums__add(&entry->children, &stack->sums);
		user_halves__add(&entry->users, &stack->users);
		if (add_ref(hist, entry, idx, node))
			return DEFER_ERR_NOMEM;
	} else if (!caller_first || hist->refs[entry->first_ref].chain == CHAIN_ROOT) {
		return 0;
	}
	hist->refs[entry->first_ref].chain = node;
	note_depth(entry, caller_first ? nodes[stack->chain].depth - nodes[node].depth + 1
				       : nodes[node].depth);
	return 0;
}

/* Adds stack @idx to the row of the function that it hit, whose call graph is the whole chain. */
static int add_hit(struct hist *hist, uint32_t idx)
{
	const struct hist_stack *stack = &hist->stacks[idx];
	int64_t id = entry_of(hist, stack, stack->hit);
	struct hist_entry *entry;

	if (id < 0)
		return id;
	entry = &hist->entries[id];
	sums__add(&entry->self, &stack->sums);
	sums__add(&entry->children, &stack->sums);
	count_mode(&entry->modes, stack->cpumode, stack->sums.period);
	user_halves__add(&entry->users, &stack->users);
	note_depth(entry, hist->conf.chains->nodes[stack->chain].depth);
	return stack->chain == CHAIN_ROOT ? 0 : add_ref(hist, entry, idx, CHAIN_ROOT);
}

static int hist__add_stack(struct hist *hist, uint32_t idx)
{
	const struct chain_node *nodes = hist->conf.chains->nodes;
	int ret = add_hit(hist, idx);

	if (!hist->conf.order->children || hist->conf.sides.on)
		return ret;
	for (uint32_t node = hist->stacks[idx].chain; !ret && node != CHAIN_ROOT;
	     node = nodes[node].parent) {
		const struct func *func = funcs__at(hist->conf.funcs, nodes[node].func);

		/* The functions that were hit have been selected before. */
		if (hit_filter__has(hist->conf.hits, func->name, func->dso))
			ret = add_caller(hist, idx, node);
	}
	return ret;
}

static int reserve_stack(struct hist *hist, struct defer_error *err)
{
	if (!ARRAY_GROW(hist->stacks, hist->cap_stacks, hist->nr_stacks + 1) ||
	    hist->nr_stacks >= UINT32_MAX)
		return error__no_memory(err, "for rows");
	return 0;
}

int hist__add(struct hist *hist, const struct hist_stack *stack, struct defer_error *err)
{
	if (reserve_stack(hist, err))
		return DEFER_ERR_NOMEM;
	hist->stacks[hist->nr_stacks] = *stack;
	sums__add(&hist->total, &stack->sums);
	user_halves__add(&hist->users, &stack->users);
	if (stack->chain != CHAIN_ROOT)
		sums__add(&hist->with_chain, &stack->sums);
	return hist__add_stack(hist, hist->nr_stacks++) ? error__no_memory(err, "for rows") : 0;
}

int hist__add_base(struct hist *hist, struct defer_error *err)
{
	hist->base = calloc(1, sizeof(*hist->base));
	if (!hist->base)
		return error__no_memory(err, "for rows");
	hist__init(hist->base, &hist->conf);
	return 0;
}

int hist__add_from(struct hist *hist, const struct hist *from, struct defer_error *err)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < from->nr_stacks; i++)
		ret = hist__add(hist, &from->stacks[i], err);
	hist->total = from->total;
	hist->with_chain = from->with_chain;
	if (!ret && from->base)
		ret = hist__add_base(hist, err);
	return ret || !from->base ? ret : hist__add_from(hist->base, from->base, err);
}

void hist__add_filtered(struct hist *hist, const struct sums *sums)
{
	sums__add(&hist->total, sums);
	sums__add(&hist->with_chain, sums);
}

/* ---- order ---- */

/*
 * Orders rows of equal shares by depth, callers above callees. perf does so only among rows of one
 * thread, which is not a consistent order: a row of another thread may be between any two.
 */
static int compare_depth(const struct hist *hist, const struct hist_entry *a,
			 const struct hist_entry *b)
{
	int cmp = CMP(b->max_depth, a->max_depth);

	if (hist->conf.show->graph.mode == GRAPH_NONE)
		return 0;
	return hist->conf.show->graph.order == ORDER_CALLER ? cmp : -cmp;
}

static int compare_entries(const void *l, const void *r, void *arg)
{
	const struct hist *hist = arg;
	const struct hist_entry *a = &hist->entries[*(const uint32_t *)l];
	const struct hist_entry *b = &hist->entries[*(const uint32_t *)r];
	const struct column_list *sorts = &hist->conf.order->sorts;

	for (unsigned int i = 0; i < sorts->nr; i++) {
		const struct column *column = sorts->columns[i];
		int cmp = column__compare(column, hist, a, b);

		if (!cmp && column__is_children(column))
			cmp = compare_depth(hist, a, b);
		if (cmp)
			return cmp;
	}
	return 0;
}

#define CELL_LEN 4096

/*
 * Returns whether the symbol of the row has the text of the filter. Rows that are not by symbol pass by
 * the text of any key.
 */
static bool passes_filter(const struct hist *hist, const struct hist_entry *entry)
{
	const struct column_list *keys = &hist->conf.order->keys;
	const char *text = hist->conf.show->symbol_filter;
	const struct func *func = funcs__at(hist->conf.funcs, entry->func);
	char cell[CELL_LEN];

	if (column_list__has(keys, "symbol"))
		return func->name && strstr(func->name, text);
	for (unsigned int i = 0; i < keys->nr; i++) {
		column__format(keys->columns[i], hist, entry, 0, true, cell, sizeof(cell));
		if (strstr(cell, text))
			return true;
	}
	return false;
}

/* Returns whether the entry can be shown, apart from the percent limit. */
static bool is_wanted(const struct hist *hist, const struct hist_entry *entry)
{
	if (!hist->conf.order->children && !entry->self.nr && !hist->conf.compares &&
	    !(hist->group && hist_group__is_hit(hist, entry)))
		return false;
	return !hist->conf.show->symbol_filter || passes_filter(hist, entry);
}

static bool reaches_limit(const struct hist *hist, const struct hist_entry *entry)
{
	const double limit = hist->conf.show->min_percent;
	uint64_t period = hist__entry_period(hist, entry);

	if (!hist->total.period || 100.0 * period / hist->total.period >= limit)
		return true;
	return hist->base && hist->base->total.period &&
	       reaches_limit(hist->base, hist__entry_before(hist, entry));
}

/*
 * Sets the greatest period that each row can have: a missing user half may contain any function of
 * user space, but none of the kernel, and the place that was hit is known. What stands in for a half
 * that is missing is in no other.
 */
static void set_most(struct hist *hist)
{
	for (size_t i = 0; i < hist->nr; i++) {
		struct hist_entry *entry = &hist->entries[i];
		const struct func *func = funcs__at(hist->conf.funcs, entry->func);
		bool is_user = !func->is_kernel;

		entry->most = hist__entry_period(hist, entry);
		if (hist->conf.order->children && is_user && func->kind != FUNC_NO_HALF)
			entry->most += hist->users.missing - entry->users.missing;
	}
}

/* Selects the rows to show, and behind them those that the percent limit hides. */
static void select_rows(struct hist *hist)
{
	hist->nr_rows = hist->nr_hidden = 0;
	for (uint32_t i = 0; i < hist->nr; i++) {
		if (is_wanted(hist, &hist->entries[i]) && reaches_limit(hist, &hist->entries[i]))
			hist->rows[hist->nr_rows++] = i;
	}
	for (uint32_t i = 0; i < hist->nr; i++) {
		if (is_wanted(hist, &hist->entries[i]) && !reaches_limit(hist, &hist->entries[i]))
			hist->rows[hist->nr_rows + hist->nr_hidden++] = i;
	}
}

bool hist__has_periods(const struct hist *hist)
{
	for (size_t i = 0; i < hist->nr_stacks; i++) {
		if (hist->stacks[i].sums.period)
			return true;
	}
	return false;
}

int hist__sort(struct hist *hist, struct defer_error *err)
{
	uint32_t *rows = realloc(hist->rows, (hist->nr + 1) * sizeof(*rows));

	if (!rows)
		return error__no_memory(err, "for rows");
	hist->rows = rows;
	set_most(hist);
	if (sort_order__needs_delays(hist->conf.order) && hist__measure_delays(hist))
		return error__no_memory(err, "for rows");
	select_rows(hist);
	qsort_r(rows, hist->nr_rows, sizeof(*rows), compare_entries, hist);
	return 0;
}

unsigned int hist__column_width(const struct hist *hist, const struct column *column)
{
	size_t nr = hist->group && !column__is_key(column) ? hist->group->nr_shown : 1;
	size_t width = column->width * nr,
	       header = strlen(sort_order__header(hist->conf.order, column));

	if (width < header)
		width = header;
	if (column->kind != COLUMN_TRAIT && !column->len && !column->text)
		return width;
	for (size_t i = 0; i < hist->nr; i++) {
		size_t len = column__len(column, hist, &hist->entries[i]);

		if (width < len)
			width = len;
	}
	return width;
}

/* ---- call graphs ---- */

static uint64_t min_hits(const struct hist *hist)
{
	return hist->with_chain.period * (hist->conf.show->graph.threshold / 100);
}

bool hist__has_graph(const struct hist *hist, const struct hist_entry *entry)
{
	enum graph_mode mode = hist->conf.show->graph.mode;

	if (mode == GRAPH_NONE || entry->first_ref == HIST_NO_REF)
		return false;
	if (hist->base && hist__has_graph(hist->base, hist__entry_before(hist, entry)))
		return true;
	return mode == GRAPH_REL || hist__entry_period(hist, entry) >= min_hits(hist);
}

/*
 * Writes the funcs of the part of the chain that @ref covers, in the graph's order. Returns their
 * number. @funcs must have room for all.
 */
static uint32_t ref_chain(const struct hist *hist, const struct hist_ref *ref, uint32_t *funcs)
{
	const struct chain_node *nodes = hist->conf.chains->nodes;
	uint32_t leaf = hist->stacks[ref->stack].chain, node, nr, i;

	if (hist->conf.show->graph.order == ORDER_CALLEE) {
		nr = 0;
		for (node = ref->chain == CHAIN_ROOT ? leaf : ref->chain; node != CHAIN_ROOT;
		     node = nodes[node].parent)
			funcs[nr++] = nodes[node].func;
		return nr;
	}
	nr = nodes[leaf].depth - (ref->chain == CHAIN_ROOT ? 0 : nodes[ref->chain].depth - 1);
	for (node = leaf, i = nr; i > 0; node = nodes[node].parent)
		funcs[--i] = nodes[node].func;
	return nr;
}

/*
 * Returns true if call graphs have two sides, each with the whole period of its row: the callers of
 * a pivot upwards, and what it called in the kernel. Without the symbol in the row's keys, pivots
 * are frames of the graph, and what they called in the kernel is below them.
 */
static bool is_two_sided(const struct hist *hist)
{
	return hist->conf.sides.on && column_list__has(&hist->conf.order->keys, "symbol");
}

/* Adds both sides of a pivot, or what it called in the kernel. @path has room for one head. */
static int add_pivot(const struct hist *hist, uint32_t idx, uint32_t *path, struct callgraph *graph,
		     struct defer_error *err)
{
	const struct hist_stack *stack = &hist->stacks[idx];
	const struct sample_sum sum = sums__samples(&stack->sums);
	const struct chain_tree *chains = hist->conf.chains;
	const struct funcs *funcs = hist->conf.funcs;
	bool two_sided = is_two_sided(hist);
	uint32_t nr = seam_chain__callees(chains, funcs, stack->chain, path + 1) + 1;
	int ret;

	path[0] = two_sided ? hist->conf.sides.callees : stack->hit;
	ret = callgraph__add(graph, path, nr, &sum, err);
	if (ret || !two_sided)
		return ret;
	path[0] = hist->conf.sides.callers;
	nr = seam_chain__callers(chains, funcs, stack->chain, path + 1) + 1;
	return callgraph__add(graph, path, nr, &sum, err);
}

static int add_refs(const struct hist *hist, const struct hist_entry *entry,
		    struct callgraph *graph, struct defer_error *err)
{
	uint32_t *funcs = malloc((entry->max_depth + 1) * sizeof(*funcs));
	int ret = 0;

	if (!funcs)
		return error__no_memory(err, "for rows");
	for (uint32_t i = entry->first_ref; !ret && i != HIST_NO_REF; i = hist->refs[i].next) {
		const struct sample_sum sum =
			sums__samples(&hist->stacks[hist->refs[i].stack].sums);
		uint32_t nr;

		if (hist->conf.sides.on) {
			ret = add_pivot(hist, hist->refs[i].stack, funcs, graph, err);
			continue;
		}
		nr = ref_chain(hist, &hist->refs[i], funcs);
		ret = callgraph__add(graph, funcs, nr, &sum, err);
	}
	free(funcs);
	return ret;
}

/* Makes the graph of the row in the baseline, whose nodes have the same numbers. */
static int add_base_graph(const struct hist *hist, const struct hist_entry *entry,
			  struct callgraph *graph, struct defer_error *err)
{
	graph->base = calloc(1, sizeof(*graph->base));
	if (!graph->base)
		return error__no_memory(err, "for call graphs");
	return hist__callgraph(hist->base, hist__entry_before(hist, entry), graph->base, err);
}

int hist__callgraph(const struct hist *hist, const struct hist_entry *entry,
		    struct callgraph *graph, struct defer_error *err)
{
	int ret = callgraph__init(graph, hist->conf.funcs, err);

	graph->two_sided = is_two_sided(hist);
	graph->max_nodes = hist->conf.max_nodes;
	graph->all = sums__samples(&hist->total);
	if (!ret)
		ret = add_refs(hist, entry, graph, err);
	if (!ret && hist->base)
		ret = add_base_graph(hist, entry, graph, err);
	return ret ? ret : callgraph__seal(graph, &hist->conf.show->graph, min_hits(hist), err);
}
