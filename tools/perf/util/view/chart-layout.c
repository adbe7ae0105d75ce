// SPDX-License-Identifier: GPL-2.0-only
/* Lays a part of a chart out in columns: which boxes there are, and how far each reaches. */
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/mul-div.h"
#include "util/view/chart.h"

/* ---- time ---- */

struct chart_part chart__whole(const struct chart *chart)
{
	return (struct chart_part){chart->start, chart->end, 0, chart->nr_lines};
}

uint64_t chart_part__edge(const struct chart_part *part, uint32_t col, uint32_t nr_cols)
{
	return part->start + parts__first(col, part->end - part->start, nr_cols);
}

uint32_t chart_part__col(const struct chart_part *part, uint64_t time, uint32_t nr_cols)
{
	return parts__find(time - part->start, part->end - part->start, nr_cols);
}

/* Returns the first sample of a thread at @time or later. */
static size_t sample_from(const struct chart *chart, const struct chart_thread *thread,
			  uint64_t time)
{
	const struct chart_sample *samples = &chart->samples[thread->first];

	return thread->first + LOWER_BOUND(i, thread->nr, samples[i].time < time);
}

/* ---- columns ---- */

static int add_sum(struct chart_row *row, const struct chart_sum *sum)
{
	return ARRAY_APPEND(row->sums, row->nr, row->cap, sum, 1) ? 0 : DEFER_ERR_NOMEM;
}

/* Adds up the samples [@first, @last) by their stacks, in the order in which these come first. */
static int sum_up(const struct chart *chart, const struct chart_picture *picture,
		  struct chart_row *row, size_t first, size_t last)
{
	const struct chart_sample *samples = chart->samples;
	int ret = 0;

	for (size_t i = first; i < last; i++) {
		picture->sums[samples[i].chain].weight += samples[i].weight;
		picture->sums[samples[i].chain].nr++;
	}
	for (size_t i = first; i < last; i++) {
		struct chart_sum *sum = &picture->sums[samples[i].chain];

		sum->chain = samples[i].chain;
		if (sum->nr && !ret)
			ret = add_sum(row, sum);
		*sum = (struct chart_sum){0};
	}
	return ret;
}

/* Returns the stack that weighs most of the sums from @first on: of equal ones the first. */
static uint32_t heaviest(const struct chart_row *row, size_t first)
{
	size_t best = first;

	for (size_t i = first; i < row->nr; i++) {
		if (row->sums[i].weight > row->sums[best].weight)
			best = i;
	}
	return row->sums[best].chain;
}

static int fill_columns(const struct chart *chart, const struct chart_picture *picture,
			const struct chart_thread *thread, struct chart_row *row)
{
	size_t end = thread->first + thread->nr;
	size_t i = sample_from(chart, thread, picture->part.start);
	int ret = 0;

	for (uint32_t col = 0; !ret && col < picture->nr_cols; col++) {
		uint64_t start = chart_part__edge(&picture->part, col, picture->nr_cols);
		uint64_t next = chart_part__edge(&picture->part, col + 1, picture->nr_cols);
		size_t first = i, sums = row->nr;

		while (i < end && chart->samples[i].time < next)
			i++;
		row->chains[col] = CHART_NONE;
		ret = sum_up(chart, picture, row, first, i);
		row->ends[col] = row->nr;
		if (start == next && col) /* of the same ns as the one before */
			row->chains[col] = row->chains[col - 1];
		else if (row->nr > sums)
			row->chains[col] = heaviest(row, sums);
		else if (i > thread->first && chart__sample_end(chart, i - 1) > start)
			row->chains[col] = chart->samples[i - 1].chain;
	}
	return ret;
}

/* ---- rows ---- */

static void free_row(struct chart_row *row)
{
	free(row->chains);
	free(row->ends);
	free(row->sums);
	*row = (struct chart_row){0};
}

/* Forgets the rows of threads outside of [@first, @end). */
static void keep_rows(struct chart_picture *picture, uint32_t first, uint32_t end)
{
	for (uint32_t i = picture->first_row; i < picture->end_row; i++) {
		if (i < first || i >= end)
			free_row(&picture->rows[i]);
	}
	picture->first_row = first;
	picture->end_row = end;
}

/* Takes a new part; rows of another time or width are of no use in it. */
static void take_part(struct chart_picture *picture, const struct chart_part *part,
		      uint32_t nr_cols)
{
	if (picture->part.start != part->start || picture->part.end != part->end ||
	    picture->nr_cols != nr_cols)
		keep_rows(picture, 0, 0);
	picture->part = *part;
	picture->nr_cols = nr_cols;
}

