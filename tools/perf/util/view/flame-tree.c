// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/base/node-limit.h"
#include "util/profile/hist-change.h"
#include "util/view/flame-priv.h"

static bool flame__node_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct flame_node *node = &((const struct flame_node *)ctx)[pos], *want = key;

	return node->parent == want->parent && node->func == want->func;
}

int flame__reserve_sums(struct flame *flame)
{
	struct sample_sums *sums =
		array__reserve(flame->sums, &flame->cap_sums, flame->nr + 1, sizeof(*sums));

	if (!sums)
		return DEFER_ERR_NOMEM;
	flame->sums = sums;
	sums[flame->nr] = (struct sample_sums){0};
	return 0;
}

int64_t flame__append(struct flame *flame, uint32_t parent, uint32_t func)
{
	struct flame_node *nodes;
	uint32_t depth;

	if (node_limit__is_reached(flame->hist->conf.max_nodes, flame->nr))
		return DEFER_ERR_NOMEM;
	nodes = array__reserve(flame->nodes, &flame->cap, flame->nr + 1, sizeof(*nodes));
	if (!nodes || flame->nr >= UINT32_MAX - 1)
		return DEFER_ERR_NOMEM;
	flame->nodes = nodes;
	if (flame->hist->conf.compares && flame__reserve_sums(flame))
		return DEFER_ERR_NOMEM;
	depth = nodes[parent].depth + 1;
	nodes[flame->nr] = (struct flame_node){
		.func = func, .parent = parent, .depth = depth, .next = nodes[parent].first};
	nodes[parent].first = flame->nr;
	nodes[parent].nr_children++;
	if (flame->max_depth < depth)
		flame->max_depth = depth;
	return flame->nr++;
}

/*
 * Finds or adds a child. The chain tree has each (parent, func) once, but here funcs of one graph
 * node share a node.
 */
int64_t flame__child(struct flame *flame, uint32_t parent, uint32_t func)
{
	const struct flame_node want = {.parent = parent, .func = func};
	uint64_t hash = hash__u64(flame->hash_key, (uint64_t)parent << 32 | func);
	uint32_t pos =
		hash_index__find(&flame->index, hash, flame__node_equal, flame->nodes, &want);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (hash_index__add(&flame->index, hash, flame->nr))
		return DEFER_ERR_NOMEM;
	return flame__append(flame, parent, func);
}

void flame__count(struct flame *flame, uint32_t node, size_t idx)
{
	const struct hist_stack *stack = &flame->hist->stacks[idx];
	const struct sample_sum now = {stack->sums.nr, stack->sums.period};

	if (!flame->hist->conf.compares)
		return;
	sample_sum__add(&flame->sums[node].now, &now);
	sample_sum__add(&flame->sums[node].before, &flame->hist->before->stacks[idx]);
}

struct change flame__change(const struct flame *flame, uint32_t node)
{
	return change__of(&flame->sums[node], &flame->hist->before->all);
}

uint32_t flame__deepest(const struct hist *hist)
{
	uint32_t depth = 0;

	for (size_t i = 0; i < hist->nr_stacks; i++) {
		uint32_t of = hist->conf.chains->nodes[hist->stacks[i].chain].depth;

		depth = of > depth ? of : depth;
	}
	return depth;
}
