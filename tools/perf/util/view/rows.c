// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/profile/show-opts.h"
#include "util/view/rows-priv.h"

/* Sums up the entries that the percent limit hides. */
static struct rest hidden_entries(const struct hist *hist)
{
	struct rest rest = {0};

	for (uint32_t i = 0; i < hist->nr_hidden; i++)
		rest__add(&rest, &hist->entries[hist->rows[hist->nr_rows + i]]);
	return rest;
}

int rows__init(struct rows *rows, const struct hist *hist, const struct hierarchy *levels,
	       struct defer_error *err)
{
	*rows = (struct rows){
		.hist = hist,
		.levels = levels,
		.nr = levels ? levels->nr : hist->nr_rows,
		.says_rest = hist->conf.show->min_percent > 0,
	};
	if (levels)
		rows->level_open = calloc(rows->nr + 1ULL, sizeof(*rows->level_open));
	else
		rows->rest = hidden_entries(hist);
	rows->entries = calloc(rows->nr + 1ULL, sizeof(*rows->entries));
	rows->sums = malloc((rows->nr + 1ULL) * sizeof(*rows->sums));
	if (!rows->entries || !rows->sums || (levels && !rows->level_open)) {
		rows__exit(rows);
		return error__no_memory(err, "for lines");
	}
	rows__reset_sums(rows);
	return 0;
}

static void row_entry__delete(struct row_entry *entry)
{
	callgraph__exit(&entry->graph);
	free(entry->below);
	free(entry->node_open);
	free(entry->fold);
	free(entry);
}

void rows__exit(struct rows *rows)
{
	for (size_t i = 0; i < rows->nr_built; i++)
		row_entry__delete(rows->entries[rows->built[i]]);
	free(rows->entries);
	free(rows->built);
	free(rows->level_open);
	free(rows->sums);
	*rows = (struct rows){0};
}

/* ---- runs ---- */

static uint32_t run_end(const struct callgraph *graph, uint32_t node, uint32_t *len)
{
	uint32_t next;

	for (*len = 1; (next = callgraph__run_next(graph, node)) != GRAPH_END; ++*len)
		node = next;
	return node;
}

/* Returns the node above the run that ends with @end: the end of another run, or the root. */
static uint32_t run_parent(const struct callgraph *graph, uint32_t end)
{
	uint32_t node = graph->nodes[end].parent;

	while (node != GRAPH_ROOT && callgraph__run_next(graph, node) != GRAPH_END)
		node = graph->nodes[node].parent;
	return node;
}

uint32_t run_first(const struct callgraph *graph, uint32_t node)
{
	uint32_t parent = graph->nodes[node].parent;

	while (parent != GRAPH_ROOT && callgraph__run_next(graph, parent) == node) {
		node = parent;
		parent = graph->nodes[node].parent;
	}
	return node;
}

/*
 * Returns whether the run that begins with @first folds into its first line: it has several frames,
 * and is not all that is below the entry.
 */
static bool can_fold(const struct callgraph *graph, uint32_t first)
{
	const struct graph_node *nodes = graph->nodes;
	uint32_t parent = nodes[first].parent;

	if (callgraph__run_next(graph, first) == GRAPH_END)
		return false;
	if (parent != GRAPH_ROOT)
		return callgraph__run_next(graph, parent) != first;
	return nodes[GRAPH_ROOT].first != first || nodes[first].next != GRAPH_END;
}

uint64_t row_entry__run_lines(const struct row_entry *entry, uint32_t node)
{
	uint32_t len, end = run_end(&entry->graph, node, &len);

	if (entry->fold[node] == FOLD_CLOSED)
		return 1;
	return len + (entry->node_open[end] ? entry->below[end] : 0);
}

/* Sums up the branches below @node that the percent limit hides. */
static struct rest hidden_branches(const struct callgraph *graph, uint32_t node)
{
	const struct graph_node *nodes = graph->nodes;
	struct rest rest = {
		.nr = nodes[node].nr_children,
		.sum = nodes[node].sums.cum,
	};

	sample_sum__take(&rest.sum, &nodes[node].sums.self);
	for (uint32_t child = nodes[node].first; child != GRAPH_END; child = nodes[child].next) {
		rest.nr--;
		sample_sum__take(&rest.sum, &nodes[child].sums.cum);
	}
	return rest;
}

