// SPDX-License-Identifier: GPL-2.0-only
/* Sums the buckets of a heat map up to columns of the screen. */
#include <math.h>

#include "util/base/array.h"
#include "util/view/heat.h"

/* ---- the axis ---- */

/* Sets [*first, *last), the buckets of column @col. There is at least one. */
static void buckets_of(struct heat_axis axis, uint32_t col, uint32_t *first, uint32_t *last)
{
	*first = axis.first + (uint64_t)col * axis.nr / axis.nr_cols;
	*last = axis.first + ((uint64_t)col + 1) * axis.nr / axis.nr_cols;
	if (*last == *first)
		++*last;
}

/* Returns the last column of @bucket, which must be on the axis. */
static uint32_t last_col(struct heat_axis axis, uint32_t bucket)
{
	return ((bucket - axis.first + 1ULL) * axis.nr_cols - 1) / axis.nr;
}

/* Returns the first column of @bucket. A bucket has several if there are fewer than columns. */
static uint32_t first_col(struct heat_axis axis, uint32_t bucket)
{
	uint64_t at = (uint64_t)(bucket - axis.first) * axis.nr_cols;
	uint32_t col = (at + axis.nr - 1) / axis.nr, last = last_col(axis, bucket);

	return col < last ? col : last;
}

static bool is_on_axis(struct heat_axis axis, uint32_t bucket)
{
	return bucket >= axis.first && bucket - axis.first < axis.nr;
}

struct heat_axis heat__axis_of(const struct heat *heat, uint64_t start, uint64_t end,
			       uint32_t nr_cols)
{
	uint32_t first = heat__bucket(heat, start), last = heat__bucket(heat, end);

	return (struct heat_axis){first, last - first + 1, nr_cols};
}

void heat__span(const struct heat *heat, struct heat_axis axis, uint32_t col, uint64_t *start,
		uint64_t *end)
{
	uint32_t first, last;

	buckets_of(axis, col, &first, &last);
	*start = heat__bucket_start(heat, first);
	*end = heat__bucket_start(heat, last) - 1;
}

uint32_t heat__col(const struct heat *heat, struct heat_axis axis, uint64_t time)
{
	if (time < heat__bucket_start(heat, axis.first))
		return 0;
	if (time > heat__bucket_start(heat, axis.first + axis.nr) - 1)
		return axis.nr_cols - 1;
	return first_col(axis, heat__bucket(heat, time));
}

/* ---- samples ---- */

static uint32_t cell__nr(const struct heat_cell *cell)
{
	uint32_t nr = 0;

	for (int state = 0; state < HEAT_NR_SAMPLED; state++)
		nr += cell->nr[state];
	return nr;
}

uint64_t heat__row_nr(const struct heat *heat, uint32_t row, uint64_t start, uint64_t end)
{
	const struct heat_cell *cells = &heat->cells[heat->rows[row].first];
	uint64_t nr_cells = heat->rows[row].nr_cells, nr = 0;
	uint32_t first = heat__bucket(heat, start), last = heat__bucket(heat, end);

	for (uint64_t i = LOWER_BOUND(k, nr_cells, cells[k].bucket < first);
	     i < nr_cells && cells[i].bucket <= last; i++)
		nr += cell__nr(&cells[i]);
	return nr;
}

static void add_cell(struct heat_sums *sums, const struct heat_cell *cell)
{
	for (int state = 0; state < HEAT_NR_SAMPLED; state++)
		sums->nr[state] += cell->nr[state];
}

/* Walks the columns of a row from the left. */
struct col_walk {
	const struct heat *heat;
	uint32_t row;			    /* or HEAT_ALL */
	const struct heat_cell *cell, *end; /* the cells from the column on */
};

static struct col_walk walk_cols(const struct heat *heat, uint32_t row)
{
	struct col_walk walk = {.heat = heat, .row = row};

	if (row == HEAT_ALL)
		return walk;
	walk.cell = &heat->cells[heat->rows[row].first];
	walk.end = walk.cell + heat->rows[row].nr_cells;
	return walk;
}

/* Sums up the next column. The spans of a single row are not in its cells. */
static void sum_col(struct col_walk *walk, uint32_t first, uint32_t last, struct heat_sums *sums)
{
	*sums = (struct heat_sums){0};
	for (uint32_t i = first; walk->row == HEAT_ALL && i < last; i++)
		heat_sums__add(sums, &walk->heat->all[i]);
	while (walk->cell < walk->end && walk->cell->bucket < first)
		walk->cell++;
	for (const struct heat_cell *c = walk->cell; c < walk->end && c->bucket < last; c++)
		add_cell(sums, c);
}

