// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/mul-div.h"
#include "util/base/node-limit.h"
#include "util/machine/comms.h"
#include "util/view/flame-tree.h"

/* ---- the tree ---- */

/* Adds the stacks to a flame that has begun, and to its base. */
static int fill(struct flame *flame)
{
	int ret;

	flame->two_sided = flame->hist->conf.sides.on;
	ret = flame__add_stacks(flame);
	if (!ret && flame->base)
		ret = fill(flame->base);
	flame__finish(flame);
	return ret;
}

int flame__init(struct flame *flame, const struct hist *hist, enum flame_shape shape,
		struct defer_error *err)
{
	int ret;

	shape = hist->conf.sides.on ? FLAME_CALLERS : shape;
	ret = flame__begin(flame, hist, shape);
	if (!ret)
		ret = fill(flame);
	if (ret && node_limit__is_reached(hist->conf.max_nodes, flame->nr)) {
		flame__exit(flame);
		ret = flame__begin(flame, hist, shape);
		flame->too_large = true;
	}
	return ret ? error__no_memory(err, "for the flame graph") : 0;
}

void flame__exit(struct flame *flame)
{
	free(flame->nodes);
	if (flame->base)
		flame__exit(flame->base);
	free(flame->base);
	free(flame->threads);
	hash_index__exit(&flame->index);
	*flame = (struct flame){0};
}

const struct func *flame__func(const struct flame *flame, uint32_t node)
{
	uint32_t func = flame->nodes[node].func;

	return node == FLAME_ROOT || func >= flame->nr_funcs
		       ? NULL
		       : funcs__at(flame->hist->conf.funcs, func);
}

const struct flame_thread *flame__thread(const struct flame *flame, uint32_t node)
{
	uint32_t func = flame->nodes[node].func;

	return node == FLAME_ROOT || func < flame->nr_funcs
		       ? NULL
		       : &flame->threads[func - flame->nr_funcs];
}

const struct func *flame__subject(const struct flame *flame, uint32_t node)
{
	return flame__func(flame, node)
		       ? funcs__subject(flame->hist->conf.funcs, flame->nodes[node].func)
		       : NULL;
}

static const char *thread_label(const struct flame *flame, const struct flame_thread *thread,
				char buf[FLAME_LABEL_LEN])
{
	comm__label(flame->hist->conf.comms[thread->comm_id], thread->pid, thread->tid, buf,
		    FLAME_LABEL_LEN);
	return buf;
}

const char *flame__label(const struct flame *flame, uint32_t node, char buf[FLAME_LABEL_LEN])
{
	const struct flame_thread *thread = flame__thread(flame, node);

	if (thread)
		return thread_label(flame, thread, buf);
	return node == FLAME_ROOT ? "all" : func__label(flame__func(flame, node), buf);
}

double flame__percent(const struct flame *flame, uint64_t weight)
{
	uint64_t all =
		flame->by_samples ? flame->nodes[FLAME_ROOT].total : flame->hist->total.period;

	return all ? 100.0 * weight / all : 0;
}

bool flame__is_below(const struct flame *flame, uint32_t below, uint32_t above)
{
	while (flame->nodes[below].depth > flame->nodes[above].depth)
		below = flame->nodes[below].parent;
	return below == above;
}

/* ---- order ---- */

/* Orders nodes of equal weight: threads by their ids, then functions by their names. */
static int compare_funcs(const struct flame *flame, uint32_t a, uint32_t b)
{
	const struct flame_thread *ta = flame__thread(flame, a), *tb = flame__thread(flame, b);

	if (!ta && !tb)
		return func__cmp(flame__func(flame, a), flame__func(flame, b));
	if (!ta || !tb)
		return ta ? -1 : 1;
	return CMP(ta->pid, tb->pid) ?: CMP(ta->tid, tb->tid);
}

static int compare_siblings(const void *l, const void *r, void *arg)
{
	const struct flame *flame = arg;
	uint32_t a = *(const uint32_t *)l, b = *(const uint32_t *)r;
	int cmp = CMP(flame->nodes[b].total, flame->nodes[a].total);

	return cmp ?: compare_funcs(flame, a, b);
}

int flame__sort(struct flame *flame, uint32_t node, struct defer_error *err)
{
	return flame__sort_by(flame, node, compare_siblings, flame)
		       ? error__no_memory(err, "for the flame graph")
		       : 0;
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
	return mul_div(weight, layout->opts->width, layout->all);
}

/* Returns true if a box of @weight has the minimum width, wherever it begins. */
static bool is_wide(const struct layout *layout, uint64_t weight)
{
	uint32_t min = layout->opts->min_width ? layout->opts->min_width : 1;

	return mul_div(weight, layout->opts->width, layout->all) >= min;
}

static int add_box(struct layout *layout, struct flame_box box)
{
	struct flame_picture *picture = layout->picture;

	box.col = to_col(layout, box.begin);
	box.width = to_col(layout, box.begin + box.weight) - box.col;
	return ARRAY_APPEND(picture->boxes, picture->nr, picture->cap, &box, 1) ? 0
										: DEFER_ERR_NOMEM;
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

		uint64_t width = flame__width(flame, i);

		if (!is_wide(layout, width))
			break;
		box.node = i;
		box.depth = node->depth;
		box.begin = begin;
		box.weight = width;
		if (add_box(layout, box))
			return error__no_memory(err, "for the flame graph");
		begin += width;
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
		.all = flame__width(flame, opts->focus),
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
	int cmp = CMP(flame->nodes[b].total, flame->nodes[a].total);

	while (!cmp && a != b && a != FLAME_ROOT && b != FLAME_ROOT) {
		cmp = compare_funcs(flame, a, b);
		a = flame->nodes[a].parent;
		b = flame->nodes[b].parent;
	}
	return cmp ?: (a == FLAME_ROOT) - (b == FLAME_ROOT);
}

/* Marks the funcs and threads that @text matches. */
static int match_funcs(const struct flame *flame, const char *text, struct flame_matches *matches)
{
	uint32_t nr = flame->nr_funcs;
	char buf[FLAME_LABEL_LEN];

	matches->funcs = calloc(nr + flame->nr_threads + 1, sizeof(*matches->funcs));
	if (!matches->funcs)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 0; i < nr; i++)
		matches->funcs[i] = func__matches(funcs__at(flame->hist->conf.funcs, i), text);
	for (size_t i = 0; i < flame->nr_threads; i++)
		matches->funcs[nr + i] =
			strcasestr(thread_label(flame, &flame->threads[i], buf), text);
	return 0;
}

static int add_match(const struct flame *flame, struct flame_matches *matches, uint32_t node)
{
	if (!ARRAY_APPEND(matches->nodes, matches->nr, matches->cap, &node, 1))
		return DEFER_ERR_NOMEM;
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
