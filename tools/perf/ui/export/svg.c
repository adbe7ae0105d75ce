// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>

#include "ui/export/stack-tree.h"
#include "ui/export/svg-page.h"
#include "ui/export/svg.h"
#include "util/base/error.h"

#define MIN_WIDTH 0.1 /* pixels */

struct svg {
	const struct stack_tree *tree;
	struct svg_page page;
	uint64_t total;
	uint64_t *starts; /* per depth: where the next frame begins */
};

static double svg_pixels(const struct svg *svg, uint64_t value)
{
	return svg->total ? (double)value / svg->total * svg_page__room(&svg->page) : 0;
}

static bool is_visible(const struct svg *svg, uint32_t node)
{
	return svg_pixels(svg, stack_tree__value(svg->tree, &svg->tree->nodes[node])) >= MIN_WIDTH;
}

/* Returns the depth of the deepest frame that is wide enough to be drawn. */
static uint32_t visible_depth(const struct svg *svg)
{
	uint32_t node = STACK_ROOT, depth = 0;

	while ((node = stack_tree__next(svg->tree, node)) != STACK_END) {
		if (svg->tree->nodes[node].depth > depth && is_visible(svg, node))
			depth = svg->tree->nodes[node].depth;
	}
	return depth;
}

static void put_frame(const struct svg *svg, uint32_t id, uint64_t start)
{
	const struct stack_node *node = &svg->tree->nodes[id];
	const struct stack_name *name = id == STACK_ROOT ? NULL : stack_tree__name(svg->tree, node);
	uint64_t value = stack_tree__value(svg->tree, node);
	struct change change;
	struct svg_frame frame = {
		.name = name ? name->text : "all",
		.kind = name ? name->kind : STACK_COMM,
		.x = svg_pixels(svg, start),
		.width = svg_pixels(svg, value),
		.line = node->depth,
		.start = start,
		.value = value,
		.nr = node->sum.nr,
		.percent = svg->total ? 100.0 * value / svg->total : 0,
	};

	if (svg->tree->before) {
		change = stack_tree__change(svg->tree, id);
		frame.change = &change;
	}
	svg_page__put(&svg->page, &frame);
}

/* Writes all frames. The callees of a frame begin where it begins and stand side by side. */
static void put_frames(struct svg *svg)
{
	const struct stack_tree *tree = svg->tree;
	uint32_t node = STACK_ROOT;

	put_frame(svg, STACK_ROOT, 0);
	while ((node = stack_tree__next(tree, node)) != STACK_END) {
		uint32_t depth = tree->nodes[node].depth;
		uint64_t start = svg->starts[depth];

		if (is_visible(svg, node))
			put_frame(svg, node, start);
		svg->starts[depth] = start + stack_tree__value(tree, &tree->nodes[node]);
		svg->starts[depth + 1] = start;
	}
}

static int put_all(struct svg *svg, struct defer_error *err)
{
	svg->total = stack_tree__value(svg->tree, &svg->tree->nodes[STACK_ROOT]);
	svg->page.nr = svg->tree->nodes[STACK_ROOT].sum.nr;
	svg->page.compares = svg->tree->before != NULL;
	svg->starts = calloc(svg->tree->max_depth + 2ULL, sizeof(*svg->starts));
	if (!svg->starts)
		return error__no_memory(err, "for the export");
	svg_page__begin(&svg->page, visible_depth(svg) + 1);
	put_frames(svg);
	free(svg->starts);
	return svg_page__end(&svg->page, err);
}

int svg__write(const struct hist *hist, const struct svg_opts *opts, FILE *out,
	       struct defer_error *err)
{
	struct stack_tree tree;
	struct svg svg = {.tree = &tree, .page = {.out = out, .opts = opts}};
	int ret = stack_tree__init(&tree, hist, opts->shape, err);

	svg_page__init(&svg.page);
	if (!ret)
		ret = put_all(&svg, err);
	stack_tree__exit(&tree);
	return ret;
}