void heat__strip(const struct heat *heat, uint32_t row, struct heat_axis axis, double *strip)
{
	struct col_walk walk = walk_cols(heat, row);

	for (uint32_t col = 0; col < axis.nr_cols; col++) {
		struct heat_sums sums;
		uint32_t first, last;
		double nr;

		buckets_of(axis, col, &first, &last);
		sum_col(&walk, first, last, &sums);
		nr = heat_sums__nr(&sums);
		strip[col] = nr / (last - first);
	}
}

/* ---- states ---- */

static uint8_t state_of(const struct heat_sums *sums)
{
	uint8_t best = HEAT_NOTHING;

	for (uint8_t state = 0; state < HEAT_NR_SAMPLED; state++) {
		if (sums->nr[state] && (best == HEAT_NOTHING || sums->nr[state] > sums->nr[best]))
			best = state;
	}
	for (uint8_t kind = 0; best == HEAT_NOTHING && kind < HEAT_NR_SPANS; kind++) {
		if (sums->ns[kind])
			best = HEAT_FIRST_SPAN + kind;
	}
	return best;
}

/* Fills the columns that have no state yet and lie in @span. */
static void fill_span(const struct heat *heat, struct heat_axis axis, const struct heat_span *span,
		      uint8_t *states)
{
	uint32_t first = heat__bucket(heat, span->start), last = heat__bucket(heat, span->end);
	uint32_t end = axis.first + axis.nr - 1;

	if (last < axis.first || first > end)
		return;
	first = first > axis.first ? first : axis.first;
	last = last < end ? last : end;
	for (uint32_t col = first_col(axis, first); col <= last_col(axis, last); col++) {
		if (states[col] == HEAT_NOTHING)
			states[col] = span->state;
	}
}

void heat__states(const struct heat *heat, uint32_t row, struct heat_axis axis, uint8_t *states)
{
	struct col_walk walk = walk_cols(heat, row);

	for (uint32_t col = 0; col < axis.nr_cols; col++) {
		struct heat_sums sums;
		uint32_t first, last;

		buckets_of(axis, col, &first, &last);
		sum_col(&walk, first, last, &sums);
		states[col] = state_of(&sums);
	}
	for (uint64_t i = 0; row != HEAT_ALL && i < heat->rows[row].nr_spans; i++)
		fill_span(heat, axis, &heat->spans[heat->rows[row].first_span + i], states);
}

/* ---- heat ---- */

/* Returns the value of the hottest column of one row. Visits only its cells. */
static double row_peak(const struct heat *heat, const struct heat_row *row, struct heat_axis axis)
{
	const struct heat_cell *cells = &heat->cells[row->first];
	uint32_t col = UINT32_MAX, first, last;
	double peak = 0, sum = 0;

	for (uint64_t i = 0; i < row->nr_cells; i++) {
		uint32_t next;

		if (!is_on_axis(axis, cells[i].bucket))
			continue;
		next = last_col(axis, cells[i].bucket);
		sum = (next == col ? sum : 0) + cell__nr(&cells[i]);
		col = next;
		buckets_of(axis, col, &first, &last);
		peak = sum / (last - first) > peak ? sum / (last - first) : peak;
	}
	return peak;
}

double heat__peak(const struct heat *heat, struct heat_axis axis)
{
	uint32_t narrowest = axis.nr > axis.nr_cols ? axis.nr / axis.nr_cols : 1;
	double peak = 0;

	/*
	 * Rows are sorted by samples. Once all samples of a row in one column would not exceed the
	 * peak, no later row can.
	 */
	for (size_t i = 0; i < heat->nr_rows && heat->rows[i].nr > peak * narrowest; i++) {
		double of_row = row_peak(heat, &heat->rows[i], axis);

		peak = of_row > peak ? of_row : peak;
	}
	return peak;
}

unsigned int heat__level(double value, double peak, unsigned int nr_levels)
{
	unsigned int level;

	if (!(value > 0) || !(peak > 0) || nr_levels < 2)
		return 0;
	level = ceil(value / peak * (nr_levels - 1));
	return level < 1 ? 1 : level < nr_levels ? level : nr_levels - 1;
}
