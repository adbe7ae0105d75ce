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
	const struct svg_opts *opts;
	FILE *out;
	unsigned int width, height;
	uint64_t total;
	uint64_t *starts; /* per depth: where the next frame begins */
};

static double svg_pixels(const struct svg *svg, uint64_t value)
{
	return svg->total ? (double)value / svg->total * (svg->width - 2 * SVG_PAD) : 0;
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

/* ---- frames ---- */

/* @change is NULL without a comparison. */
static void put_tooltip(const struct svg *svg, const struct stack_node *node,
			const struct change *change)
{
	uint64_t value = stack_tree__value(svg->tree, node);
	char text[CHANGE_LEN];

	fputs(" (", svg->out);
	svg__put_samples(node->sum.nr, svg->out);
	fprintf(svg->out, ", %.2f%%", svg->total ? 100.0 * value / svg->total : 0.0);
	if (change) {
		change__format(change, 0, text, sizeof(text));
		fprintf(svg->out, ", %s", text);
	}
	putc_unlocked(')', svg->out);
}

static unsigned int row_y(const struct svg *svg, uint32_t depth)
{
	if (svg->opts->icicle)
		return SVG_HEAD + depth * SVG_ROW;
	return svg->height - SVG_FOOT - (depth + 1) * SVG_ROW;
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
		.x = SVG_PAD + svg_pixels(svg, start),
		.width = svg_pixels(svg, value),
		.y = row_y(svg, node->depth),
		.start = start,
		.value = value,
		.depth = node->depth,
	};

	if (svg->tree->before) {
		change = stack_tree__change(svg->tree, id);
		frame.change = &change;
	}
	svg_frame__begin(&frame, svg->out);
	put_tooltip(svg, node, frame.change);
	svg_frame__end(&frame, svg->out);
}

/* Writes all frames. The callees of a frame begin where it begins and stand side by side. */
static int put_frames(struct svg *svg, struct defer_error *err)
{
	const struct stack_tree *tree = svg->tree;
	uint32_t node = STACK_ROOT;

	svg->starts = calloc(tree->max_depth + 2ULL, sizeof(*svg->starts));
	if (!svg->starts)
		return error__no_memory(err, "for the export");
	fputs("<g id=\"frames\">\n", svg->out);
	put_frame(svg, STACK_ROOT, 0);
	while ((node = stack_tree__next(tree, node)) != STACK_END) {
		uint32_t depth = tree->nodes[node].depth;
		uint64_t start = svg->starts[depth];

		if (is_visible(svg, node))
			put_frame(svg, node, start);
		svg->starts[depth] = start + stack_tree__value(tree, &tree->nodes[node]);
		svg->starts[depth + 1] = start;
	}
	fputs("</g>\n", svg->out);
	free(svg->starts);
	return 0;
}

static int put_all(struct svg *svg, struct defer_error *err)
{
	struct svg_page page;
	int ret;

	svg->total = stack_tree__value(svg->tree, &svg->tree->nodes[STACK_ROOT]);
	svg->width = svg_opts__width(svg->opts);
	svg->height = SVG_HEAD + (visible_depth(svg) + 1) * SVG_ROW + SVG_FOOT;
	page = (struct svg_page){
		.out = svg->out,
		.title = svg->opts->title,
		.width = svg->width,
		.height = svg->height,
		.nr = svg->tree->nodes[STACK_ROOT].sum.nr,
		.compares = svg->tree->before != NULL,
	};
	svg_page__head(&page);
	ret = put_frames(svg, err);
	if (ret)
		return ret;
	return svg_page__foot(&page, err);
}

int svg__write(const struct hist *hist, const struct svg_opts *opts, FILE *out,
	       struct defer_error *err)
{
	struct stack_tree tree;
	struct svg svg = {.tree = &tree, .opts = opts, .out = out};
	int ret = stack_tree__init(&tree, hist, opts->shape, err);

	if (!ret)
		ret = put_all(&svg, err);
	stack_tree__exit(&tree);
	return ret;
}
