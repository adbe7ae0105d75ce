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
	const struct flame *flame; /* that of the tree */
	struct svg_page page;
	uint64_t total;
	uint64_t *starts; /* per depth: where the next frame begins */
};

static double svg_pixels(const struct svg *svg, uint64_t value)
{
	return svg->total ? (double)value / svg->total * SVG_ROOM : 0;
}

static bool is_visible(const struct svg *svg, uint32_t node)
{
	return svg_pixels(svg, svg->flame->nodes[node].total) >= MIN_WIDTH;
}

/* Returns the depth of the deepest frame that is wide enough to be drawn. */
static uint32_t visible_depth(const struct svg *svg)
{
	uint32_t node = FLAME_ROOT, depth = 0;

	while ((node = flame__next(svg->flame, node)) != FLAME_END) {
		if (svg->flame->nodes[node].depth > depth && is_visible(svg, node))
			depth = svg->flame->nodes[node].depth;
	}
	return depth;
}

static void put_frame(const struct svg *svg, uint32_t id, uint64_t start)
{
	const struct flame_node *node = &svg->flame->nodes[id];
	const struct stack_name *name = id == FLAME_ROOT ? NULL : stack_tree__name(svg->tree, id);
	uint64_t value = node->total;
	struct change change;
	struct svg_frame frame = {
		.name = name ? name->text : "all",
		.kind = name ? name->kind : STACK_COMM,
		.x = svg_pixels(svg, start),
		.width = svg_pixels(svg, value),
		.line = node->depth,
		.start = start,
		.value = value,
		.nr = node->nr,
		.percent = svg->total ? 100.0 * value / svg->total : 0,
	};

	if (svg->flame->base) {
		change = flame__change(svg->flame, id);
		frame.change = &change;
	}
	svg_page__put(&svg->page, &frame);
}

/* Writes all frames. The callees of a frame begin where it begins and stand side by side. */
static void put_frames(struct svg *svg)
{
	const struct flame *flame = svg->flame;
	uint32_t node = FLAME_ROOT;

	put_frame(svg, FLAME_ROOT, 0);
	while ((node = flame__next(flame, node)) != FLAME_END) {
		uint32_t depth = flame->nodes[node].depth;
		uint64_t start = svg->starts[depth];

		if (is_visible(svg, node))
			put_frame(svg, node, start);
		svg->starts[depth] = start + flame->nodes[node].total;
		svg->starts[depth + 1] = start;
	}
}

static int put_all(struct svg *svg, struct defer_error *err)
{
	svg->total = svg->flame->nodes[FLAME_ROOT].total;
	svg->page.nr = svg->flame->nodes[FLAME_ROOT].nr;
	svg->page.compares = svg->flame->base;
	svg->starts = calloc(svg->flame->max_depth + 2ULL, sizeof(*svg->starts));
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
	struct svg svg = {.tree = &tree, .flame = &tree.flame, .page = {.out = out, .opts = opts}};
	int ret = stack_tree__init(&tree, hist, opts->shape, false, err);

	if (!ret)
		ret = stack_tree__sort_by_weight(&tree, err);
	if (!ret)
		ret = put_all(&svg, err);
	stack_tree__exit(&tree);
	return ret;
}
