// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/profile/chain-tree.h"

int chain_tree__init(struct chain_tree *tree, struct defer_error *err)
{
	*tree = (struct chain_tree){.hash_key = hash__key()};
	if (!ARRAY_GROW(tree->nodes, tree->cap, 1))
		return error__no_memory(err, "for call chains");
	tree->nodes[CHAIN_ROOT] = (struct chain_node){.parent = CHAIN_ROOT};
	tree->nr = 1;
	return 0;
}

void chain_tree__exit(struct chain_tree *tree)
{
	free(tree->nodes);
	hash_index__exit(&tree->index);
	*tree = (struct chain_tree){0};
}

static bool chain_tree__node_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct chain_node *node = &((const struct chain_node *)ctx)[pos], *want = key;

	return node->parent == want->parent && node->func == want->func;
}

int64_t chain_tree__call(struct chain_tree *tree, uint32_t node, uint32_t func,
			 struct defer_error *err)
{
	struct chain_node want = {.parent = node, .func = func};
	uint64_t hash = hash__u64(tree->hash_key, (uint64_t)node << 32 | func);
	uint32_t pos =
		hash_index__find(&tree->index, hash, chain_tree__node_equal, tree->nodes, &want);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (!ARRAY_GROW(tree->nodes, tree->cap, tree->nr + 1) || tree->nr >= UINT32_MAX - 1)
		return error__no_memory(err, "for call chains");
	pos = tree->nr;
	if (hash_index__add(&tree->index, hash, pos))
		return error__no_memory(err, "for call chains");
	want.depth = tree->nodes[node].depth + 1;
	tree->nodes[pos] = want;
	tree->nr++;
	return pos;
}