/* Returns whether a line says what is hidden below @node. */
static bool says_rest(const struct rows *rows, const struct callgraph *graph, uint32_t node)
{
	const struct rest rest = hidden_branches(graph, node);

	return rows->says_rest && rest.nr &&
	       100.0 * rest.sum.period >= rows->rest_from * rows->hist->total.period;
}

/*
 * Folds all runs and counts the lines below each node while all nodes are closed: those of the
 * runs, and the line of the rest. A hidden node has none. Works because parents have lower numbers
 * than children; @node_open is the nodes that can be reached meanwhile.
 */
static void count_below(const struct rows *rows, struct row_entry *entry)
{
	const struct graph_node *nodes = entry->graph.nodes;

	entry->node_open[GRAPH_ROOT] = true;
	for (uint32_t node = 0; node < entry->graph.nr; node++) {
		if (!entry->node_open[node])
			continue;
		for (uint32_t child = nodes[node].first; child != GRAPH_END;
		     child = nodes[child].next) {
			uint32_t len = 1;

			if (can_fold(&entry->graph, child))
				entry->fold[child] = FOLD_CLOSED;
			else
				run_end(&entry->graph, child, &len);
			entry->below[node] += len;
			entry->node_open[child] = true;
		}
		entry->below[node] += says_rest(rows, &entry->graph, node);
	}
}

/* Closes all of the entry, as it was when it was built. */
static void close_entry(const struct rows *rows, struct row_entry *entry)
{
	memset(entry->fold, 0, entry->graph.nr * sizeof(*entry->fold));
	memset(entry->below, 0, entry->graph.nr * sizeof(*entry->below));
	memset(entry->node_open, 0, entry->graph.nr * sizeof(*entry->node_open));
	count_below(rows, entry);
	memset(entry->node_open, 0, entry->graph.nr * sizeof(*entry->node_open));
	entry->open = false;
	entry->generation = rows->generation;
}

static int fill_entry(const struct rows *rows, uint32_t pos, struct row_entry *entry,
		      struct defer_error *err)
{
	int ret = hist__callgraph(rows->hist, rows__entry(rows, pos), &entry->graph, err);

	if (ret)
		return ret;
	entry->below = malloc(entry->graph.nr * sizeof(*entry->below));
	entry->node_open = malloc(entry->graph.nr * sizeof(*entry->node_open));
	entry->fold = malloc(entry->graph.nr * sizeof(*entry->fold));
	return entry->below && entry->node_open && entry->fold ? 0
							       : error__no_memory(err, "for lines");
}

static int rows__build(struct rows *rows, uint32_t pos, struct defer_error *err)
{
	struct row_entry *entry;
	int ret;

	if (!ARRAY_GROW(rows->built, rows->cap_built, rows->nr_built + 1))
		return error__no_memory(err, "for lines");
	entry = calloc(1, sizeof(*entry));
	if (!entry)
		return error__no_memory(err, "for lines");
	ret = fill_entry(rows, pos, entry, err);
	if (ret) {
		row_entry__delete(entry);
		return ret;
	}
	close_entry(rows, entry);
	rows->entries[pos] = entry;
	rows->built[rows->nr_built++] = pos;
	return 0;
}

int rows__make_ready(struct rows *rows, uint32_t pos, struct defer_error *err)
{
	struct row_entry *entry = rows->entries[pos];

	if (!entry)
		return rows__build(rows, pos, err);
	if (!rows__is_ready(rows, pos))
		close_entry(rows, entry);
	return 0;
}

/* ---- one line ---- */

/* Fills in the row of slot @pos, which has no entry of the last level. */
static void set_level_row(const struct rows *rows, uint32_t pos, struct row *row)
{
	const struct hierarchy *levels = rows->levels;
	const struct hierarchy_row *slot = &levels->rows[pos], *of = slot;

	*row = (struct row){
		.kind = slot->is_rest ? ROW_REST : ROW_ENTRY,
		.level = slot->level,
		.can_open = slot->end > pos + 1,
		.is_open = rows->level_open[pos],
	};
	if (slot->is_rest) {
		row->first = row->last = true;
		row->rest = levels->rests[slot->entry];
		if (slot->parent == HIERARCHY_NO_ROW)
			return;
		of = &levels->rows[slot->parent];
	}
	row->hist = hierarchy__hist(levels, of->level);
	row->entry = hierarchy__entry(levels, of);
}

