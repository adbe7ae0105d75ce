// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/stdio/callgraph.h"
#include "ui/stdio/color.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"

#define MARGIN	   "            "
#define INDENT_BAR "|          "
#define INDENT	   "           "

/* The state of a drawing: the vertical lines on the left, one per level, and the output. */
struct drawing {
	const struct callgraph *graph;
	const struct callgraph_print *print;
	FILE *out;
	bool *bars; /* per level: its line continues below */
	size_t cap_bars;
	unsigned int margin;
};

/*
 * Prints the source line, " file.c:12". For the address form "symbol+8", which stands for no line,
 * prints only the part that the name lacks.
 */
static void print_srcline(const struct func *func, FILE *out)
{
	size_t len = strlen(func->name);
	bool again = !strncmp(func->srcline, func->name, len) && func->srcline[len] == '+';

	putc_unlocked(' ', out);
	plain__puts(func->srcline + (again ? len : 0), out);
}

static void print_name(const struct drawing *drawing, const struct func *func)
{
	const struct graph_conf *conf = drawing->print->conf;

	if (!func->name) {
		fprintf(drawing->out, "%#" PRIx64, func->addr);
		return;
	}
	plain__puts(func->label, drawing->out);
	if (conf->key != GRAPH_KEY_FUNCTION && func->srcline)
		print_srcline(func, drawing->out);
	if (func->kind == FUNC_INLINED)
		fputs_unlocked(" (inlined)", drawing->out);
}

static void print_func(const struct drawing *drawing, uint32_t node)
{
	const struct graph_node *of = &drawing->graph->nodes[node];
	char times[GRAPH_TIMES_LEN];

	print_name(drawing, funcs__at(drawing->graph->funcs, of->func));
	if (of->most > 1)
		fputs_unlocked(graph_times__text(of->least, of->most, "×", times), drawing->out);
}

/* Prints how the share of @node has changed, if it is one of the whole. */
static void print_change(const struct drawing *drawing, uint32_t node)
{
	const struct graph_conf *conf = drawing->print->conf;
	struct change change;
	char text[CHANGE_LEN];

	if (node == GRAPH_ROOT || !drawing->graph->base || conf->mode == GRAPH_REL ||
	    conf->value != GRAPH_PERCENT)
		return;
	change = callgraph__change(drawing->graph, node);
	change__format(&change, 0, text, sizeof(text));
	putc_unlocked(' ', drawing->out);
	if (drawing->print->how->color)
		color__puts_change(text, &change, drawing->out);
	else
		fputs_unlocked(text, drawing->out);
}

static void print_value(const struct drawing *drawing, uint64_t hits, uint64_t count,
			uint64_t total)
{
	double percent = total ? 100.0 * hits / total : 0;
	char text[32];

	switch (drawing->print->conf->value) {
	case GRAPH_PERIOD:
		fprintf(drawing->out, "%" PRIu64, hits);
		break;
	case GRAPH_COUNT:
		fprintf(drawing->out, "%" PRIu64, count);
		break;
	case GRAPH_PERCENT:
	default:
		snprintf(text, sizeof(text), "%.2f%%", percent);
		if (drawing->print->how->color)
			color__puts(text, percent, drawing->out);
		else
			fputs_unlocked(text, drawing->out);
	}
}

static void print_margin(const struct drawing *drawing)
{
	fputs_unlocked(MARGIN, drawing->out);
	for (unsigned int i = 0; i < drawing->margin; i++)
		putc_unlocked(' ', drawing->out);
}

/* Prints the line between two branches, which holds vertical bars alone. */
static void print_gap(const struct drawing *drawing, unsigned int depth)
{
	print_margin(drawing);
	for (unsigned int i = 0; i < depth; i++)
		fputs_unlocked(drawing->bars[i] ? INDENT_BAR : INDENT, drawing->out);
	putc_unlocked('\n', drawing->out);
}

/* Prints what stands left of a frame. A branch begins at the first frame of a run. */
static void print_left(const struct drawing *drawing, unsigned int depth, bool first)
{
	print_margin(drawing);
	for (unsigned int i = 0; i < depth; i++) {
		putc_unlocked(drawing->bars[i] ? '|' : ' ', drawing->out);
		if (!first || i + 1 < depth)
			fputs_unlocked("          ", drawing->out);
	}
}

