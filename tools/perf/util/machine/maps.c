// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each state is a treap by address. A node belongs to the state that made it: that one may
 * change it in place, every other state copies it first.
 */
#include "util/machine/maps.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/hash.h"

struct maps_node {
	struct map map;
	struct maps_node *left, *right;
	uint32_t prio; /* not less than that of either child */
	uint32_t nr;   /* nodes from here down */
	uint32_t owner;
};

struct maps {
	struct maps_node *root;
	uint32_t id;
	bool shared;
};

/* More than one change ever takes: it walks a few paths, each some 50 long in a million maps. */
#define BLOCK_NODES 512

struct maps_block {
	struct maps_block *next;
	uint32_t used;
	struct maps_node nodes[BLOCK_NODES];
};

/* A change being made to state @owner. */
struct change {
	struct maps_pool *pool;
	uint32_t owner;
};

/* ---- nodes ---- */

static int pool__prepare(struct maps_pool *pool)
{
	if (!pool->spare) {
		pool->spare = malloc(sizeof(*pool->spare));
		if (!pool->spare)
			return DEFER_ERR_NOMEM;
		pool->spare->used = 0;
	}
	return 0;
}

static struct maps_node *pool__node(struct maps_pool *pool)
{
	if (!pool->blocks || pool->blocks->used == BLOCK_NODES) {
		if (pool__prepare(pool)) {
			pool->failed = true;
			return NULL;
		}
		pool->spare->next = pool->blocks;
		pool->blocks = pool->spare;
		pool->spare = NULL;
	}
	return &pool->blocks->nodes[pool->blocks->used++];
}

/* xorshift64* */
static uint32_t pool__random(struct maps_pool *pool)
{
	pool->random ^= pool->random >> 12;
	pool->random ^= pool->random << 25;
	pool->random ^= pool->random >> 27;
	return pool->random * 0x2545f4914f6cdd1d >> 32;
}

static uint32_t node__nr(const struct maps_node *node)
{
	return node ? node->nr : 0;
}

static void node__update(struct maps_node *node)
{
	node->nr = 1 + node__nr(node->left) + node__nr(node->right);
}

static struct maps_node *change__node(struct change *change, const struct map *map)
{
	struct maps_node *node = pool__node(change->pool);

	if (node)
		*node = (struct maps_node){.map = *map,
					   .prio = pool__random(change->pool),
					   .nr = 1,
					   .owner = change->owner};
	return node;
}

/* A node that may be changed. Without memory it is @node itself, and the change has failed. */
static struct maps_node *change__own(struct change *change, struct maps_node *node)
{
	struct maps_node *copy;

	if (node->owner == change->owner)
		return node;
	copy = pool__node(change->pool);
	if (!copy)
		return node;
	*copy = *node;
	copy->owner = change->owner;
	return copy;
}

/* ---- trees ---- */

/* Parts @node: into @left go the maps that start before @addr. */
static void split(struct change *change, struct maps_node *node, uint64_t addr,
		  struct maps_node **left, struct maps_node **right)
{
	if (!node) {
		*left = *right = NULL;
		return;
	}
	node = change__own(change, node);
	if (node->map.start < addr) {
		split(change, node->right, addr, &node->right, right);
		*left = node;
	} else {
		split(change, node->left, addr, left, &node->left);
		*right = node;
	}
	node__update(node);
}

/* Joins trees of which all of @left is before all of @right. */
static struct maps_node *join(struct change *change, struct maps_node *left,
			      struct maps_node *right)
{
	struct maps_node *node;

	if (!left || !right)
		return left ? left : right;
	if (left->prio > right->prio) {
		node = change__own(change, left);
		node->right = join(change, node->right, right);
	} else {
		node = change__own(change, right);
		node->left = join(change, left, node->left);
	}
	node__update(node);
	return node;
}

/* Adds @added where no map is. */
static struct maps_node *insert(struct change *change, struct maps_node *node,
				struct maps_node *added)
{
	if (!node)
		return added;
	if (added->prio > node->prio) {
		split(change, node, added->map.start, &added->left, &added->right);
		node__update(added);
		return added;
	}
	node = change__own(change, node);
	if (added->map.start < node->map.start)
		node->left = insert(change, node->left, added);
	else
		node->right = insert(change, node->right, added);
	node__update(node);
	return node;
}

/* Ends the last map of @node at @end. */
static struct maps_node *trim_last(struct change *change, struct maps_node *node, uint64_t end)
{
	node = change__own(change, node);
	if (node->right)
		node->right = trim_last(change, node->right, end);
	else
		node->map.end = end;
	return node;
}

static const struct map *last(const struct maps_node *node)
{
	while (node && node->right)
		node = node->right;
	return node ? &node->map : NULL;
}

/* Takes [start, end) out of the tree; the first part stays in @left, the rest goes to @right. */
static void cut(struct change *change, struct maps_node *root, uint64_t start, uint64_t end,
		struct maps_node **left, struct maps_node **right)
{
	struct maps_node *rest, *covered, *added;
	const struct map *edge;
	struct map after = {0};