static void set_entry_row(const struct rows *rows, uint32_t pos, struct row *row)
{
	const struct hist_entry *of = rows__entry(rows, pos);
	const struct row_entry *entry = rows->entries[pos];

	if (!of) {
		set_level_row(rows, pos, row);
		return;
	}
	*row = (struct row){
		.kind = ROW_ENTRY,
		.hist = rows->hist,
		.entry = of,
		.level = rows->levels ? rows->levels->rows[pos].level : 0,
		.can_open = entry ? entry->below[GRAPH_ROOT] > 0 : hist__has_graph(rows->hist, of),
		.is_open = rows__is_ready(rows, pos) && entry->open,
	};
}

void rows__get_slot(const struct rows *rows, uint32_t slot, struct row *row)
{
	set_entry_row(rows, slot, row);
}

/* Fills in frame @i of the run from @node to @end. */
static void set_frame_row(const struct row_entry *entry, uint32_t node, uint32_t end, uint64_t i,
			  struct row *row)
{
	row->last = entry->graph.nodes[node].next == GRAPH_END;
	row->first = i == 0;
	while (i--)
		node = callgraph__run_next(&entry->graph, node);
	row->kind = ROW_FRAME;
	row->graph = &entry->graph;
	row->node = node;
	row->folds = entry->fold[node] != FOLD_NONE;
	row->can_open = row->folds || (node == end && entry->below[end]);
	row->is_open = row->folds ? entry->fold[node] == FOLD_OPEN
				  : row->can_open && entry->node_open[end];
}

/* Fills in the line of the branches below @node that are hidden. */
static void set_rest_row(const struct row_entry *entry, uint32_t node, struct row *row)
{
	row->kind = ROW_REST;
	row->graph = &entry->graph;
	row->node = node;
	row->first = row->last = true;
	row->can_open = row->is_open = false;
	row->rest = hidden_branches(&entry->graph, node);
}

/* Fills in line @i of those below the entry. */
static void find_frame(const struct row_entry *entry, uint64_t i, struct row *row)
{
	uint32_t above = GRAPH_ROOT, node = entry->graph.nodes[GRAPH_ROOT].first;

	for (row->depth = 1; node != GRAPH_END;) {
		uint32_t len, end = run_end(&entry->graph, node, &len);
		uint64_t lines = row_entry__run_lines(entry, node);

		if (i < (entry->fold[node] == FOLD_CLOSED ? 1 : len)) {
			set_frame_row(entry, node, end, i, row);
			return;
		}
		if (i < lines) {
			i -= len;
			above = end;
			node = entry->graph.nodes[end].first;
			row->depth++;
		} else {
			i -= lines;
			node = entry->graph.nodes[node].next;
		}
	}
	set_rest_row(entry, above, row); /* the last line of those below */
}

bool rows__get(const struct rows *rows, uint64_t i, struct row *row)
{
	uint32_t pos = rows__find_entry(rows, &i);

	if (pos >= rows->nr) {
		*row = (struct row){.kind = ROW_REST, .first = true, .last = true};
		row->rest = rows->rest;
		return rows->rest.nr && !i;
	}
	set_entry_row(rows, pos, row);
	if (i)
		find_frame(rows->entries[pos], i - 1, row);
	return true;
}

/* ---- open and close ---- */

/* Returns whether the lines below @node, where a run ends, are shown if the run is. */
static bool shows_below(const struct row_entry *entry, uint32_t node)
{
	return entry->node_open[node] && entry->fold[run_first(&entry->graph, node)] != FOLD_CLOSED;
}

/* Adds @delta lines to what is below the run above that of @node, and to all open runs above it. */
static void rows__spread(struct rows *rows, uint32_t pos, uint32_t node, uint64_t delta)
{
	struct row_entry *entry = rows->entries[pos];

	do {
		node = run_parent(&entry->graph, node);
		entry->below[node] += delta;
	} while (node != GRAPH_ROOT && shows_below(entry, node));
	if (node == GRAPH_ROOT && entry->open)
		rows__add_sum(rows, pos, delta);
}

void rows__open_node(struct rows *rows, uint32_t pos, uint32_t node, bool open)
{
	struct row_entry *entry = rows->entries[pos];

	if (entry->node_open[node] == open)
		return;
	entry->node_open[node] = open;
	if (entry->fold[run_first(&entry->graph, node)] == FOLD_CLOSED)
		return; /* not a line of it is shown */
	rows__spread(rows, pos, node, open ? entry->below[node] : -entry->below[node]);
}

