/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * callgraph: the tree of calls under one row. Chains are added, then sealed: weights add up,
 * branches below the threshold are hidden and the others are sorted.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H
#define PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H

#include "util/profile/change.h"
#include "util/profile/func.h"
#include "util/profile/graph-conf.h"

#define GRAPH_ROOT 0
#define GRAPH_END  0 /* no further child or sibling; the root is neither */

/* The sums of the chains that end in a node. */
struct graph_sums {
	struct sample_sum self, cum; /* cum: after seal, of its whole subtree */
};

struct graph_node {
	uint32_t func; /* id in funcs */
	uint32_t parent;
	uint32_t nr_children; /* including hidden ones */
	uint32_t first;	      /* after seal: its heaviest visible child */
	uint32_t next;	      /* after seal: its next lighter sibling */
	/* How often chains have the function here, one after the other, if recursion folds; else 0. */
	uint16_t least, most;
	struct graph_sums sums;
};

struct callgraph {
	const struct funcs *funcs;
	struct graph_node *nodes; /* parents before children; node 0 is the root */
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	uint32_t *flat; /* after seal, if flat or folded: nodes where chains end, in order */
	uint32_t nr_flat;
	struct callgraph *base; /* with the same nodes, to compare with, its own; NULL: nothing */
	struct sample_sum all;	/* 100 percent of a change; set after init */
	uint64_t min_hits;	/* after seal: of visible nodes, or of the flat list */
	uint64_t max_nodes;	/* 0: no limit; set after init */
	bool two_sided; /* each chain was added twice, once below each of two children of the root */
};

int callgraph__init(struct callgraph *graph, const struct funcs *funcs, struct defer_error *err);
void callgraph__exit(struct callgraph *graph);

/*
 * Adds a chain of @nr funcs, from the root on, with its samples. If @funcs fold recursion, one node stands for
 * a function that calls itself.
 */
int callgraph__add(struct callgraph *graph, const uint32_t *chain, uint32_t nr,
		   const struct sample_sum *sum, struct defer_error *err);

/* Returns the change of the node's share; after seal, with a base. */
struct change callgraph__change(const struct callgraph *graph, uint32_t node);

/* Sums up, hides and sorts. @min_hits is a period; GRAPH_REL uses conf->threshold instead. */
int callgraph__seal(struct callgraph *graph, const struct graph_conf *conf, uint64_t min_hits,
		    struct defer_error *err);

/*
 * Nodes with one child, in which no sample ends, are shown together with it as one run. Returns the
 * node after @node in its run, or GRAPH_END.
 */
static inline uint32_t callgraph__run_next(const struct callgraph *graph, uint32_t node)
{
	const struct graph_node *n = &graph->nodes[node];

	if (graph->base && graph->base->nodes[node].sums.self.nr)
		return GRAPH_END;
	return n->nr_children == 1 && !n->sums.self.nr ? n->first : GRAPH_END;
}

#define GRAPH_TIMES_LEN 24
/* Returns " x10", or " x2-10" if chains differ, with @sign for the x, written to @buf; "" for one frame. */
const char *graph_times__text(uint32_t least, uint32_t most, const char *sign,
			      char buf[GRAPH_TIMES_LEN]);

/* Returns the period of the chains that continue below @node. */
static inline uint64_t graph_node__children_hits(const struct graph_node *node)
{
	return node->sums.cum.period - node->sums.self.period;
}

#endif /* PERF_DEFER_UTIL_PROFILE_CALLGRAPH_H */
