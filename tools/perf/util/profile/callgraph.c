// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/node-limit.h"
#include "util/profile/callgraph.h"
#include "util/profile/show-opts.h"

int callgraph__init(struct callgraph *graph, const struct funcs *funcs, struct defer_error *err)
{
	*graph = (struct callgraph){.funcs = funcs, .hash_key = hash__key()};
	if (!ARRAY_GROW(graph->nodes, graph->cap, 1))
		return error__no_memory(err, "for call graphs");
	graph->nodes[GRAPH_ROOT] = (struct graph_node){.parent = GRAPH_ROOT};
	graph->nr = 1;
	return 0;
}

void callgraph__exit(struct callgraph *graph)
{
	free(graph->nodes);
	free(graph->flat);
	if (graph->base)
		callgraph__exit(graph->base);
	free(graph->base);
	hash_index__exit(&graph->index);
	*graph = (struct callgraph){0};
}

static bool callgraph__node_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct graph_node *node = &((const struct graph_node *)ctx)[pos], *want = key;

	return node->parent == want->parent && node->func == want->func;
}

static int64_t child_of(struct callgraph *graph, uint32_t parent, uint32_t func)
{
	struct graph_node want = {.parent = parent, .func = func};
	uint64_t hash = hash__u64(graph->hash_key, (uint64_t)parent << 32 | func);
	uint32_t pos =
		hash_index__find(&graph->index, hash, callgraph__node_equal, graph->nodes, &want);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (node_limit__is_reached(graph->max_nodes, graph->nr))
		return DEFER_ERR_NOMEM;
	if (!ARRAY_GROW(graph->nodes, graph->cap, graph->nr + 1) || graph->nr >= UINT32_MAX - 1)
		return DEFER_ERR_NOMEM;
	pos = graph->nr;
	if (hash_index__add(&graph->index, hash, pos))
		return DEFER_ERR_NOMEM;
	graph->nodes[pos] = want;
	graph->nodes[parent].nr_children++;
	graph->nr++;
	return pos;
}

static void note_times(struct graph_node *node, uint32_t times)
{
	if (times > UINT16_MAX)
		times = UINT16_MAX;
	if (!node->least || times < node->least)
		node->least = times;
	if (times > node->most)
		node->most = times;
}

const char *graph_times__text(uint32_t least, uint32_t most, const char *sign,
			      char buf[GRAPH_TIMES_LEN])
{
	buf[0] = '\0';
	if (least < most)
		snprintf(buf, GRAPH_TIMES_LEN, " %s%u-%u", sign, least, most);
	else if (most > 1)
		snprintf(buf, GRAPH_TIMES_LEN, " %s%u", sign, most);
	return buf;
}

int callgraph__add(struct callgraph *graph, const uint32_t *chain, uint32_t nr,
		   const struct sample_sum *sum, struct defer_error *err)
{
	const bool folds = graph->funcs->show->fold_recursion;
	int64_t node = GRAPH_ROOT;
	uint32_t times = 0; /* that @node's function came; 0: none, or nothing folds */

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t func = funcs__at(graph->funcs, chain[i])->graph_id;

		if (times && graph->nodes[node].func == func) {
			times++;
			continue;
		}
		if (times)
			note_times(&graph->nodes[node], times);
		node = child_of(graph, node, func);
		if (node < 0)
			return node_limit__say(graph->max_nodes, graph->nr, "for call graphs", err);
		times = folds;
	}
	if (times)
		note_times(&graph->nodes[node], times);
	if (nr)
		sample_sum__add(&graph->nodes[node].sums.self, sum);
	return 0;
}

static int cmp_funcs(const struct callgraph *graph, uint32_t a, uint32_t b)
{
	return func__cmp(funcs__at(graph->funcs, graph->nodes[a].func),
			 funcs__at(graph->funcs, graph->nodes[b].func));
}

struct change callgraph__change(const struct callgraph *graph, uint32_t node)
{
	const struct callgraph *base = graph->base;
	const struct sample_sums part = {base->nodes[node].sums.cum, graph->nodes[node].sums.cum};
	const struct sample_sums all = {base->all, graph->all};

	return change__of(&part, &all);
}

static int cmp_changes(const struct callgraph *graph, uint32_t a, uint32_t b)
{
	struct change of_a, of_b;

	if (!graph->base)
		return 0;
	of_a = callgraph__change(graph, a);
	of_b = callgraph__change(graph, b);
	return change__compare(&of_a, &of_b);
}

