// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/base/node-limit.h"
#include "util/profile/show-opts.h"
#include "util/view/flame-tree.h"

/* ---- nodes ---- */

/* Returns the number of the node that it adds, or a negative code. */
static int64_t add_node(struct flame *flame, const struct flame_node *node)
{
	if (node_limit__is_reached(flame->hist->conf.max_nodes, flame->nr) ||
	    flame->nr >= UINT32_MAX - 1 ||
	    !ARRAY_APPEND(flame->nodes, flame->nr, flame->cap, node, 1))
		return DEFER_ERR_NOMEM;
	return flame->nr - 1;
}

int flame__begin(struct flame *flame, const struct hist *hist, enum flame_shape shape)
{
	int64_t root;

	*flame = (struct flame){
		.hist = hist,
		.hash_key = hash__key(),
		.shape = shape,
		.nr_funcs = hist->conf.funcs->nr,
		.by_samples = !hist__has_periods(hist),
	};
	root = add_node(flame, &(struct flame_node){.parent = FLAME_ROOT});
	if (root < 0 || !hist->base)
		return root < 0 ? root : 0;
	flame->base = calloc(1, sizeof(*flame->base));
	return flame->base ? flame__begin(flame->base, hist->base, shape) : DEFER_ERR_NOMEM;
}

static bool flame__node_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct flame_node *node = &((const struct flame_node *)ctx)[pos], *want = key;

	return node->parent == want->parent && node->func == want->func;
}

/* The chain tree has each (parent, func) once, but here funcs of one graph node share a node. */
int64_t flame__child(struct flame *flame, int64_t parent, uint32_t key)
{
	struct flame_node node = {.parent = parent, .func = key};
	int64_t added;
	uint64_t hash;
	uint32_t pos;

	if (parent < 0)
		return parent;
	if (parent != FLAME_ROOT && flame->nodes[parent].func == key &&
	    flame->hist->conf.show->fold_recursion)
		return parent;
	hash = hash__u64(flame->hash_key, (uint64_t)parent << 32 | key);
	pos = hash_index__find(&flame->index, hash, flame__node_equal, flame->nodes, &node);
	if (pos != HASH_INDEX_NONE)
		return pos;
	node.depth = flame->nodes[parent].depth + 1;
	node.next = flame->nodes[parent].first;
	added = add_node(flame, &node);
	if (added < 0 || hash_index__add(&flame->index, hash, added))
		return DEFER_ERR_NOMEM;
	flame->nodes[parent].first = added;
	flame->nodes[parent].nr_children++;
	if (flame->max_depth < node.depth)
		flame->max_depth = node.depth;
	return added;
}

int64_t flame__add_path(struct flame *flame, int64_t node, const uint32_t *keys, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		node = flame__child(flame, node, keys[i]);
	return node;
}

/* ---- samples ---- */

void flame__count(struct flame *flame, uint32_t node, size_t idx)
{
	const struct hist_stack *stack = &flame->hist->stacks[idx];
	const struct sample_sum now = sums__samples(&stack->sums);

	flame->nodes[node].self += flame->by_samples ? now.nr : now.period;
	flame->nodes[node].nr += now.nr;
}

/* A pivot's samples are on both of its sides, and count once. */
static void halve_pivots(struct flame *flame)
{
	for (size_t i = 0; i < flame->nr; i++) {
		if (flame->nodes[i].depth >= FLAME_SIDES)
			continue;
		flame->nodes[i].total /= 2;
		flame->nodes[i].nr /= 2;
	}
}

/* Adds what is below node @i to its parent. */
static void add_to_parent(struct flame *flame, size_t i)
{
	const struct flame_node *node = &flame->nodes[i];
	struct flame_node *parent = &flame->nodes[node->parent];

	parent->total += node->total;
	parent->nr += node->nr;
	parent->nr_below += node->nr_below + 1;
}

void flame__finish(struct flame *flame)
{
	hash_index__exit(&flame->index);
	for (size_t i = flame->nr; i-- > FLAME_ROOT + 1;) {
		flame->nodes[i].total += flame->nodes[i].self;
		add_to_parent(flame, i);
	}
	if (flame->two_sided)
		halve_pivots(flame);
}

/* Returns the samples of a node; their period if that is its weight. */
static struct sample_sum samples_of(const struct flame *flame, uint32_t node)
{
	const struct flame_node *of = &flame->nodes[node];

	return (struct sample_sum){of->nr, flame->by_samples ? 0 : of->total};
}

struct change flame__change(const struct flame *flame, uint32_t node)
{
	const struct flame *base = flame->base;
	const struct sample_sums part = {samples_of(base, node), samples_of(flame, node)};
	const struct sample_sums all = {samples_of(base, FLAME_ROOT),
					samples_of(flame, FLAME_ROOT)};

	return change__of(&part, &all);
}

/* ---- order ---- */

int flame__sort_by(struct flame *flame, uint32_t node,
		   int (*compare)(const void *, const void *, void *), void *arg)
{
	struct flame_node *nodes = flame->nodes;
	uint32_t nr = nodes[node].nr_children, *order, *next = &nodes[node].first;

	if (nodes[node].sorted || nr < 2)
		return 0;
	order = malloc(nr * sizeof(*order));
	if (!order)
		return DEFER_ERR_NOMEM;
	for (uint32_t child = *next, i = 0; child != FLAME_END; child = nodes[child].next)
		order[i++] = child;
	qsort_r(order, nr, sizeof(*order), compare, arg);
	for (uint32_t i = 0; i < nr; i++) {
		*next = order[i];
		next = &nodes[order[i]].next;
	}
	*next = FLAME_END;
	nodes[node].sorted = true;
	free(order);
	return 0;
}

uint32_t flame__next(const struct flame *flame, uint32_t node)
{
	if (flame->nodes[node].first != FLAME_END)
		return flame->nodes[node].first;
	while (node != FLAME_ROOT && flame->nodes[node].next == FLAME_END)
		node = flame->nodes[node].parent;
	return node == FLAME_ROOT ? FLAME_END : flame->nodes[node].next;
}
