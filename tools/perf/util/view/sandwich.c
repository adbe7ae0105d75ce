// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/error.h"
#include "util/view/sandwich.h"

#define NOT_THERE CHAIN_ROOT /* the function is not in the chain: no function is at the root */

/* The place of the function in each chain of the hist, and its samples, by the id of the chain. */
struct split {
	uint32_t *at;		 /* node of the function, the outermost one, or NOT_THERE */
	uint32_t *down;		 /* what it calls there, an id in sandwich->below */
	struct sample_sum *sums; /* samples with exactly this chain */
};

static void split__exit(struct split *split)
{
	free(split->at);
	free(split->down);
	free(split->sums);
}

/* ---- where the function is ---- */

static bool is_symbol(const struct sandwich *sandwich, uint32_t func)
{
	return funcs__at(sandwich->from->conf.funcs, func)->symbol_id == sandwich->func;
}

/* Splits all chains. A chain contains its callers' chain, which has a lower id. */
static int split_chains(struct sandwich *sandwich, struct split *split, struct defer_error *err)
{
	const struct chain_tree *chains = sandwich->from->conf.chains;

	for (size_t i = CHAIN_ROOT + 1; i < chains->nr; i++) {
		const struct chain_node *node = &chains->nodes[i];
		int64_t down;

		split->at[i] = split->at[node->parent];
		if (split->at[i] == NOT_THERE) {
			split->at[i] = is_symbol(sandwich, node->func) ? i : NOT_THERE;
			continue;
		}
		down = chain_tree__call(&sandwich->below, split->down[node->parent], node->func,
					err);
		if (down < 0)
			return down;
		split->down[i] = down;
	}
	return 0;
}

/* Returns what the samples of @stack hit. A pivot's is called by its seam, but has the whole chain. */
static uint32_t func_hit(const struct hist *from, const struct hist_stack *stack)
{
	if (!from->conf.sides.on || stack->chain == CHAIN_ROOT)
		return stack->hit;
	return from->conf.chains->nodes[stack->chain].func;
}

static void count_stacks(struct sandwich *sandwich, struct split *split)
{
	const struct hist *from = sandwich->from;

	for (size_t i = 0; i < from->nr_stacks; i++) {
		const struct hist_stack *stack = &from->stacks[i];
		const struct sample_sum sum = sums__samples(&stack->sums);
		bool hit = is_symbol(sandwich, func_hit(from, stack));

		if (!stack->sums.nr || (!hit && split->at[stack->chain] == NOT_THERE))
			continue;
		sample_sum__add(&split->sums[stack->chain], &sum);
		sample_sum__add(&sandwich->sum, &sum);
		if (hit)
			sample_sum__add(&sandwich->self, &sum);
	}
}

/* ---- its sides ---- */

static int init_sides(struct sandwich *sandwich, struct defer_error *err)
{
	const struct sort_opts opts = {.sort = "symbol"};
	int ret = sort_order__init(&sandwich->order, &opts, err);

	for (int side = 0; !ret && side < SANDWICH_NR_SIDES; side++) {
		struct hist_conf conf = sandwich->from->conf;

		sandwich->shows[side] = show_opts__of_tree(
			conf.show, side == SANDWICH_CALLERS ? ORDER_CALLEE : ORDER_CALLER);
		sandwich->shows[side].min_percent = 0;
		conf.order = &sandwich->order;
		conf.show = &sandwich->shows[side];
		conf.hits = NULL;
		conf.sides.on = false;
		conf.compares = false;
		if (side == SANDWICH_CALLEES)
			conf.chains = &sandwich->below;
		hist__init(&sandwich->sides[side], &conf);
	}
	return ret;
}

/* Adds samples whose callers or callees are @chain. */
static int add_side(struct sandwich *sandwich, enum sandwich_side side, uint32_t chain,
		    const struct sample_sum *weight, struct defer_error *err)
{
	const struct hist_stack stack = {.hit = sandwich->func,
					 .chain = chain,
					 .sums.nr = weight->nr,
					 .sums.period = weight->period};

	return hist__add(&sandwich->sides[side], &stack, err);
}

/* Adds up the samples of each chain that is left on one side of the function. */
static void sum_side(const struct sandwich *sandwich, const struct split *split,
		     enum sandwich_side side, struct sample_sum *sums)
{
	const struct chain_node *nodes = sandwich->from->conf.chains->nodes;

