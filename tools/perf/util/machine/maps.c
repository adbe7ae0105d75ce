// SPDX-License-Identifier: GPL-2.0-only
/*
 * States as treaps of maps, ordered by address.
 *
 * - A node belongs to the tree that made it. That tree changes it in place; any other tree copies
 *   it first.
 * - States that follow from each other by maps on unused addresses share one tree. A state sees the
 *   nodes with since <= age.
 *
 *   states   1: age 0    2: age 1    3: age 2     4: age 3, after a removal
 *                  \        |         /              |
 *                   +---- tree 1 ----+             tree 2: copies of the nodes on changed paths;
 *                           |                              the others are shared with tree 1
 *                     libc, since 0
 *                    /             \
 *            exe, since 0      jit, since 2       (state 3 sees jit; states 1 and 2 do not)
 *
 * The code of JITs is a state like others. One that has code over it refers to that state, and shares
 * the tree of the state without code: a piece of code costs one node and two states, however large the
 * memory is that it lies in.
 */
#include "util/machine/maps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/hash.h"

struct maps_node {
	struct map map;
	struct maps_node *left, *right;
	uint32_t prio;	/* treap priority: not below that of either child */
	uint32_t owner; /* index in maps_pool.trees */
	uint32_t since; /* age of the first state that sees it */
	uint32_t first; /* age of the first state that sees it or a node below it */
};

struct maps_tree {
	struct maps_node *root;
	uint32_t age; /* age of its youngest state */
	bool shared;
};

struct maps {
	const struct maps_pool *pool;
	uint32_t id;
	uint32_t tree;	/* index in pool->trees */
	uint32_t age;	/* it sees nodes with since <= age */
	uint32_t first; /* id of the first state known to equal it */
	uint32_t jit;	/* id of the state that has the code of JITs; 0: there is none */
	uint32_t base;	/* with such code: id of the state without it */
};

/*
 * More nodes than one change ever takes: it walks a few paths, each about 50 nodes long with a
 * million maps.
 */
#define BLOCK_NODES 512

struct maps_block {
	struct maps_block *next;
	uint32_t used;
	struct maps_node nodes[BLOCK_NODES];
};

/* The context of one change, which makes a state of age @age in tree @owner. */
struct change {
	struct maps_pool *pool;
	uint32_t owner, age;
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

static struct maps_node *change__node(struct change *change, const struct map *map)
{
	struct maps_node *node = pool__node(change->pool);

	if (node)
		*node = (struct maps_node){.map = *map,
					   .prio = pool__random(change->pool),
					   .owner = change->owner,
					   .since = change->age,
					   .first = change->age};
	return node;
}

static void node__see_below(struct maps_node *node, const struct maps_node *below)
{
	if (below && below->first < node->first)
		node->first = below->first;
}

/* Tells @node, whose children changed, since when they are seen. */
static void node__update(struct maps_node *node)
{
	node->first = node->since;
	node__see_below(node, node->left);
	node__see_below(node, node->right);
}

/*
 * Returns @node, or a copy of it, that may be changed. If memory runs out, returns @node itself;
 * pool->failed is set.
 */
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

/* Splits @node: maps that start before @addr go to @left, the others to @right. */
static void change__split(struct change *change, struct maps_node *node, uint64_t addr,
			  struct maps_node **left, struct maps_node **right)
{
	if (!node) {
		*left = *right = NULL;
		return;
	}
	node = change__own(change, node);
	if (node->map.start < addr) {
		change__split(change, node->right, addr, &node->right, right);
		*left = node;
	} else {
		change__split(change, node->left, addr, left, &node->left);
		*right = node;
	}
	node__update(node);
}

/* Joins two trees; all maps of @left must be before those of @right. */
static struct maps_node *change__join(struct change *change, struct maps_node *left,
				      struct maps_node *right)
{
	struct maps_node *node;