static int make_row(const struct chart *chart, struct chart_picture *picture, uint32_t thread)
{
	struct chart_row *row = &picture->rows[thread];
	int ret = DEFER_ERR_NOMEM;

	if (row->chains)
		return 0;
	row->chains = malloc(picture->nr_cols * sizeof(*row->chains));
	row->ends = malloc(picture->nr_cols * sizeof(*row->ends));
	if (row->chains && row->ends)
		ret = fill_columns(chart, picture, &chart->threads[thread], row);
	if (ret)
		free_row(row);
	return ret;
}

/* ---- boxes ---- */

static uint32_t graph_id(const struct chart *chart, uint32_t node)
{
	return funcs__at(chart->conf.funcs, chart->conf.chains->nodes[node].func)->graph_id;
}

uint32_t chart__node_at(const struct chart *chart, uint32_t node, uint32_t depth)
{
	const struct chain_node *nodes = chart->conf.chains->nodes;

	while (nodes[node].depth > depth)
		node = nodes[node].parent;
	return node;
}

/* Returns how many frames, from the outermost on, two stacks have in common. */
static uint32_t common_depth(const struct chart *chart, uint32_t a, uint32_t b)
{
	const struct chain_node *nodes = chart->conf.chains->nodes;
	uint32_t common;

	a = chart__node_at(chart, a, nodes[b].depth);
	b = chart__node_at(chart, b, nodes[a].depth);
	common = nodes[a].depth;
	for (; a != b; a = nodes[a].parent, b = nodes[b].parent) {
		if (graph_id(chart, a) != graph_id(chart, b))
			common = nodes[a].depth - 1;
	}
	return common;
}

static int add_box(struct chart_picture *picture, const struct chart_box *box)
{
	return ARRAY_APPEND(picture->boxes, picture->nr, picture->cap, box, 1) ? 0
									       : DEFER_ERR_NOMEM;
}

/* Adds the boxes of one depth. @common tells what each column shares with the one before it. */
static int add_line(const struct chart *chart, struct chart_picture *picture, uint32_t thread,
		    const uint32_t *common, uint32_t depth)
{
	const struct chain_node *nodes = chart->conf.chains->nodes;
	struct chart_box box = {
		.line = chart->threads[thread].line + depth,
		.thread = thread,
		.depth = depth,
	};

	for (uint32_t col = 0; col < picture->nr_cols; col += box.width) {
		uint32_t chain = picture->rows[thread].chains[col];

		box.col = col;
		box.width = 1;
		if (chain == CHART_NONE || nodes[chain].depth < depth)
			continue;
		box.node = chart__node_at(chart, chain, depth);
		while (col + box.width < picture->nr_cols && common[col + box.width] >= depth)
			box.width++;
		if (add_box(picture, &box))
			return DEFER_ERR_NOMEM;
	}
	return 0;
}

static void compare_columns(const struct chart *chart, const struct chart_row *row,
			    uint32_t nr_cols, uint32_t *common)
{
	common[0] = 0;
	for (uint32_t col = 1; col < nr_cols; col++) {
		uint32_t before = row->chains[col - 1], chain = row->chains[col];

		common[col] = before == CHART_NONE || chain == CHART_NONE
				      ? 0
				      : common_depth(chart, before, chain);
	}
}

/* Adds the lines of a thread that are in the part. */
static int add_thread(const struct chart *chart, struct chart_picture *picture, uint32_t thread,
		      uint32_t *common)
{
	const struct chart_part *part = &picture->part;
	uint64_t first = chart->threads[thread].line,
		 end = first + chart->threads[thread].depth + 1;
	const struct chart_box name = {.line = first, .width = picture->nr_cols, .thread = thread};
	int ret = 0;

	if (first >= part->first_line)
		ret = add_box(picture, &name);
	compare_columns(chart, &picture->rows[thread], picture->nr_cols, common);
	for (uint64_t line = first + 1; !ret && line < end && line < part->end_line; line++) {
		if (line >= part->first_line)
			ret = add_line(chart, picture, thread, common, line - first);
	}
	return ret;
}

static int lay_out(const struct chart *chart, struct chart_picture *picture, uint32_t *common)
{
	const struct chart_part *part = &picture->part;
	uint32_t first = chart__thread_at(chart, part->first_line);
	uint32_t last = chart__thread_at(chart, part->end_line - 1);
	int ret = 0;

	keep_rows(picture, first, last + 1);
	for (uint32_t thread = first; !ret && thread <= last; thread++) {
		ret = make_row(chart, picture, thread);
		if (!ret)
			ret = add_thread(chart, picture, thread, common);
	}
	return ret;
}