	for (size_t i = 0; i < sandwich->nr_stacks; i++) {
		const struct sandwich_stack *stack = &sandwich->stacks[i];
		uint32_t at = split->at[stack->chain], chain = split->down[stack->chain];

		if (side == SANDWICH_CALLERS)
			chain = at == NOT_THERE ? CHAIN_ROOT : nodes[at].parent;
		sample_sum__add(&sums[chain], &stack->sum);
	}
}

static int fill_side(struct sandwich *sandwich, const struct split *split, enum sandwich_side side,
		     struct defer_error *err)
{
	struct hist *hist = &sandwich->sides[side];
	size_t nr = hist->conf.chains->nr;
	struct sample_sum *sums = calloc(nr, sizeof(*sums));
	int ret = 0;

	if (!sums)
		return error__no_memory(err, "for callers and callees");
	sum_side(sandwich, split, side, sums);
	for (size_t i = 0; !ret && i < nr; i++) {
		if (sums[i].nr)
			ret = add_side(sandwich, side, i, &sums[i], err);
	}
	free(sums);
	if (ret)
		return ret;
	hist->total = sandwich->from->total; /* of which its percentages are */
	return hist__sort(hist, err);
}

/* ---- its stacks ---- */

static int cmp_stacks(const void *l, const void *r)
{
	const struct sandwich_stack *a = l, *b = r;

	if (a->sum.period != b->sum.period)
		return a->sum.period < b->sum.period ? 1 : -1;
	if (a->sum.nr != b->sum.nr)
		return a->sum.nr < b->sum.nr ? 1 : -1;
	return a->chain < b->chain ? -1 : a->chain > b->chain;
}

static int list_stacks(struct sandwich *sandwich, const struct split *split,
		       struct defer_error *err)
{
	size_t nr = sandwich->from->conf.chains->nr, nr_stacks = 0;

	for (size_t i = 0; i < nr; i++)
		nr_stacks += split->sums[i].nr != 0;
	sandwich->stacks = malloc((nr_stacks + 1) * sizeof(*sandwich->stacks));
	if (!sandwich->stacks)
		return error__no_memory(err, "for callers and callees");
	for (size_t i = 0; i < nr; i++) {
		const struct sample_sum *sum = &split->sums[i];

		if (sum->nr)
			sandwich->stacks[sandwich->nr_stacks++] = (struct sandwich_stack){i, *sum};
	}
	qsort(sandwich->stacks, nr_stacks, sizeof(*sandwich->stacks), cmp_stacks);
	return 0;
}

/* ---- the whole ---- */

static int sandwich__fill(struct sandwich *sandwich, struct split *split, struct defer_error *err)
{
	int ret = init_sides(sandwich, err);

	if (!ret)
		ret = split_chains(sandwich, split, err);
	if (ret)
		return ret;
	count_stacks(sandwich, split);
	ret = list_stacks(sandwich, split, err);
	for (int side = 0; !ret && side < SANDWICH_NR_SIDES; side++)
		ret = fill_side(sandwich, split, side, err);
	return ret;
}

int sandwich__new(struct sandwich **sandwichp, const struct hist *hist, uint32_t func,
		  struct defer_error *err)
{
	struct sandwich *sandwich = calloc(1, sizeof(*sandwich));
	size_t nr = hist->conf.chains->nr;
	struct split split = {
		.at = calloc(nr, sizeof(*split.at)),
		.down = calloc(nr, sizeof(*split.down)),
		.sums = calloc(nr, sizeof(*split.sums)),
	};
	int ret;

	*sandwichp = NULL;
	if (sandwich && split.at && split.down && split.sums) {
		sandwich->from = hist;
		sandwich->func = funcs__at(hist->conf.funcs, func)->symbol_id;
		ret = chain_tree__init(&sandwich->below, err);
		if (!ret)
			ret = sandwich__fill(sandwich, &split, err);
	} else {
		ret = error__no_memory(err, "for callers and callees");
	}
	split__exit(&split);
	if (ret)
		sandwich__delete(sandwich);
	else
		*sandwichp = sandwich;
	return ret;
}

void sandwich__delete(struct sandwich *sandwich)
{
	if (!sandwich)
		return;
	for (int side = 0; side < SANDWICH_NR_SIDES; side++)
		hist__exit(&sandwich->sides[side]);
	chain_tree__exit(&sandwich->below);
	free(sandwich->stacks);
	free(sandwich);
}
