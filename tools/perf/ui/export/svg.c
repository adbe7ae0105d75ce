// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/stack-tree.h"
#include "ui/export/svg-script.h"
#include "ui/export/svg.h"
#include "ui/export/xml.h"
#include "util/base/error.h"

#define ROW	   17 /* height in pixels */
#define PAD	   10U
#define HEAD	   62
#define FOOT	   34
#define CHAR	   7.25
#define MIN_WIDTH  0.1
#define MIN_PIXELS 400

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
	return svg->total ? (double)value / svg->total * (svg->width - 2 * PAD) : 0;
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

struct hue {
	const char *class;
	unsigned int hue, saturation, light;
};

static const struct hue hues[] = {
	[STACK_COMM] = {"c", 90, 22, 78},     [STACK_USER] = {"u", 204, 72, 74},
	[STACK_INLINED] = {"i", 186, 52, 80}, [STACK_KERNEL] = {"k", 28, 90, 67},
	[STACK_MISSING] = {"m", 335, 30, 90},
};

/*
 * Returns a number for the colour, derived from the name alone: equal names have equal colours in
 * all pictures.
 */
static unsigned int name_number(const char *name)
{
	uint32_t hash = 2166136261u;

	for (; *name; name++)
		hash = (hash ^ (uint8_t)*name) * 16777619u;
	return hash ^ hash >> 15;
}

static void put_number(uint64_t n, FILE *out)
{
	char buf[32];
	int len = snprintf(buf, sizeof(buf), "%" PRIu64, n);

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			putc_unlocked(',', out);
		putc_unlocked(buf[i], out);
	}
}

static void put_tooltip(const struct svg *svg, const struct stack_node *node, const char *name)
{
	uint64_t value = stack_tree__value(svg->tree, node);

	fputs("<title>", svg->out);
	xml__puts(name, SIZE_MAX, svg->out);
	fputs(" (", svg->out);
	put_number(node->nr, svg->out);
	fprintf(svg->out, " sample%s, %.2f%%)</title>", node->nr == 1 ? "" : "s",
		svg->total ? 100.0 * value / svg->total : 0.0);
}

static void put_rect(const struct svg *svg, const char *name, const struct hue *hue, double x,
		     double width, unsigned int y)
{
	unsigned int n = name_number(name);
	int shift = (int)(n % 17) - 8, light = (int)(n / 17 % 13) - 6;

	if (hue->class[0] == 'm')
		shift = light = 0;
	fprintf(svg->out,
		"<rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\" rx=\"1.5\" "
		"fill=\"hsl(%d,%u%%,%d%%)\"/>",
		x, y, width > 2 ? width - 0.5 : width, ROW - 1, (int)hue->hue + shift,
		hue->saturation, (int)hue->light + light);
}

static unsigned int row_y(const struct svg *svg, uint32_t depth)
{
	if (svg->opts->icicle)
		return HEAD + depth * ROW;
	return svg->height - FOOT - (depth + 1) * ROW;
}