int chart__layout(const struct chart *chart, const struct chart_part *part, uint32_t nr_cols,
		  struct chart_picture *picture, struct defer_error *err)
{
	uint32_t *common;
	int ret;

	picture->nr = 0;
	take_part(picture, part, nr_cols);
	if (part->end_line > chart->nr_lines)
		picture->part.end_line = chart->nr_lines;
	if (part->first_line >= picture->part.end_line)
		return 0;
	if (!picture->sums)
		picture->sums = calloc(chart->conf.chains->nr, sizeof(*picture->sums));
	if (!picture->rows)
		picture->rows = calloc(chart->nr_threads, sizeof(*picture->rows));
	common = malloc(nr_cols * sizeof(*common));
	ret = picture->sums && picture->rows && common ? lay_out(chart, picture, common)
						       : DEFER_ERR_NOMEM;
	free(common);
	return ret ? error__no_memory(err, "for the flame chart") : 0;
}

void chart_picture__exit(struct chart_picture *picture)
{
	keep_rows(picture, 0, 0);
	free(picture->rows);
	free(picture->boxes);
	free(picture->sums);
	*picture = (struct chart_picture){0};
}

const struct chart_box *chart_picture__at(const struct chart_picture *picture, uint64_t line,
					  uint32_t col)
{
	for (size_t i = 0; i < picture->nr; i++) {
		const struct chart_box *box = &picture->boxes[i];

		if (box->line == line && box->col <= col && col < box->col + box->width)
			return box;
	}
	return NULL;
}

/* ---- what a box stands for ---- */

static bool has_frames(const struct chart *chart, uint32_t chain, uint32_t node)
{
	const struct chain_node *nodes = chart->conf.chains->nodes;

	return nodes[chain].depth >= nodes[node].depth &&
	       common_depth(chart, chain, node) == nodes[node].depth;
}

/* Adds up the samples that begin in the columns of @box. */
static void add_columns(const struct chart *chart, const struct chart_row *row,
			const struct chart_box *box, struct chart_facts *facts)
{
	for (size_t i = box->col ? row->ends[box->col - 1] : 0;
	     i < row->ends[box->col + box->width - 1]; i++) {
		if (!has_frames(chart, row->sums[i].chain, box->node))
			continue;
		facts->nr += row->sums[i].nr;
		facts->weight += row->sums[i].weight;
	}
}

/*
 * Sets the time from the first of the samples [@first, @last) to the end of the last one, of those that
 * count. These are close to the ends: the stack in a box's first column has its frames, and that in the
 * last.
 */
static void set_times(const struct chart *chart, size_t first, size_t last, uint32_t node,
		      struct chart_facts *facts)
{
	while (first < last && !has_frames(chart, chart->samples[first].chain, node))
		first++;
	while (first < last && !has_frames(chart, chart->samples[last - 1].chain, node))
		last--;
	if (first == last)
		return;
	facts->start = chart->samples[first].time;
	facts->end = chart__sample_end(chart, last - 1);
}

void chart__facts(const struct chart *chart, const struct chart_picture *picture,
		  const struct chart_box *box, struct chart_facts *facts)
{
	const struct chart_thread *thread = &chart->threads[box->thread];
	uint64_t start = chart_part__edge(&picture->part, box->col, picture->nr_cols);
	uint64_t next = chart_part__edge(&picture->part, box->col + box->width, picture->nr_cols);
	size_t first = sample_from(chart, thread, start);
	size_t last = next ? sample_from(chart, thread, next) : thread->first + thread->nr;

	*facts = (struct chart_facts){.start = start, .end = start};
	add_columns(chart, &picture->rows[box->thread], box, facts);
	/* The one before lasts until the first column, where the box begins with it. */
	if (first > thread->first && chart__sample_end(chart, first - 1) > start &&
	    has_frames(chart, chart->samples[first - 1].chain, box->node)) {
		first--;
		facts->nr++;
		facts->weight += chart->samples[first].weight;
	}
	set_times(chart, first, last, box->node, facts);
}

bool chart__gap(const struct chart *chart, const struct chart_picture *picture, uint32_t thread,
		uint32_t col, uint64_t *start, uint64_t *end)
{
	const struct chart_thread *of = &chart->threads[thread];
	uint64_t time = chart_part__edge(&picture->part, col, picture->nr_cols);
	size_t next = sample_from(chart, of, time);

	if (picture->rows[thread].chains[col] != CHART_NONE)
		return false;
	*start = next > of->first ? chart__sample_end(chart, next - 1) : chart->start;
	*end = next < of->first + of->nr ? chart->samples[next].time : chart->end;
	return true;
}