/*
 * Orders siblings together, heaviest first, or those that have changed most. Siblings are distinct
 * functions, so the order is total.
 */
static int by_parent(const void *l, const void *r, void *arg)
{
	const struct callgraph *graph = arg;
	uint32_t a = *(const uint32_t *)l, b = *(const uint32_t *)r;
	const struct graph_node *na = &graph->nodes[a], *nb = &graph->nodes[b];
	int cmp = CMP(na->parent, nb->parent) ?: cmp_changes(graph, a, b);

	return cmp ?: CMP(nb->sums.cum.period, na->sums.cum.period) ?: cmp_funcs(graph, a, b);
}

/* Orders chains, heaviest first; equal ones by their functions, from the end on. */
static int by_hits(const void *l, const void *r, void *arg)
{
	const struct callgraph *graph = arg;
	uint32_t a = *(const uint32_t *)l, b = *(const uint32_t *)r;
	const struct graph_node *nodes = graph->nodes;
	int cmp = CMP(nodes[b].sums.self.period, nodes[a].sums.self.period);

	while (!cmp && a != b && a != GRAPH_ROOT && b != GRAPH_ROOT) {
		cmp = cmp_funcs(graph, a, b);
		a = nodes[a].parent;
		b = nodes[b].parent;
	}
	return cmp ?: (a != GRAPH_ROOT) - (b != GRAPH_ROOT);
}

static void add_up(struct callgraph *graph)
{
	struct sample_sum *all = &graph->nodes[GRAPH_ROOT].sums.cum;

	for (size_t i = graph->nr; i-- > GRAPH_ROOT + 1;) {
		struct graph_node *node = &graph->nodes[i];

		sample_sum__add(&node->sums.cum, &node->sums.self);
		sample_sum__add(&graph->nodes[node->parent].sums.cum, &node->sums.cum);
	}
	/* A relative limit is a part of this. */
	if (graph->two_sided)
		*all = (struct sample_sum){all->nr / 2, all->period / 2};
}

/* Returns whether the node reaches the limit, or did so before. */
static bool callgraph__is_visible(const struct callgraph *graph, const struct graph_conf *conf,
				  uint32_t id)
{
	const struct graph_node *node = &graph->nodes[id];
	uint64_t min_hits = graph->min_hits;

	if (conf->mode == GRAPH_REL)
		min_hits = ceil(graph_node__children_hits(&graph->nodes[node->parent]) *
				(conf->threshold / 100));
	return node->sums.cum.period >= min_hits ||
	       (graph->base && graph->base->nodes[id].sums.cum.period &&
		callgraph__is_visible(graph->base, conf, id));
}

/* Links the visible children of each node. Goes backwards, because each is put in front. */
static int link_children(struct callgraph *graph, const struct graph_conf *conf)
{
	uint32_t *ids = malloc(graph->nr * sizeof(*ids)), nr = 0;

	if (!ids)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 1; i < graph->nr; i++) {
		if (callgraph__is_visible(graph, conf, i))
			ids[nr++] = i;
	}
	qsort_r(ids, nr, sizeof(*ids), by_parent, graph);
	while (nr--) {
		struct graph_node *node = &graph->nodes[ids[nr]];

		node->next = graph->nodes[node->parent].first;
		graph->nodes[node->parent].first = ids[nr];
	}
	free(ids);
	return 0;
}

static int list_flat(struct callgraph *graph)
{
	graph->flat = malloc(graph->nr * sizeof(*graph->flat));
	if (!graph->flat)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 1; i < graph->nr; i++) {
		const struct graph_node *node = &graph->nodes[i];

		if (node->sums.self.period && node->sums.self.period >= graph->min_hits)
			graph->flat[graph->nr_flat++] = i;
	}
	qsort_r(graph->flat, graph->nr_flat, sizeof(*graph->flat), by_hits, graph);
	return 0;
}

int callgraph__seal(struct callgraph *graph, const struct graph_conf *conf, uint64_t min_hits,
		    struct defer_error *err)
{
	bool flat = conf->mode == GRAPH_FLAT || conf->mode == GRAPH_FOLDED;
	int ret;

	graph->min_hits = min_hits;
	add_up(graph);
	ret = flat ? list_flat(graph) : link_children(graph, conf);
	return ret ? error__no_memory(err, "for call graphs") : 0;
}