	if (!left || !right)
		return left ? left : right;
	if (left->prio > right->prio) {
		node = change__own(change, left);
		node->right = change__join(change, node->right, right);
	} else {
		node = change__own(change, right);
		node->left = change__join(change, left, node->left);
	}
	node__update(node);
	return node;
}

/* Inserts @added, which must not overlap any map. */
static struct maps_node *change__insert(struct change *change, struct maps_node *node,
					struct maps_node *added)
{
	if (!node)
		return added;
	if (added->prio > node->prio) {
		change__split(change, node, added->map.start, &added->left, &added->right);
		node__update(added);
		return added;
	}
	node = change__own(change, node);
	if (added->map.start < node->map.start)
		node->left = change__insert(change, node->left, added);
	else
		node->right = change__insert(change, node->right, added);
	node__update(node);
	return node;
}

/* Shortens the last map of @node to end at @end. */
static struct maps_node *trim_last(struct change *change, struct maps_node *node, uint64_t end)
{
	node = change__own(change, node);
	if (node->right)
		node->right = trim_last(change, node->right, end);
	else
		node->map.end = end;
	return node;
}

static const struct map *maps_node__last(const struct maps_node *node)
{
	while (node && node->right)
		node = node->right;
	return node ? &node->map : NULL;
}

/*
 * Removes [start, end): what is before goes to @left, what is after to @right.
 *
 *   before   [ a           ][ b           ][ c ]
 *                  start            end
 *   after    [ a  ]                 [ b  ][ c ]
 *             left                     right
 */
static void change__cut(struct change *change, struct maps_node *root, uint64_t start, uint64_t end,
			struct maps_node **left, struct maps_node **right)
{
	struct maps_node *rest, *covered, *added;
	const struct map *edge;
	struct map after = {0};

	change__split(change, root, start, left, &rest);
	change__split(change, rest, end, &covered, right);
	edge = covered ? maps_node__last(covered) : maps_node__last(*left);
	if (edge && edge->end > end) {
		after = *edge;
		after.start = end;
		after.pgoff += end - edge->start;
	}
	edge = maps_node__last(*left);
	if (edge && edge->end > start)
		*left = trim_last(change, *left, start);
	if (after.end) {
		added = change__node(change, &after);
		if (added)
			*right = change__insert(change, *right, added);
	}
}

/* Returns what a state of age @age sees of @node, as nodes that may be changed. */
static struct maps_node *visible(struct change *change, struct maps_node *node, uint32_t age)
{
	struct maps_node *left, *right;