static void put_frame(const struct svg *svg, uint32_t id, uint64_t start)
{
	const struct stack_node *node = &svg->tree->nodes[id];
	const struct stack_name *name = id == STACK_ROOT ? NULL : stack_tree__name(svg->tree, node);
	const struct hue *hue = &hues[name ? name->kind : STACK_COMM];
	const char *text = name ? name->text : "all";
	uint64_t value = stack_tree__value(svg->tree, node);
	double x = PAD + svg_pixels(svg, start), width = svg_pixels(svg, value);
	unsigned int y = row_y(svg, node->depth);

	fprintf(svg->out,
		"<g class=\"%s\" data-s=\"%" PRIu64 "\" data-v=\"%" PRIu64 "\" data-d=\"%u\">",
		hue->class, start, value, node->depth);
	put_tooltip(svg, node, text);
	put_rect(svg, text, hue, x, width, y);
	if (width >= 6 + 3 * CHAR) {
		fprintf(svg->out, "<text x=\"%.2f\" y=\"%u\">", x + 3, y + 12);
		xml__puts(text, (width - 6) / CHAR, svg->out);
		fputs("</text>", svg->out);
	}
	fputs("</g>\n", svg->out);
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

/* ---- around them ---- */

static void put_legend(const struct svg *svg)
{
	static const struct {
		uint8_t kind;
		const char *text;
	} entries[] = {
		{STACK_KERNEL, "kernel"},
		{STACK_USER, "user"},
		{STACK_INLINED, "inlined"},
		{STACK_MISSING, "no user stack"},
	};
	double x = PAD;

	fputs("<g id=\"legend\">\n", svg->out);
	for (size_t i = 0; i < sizeof(entries) / sizeof(*entries); i++) {
		const struct hue *hue = &hues[entries[i].kind];

		fprintf(svg->out,
			"<rect x=\"%.0f\" y=\"42\" width=\"11\" height=\"11\" rx=\"1.5\" "
			"fill=\"hsl(%u,%u%%,%u%%)\"/>"
			"<text class=\"legend\" x=\"%.0f\" y=\"52\">%s</text>\n",
			x, hue->hue, hue->saturation, hue->light, x + 16, entries[i].text);
		x += 16 + (strlen(entries[i].text) + 2) * CHAR;
	}
	fputs("</g>\n", svg->out);
}

static void put_head(const struct svg *svg)
{
	const char *title = svg->opts->title ? svg->opts->title : "Flame graph";

	fprintf(svg->out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
		"viewBox=\"0 0 %u %u\" data-width=\"%u\">\n<title>",
		svg->width, svg->height, svg->width, svg->height, svg->width);
	xml__puts(title, SIZE_MAX, svg->out);
	fprintf(svg->out,
		"</title>\n<style><![CDATA[\n%s]]></style>\n"
		"<rect id=\"back\" width=\"100%%\" height=\"100%%\"/>\n"
		"<text id=\"title\" x=\"%u\" y=\"22\" text-anchor=\"middle\">",
		svg_style, svg->width / 2);
	xml__puts(title, (svg->width - 200) / 10, svg->out);
	fprintf(svg->out, "</text>\n<text id=\"sub\" x=\"%u\" y=\"40\" text-anchor=\"middle\">",
		svg->width / 2);
	put_number(svg->tree->nodes[STACK_ROOT].nr, svg->out);
	fprintf(svg->out,
		" samples</text>\n"
		"<text id=\"reset\" class=\"button hidden\" x=\"%u\" y=\"22\">Reset zoom</text>\n"
		"<text id=\"search\" class=\"button hidden\" x=\"%u\" y=\"22\" text-anchor=\"end\" "
		"data-right=\"%u\">Search</text>\n",
		PAD, svg->width - PAD, PAD);
	put_legend(svg);
}

static void put_foot(const struct svg *svg)
{
	const char *hint = "Click a frame to zoom, / searches, Esc takes it back";

	fprintf(svg->out,
		"<text id=\"details\" x=\"%u\" y=\"%u\" data-hint=\"%s\"></text>\n"
		"<text id=\"matched\" x=\"%u\" y=\"%u\" text-anchor=\"end\" "
		"data-right=\"%u\"></text>\n"
		"<script><![CDATA[\n%s]]></script>\n</svg>\n",
		PAD, svg->height - 12, hint, svg->width - PAD, svg->height - 12, PAD, svg_script);
}

static int put_all(struct svg *svg, struct defer_error *err)
{
	int ret;

	svg->total = stack_tree__value(svg->tree, &svg->tree->nodes[STACK_ROOT]);
	svg->width = svg->opts->width ? svg->opts->width : 1200;
	if (svg->width < MIN_PIXELS)
		svg->width = MIN_PIXELS;
	svg->height = HEAD + (visible_depth(svg) + 1) * ROW + FOOT;
	put_head(svg);
	ret = put_frames(svg, err);
	if (ret)
		return ret;
	put_foot(svg);
	if (fflush(svg->out) || ferror(svg->out))
		return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET,
					"cannot write the picture: %m");
	return 0;
}

int svg__write(const struct hist *hist, const struct svg_opts *opts, FILE *out,
	       struct defer_error *err)
{
	struct stack_tree tree;
	struct svg svg = {.tree = &tree, .opts = opts, .out = out};
	int ret = stack_tree__init(&tree, hist, err);

	if (!ret)
		ret = put_all(&svg, err);
	stack_tree__exit(&tree);
	return ret;
}