void rows__fold(struct rows *rows, uint32_t pos, uint32_t first, bool fold)
{
	struct row_entry *entry = rows->entries[pos];
	unsigned char state = fold ? FOLD_CLOSED : FOLD_OPEN;
	uint32_t len, end;
	uint64_t lines;

	if (entry->fold[first] == FOLD_NONE || entry->fold[first] == state)
		return;
	end = run_end(&entry->graph, first, &len);
	entry->fold[first] = FOLD_OPEN;
	lines = row_entry__run_lines(entry, first) - 1;
	entry->fold[first] = state;
	rows__spread(rows, pos, end, fold ? -lines : lines);
}

int rows__open_entry(struct rows *rows, uint32_t pos, bool open, struct defer_error *err)
{
	const struct hist_entry *of = rows__entry(rows, pos);
	struct row_entry *entry;
	int ret;

	if (!of) {
		rows__open_level(rows, pos, open, false);
		return 0;
	}
	if (!hist__has_graph(rows->hist, of) || (!open && !rows__is_ready(rows, pos)))
		return 0;
	ret = rows__make_ready(rows, pos, err);
	if (ret)
		return ret;
	entry = rows->entries[pos];
	if (entry->open == open || !entry->below[GRAPH_ROOT])
		return 0;
	entry->open = open;
	rows__add_sum(rows, pos, open ? entry->below[GRAPH_ROOT] : -entry->below[GRAPH_ROOT]);
	return 0;
}

int rows__open(struct rows *rows, uint64_t i, bool open, struct defer_error *err)
{
	uint32_t pos = rows__find_entry(rows, &i);
	struct row row;

	if (pos >= rows->nr)
		return 0;
	if (!i)
		return rows__open_entry(rows, pos, open, err);
	find_frame(rows->entries[pos], i - 1, &row);
	if (row.kind != ROW_FRAME)
		return 0;
	if (row.folds)
		rows__fold(rows, pos, row.node, !open);
	else if (row.can_open)
		rows__open_node(rows, pos, row.node, open);
	return 0;
}

/*
 * Opens or closes every node below @top, and unfolds or folds every run. Works because children
 * have higher numbers than parents.
 */
static void open_below(struct rows *rows, uint32_t pos, uint32_t top, bool open)
{
	const struct row_entry *entry = rows->entries[pos];
	const struct callgraph *graph = &entry->graph;

	for (uint32_t node = graph->nr - 1; node > top; node--) {
		bool ends = entry->below[node] && callgraph__run_next(graph, node) == GRAPH_END;
		uint32_t above = node;

		if (!ends && entry->fold[node] == FOLD_NONE)
			continue;
		while (above > top)
			above = graph->nodes[above].parent;
		if (above != top)
			continue;
		rows__fold(rows, pos, node, !open);
		if (ends)
			rows__open_node(rows, pos, node, open);
	}
}

int rows__open_all(struct rows *rows, uint64_t i, bool open, struct defer_error *err)
{
	uint32_t pos = rows__find_entry(rows, &i);
	struct row row;
	int ret;

	if (pos >= rows->nr)
		return 0;
	if (!rows__entry(rows, pos)) {
		rows__open_level(rows, pos, open, true);
		return 0;
	}
	if (!i) {
		ret = rows__open_entry(rows, pos, open, err);
		if (!ret && rows__is_ready(rows, pos))
			open_below(rows, pos, GRAPH_ROOT, open);
		return ret;
	}
	find_frame(rows->entries[pos], i - 1, &row);
	if (!row.can_open)
		return 0;
	if (row.folds)
		rows__fold(rows, pos, row.node, !open);
	else
		rows__open_node(rows, pos, row.node, open);
	open_below(rows, pos, row.node, open);
	return 0;
}

void rows__close_world(struct rows *rows)
{
	rows->generation++;
	if (rows->levels)
		memset(rows->level_open, 0, rows->nr * sizeof(*rows->level_open));
	rows__reset_sums(rows);
}

/* ---- search ---- */

const char *row__name(const struct rows *rows, const struct row *row)
{
	const struct funcs *funcs = rows->hist->conf.funcs;

	switch (row->kind) {
	case ROW_ENTRY:
		return rows->levels && row->hist != rows->hist
			       ? NULL
			       : funcs__at(funcs, row->entry->func)->name;
	case ROW_FRAME:
		return funcs__at(funcs, row->graph->nodes[row->node].func)->name;
	case ROW_REST:
	default:
		return NULL;
	}
}
