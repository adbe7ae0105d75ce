// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/profile/seam-rows.h"
#include "util/view/flame-tree.h"

int flame_shape__find(const char *name)
{
	static const char *const names[FLAME_NR_SHAPES] = {
		[FLAME_CALLERS] = "callers",
		[FLAME_INVERTED] = "inverted",
		[FLAME_THREADS] = "thread",
		[FLAME_TIME] = "time",
	};

	for (int shape = 0; shape < FLAME_NR_SHAPES; shape++) {
		if (!strcmp(name, names[shape]))
			return shape;
	}
	return DEFER_ERR_INVAL;
}

/* ---- paths ---- */

static void turn_over(uint32_t *path, uint32_t nr)
{
	for (uint32_t i = 0; i < nr / 2; i++) {
		uint32_t func = path[i];

		path[i] = path[nr - 1 - i];
		path[nr - 1 - i] = func;
	}
}

uint32_t flame_path__of(const struct hist *hist, const struct hist_stack *stack,
			enum flame_shape shape, uint32_t *path)
{
	const struct hist_conf *conf = &hist->conf;
	const struct chain_node *nodes = conf->chains->nodes;
	uint32_t nr = nodes[stack->chain].depth;

	if (conf->sides.on) {
		nr = seam_chain__callees(conf->chains, conf->funcs, stack->chain, path + 1) + 1;
	} else {
		for (uint32_t i = nr, chain = stack->chain; i-- > 0; chain = nodes[chain].parent)
			path[i] = nodes[chain].func;
	}
	if (conf->sides.on || !nr)
		path[0] = stack->hit;
	nr = nr ? nr : 1;
	if (shape == FLAME_INVERTED)
		turn_over(path, nr);
	return nr;
}

size_t flame_path__room(const struct hist *hist)
{
	size_t depth = 0;

	for (size_t i = 0; i < hist->nr_stacks; i++) {
		uint32_t of = hist->conf.chains->nodes[hist->stacks[i].chain].depth;

		depth = of > depth ? of : depth;
	}
	return depth + 2;
}

/* ---- adding stacks ---- */

struct flame_build {
	struct flame *flame;
	uint32_t *path;
	uint32_t *places; /* by chain: its node, or FLAME_ROOT */
	struct hash_index threads;
};

/* Replaces the functions of a path by those that stand for them in graphs. */
static void to_graph(const struct flame *flame, uint32_t *path, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		path[i] = funcs__at(flame->hist->conf.funcs, path[i])->graph_id;
}

/* Adds @chain below those of its callers that are there, so that all chains take linear time. */
static int64_t add_chain(struct flame_build *build, uint32_t chain)
{
	const struct chain_node *nodes = build->flame->hist->conf.chains->nodes;
	uint32_t nr = 0;
	int64_t node;

	for (; !build->places[chain] && chain != CHAIN_ROOT; chain = nodes[chain].parent)
		build->path[nr++] = chain;
	node = build->places[chain];
	while (node >= 0 && nr) {
		uint32_t key = nodes[build->path[--nr]].func;

		to_graph(build->flame, &key, 1);
		node = flame__child(build->flame, node, key);
		build->places[build->path[nr]] = node < 0 ? FLAME_ROOT : node;
	}
	return node;
}

/* Adds stack @idx on both sides of its pivot. */
static int add_pivot(struct flame_build *build, size_t idx)
{
	struct flame *flame = build->flame;
	const struct hist_stack *stack = &flame->hist->stacks[idx];
	const struct hist_conf *conf = &flame->hist->conf;
	uint32_t *path = build->path, hit = stack->hit, nr;
	int64_t row, up, down;

	to_graph(flame, &hit, 1);
	row = flame__child(flame, FLAME_ROOT, hit);
	path[0] = conf->sides.callers;
	nr = seam_chain__callers(conf->chains, conf->funcs, stack->chain, path + 1) + 1;
	to_graph(flame, path, nr);
	up = flame__add_path(flame, row, path, nr);
	path[0] = conf->sides.callees;
	nr = seam_chain__callees(conf->chains, conf->funcs, stack->chain, path + 1) + 1;
	to_graph(flame, path, nr);
	down = flame__add_path(flame, up < 0 ? up : row, path, nr);
	if (down < 0)
		return down;
	flame__count(flame, up, idx);
	flame__count(flame, down, idx);
	return 0;
}

/* ---- by thread ---- */

static bool is_thread(const void *threads, uint32_t pos, const void *key)
{
	const struct flame_thread *thread = &((const struct flame_thread *)threads)[pos];

	return !memcmp(thread, key, sizeof(*thread));
}

/* Returns the key of the thread of @stack, which is new at its first stack, or a negative code. */
static int64_t find_thread(struct flame_build *build, const struct hist_stack *stack)
{
	struct flame *flame = build->flame;
	struct hash_index *index = &build->threads;
	const struct flame_thread want = {stack->who.comm_id, stack->who.pid, stack->who.tid};
	uint64_t hash = hash__bytes(flame->hash_key, &want, sizeof(want));
	uint32_t pos = hash_index__find(index, hash, is_thread, flame->threads, &want);

	if (pos != HASH_INDEX_NONE)
		return flame->nr_funcs + (int64_t)pos;
	if (!ARRAY_APPEND(flame->threads, flame->nr_threads, flame->cap_threads, &want, 1) ||
	    hash_index__add(index, hash, flame->nr_threads - 1))
		return DEFER_ERR_NOMEM;
	return flame->nr_funcs + (int64_t)flame->nr_threads - 1;
}

/* Adds the functions of @stack, below its thread if threads come first. Returns the last node. */
static int64_t add_funcs(struct flame_build *build, const struct hist_stack *stack)
{
	struct flame *flame = build->flame;
	uint32_t nr = flame_path__of(flame->hist, stack, flame->shape, build->path);
	int64_t node = FLAME_ROOT;

	to_graph(flame, build->path, nr);
	if (flame->shape == FLAME_THREADS) {
		int64_t thread = find_thread(build, stack);

		node = thread < 0 ? thread : flame__child(flame, FLAME_ROOT, thread);
	}
	return flame__add_path(flame, node, build->path, nr);
}

static int add_stack(struct flame_build *build, size_t idx)
{
	struct flame *flame = build->flame;
	const struct hist_stack *stack = &flame->hist->stacks[idx];
	int64_t node;

	if (flame->two_sided)
		return add_pivot(build, idx);
	node = flame->shape == FLAME_CALLERS && stack->chain != CHAIN_ROOT
		       ? add_chain(build, stack->chain)
		       : add_funcs(build, stack);
	if (node < 0)
		return node;
	flame__count(flame, node, idx);
	return 0;
}

/* Returns whether the stack has a part in the flame: a weight, or one before. */
static bool has_part(const struct flame *flame, const struct hist_stack *stack)
{
	return flame->hist->conf.compares ||
	       (flame->by_samples ? stack->sums.nr : stack->sums.period);
}

int flame__add_stacks(struct flame *flame)
{
	const struct hist *hist = flame->hist;
	struct flame_build build = {
		.flame = flame,
		.path = malloc(flame_path__room(hist) * sizeof(*build.path)),
		.places = calloc(hist->conf.chains->nr, sizeof(*build.places)),
	};
	int ret = build.path && build.places ? 0 : DEFER_ERR_NOMEM;

	for (size_t i = 0; !ret && i < hist->nr_stacks; i++) {
		if (has_part(flame, &hist->stacks[i]))
			ret = add_stack(&build, i);
	}
	hash_index__exit(&build.threads);
	free(build.path);
	free(build.places);
	return ret;
}
