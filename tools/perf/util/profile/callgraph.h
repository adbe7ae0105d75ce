/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * callgraph: the tree of calls under one row. Paths are added, then sealed: weights add up,
 * branches below the threshold are hidden and the others stand in order.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H
#define PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H

#include "util/profile/func.h"
#include "util/profile/graph-conf.h"

#define GRAPH_ROOT 0
#define GRAPH_END  0 /* no further child or sibling: the root is neither */

struct graph_node {
	uint32_t func; /* id in funcs */
	uint32_t parent;
	uint32_t nr_children; /* hidden ones too */
	uint32_t first;	      /* after seal: of its visible children, heaviest first */
	uint32_t next;	      /* after seal: its sibling that is next in weight */
	uint64_t count;	      /* samples whose chain ends here */
	uint64_t hits;	      /* their period */
	uint64_t cum_count;   /* after seal: with those that go on */
	uint64_t cum_hits;
};

struct callgraph {
	const struct funcs *funcs;
	struct graph_node *nodes; /* parents before children; node 0 is the root */
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	uint32_t *flat; /* after seal, flat and folded: nodes in which chains end, in order */
	uint32_t nr_flat;
};

int callgraph__init(struct callgraph *graph, const struct funcs *funcs, struct defer_error *err);
void callgraph__exit(struct callgraph *graph);

/* Adds the chain of @nr funcs from the root on: @count samples with a @period in all. */
int callgraph__add(struct callgraph *graph, const uint32_t *chain, uint32_t nr, uint64_t count,
		   uint64_t period, struct defer_error *err);

/* Orders and hides. @min_hits is a period; GRAPH_REL goes by conf->min_percent instead. */
int callgraph__seal(struct callgraph *graph, const struct graph_conf *conf, uint64_t min_hits,
		    struct defer_error *err);

/*
 * Chains that nothing branches off from, and that no sample ends in, show as one: the node
 * after @node in such a run, or GRAPH_END.
 */
static inline uint32_t callgraph__run_next(const struct callgraph *graph, uint32_t node)
{
	const struct graph_node *n = &graph->nodes[node];

	return n->nr_children == 1 && !n->count ? n->first : GRAPH_END;
}

/* What goes on from @node to those that it calls, or that call it. */
static inline uint64_t graph_node__children_hits(const struct graph_node *node)
{
	return node->cum_hits - node->hits;
}

#endif /* PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H */