/* Prints where the branch of @node begins; GRAPH_ROOT: that of what is left out. */
static void print_branch(const struct drawing *drawing, unsigned int depth, uint32_t node,
			 uint64_t hits, uint64_t count, uint64_t total)
{
	print_left(drawing, depth, true);
	fputs_unlocked("--", drawing->out);
	print_value(drawing, hits, count, total);
	print_change(drawing, node);
	fputs_unlocked("--", drawing->out);
}

/* Prints a branch with the frames that follow on it without a fork. Returns the last of them. */
static uint32_t print_run(const struct drawing *drawing, uint32_t node, unsigned int depth,
			  uint64_t total)
{
	const struct graph_node *n = &drawing->graph->nodes[node];

	print_branch(drawing, depth, node, n->sums.cum.period, n->sums.cum.nr, total);
	for (;;) {
		uint32_t next = callgraph__run_next(drawing->graph, node);

		print_func(drawing, node);
		putc_unlocked('\n', drawing->out);
		if (next == GRAPH_END)
			return node;
		print_left(drawing, depth, false);
		node = next;
	}
}

static int reserve_bars(struct drawing *drawing, unsigned int depth)
{
	if (!ARRAY_GROW(drawing->bars, drawing->cap_bars, depth + 2))
		return DEFER_ERR_NOMEM;
	return 0;
}

static int print_children(struct drawing *drawing, uint32_t node, unsigned int depth,
			  uint64_t total);

/*
 * Prints the remainder: a fractal graph shows how much belongs to the branches that are left out.
 */
static void print_rest(const struct drawing *drawing, unsigned int depth, uint64_t hits,
		       uint64_t count, uint64_t total)
{
	const struct graph_conf *conf = drawing->print->conf;

	if (conf->mode != GRAPH_REL || !hits || hits == total)
		return;
	if (conf->value == GRAPH_COUNT && !count)
		return;
	drawing->bars[depth - 1] = false;
	print_branch(drawing, depth, GRAPH_ROOT, hits, count, total);
	fputs_unlocked("[...]\n", drawing->out);
}

/* Prints one child and all frames below it. @last: it is the last one on its level. */
static int print_child(struct drawing *drawing, uint32_t node, unsigned int depth, bool last,
		       uint64_t total)
{
	const struct graph_node *nodes = drawing->graph->nodes;
	bool bar = drawing->bars[depth - 1];
	uint32_t end;
	int ret;

	print_gap(drawing, depth);
	if (last)
		drawing->bars[depth - 1] = false;
	end = print_run(drawing, node, depth, total);
	if (drawing->print->conf->mode == GRAPH_REL)
		total = graph_node__children_hits(&nodes[end]);
	drawing->bars[depth] = true;
	ret = print_children(drawing, end, depth + 1, total);
	drawing->bars[depth - 1] = bar;
	return ret;
}

static int print_children(struct drawing *drawing, uint32_t node, unsigned int depth,
			  uint64_t total)
{
	const struct graph_conf *conf = drawing->print->conf;
	const struct graph_node *nodes = drawing->graph->nodes;
	uint64_t hits = total, count = nodes[node].sums.cum.nr - nodes[node].sums.self.nr;
	uint32_t nr = 0;

	if (reserve_bars(drawing, depth))
		return DEFER_ERR_NOMEM;
	for (uint32_t child = nodes[node].first; child != GRAPH_END; child = nodes[child].next) {
		uint32_t next = nodes[child].next;
		bool last;

		hits -= nodes[child].sums.cum.period;
		count -= nodes[child].sums.cum.nr;
		last = next == GRAPH_END && (conf->mode != GRAPH_REL || !hits);
		if (print_child(drawing, child, depth, last, total))
			return DEFER_ERR_NOMEM;
		if (++nr == conf->print_limit)
			break;
	}
	print_rest(drawing, depth, hits, count, total);
	return 0;
}

static uint32_t run_end(const struct callgraph *graph, uint32_t node)
{
	uint32_t next;

	while ((next = callgraph__run_next(graph, node)) != GRAPH_END)
		node = next;
	return node;
}

