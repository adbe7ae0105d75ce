// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/view/flame.h"

/* ---- the tree ---- */

static bool flame__node_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct flame_node *node = &((const struct flame_node *)ctx)[pos], *want = key;

	return node->parent == want->parent && node->func == want->func;
}

static int64_t add_node(struct flame *flame, uint32_t parent, uint32_t func)
{
	struct flame_node *nodes =
		array__reserve(flame->nodes, &flame->cap, flame->nr + 1, sizeof(*nodes));
	uint32_t depth;

	if (!nodes || flame->nr >= UINT32_MAX - 1)
		return DEFER_ERR_NOMEM;
	flame->nodes = nodes;
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
static int64_t child_of(struct flame *flame, uint32_t parent, uint32_t func)
{
	const struct flame_node want = {.parent = parent, .func = func};
	uint64_t hash = hash__u64(flame->hash_key, (uint64_t)parent << 32 | func);
	uint32_t pos =
		hash_index__find(&flame->index, hash, flame__node_equal, flame->nodes, &want);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (hash_index__add(&flame->index, hash, flame->nr))
		return DEFER_ERR_NOMEM;
	return add_node(flame, parent, func);
}

/*
 * Returns true if each func of a chain is its own graph node. Then no children need to be looked
 * up.
 */
static bool is_plain(const struct hist *hist)
{
	const struct funcs *funcs = hist->conf.funcs;

	for (size_t i = 0; i < funcs->nr; i++) {
		if (funcs->funcs[i].graph_id != i)
			return false;
	}
	return true;
}

static uint64_t weight_of(const struct flame *flame, const struct hist_stack *stack)
{
	return flame->by_samples ? stack->nr : stack->period;
}

struct chain_weight {
	uint64_t self, total;
	uint32_t node;
};

/* Sums up the weight of each chain, by its id in the chain tree. */
static void flame__weigh(const struct flame *flame, struct chain_weight *weights)
{
	const struct hist *hist = flame->hist;
	const struct chain_tree *chains = hist->conf.chains;

	for (size_t i = 0; i < hist->nr_stacks; i++)
		weights[hist->stacks[i].chain].self += weight_of(flame, &hist->stacks[i]);
	for (size_t i = chains->nr; i-- > 1;) {
		weights[i].total += weights[i].self;
		weights[chains->nodes[i].parent].total += weights[i].total;
	}
}

static int add_chains(struct flame *flame, struct chain_weight *weights)
{
	const struct chain_tree *chains = flame->hist->conf.chains;
	const struct funcs *funcs = flame->hist->conf.funcs;
	bool plain = is_plain(flame->hist);

	for (size_t i = 1; i < chains->nr; i++) {
		uint32_t parent = weights[chains->nodes[i].parent].node;
		uint32_t func = funcs__at(funcs, chains->nodes[i].func)->graph_id;
		int64_t node;

		if (!weights[i].total)
			continue;
		node = plain && parent != FLAME_ROOT ? add_node(flame, parent, func)
						     : child_of(flame, parent, func);
		if (node < 0)
			return node;
		weights[i].node = node;
		flame->nodes[node].self += weights[i].self;
	}
	return 0;
}

/* Adds the samples without a chain under the function that was hit, all that is known of them. */
static int add_hits(struct flame *flame)
{
	const struct hist *hist = flame->hist;

	for (size_t i = 0; i < hist->nr_stacks; i++) {
		const struct hist_stack *stack = &hist->stacks[i];
		int64_t node;

		if (stack->chain != CHAIN_ROOT || !weight_of(flame, stack))
			continue;
		node = child_of(flame, FLAME_ROOT,
				funcs__at(hist->conf.funcs, stack->hit)->graph_id);
		if (node < 0)
			return node;
		flame->nodes[node].self += weight_of(flame, stack);
	}
	return 0;
}

static void sum_up(struct flame *flame)
{
	struct flame_node *nodes = flame->nodes;

	for (size_t i = flame->nr; i-- > 0;) {
		nodes[i].total += nodes[i].self;
		if (i == FLAME_ROOT)
			break;
		nodes[nodes[i].parent].total += nodes[i].total;
		nodes[nodes[i].parent].nr_below += nodes[i].nr_below + 1;
	}
}

static bool has_periods(const struct hist *hist)
{
	for (size_t i = 0; i < hist->nr_stacks; i++) {
		if (hist->stacks[i].period)
			return true;
	}
	return false;
}

int flame__init(struct flame *flame, const struct hist *hist, struct defer_error *err)
{
	struct chain_weight *weights = calloc(hist->conf.chains->nr, sizeof(*weights));
	int ret;

	*flame = (struct flame){
		.hist = hist, .hash_key = hash__key(), .by_samples = !has_periods(hist)};
	flame->nodes = array__reserve(NULL, &flame->cap, 1, sizeof(*flame->nodes));
	if (!flame->nodes || !weights) {
		free(weights);
		return error__no_memory(err, "for the flame graph");
	}
	flame->nodes[FLAME_ROOT] = (struct flame_node){.parent = FLAME_ROOT};
	flame->nr = 1;
	flame__weigh(flame, weights);
	ret = add_chains(flame, weights);
	if (!ret)
		ret = add_hits(flame);
	free(weights);
	hash_index__exit(&flame->index);
	sum_up(flame);
	return ret ? error__no_memory(err, "for the flame graph") : 0;
}

void flame__exit(struct flame *flame)
{
	free(flame->nodes);
	hash_index__exit(&flame->index);
	*flame = (struct flame){0};
}

const struct func *flame__func(const struct flame *flame, uint32_t node)
{
	return funcs__at(flame->hist->conf.funcs, flame->nodes[node].func);
}

const char *flame__label(const struct flame *flame, uint32_t node, char buf[FLAME_LABEL_LEN])
{
	const struct func *func;

	if (node == FLAME_ROOT)
		return "all";
	func = flame__func(flame, node);
	if (func->name)
		return func->name;
	snprintf(buf, FLAME_LABEL_LEN, "0x%" PRIx64, func->ip);
	return buf;
}

double flame__percent(const struct flame *flame, uint64_t weight)
{
	uint64_t all =
		flame->by_samples ? flame->nodes[FLAME_ROOT].total : flame->hist->total_period;

	return all ? 100.0 * weight / all : 0;
}

bool flame__is_below(const struct flame *flame, uint32_t below, uint32_t above)
{
	while (flame->nodes[below].depth > flame->nodes[above].depth)
		below = flame->nodes[below].parent;
	return below == above;
}

/* ---- order ---- */

static int compare_weights(const struct flame *flame, uint32_t a, uint32_t b)
{
	uint64_t wa = flame->nodes[a].total, wb = flame->nodes[b].total;

	return wa != wb ? (wa > wb ? -1 : 1) : 0;
}

static int compare_siblings(const void *l, const void *r, void *arg)
{
	const struct flame *flame = arg;
	uint32_t a = *(const uint32_t *)l, b = *(const uint32_t *)r;
	int cmp = compare_weights(flame, a, b);

	return cmp ? cmp : func__cmp(flame__func(flame, a), flame__func(flame, b));
}

int flame__sort(struct flame *flame, uint32_t node, struct defer_error *err)
{
	struct flame_node *nodes = flame->nodes;
	uint32_t nr = nodes[node].nr_children, *order, *next = &nodes[node].first;

	if (nodes[node].sorted || nr < 2)
		return 0;
	order = malloc(nr * sizeof(*order));
	if (!order)
		return error__no_memory(err, "for the flame graph");
	for (uint32_t child = *next, i = 0; child != FLAME_END; child = nodes[child].next)
		order[i++] = child;
	qsort_r(order, nr, sizeof(*order), compare_siblings, flame);
	for (uint32_t i = 0; i < nr; i++) {
		*next = order[i];
		next = &nodes[order[i]].next;
	}
	*next = FLAME_END;
	nodes[node].sorted = true;
	free(order);
	return 0;
}

/* ---- the picture ---- */

struct layout {
	struct flame *flame;
	const struct flame_opts *opts;
	struct flame_picture *picture;
	uint64_t all; /* weight that takes the whole width */
};

/* Returns the column of @weight, which counts from the left end of the focus. */
static uint32_t to_col(const struct layout *layout, uint64_t weight)
{
	return (unsigned __int128)weight * layout->opts->width / layout->all;
}

/* Returns true if a box of @weight has the minimum width, wherever it begins. */
static bool is_wide(const struct layout *layout, uint64_t weight)
{
	uint32_t min = layout->opts->min_width ? layout->opts->min_width : 1;

	return (unsigned __int128)weight * layout->opts->width >=
	       (unsigned __int128)layout->all * min;
}

static int add_box(struct layout *layout, struct flame_box box)
{
	struct flame_picture *picture = layout->picture;
	struct flame_box *boxes =
		array__reserve(picture->boxes, &picture->cap, picture->nr + 1, sizeof(*boxes));

	if (!boxes)
		return DEFER_ERR_NOMEM;
	box.col = to_col(layout, box.begin);
	box.width = to_col(layout, box.begin + box.weight) - box.col;
	picture->boxes = boxes;
	boxes[picture->nr++] = box;
	return 0;
}

/* Adds one box for all children that are too narrow, unless it would be too narrow as well. */
static int add_rest(struct layout *layout, const struct flame_box *of, uint64_t begin, uint32_t nr)
{
	const struct flame_node *node = &layout->flame->nodes[of->node];
	const struct flame_box rest = {
		.node = of->node,
		.depth = of->depth + 1,
		.nr_rest = nr,
		.begin = begin,
		.weight = of->begin + of->weight - node->self - begin,
	};

	return nr && is_wide(layout, rest.weight) ? add_box(layout, rest) : 0;
}

/*
 * Adds boxes for the children. They are sorted, so the first one that is too narrow ends the loop.
 */
static int add_children(struct layout *layout, struct flame_box of, struct defer_error *err)
{
	struct flame *flame = layout->flame;
	uint32_t nr_left = flame->nodes[of.node].nr_children;
	uint64_t begin = of.begin, nr_narrow = flame->nodes[of.node].nr_below;
	int ret = flame__sort(flame, of.node, err);
	struct flame_box box = {0};

	for (uint32_t i = flame->nodes[of.node].first; !ret && i != FLAME_END;
	     i = flame->nodes[i].next) {
		const struct flame_node *node = &flame->nodes[i];

		if (!is_wide(layout, node->total))
			break;
		box.node = i;
		box.depth = node->depth;
		box.begin = begin;
		box.weight = node->total;
		if (add_box(layout, box))
			return error__no_memory(err, "for the flame graph");
		begin += node->total;
		nr_narrow -= node->nr_below + 1ULL;
		nr_left--;
	}
	layout->picture->nr_narrow += nr_narrow;
	if (!ret && add_rest(layout, &of, begin, nr_left))
		return error__no_memory(err, "for the flame graph");
	return ret;
}

/* Adds boxes for the focus and its ancestors, from the root on. */
static int add_focus(struct layout *layout, struct defer_error *err)
{
	const struct flame_node *nodes = layout->flame->nodes;
	uint32_t node = layout->opts->focus, depth = nodes[node].depth;
	struct flame_picture *picture = layout->picture;

	for (uint32_t i = 0; i <= depth; i++) {
		struct flame_box box = {.depth = i, .weight = layout->all};

		if (add_box(layout, box))
			return error__no_memory(err, "for the flame graph");
	}
	for (uint32_t i = depth + 1; i-- > 0; node = nodes[node].parent) {
		picture->boxes[i].node = node;
		picture->boxes[i].is_outer = i < depth;
	}
	return 0;
}

int flame__layout(struct flame *flame, const struct flame_opts *opts, struct flame_picture *picture,
		  struct defer_error *err)
{
	struct layout layout = {
		.flame = flame,
		.opts = opts,
		.picture = picture,
		.all = flame->nodes[opts->focus].total,
	};
	int ret;

	picture->nr = 0;
	picture->nr_narrow = 0;
	if (!layout.all || !opts->width)
		return 0;
	ret = add_focus(&layout, err);
	for (size_t i = flame->nodes[opts->focus].depth; !ret && i < picture->nr; i++) {
		if (!picture->boxes[i].nr_rest && picture->boxes[i].depth < opts->max_depth)
			ret = add_children(&layout, picture->boxes[i], err);
	}
	return ret;
}

void flame_picture__exit(struct flame_picture *picture)
{
	free(picture->boxes);
	*picture = (struct flame_picture){0};
}

/* ---- search ---- */

/* Orders by weight, then by the functions of the chains from their ends on. */
static int compare_matches(const void *l, const void *r, void *arg)
{
	const struct flame *flame = arg;
	uint32_t a = *(const uint32_t *)l, b = *(const uint32_t *)r;
	int cmp = compare_weights(flame, a, b);

	while (!cmp && a != b && a != FLAME_ROOT && b != FLAME_ROOT) {
		cmp = func__cmp(flame__func(flame, a), flame__func(flame, b));
		a = flame->nodes[a].parent;
		b = flame->nodes[b].parent;
	}
	return cmp ? cmp : (a == FLAME_ROOT) - (b == FLAME_ROOT);
}

/* Marks the funcs whose label contains @text. Any node of a func stands for it. */
static int match_funcs(const struct flame *flame, const char *text, struct flame_matches *matches)
{
	size_t nr = flame->hist->conf.funcs->nr;
	bool *seen = calloc(nr + 1, sizeof(*seen));

	matches->funcs = calloc(nr + 1, sizeof(*matches->funcs));
	for (size_t i = 1; seen && matches->funcs && i < flame->nr; i++) {
		uint32_t func = flame->nodes[i].func;
		char buf[FLAME_LABEL_LEN];

		if (!seen[func])
			matches->funcs[func] = strcasestr(flame__label(flame, i, buf), text);
		seen[func] = true;
	}
	free(seen);
	return seen && matches->funcs ? 0 : DEFER_ERR_NOMEM;
}

static int add_match(const struct flame *flame, struct flame_matches *matches, uint32_t node)
{
	uint32_t *nodes =
		array__reserve(matches->nodes, &matches->cap, matches->nr + 1, sizeof(*nodes));

	if (!nodes)
		return DEFER_ERR_NOMEM;
	matches->nodes = nodes;
	nodes[matches->nr++] = node;
	matches->total += flame->nodes[node].total;
	return 0;
}

int flame__search(const struct flame *flame, const char *text, struct flame_matches *matches,
		  struct defer_error *err)
{
	bool *inside = calloc(flame->nr, sizeof(*inside)); /* the node is a match or below one */
	int ret;

	*matches = (struct flame_matches){0};
	ret = inside ? match_funcs(flame, text, matches) : DEFER_ERR_NOMEM;
	for (size_t i = 1; !ret && i < flame->nr; i++) {
		inside[i] = inside[flame->nodes[i].parent];
		if (!inside[i] && flame_matches__has(matches, flame, i)) {
			inside[i] = true;
			ret = add_match(flame, matches, i);
		}
	}
	free(inside);
	if (ret)
		return error__no_memory(err, "for the flame graph");
	if (matches->nr)
		qsort_r(matches->nodes, matches->nr, sizeof(*matches->nodes), compare_matches,
			(void *)flame);
	return 0;
}

void flame_matches__exit(struct flame_matches *matches)
{
	free(matches->funcs);
	free(matches->nodes);
	*matches = (struct flame_matches){0};
}