	split(change, root, start, left, &rest);
	split(change, rest, end, &covered, right);
	edge = covered ? last(covered) : last(*left);
	if (edge && edge->end > end) {
		after = *edge;
		after.start = end;
		after.pgoff += end - edge->start;
	}
	edge = last(*left);
	if (edge && edge->end > start)
		*left = trim_last(change, *left, start);
	if (after.end) {
		added = change__node(change, &after);
		if (added)
			*right = insert(change, *right, added);
	}
}

/* ---- states ---- */

int maps_pool__init(struct maps_pool *pool)
{
	memset(pool, 0, sizeof(*pool));
	pool->random = hash__key();
	pool->states = array__reserve(NULL, &pool->cap, 1, sizeof(*pool->states));
	if (!pool->states)
		return DEFER_ERR_NOMEM;
	pool->states[pool->nr++] = (struct maps){.shared = true};
	return 0;
}

void maps_pool__exit(struct maps_pool *pool)
{
	struct maps_block *block, *next;

	for (block = pool->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	free(pool->spare);
	free(pool->states);
	memset(pool, 0, sizeof(*pool));
}

uint32_t maps_pool__nr(const struct maps_pool *pool)
{
	return pool->nr;
}

const struct maps *maps_pool__get(const struct maps_pool *pool, uint32_t id)
{
	return id < pool->nr ? &pool->states[id] : NULL;
}

void maps_pool__share(struct maps_pool *pool, uint32_t id)
{
	pool->states[id].shared = true;
}

/* Prepares a change of state @id or, if it must stay as it is, of a new one like it. */
static int64_t pool__begin(struct maps_pool *pool, uint32_t id, bool in_place,
			   struct change *change)
{
	struct maps *states;

	if (pool__prepare(pool))
		return DEFER_ERR_NOMEM;
	if (!in_place || pool->states[id].shared) {
		if (pool->nr >= MAPS_MAX_NR)
			return DEFER_ERR_NOMEM;
		states = array__reserve(pool->states, &pool->cap, pool->nr + 1, sizeof(*states));
		if (!states)
			return DEFER_ERR_NOMEM;
		pool->states = states;
		states[id].shared = true;
		states[pool->nr] = (struct maps){.root = states[id].root, .id = pool->nr};
		id = pool->nr++;
	}
	*change = (struct change){.pool = pool, .owner = id};
	return id;
}

/* The first map that ends after @addr, or NULL. */
static const struct map *first_after(const struct maps *maps, uint64_t addr)
{
	const struct maps_node *node = maps ? maps->root : NULL;
	const struct map *found = NULL;

	while (node) {
		if (node->map.end > addr) {
			found = &node->map;
			node = node->left;
		} else {
			node = node->right;
		}
	}
	return found;
}

/* Do both maps mean the same for every address that both cover? */
static bool agree(const struct map *a, const struct map *b)
{
	return a->dso == b->dso && a->pgoff - a->start == b->pgoff - b->start;
}

int64_t maps_pool__insert(struct maps_pool *pool, uint32_t id, const struct map *map)
{
	const struct map *hit = first_after(&pool->states[id], map->start), *next;
	struct maps_node *left, *right, *added;
	bool in_place = true;
	struct change change;
	int64_t ret;

	if (map->start >= map->end)
		return id;
	if (hit && hit->start < map->end) {
		in_place = agree(hit, map);
		if (in_place && hit->start <= map->start && hit->end >= map->end)
			return id;
		next = first_after(&pool->states[id], hit->end);
		in_place &= !next || next->start >= map->end;
	}
	ret = pool__begin(pool, id, in_place, &change);
	if (ret < 0)
		return ret;
	added = change__node(&change, map);
	if (!added)
		return DEFER_ERR_NOMEM;
	cut(&change, pool->states[ret].root, map->start, map->end, &left, &right);
	pool->states[ret].root = join(&change, join(&change, left, added), right);
	return pool->failed ? DEFER_ERR_NOMEM : ret;
}

int64_t maps_pool__remove(struct maps_pool *pool, uint32_t id, uint64_t addr)
{
	const struct map *map = maps__find(&pool->states[id], addr);
	struct maps_node *left, *right;
	struct change change;
	uint64_t start, end;
	int64_t ret;

	if (!map)
		return id;
	start = map->start;
	end = map->end;
	ret = pool__begin(pool, id, false, &change);
	if (ret < 0)
		return ret;
	cut(&change, pool->states[ret].root, start, end, &left, &right);
	pool->states[ret].root = join(&change, left, right);
	return pool->failed ? DEFER_ERR_NOMEM : ret;
}

/* ---- answers ---- */

const struct map *maps__find(const struct maps *maps, uint64_t addr)
{
	const struct map *map = first_after(maps, addr);

	return map && map->start <= addr ? map : NULL;
}

uint32_t maps__nr(const struct maps *maps)
{
	return node__nr(maps->root);
}

const struct map *maps__at(const struct maps *maps, uint32_t i)
{
	const struct maps_node *node = maps->root;
	uint32_t before;

	while (node) {
		before = node__nr(node->left);
		if (i == before)
			return &node->map;
		if (i < before) {
			node = node->left;
		} else {
			i -= before + 1;
			node = node->right;
		}
	}
	return NULL;
}

uint32_t maps__id(const struct maps *maps)
{
	return maps->id;
}