/* Prints a sole root without its percentage, which would repeat that of the row. */
static void print_sole_root(struct drawing *drawing, uint32_t root)
{
	const struct callgraph_print *print = drawing->print;
	uint32_t nr = 0, limit = print->conf->print_limit;

	for (uint32_t node = root; node != GRAPH_END && (!limit || nr < limit);
	     node = callgraph__run_next(drawing->graph, node)) {
		if (node == root && print->how->skip_symbol && drawing->graph->nodes[root].most < 2)
			continue;
		print_margin(drawing);
		if (!nr++) {
			fputs_unlocked("|\n", drawing->out);
			print_margin(drawing);
			fputs_unlocked("---", drawing->out);
			drawing->margin = 3;
		}
		print_func(drawing, node);
		putc_unlocked('\n', drawing->out);
	}
}

static int print_graph(struct drawing *drawing)
{
	const struct callgraph_print *print = drawing->print;
	const struct graph_node *nodes = drawing->graph->nodes;
	uint32_t first = nodes[GRAPH_ROOT].first, from = GRAPH_ROOT;
	uint64_t total = print->conf->mode == GRAPH_REL ? print->parent : print->total;
	int ret;

	if (first == GRAPH_END)
		return 0;
	if (nodes[first].next == GRAPH_END && nodes[first].sums.cum.period == print->parent) {
		print_sole_root(drawing, first);
		from = run_end(drawing->graph, first);
	}
	if (reserve_bars(drawing, 1))
		return DEFER_ERR_NOMEM;
	drawing->bars[0] = true;
	ret = print_children(drawing, from, 1, total);
	if (drawing->margin || nodes[from].first != GRAPH_END)
		putc_unlocked('\n', drawing->out);
	return ret;
}

/* Prints the frames from the root to @node. Recursion ends: a recorded chain is bounded. */
static void print_chain(const struct drawing *drawing, uint32_t node, const char *before,
			const char *after)
{
	uint32_t parent = drawing->graph->nodes[node].parent;

	if (parent != GRAPH_ROOT)
		print_chain(drawing, parent, before, after);
	fputs_unlocked(before, drawing->out);
	print_func(drawing, node);
	fputs_unlocked(after, drawing->out);
}

static void print_flat(const struct drawing *drawing)
{
	const struct callgraph *graph = drawing->graph;
	uint32_t limit = drawing->print->conf->print_limit;

	for (uint32_t i = 0; i < graph->nr_flat && (!limit || i < limit); i++) {
		const struct graph_node *node = &graph->nodes[graph->flat[i]];

		fputs_unlocked(INDENT, drawing->out);
		print_value(drawing, node->sums.self.period, node->sums.self.nr,
			    drawing->print->total);
		putc_unlocked('\n', drawing->out);
		print_chain(drawing, graph->flat[i], "                ", "\n");
		putc_unlocked('\n', drawing->out);
	}
}

static void print_folded(const struct drawing *drawing)
{
	const struct callgraph *graph = drawing->graph;
	const char *sep = drawing->print->how->sep;
	uint32_t limit = drawing->print->conf->print_limit;

	for (uint32_t i = 0; i < graph->nr_flat && (!limit || i < limit); i++) {
		const struct graph_node *node = &graph->nodes[graph->flat[i]];

		print_value(drawing, node->sums.self.period, node->sums.self.nr,
			    drawing->print->total);
		putc_unlocked(' ', drawing->out);
		if (node->parent != GRAPH_ROOT)
			print_chain(drawing, node->parent, "", sep ? sep : ";");
		print_func(drawing, graph->flat[i]);
		putc_unlocked('\n', drawing->out);
	}
}

int callgraph__print(const struct callgraph *graph, const struct callgraph_print *print, FILE *out,
		     struct defer_error *err)
{
	struct drawing drawing = {.graph = graph, .print = print, .out = out};
	int ret = 0;

	switch (print->conf->mode) {
	case GRAPH_FLAT:
		print_flat(&drawing);
		break;
	case GRAPH_FOLDED:
		print_folded(&drawing);
		break;
	case GRAPH_ABS:
	case GRAPH_REL:
		ret = print_graph(&drawing);
		break;
	case GRAPH_NONE:
	default:
		break;
	}
	free(drawing.bars);
	return ret ? defer_error__set(err, ret, "not enough memory to draw call graphs") : 0;
}
