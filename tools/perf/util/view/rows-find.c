// SPDX-License-Identifier: GPL-2.0-only
/* Looks for functions among lines that are not shown, because what is above them is closed. */
#include "util/view/rows-priv.h"

/* Returns the node after @node in the order of lines, or GRAPH_END after the last one below @top. */
static uint32_t next_node(const struct callgraph *graph, uint32_t node, uint32_t top)
{
	if (graph->nodes[node].first != GRAPH_END)
		return graph->nodes[node].first;
	while (node != top && graph->nodes[node].next == GRAPH_END)
		node = graph->nodes[node].parent;
	return node == top ? GRAPH_END : graph->nodes[node].next;
}

/* Returns the first or the last node below @top whose function is one of @funcs, or GRAPH_END. */
static uint32_t find_node(const struct callgraph *graph, uint32_t top, const bool *funcs, bool last)
{
	uint32_t found = GRAPH_END, node = top;

	while ((node = next_node(graph, node, top)) != GRAPH_END) {
		if (!funcs[graph->nodes[node].func])
			continue;
		found = node;
		if (!last)
			break;
	}
	return found;
}

static uint32_t run_depth(const struct callgraph *graph, uint32_t first, uint32_t node)
{
	uint32_t nr = 0;

	for (; node != first; node = graph->nodes[node].parent)
		nr++;
	return nr;
}

/* Returns the number of lines between the entry's own and that of @node; all above it is open. */
static uint64_t lines_before(const struct row_entry *entry, uint32_t node)
{
	const struct callgraph *graph = &entry->graph;
	uint64_t nr = 0;

	while (node != GRAPH_ROOT) {
		uint32_t first = run_first(graph, node), parent = graph->nodes[first].parent;

		nr += run_depth(graph, first, node);
		for (uint32_t run = graph->nodes[parent].first; run != first;
		     run = graph->nodes[run].next)
			nr += row_entry__run_lines(entry, run);
		nr += parent != GRAPH_ROOT; /* the line of the parent */
		node = parent;
	}
	return nr;
}

/* Opens all that is above @node in entry @pos. */
static int open_above(struct rows *rows, uint32_t pos, uint32_t node, struct defer_error *err)
{
	const struct callgraph *graph = &rows->entries[pos]->graph;
	int ret = rows__open_entry(rows, pos, true, err);

	if (ret)
		return ret;
	while ((node = graph->nodes[node].parent) != GRAPH_ROOT) {
		rows__fold(rows, pos, node, false);
		if (callgraph__run_next(graph, node) == GRAPH_END)
			rows__open_node(rows, pos, node, true);
	}
	return 0;
}

int rows__find_below(struct rows *rows, uint64_t i, const bool *funcs, bool last, uint64_t *line,
		     struct defer_error *err)
{
	uint64_t in_entry = i;
	uint32_t pos = rows__find_entry(rows, &in_entry), node;
	struct row row;
	int ret;

	if (!rows__get(rows, i, &row) || !row.can_open || row.is_open)
		return 0;
	ret = rows__make_ready(rows, pos, err);
	if (ret)
		return ret;
	node = find_node(&rows->entries[pos]->graph, in_entry ? row.node : GRAPH_ROOT, funcs, last);
	if (node == GRAPH_END)
		return 0;
	ret = open_above(rows, pos, node, err);
	if (ret)
		return ret;
	*line = i - in_entry + 1 + lines_before(rows->entries[pos], node);
	return 1;
}

static uint64_t count_nodes(const struct callgraph *graph, const bool *funcs)
{
	uint64_t nr = 0;

	for (uint32_t node = GRAPH_ROOT; (node = next_node(graph, node, GRAPH_ROOT)) != GRAPH_END;)
		nr += funcs[graph->nodes[node].func];
	return nr;
}

int rows__count_frames(const struct rows *rows, uint32_t slot, const bool *funcs, uint64_t *nr,
		       struct defer_error *err)
{
	const struct hist_entry *entry = rows__entry(rows, slot);
	struct callgraph graph;
	int ret;

	if (rows->entries[slot]) {
		*nr += count_nodes(&rows->entries[slot]->graph, funcs);
		return 0;
	}
	if (!rows__has_graph(rows, slot))
		return 0;
	ret = hist__callgraph(rows->hist, entry, &graph, err);
	if (!ret)
		*nr += count_nodes(&graph, funcs);
	callgraph__exit(&graph);
	return ret;
}
