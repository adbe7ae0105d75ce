// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/hash.h"
#include "util/view/flame-priv.h"

static const char *const names[FLAME_NR_SHAPES] = {
	[FLAME_CALLERS] = "callers",
	[FLAME_INVERTED] = "inverted",
	[FLAME_THREADS] = "thread",
	[FLAME_TIME] = "time",
};

const char *flame_shape__name(enum flame_shape shape)
{
	return names[shape];
}

int flame_shape__find(const char *name)
{
	for (int shape = 0; shape < FLAME_NR_SHAPES; shape++) {
		if (!strcmp(name, names[shape]))
			return shape;
	}
	return DEFER_ERR_INVAL;
}

/* Adds @func, as the graph has it, below @node. Returns the child, or a negative code. */
static int64_t add_func(struct flame *flame, int64_t node, uint32_t func)
{
	if (node < 0)
		return node;
	return flame__child(flame, node, funcs__at(flame->hist->conf.funcs, func)->graph_id);
}

/* ---- from what was hit ---- */

/* Adds @chain, whose stacks weigh @weight, from its end to its outermost frame. */
static int64_t add_backwards(struct flame *flame, uint32_t chain, uint64_t weight)
{
	const struct chain_node *nodes = flame->hist->conf.chains->nodes;
	int64_t node = FLAME_ROOT;

	for (; chain != CHAIN_ROOT; chain = nodes[chain].parent)
		node = add_func(flame, node, nodes[chain].func);
	if (node >= 0)
		flame->nodes[node].self += weight;
	return node;
}

static int add_hit(struct flame *flame, size_t idx)
{
	const struct hist_stack *stack = &flame->hist->stacks[idx];
	int64_t node = add_func(flame, FLAME_ROOT, stack->hit);

	if (node < 0)
		return node;
	flame->nodes[node].self += flame__weight(flame, stack);
	flame__count(flame, node, idx);
	return 0;
}

/* Counts the samples of both sides of a comparison where their chains begin. */
static int64_t count_backwards(struct flame *flame)
{
	const struct hist *hist = flame->hist;
	int64_t node = 0;

	for (size_t i = 0; node >= 0 && i < hist->nr_stacks; i++) {
		if (hist->stacks[i].chain == CHAIN_ROOT)
			continue;
		node = add_backwards(flame, hist->stacks[i].chain, 0);
		if (node >= 0)
			flame__count(flame, node, i);
	}
	return node;
}

int flame__add_inverted(struct flame *flame)
{
	const struct hist *hist = flame->hist;
	size_t nr = hist->conf.chains->nr;
	uint64_t *weights = calloc(nr, sizeof(*weights));
	int64_t ret = weights ? 0 : DEFER_ERR_NOMEM;

	for (size_t i = 0; ret >= 0 && i < hist->nr_stacks; i++) {
		const struct hist_stack *stack = &hist->stacks[i];

		if (stack->chain != CHAIN_ROOT)
			weights[stack->chain] += flame__weight(flame, stack);
		else if (flame__has(flame, stack))
			ret = add_hit(flame, i);
	}
	for (size_t i = 0; ret >= 0 && i < nr; i++) {
		if (weights[i])
			ret = add_backwards(flame, i, weights[i]);
	}
	if (ret >= 0 && hist->conf.compares)
		ret = count_backwards(flame);
	free(weights);
	return ret < 0 ? ret : 0;
}

/* ---- by thread ---- */

static bool is_thread(const void *threads, uint32_t pos, const void *key)
{
	const struct flame_thread *thread = &((const struct flame_thread *)threads)[pos];

	return !memcmp(thread, key, sizeof(*thread));
}

/* Returns the number of the thread of @stack, which is new at its first stack. */
static int64_t find_thread(struct flame *flame, struct hash_index *index,
			   const struct hist_stack *stack)
{
	const struct flame_thread want = {stack->who.comm_id, stack->who.pid, stack->who.tid};
	uint64_t hash = hash__bytes(flame->hash_key, &want, sizeof(want));
	uint32_t pos = hash_index__find(index, hash, is_thread, flame->threads, &want);
	struct flame_thread *threads;

	if (pos != HASH_INDEX_NONE)
		return pos;
	threads = array__reserve(flame->threads, &flame->cap_threads, flame->nr_threads + 1,
				 sizeof(*threads));
	if (!threads)
		return DEFER_ERR_NOMEM;
	flame->threads = threads;
	if (hash_index__add(index, hash, flame->nr_threads))
		return DEFER_ERR_NOMEM;
	threads[flame->nr_threads] = want;
	return flame->nr_threads++;
}

/* Adds stack @idx below its thread. @path has room for its chain. */
static int add_below(struct flame *flame, struct hash_index *index, size_t idx, uint32_t *path)
{
	const struct hist_stack *stack = &flame->hist->stacks[idx];
	const struct chain_node *nodes = flame->hist->conf.chains->nodes;
	int64_t thread = find_thread(flame, index, stack), node = thread;
	uint32_t nr = 0;

	if (thread >= 0)
		node = flame__child(flame, FLAME_ROOT, flame->nr_funcs + thread);
	if (stack->chain == CHAIN_ROOT)
		path[nr++] = stack->hit;
	for (uint32_t chain = stack->chain; chain != CHAIN_ROOT; chain = nodes[chain].parent)
		path[nr++] = nodes[chain].func;
	while (nr)
		node = add_func(flame, node, path[--nr]);
	if (node < 0)
		return node;
	flame->nodes[node].self += flame__weight(flame, stack);
	flame__count(flame, node, idx);
	return 0;
}

int flame__add_threads(struct flame *flame)
{
	const struct hist *hist = flame->hist;
	uint32_t *path = malloc((flame__deepest(hist) + 1ULL) * sizeof(*path));
	struct hash_index index = {0};
	int ret = path ? 0 : DEFER_ERR_NOMEM;

	for (size_t i = 0; !ret && i < hist->nr_stacks; i++) {
		if (flame__has(flame, &hist->stacks[i]))
			ret = add_below(flame, &index, i, path);
	}
	hash_index__exit(&index);
	free(path);
	return ret;
}