	if (!node)
		return NULL;
	left = visible(change, node->left, age);
	right = visible(change, node->right, age);
	if (node->since > age)
		return change__join(change, left, right);
	node = change__own(change, node);
	node->left = left;
	node->right = right;
	node__update(node);
	return node;
}

/* ---- states ---- */

/* Adds a state of @tree. Returns its id, or a negative error. */
static int64_t pool__add_state(struct maps_pool *pool, uint32_t tree)
{
	if (!ARRAY_GROW(pool->states, pool->cap, pool->nr + 1) || pool->nr >= MAPS_MAX_NR)
		return DEFER_ERR_NOMEM;
	pool->states[pool->nr] = (struct maps){.pool = pool,
					       .id = pool->nr,
					       .tree = tree,
					       .age = pool->trees[tree].age,
					       .first = pool->nr};
	return pool->nr++;
}

static int64_t pool__add_tree(struct maps_pool *pool, const struct maps_tree *tree)
{
	if (!ARRAY_GROW(pool->trees, pool->cap_trees, pool->nr_trees + 1) ||
	    pool->nr_trees >= MAPS_MAX_NR)
		return DEFER_ERR_NOMEM;
	pool->trees[pool->nr_trees] = *tree;
	return pool->nr_trees++;
}

int maps_pool__init(struct maps_pool *pool)
{
	const struct maps_tree shared = {.shared = true};

	memset(pool, 0, sizeof(*pool));
	pool->random = hash__key();
	pool->hash_key = hash__key();
	if (pool__add_tree(pool, &shared) || pool__add_state(pool, 0)) {
		maps_pool__exit(pool);
		return DEFER_ERR_NOMEM;
	}
	return 0;
}

void maps_pool__exit(struct maps_pool *pool)
{
	struct maps_block *block, *next;

	for (block = pool->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	hash_index__exit(&pool->step_index);
	free(pool->steps);
	free(pool->spare);
	free(pool->trees);
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

uint32_t maps_pool__first(const struct maps_pool *pool, uint32_t id)
{
	return pool->states[id].first;
}

void maps_pool__share(struct maps_pool *pool, uint32_t id)
{
	pool->trees[pool->states[id].tree].shared = true;
	if (pool->states[id].jit)
		pool->trees[pool->states[pool->states[id].jit].tree].shared = true;
}

/*
 * Adds a tree that shows the same as state @id. Returns its index. The old tree is marked as shared
 * and is not changed any more.
 */
static int64_t pool__branch(struct maps_pool *pool, uint32_t id)
{
	const struct maps state = pool->states[id];
	struct maps_tree *from = &pool->trees[state.tree];
	struct change change = {.pool = pool, .age = state.age};
	int64_t tree;

	from->shared = true;
	tree = pool__add_tree(pool, &(struct maps_tree){.root = from->root, .age = state.age});
	if (tree < 0 || pool->trees[state.tree].age == state.age)
		return tree;
	change.owner = tree;
	pool->trees[tree].root = visible(&change, pool->trees[tree].root, state.age);
	return tree;
}

/*
 * Begins a change of state @id, in its own tree if possible, else in a new one. Returns the id of
 * the new state.
 */
static int64_t pool__begin(struct maps_pool *pool, uint32_t id, bool in_place,
			   struct change *change)
{
	const struct maps *state = &pool->states[id];
	const struct maps_tree *old = &pool->trees[state->tree];
	int64_t tree = state->tree;

	if (pool__prepare(pool))
		return DEFER_ERR_NOMEM;
	if (!in_place || old->shared || old->age != state->age)
		tree = pool__branch(pool, id);
	if (tree < 0)
		return tree;
	*change = (struct change){.pool = pool, .owner = tree, .age = ++pool->trees[tree].age};
	return pool__add_state(pool, tree);
}

/* Returns the first node of the state's tree that ends after @addr, visible or not; or NULL. */
static const struct maps_node *first_after(const struct maps *maps, uint64_t addr)
{
	const struct maps_node *node = maps->pool->trees[maps->tree].root, *found = NULL;

	while (node) {
		if (node->map.end > addr) {
			found = node;
			node = node->left;
		} else {
			node = node->right;
		}
	}
	return found;
}

/* Returns the first map that a state of age @age sees and that ends after @addr, or NULL. */
static const struct map *maps_node__next(const struct maps_node *node, uint32_t age, uint64_t addr)
{
	const struct map *map = NULL;

	if (!node || node->first > age)
		return NULL;
	if (node->map.end > addr) {
		map = maps_node__next(node->left, age, addr);
		if (!map && node->since <= age)
			map = &node->map;
	}
	return map ? map : maps_node__next(node->right, age, addr);
}

const struct map *maps__next(const struct maps *maps, uint64_t addr)
{
	return maps ? maps_node__next(maps->pool->trees[maps->tree].root, maps->age, addr) : NULL;
}

/* Returns the first map of the state that ends after @addr and begins before @end; or NULL. */
static const struct map *first_between(const struct maps *maps, uint64_t addr, uint64_t end)
{
	const struct map *map = maps__next(maps, addr);

	return map && map->start < end ? map : NULL;
}

/* Returns true if both maps resolve every common address alike. */
static bool agree(const struct map *a, const struct map *b)
{
	return a->dso == b->dso && a->pgoff - a->start == b->pgoff - b->start;
}

/* Adds the part [@start, @end) of @map, on unused addresses. */
static void insert_part(struct change *change, const struct map *map, uint64_t start, uint64_t end)
{
	struct maps_tree *tree = &change->pool->trees[change->owner];
	struct map part = *map;
	struct maps_node *added;

	if (start >= end)
		return;
	part.start = start;
	part.end = end;
	part.pgoff += start - map->start;
	added = change__node(change, &part);
	if (added)
		tree->root = change__insert(change, tree->root, added);
}

/* Adds @map in place of all that it covers. */
static void replace(struct change *change, const struct map *map)
{
	struct maps_tree *tree = &change->pool->trees[change->owner];
	struct maps_node *left, *right, *added = change__node(change, map);

	if (!added)
		return;
	change__cut(change, tree->root, map->start, map->end, &left, &right);
	tree->root = change__join(change, change__join(change, left, added), right);
}

/* ---- equal states ---- */

/* The key is hashed and compared byte for byte. */
static_assert(sizeof(struct map) == 4 * sizeof(uint64_t) + 2 * sizeof(uint32_t),
	      "struct map has a hole, or a field that is not counted here");

static bool step_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct maps_step *step = &((const struct maps_step *)ctx)[pos], *want = key;

	return step->from == want->from && !memcmp(&step->map, &want->map, sizeof(step->map));
}

static int add_step(struct maps_pool *pool, const struct maps_step *step, uint64_t hash)
{
	if (!ARRAY_GROW(pool->steps, pool->cap_steps, pool->nr_steps + 1) ||
	    hash_index__add(&pool->step_index, hash, pool->nr_steps))
		return DEFER_ERR_NOMEM;
	pool->steps[pool->nr_steps++] = *step;
	return 0;
}

/* Notes that @map made state @to of state @from, and whether it did so before. */
static int64_t pool__note(struct maps_pool *pool, uint32_t from, const struct map *map, uint32_t to)
{
	struct maps_step step = {.from = pool->states[from].first, .to = to, .map = *map};
	uint64_t hash = hash__bytes(hash__u64(pool->hash_key, step.from), map, sizeof(*map));
	uint32_t pos = hash_index__find(&pool->step_index, hash, step_equal, pool->steps, &step);

	if (pos == HASH_INDEX_NONE)
		return add_step(pool, &step, hash) ?: (int64_t)to;
	pool->states[to].first = pool->steps[pos].to;
	return to;
}

/* ---- changes ---- */

/*
 * Adds @map to state @id, which has no code of JITs over it. A map that only extends an equal one adds
 * nodes around it, so that older states keep seeing the tree as it was.
 */
static int64_t pool__insert(struct maps_pool *pool, uint32_t id, const struct map *map)
{
	const struct map *hit = first_between(&pool->states[id], map->start, map->end), same = {0};
	struct map old = hit ? *hit : same;
	bool in_place =
		!hit || (agree(hit, map) && !first_between(&pool->states[id], hit->end, map->end));
	struct change change;
	int64_t ret;

	if (map->start >= map->end)
		return id;
	if (hit && in_place && old.start <= map->start && old.end >= map->end)
		return id;
	ret = pool__begin(pool, id, in_place, &change);
	if (ret < 0)
		return ret;
	if (!in_place) {
		replace(&change, map);
	} else if (!hit) {
		insert_part(&change, map, map->start, map->end);
	} else {
		insert_part(&change, map, map->start, old.start);
		insert_part(&change, map, old.end, map->end);
	}
	return pool->failed ? DEFER_ERR_NOMEM : ret;
}

/* Removes all of state @id in [@start, @end), where it has something. */
static int64_t pool__cut(struct maps_pool *pool, uint32_t id, uint64_t start, uint64_t end)
{
	struct maps_node *left, *right;
	struct maps_tree *tree;
	struct change change;
	int64_t ret = pool__begin(pool, id, false, &change);

	if (ret < 0)
		return ret;
	tree = &pool->trees[change.owner];
	change__cut(&change, tree->root, start, end, &left, &right);
	tree->root = change__join(&change, left, right);
	return pool->failed ? DEFER_ERR_NOMEM : ret;
}

/* Returns the state without code of JITs that state @id was made of. */
static uint32_t base_of(const struct maps_pool *pool, uint32_t id)
{
	return pool->states[id].jit ? pool->states[id].base : id;
}

/* Adds a state that has the code of state @jit over state @base. Returns its id, or a negative error. */
static int64_t pool__cover(struct maps_pool *pool, uint32_t base, uint32_t jit)
{
	int64_t id = pool__add_state(pool, pool->states[base].tree);

	if (id < 0)
		return id;
	pool->states[id].age = pool->states[base].age;
	pool->states[id].jit = jit;
	pool->states[id].base = base;
	return id;
}

/* Returns state @base, which was made of the one that state @id covers, with the same code over it. */
static int64_t keep_code(struct maps_pool *pool, uint32_t id, int64_t base)
{
	const uint32_t jit = pool->states[id].jit;

	if (base < 0 || !jit)
		return base;
	return base == pool->states[id].base ? (int64_t)id : pool__cover(pool, base, jit);
}

int64_t maps_pool__insert(struct maps_pool *pool, uint32_t id, const struct map *map)
{
	const uint32_t base = base_of(pool, id);
	int64_t ret = pool__insert(pool, base, map);

	if (ret >= 0 && ret != base)
		ret = pool__note(pool, base, map, ret);
	return keep_code(pool, id, ret);
}

int64_t maps_pool__remove(struct maps_pool *pool, uint32_t id, uint64_t addr)
{
	const uint32_t base = base_of(pool, id);
	const struct map *map = first_between(&pool->states[base], addr, addr + 1);

	return map ? keep_code(pool, id, pool__cut(pool, base, map->start, map->end)) : id;
}

int64_t maps_pool__load(struct maps_pool *pool, uint32_t id, const struct map *map)
{
	struct map code = *map;
	int64_t jit;

	code.since = pool->nr;
	jit = pool__insert(pool, pool->states[id].jit, &code);
	if (jit < 0 || jit == pool->states[id].jit)
		return jit < 0 ? jit : id;
	return pool__cover(pool, base_of(pool, id), jit);
}

int64_t maps_pool__unload(struct maps_pool *pool, uint32_t id, uint64_t start, uint64_t end)
{
	const uint32_t jit = pool->states[id].jit;
	int64_t left;

	if (!jit || !first_between(&pool->states[jit], start, end))
		return id;
	left = pool__cut(pool, jit, start, end);
	return left < 0 ? left : pool__cover(pool, base_of(pool, id), left);
}

/* ---- answers ---- */

static const struct map *find_plain(const struct maps *maps, uint64_t addr)
{
	const struct maps_node *node = first_after(maps, addr);

	return node && node->map.start <= addr && node->since <= maps->age ? &node->map : NULL;
}

/* Returns the code of a JIT at @addr, or NULL. */
static const struct map *find_code(const struct maps *maps, uint64_t addr)
{
	return maps->jit ? find_plain(&maps->pool->states[maps->jit], addr) : NULL;
}

const struct map *maps__find(const struct maps *maps, uint64_t addr)
{
	return maps ? find_code(maps, addr) ?: find_plain(maps, addr) : NULL;
}

bool maps__has_code(const struct maps *maps)
{
	return maps->jit;
}

uint32_t maps_pool__place(const struct maps_pool *pool, uint32_t id, uint64_t addr)
{
	const struct maps *state = maps_pool__get(pool, id);
	const struct map *code;

	if (!state || !state->jit)
		return id;
	code = find_code(state, addr);
	return code ? code->since : pool->states[state->base].first;
}

uint32_t maps__id(const struct maps *maps)
{
	return maps->id;
}
