// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/view/rows-priv.h"

/* ---- how many lines before an entry ---- */

static void add_sum(struct rows *rows, uint32_t pos, uint64_t delta)
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
	return nr;
}

/* Gives each entry one line. Node i of the tree sums up (i & -i) entries. */
static void reset_sums(struct rows *rows)
{
	rows->sums[0] = 0;
	for (uint64_t i = 1; i <= rows->nr; i++)
		rows->sums[i] = i & -i;
}

int rows__init(struct rows *rows, const struct hist *hist, struct defer_error *err)
{
	*rows = (struct rows){.hist = hist, .nr = hist->nr_rows};
	rows->entries = calloc(rows->nr + 1ULL, sizeof(*rows->entries));
	rows->sums = malloc((rows->nr + 1ULL) * sizeof(*rows->sums));
	if (!rows->entries || !rows->sums) {
		rows__exit(rows);
		return error__no_memory(err, "for lines");
	}
	reset_sums(rows);
	return 0;
}

static void row_entry__delete(struct row_entry *entry)
{
	callgraph__exit(&entry->graph);
	free(entry->below);
	free(entry->node_open);
	free(entry);
}

void rows__exit(struct rows *rows)
{
	for (size_t i = 0; i < rows->nr_built; i++)
		row_entry__delete(rows->entries[rows->built[i]]);
	free(rows->entries);
	free(rows->built);
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

uint64_t row_entry__run_lines(const struct row_entry *entry, uint32_t node)
{
	uint32_t len, end = run_end(&entry->graph, node, &len);

	return len + (entry->node_open[end] ? entry->below[end] : 0);
}

/* Counts the lines below each node while all nodes are closed: the frames of the runs. */
static void count_below(struct row_entry *entry)
{
	const struct graph_node *nodes = entry->graph.nodes;

	for (uint32_t node = 0; node < entry->graph.nr; node++) {
		uint32_t len;

		for (uint32_t child = nodes[node].first; child != GRAPH_END;
		     child = nodes[child].next) {
			run_end(&entry->graph, child, &len);
			entry->below[node] += len;
		}
	}
}

/* Closes all of the entry, as it was when it was built. */
static void close_entry(const struct rows *rows, struct row_entry *entry)
{
	memset(entry->below, 0, entry->graph.nr * sizeof(*entry->below));
	memset(entry->node_open, 0, entry->graph.nr * sizeof(*entry->node_open));
	count_below(entry);
	entry->open = false;
	entry->generation = rows->generation;
}

static int fill_entry(const struct rows *rows, uint32_t pos, struct row_entry *entry,
		      struct defer_error *err)
{
	const struct hist *hist = rows->hist;
	int ret = hist__callgraph(hist, &hist->entries[hist->rows[pos]], &entry->graph, err);

	if (ret)
		return ret;
	entry->below = malloc(entry->graph.nr * sizeof(*entry->below));
	entry->node_open = malloc(entry->graph.nr * sizeof(*entry->node_open));
	return entry->below && entry->node_open ? 0 : error__no_memory(err, "for lines");
}

static int rows__build(struct rows *rows, uint32_t pos, struct defer_error *err)
{
	uint32_t *built =
		array__reserve(rows->built, &rows->cap_built, rows->nr_built + 1, sizeof(*built));
	struct row_entry *entry;
	int ret;

	if (!built)
		return error__no_memory(err, "for lines");
	rows->built = built;
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
	built[rows->nr_built++] = pos;
	return 0;
}

/*
 * Returns true if the entry's state is current. Otherwise it counts as closed, with all that is in
 * it.
 */
static bool is_ready(const struct rows *rows, uint32_t pos)
{
	return rows->entries[pos] && rows->entries[pos]->generation == rows->generation;
}

int rows__make_ready(struct rows *rows, uint32_t pos, struct defer_error *err)
{
	struct row_entry *entry = rows->entries[pos];

	if (!entry)
		return rows__build(rows, pos, err);
	if (!is_ready(rows, pos))
		close_entry(rows, entry);
	return 0;
}

/* ---- one line ---- */

static const struct hist_entry *entry_at(const struct rows *rows, uint32_t pos)
{
	return &rows->hist->entries[rows->hist->rows[pos]];
}

static void set_entry_row(const struct rows *rows, uint32_t pos, struct row *row)
{
	const struct row_entry *entry = rows->entries[pos];

	*row = (struct row){
		.kind = ROW_ENTRY,
		.entry = entry_at(rows, pos),
		.can_open = entry ? entry->below[GRAPH_ROOT] > 0
				  : hist__has_graph(rows->hist, entry_at(rows, pos)),
		.is_open = is_ready(rows, pos) && entry->open,
	};
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
	row->can_open = node == end && entry->below[end];
	row->is_open = row->can_open && entry->node_open[end];
}

/* Fills in line @i of those below the entry. */
static void find_frame(const struct row_entry *entry, uint64_t i, struct row *row)
{
	uint32_t node = entry->graph.nodes[GRAPH_ROOT].first;

	for (row->depth = 1; node != GRAPH_END;) {
		uint32_t len, end = run_end(&entry->graph, node, &len);
		uint64_t lines = row_entry__run_lines(entry, node);

		if (i < len) {
			set_frame_row(entry, node, end, i, row);
			return;
		}
		if (i < lines) {
			i -= len;
			node = entry->graph.nodes[end].first;
			row->depth++;
		} else {
			i -= lines;
			node = entry->graph.nodes[node].next;
		}
	}
}

bool rows__get(const struct rows *rows, uint64_t i, struct row *row)
{
	uint32_t pos = rows__find_entry(rows, &i);

	if (pos >= rows->nr)
		return false;
	set_entry_row(rows, pos, row);
	if (i)
		find_frame(rows->entries[pos], i - 1, row);
	return true;
}

/* ---- open and close ---- */

/* Adds @delta lines to the run that ends at @node, and to all open runs above it. */
static void rows__spread(struct rows *rows, uint32_t pos, uint32_t node, uint64_t delta)
{
	struct row_entry *entry = rows->entries[pos];

	do {
		node = run_parent(&entry->graph, node);
		entry->below[node] += delta;
	} while (node != GRAPH_ROOT && entry->node_open[node]);
	if (node == GRAPH_ROOT && entry->open)
		add_sum(rows, pos, delta);
}

void rows__open_node(struct rows *rows, uint32_t pos, uint32_t node, bool open)
{
	struct row_entry *entry = rows->entries[pos];

	if (entry->node_open[node] == open)
		return;
	entry->node_open[node] = open;
	rows__spread(rows, pos, node, open ? entry->below[node] : -entry->below[node]);
}

int rows__open_entry(struct rows *rows, uint32_t pos, bool open, struct defer_error *err)
{
	struct row_entry *entry;
	int ret;

	if (!hist__has_graph(rows->hist, entry_at(rows, pos)) || (!open && !is_ready(rows, pos)))
		return 0;
	ret = rows__make_ready(rows, pos, err);
	if (ret)
		return ret;
	entry = rows->entries[pos];
	if (entry->open == open || !entry->below[GRAPH_ROOT])
		return 0;
	entry->open = open;
	add_sum(rows, pos, open ? entry->below[GRAPH_ROOT] : -entry->below[GRAPH_ROOT]);
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
	if (row.can_open)
		rows__open_node(rows, pos, row.node, open);
	return 0;
}

/*
 * Opens or closes every node below @top. Works because children have higher numbers than parents.
 */
static void open_below(struct rows *rows, uint32_t pos, uint32_t top, bool open)
{
	const struct callgraph *graph = &rows->entries[pos]->graph;

	for (uint32_t node = graph->nr - 1; node > top; node--) {
		uint32_t above = node;

		if (graph->nodes[node].first == GRAPH_END ||
		    callgraph__run_next(graph, node) != GRAPH_END)
			continue;
		while (above > top)
			above = graph->nodes[above].parent;
		if (above == top)
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
	if (!i) {
		ret = rows__open_entry(rows, pos, open, err);
		if (!ret && is_ready(rows, pos))
			open_below(rows, pos, GRAPH_ROOT, open);
		return ret;
	}
	find_frame(rows->entries[pos], i - 1, &row);
	if (row.can_open) {
		rows__open_node(rows, pos, row.node, open);
		open_below(rows, pos, row.node, open);
	}
	return 0;
}

void rows__close_world(struct rows *rows)
{
	rows->generation++;
	reset_sums(rows);
}

/* ---- search ---- */

const char *row__name(const struct rows *rows, const struct row *row)
{
	const struct funcs *funcs = rows->hist->conf.funcs;
	uint32_t func =
		row->kind == ROW_ENTRY ? row->entry->func : row->graph->nodes[row->node].func;

	return funcs__at(funcs, func)->name;
}
