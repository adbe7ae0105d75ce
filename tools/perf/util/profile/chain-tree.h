/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chain_tree: all call chains of a profile as one tree, from the outermost frame inward. A node
 * stands for the chain that leads to it, so equal chains are equal nodes:
 *
 *   root -- main --+-- read ---- vfs_read
 *                  +-- write
 *
 * Chains that share their outer frames share nodes, so the nodes are at most as many as the addresses in the
 * trace and the functions inlined at them: no frame is there again for another sample of its record.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_CHAIN_TREE_H
#define PERF_DEFER_UTIL_PROFILE_CHAIN_TREE_H

#include <stddef.h>

#include <perf/defer-error.h>

#include "util/base/hash-index.h"

#define CHAIN_ROOT 0 /* the empty chain */

struct chain_node {
	uint32_t parent;
	uint32_t func;	/* id in funcs */
	uint32_t depth; /* number of frames */
};

struct chain_tree {
	struct chain_node *nodes; /* parents before children */
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
};

int chain_tree__init(struct chain_tree *tree, struct defer_error *err);
void chain_tree__exit(struct chain_tree *tree);

/* Returns the id of the chain @node extended by a call of @func, or a negative error. */
int64_t chain_tree__call(struct chain_tree *tree, uint32_t node, uint32_t func,
			 struct defer_error *err);

#endif /* PERF_DEFER_UTIL_PROFILE_CHAIN_TREE_H */
