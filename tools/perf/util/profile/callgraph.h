/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * callgraph: the tree of calls under one row. Chains are added, then sealed: weights add up,
 * branches below the threshold are hidden and the others are sorted.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H
#define PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H

#include "util/profile/func.h"
#include "util/profile/graph-conf.h"

#define GRAPH_ROOT 0
#define GRAPH_END  0 /* no further child or sibling; the root is neither */

struct graph_node {
	uint32_t func; /* id in funcs */
	uint32_t parent;
	uint32_t nr_children; /* including hidden ones */
	uint32_t first;	      /* after seal: its heaviest visible child */
	uint32_t next;	      /* after seal: its next lighter sibling */
	uint64_t count;	      /* samples whose chains end here */
	uint64_t hits;	      /* their period */
	uint64_t cum_count;   /* after seal: samples of its whole subtree */
	uint64_t cum_hits;
};

struct callgraph {
	const struct funcs *funcs;
	struct graph_node *nodes; /* parents before children; node 0 is the root */
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	uint32_t *flat; /* after seal, if flat or folded: nodes where chains end, in order */
	uint32_t nr_flat;
};

int callgraph__init(struct callgraph *graph, const struct funcs *funcs, struct defer_error *err);
void callgraph__exit(struct callgraph *graph);

/* Adds a chain of @nr funcs, from the root on: @count samples, @period in total. */
int callgraph__add(struct callgraph *graph, const uint32_t *chain, uint32_t nr, uint64_t count,
		   uint64_t period, struct defer_error *err);

/* Sums up, hides and sorts. @min_hits is a period; GRAPH_REL uses conf->min_percent instead. */
int callgraph__seal(struct callgraph *graph, const struct graph_conf *conf, uint64_t min_hits,
		    struct defer_error *err);

/*
 * Nodes with one child, in which no sample ends, are shown together with it as one run. Returns the
 * node after @node in its run, or GRAPH_END.
 */
static inline uint32_t callgraph__run_next(const struct callgraph *graph, uint32_t node)
{
	const struct graph_node *n = &graph->nodes[node];

	return n->nr_children == 1 && !n->count ? n->first : GRAPH_END;
}

/* Returns the period of the chains that continue below @node. */
static inline uint64_t graph_node__children_hits(const struct graph_node *node)
{
	return node->cum_hits - node->hits;
}

#endif /* PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H */
