// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/view/heat.h"

int heat__init(struct heat *heat, uint64_t start, uint64_t end, uint32_t nr_buckets,
	       struct defer_error *err)
{
	*heat = (struct heat){.start = start, .end = end, .hash_key = hash__key()};
	if (!nr_buckets)
		nr_buckets = 1;
	if (nr_buckets > HEAT_MAX_BUCKETS)
		nr_buckets = HEAT_MAX_BUCKETS;
	heat->nr_buckets = end - start < nr_buckets ? end - start + 1 : nr_buckets;
	heat->all = calloc(heat->nr_buckets, sizeof(*heat->all));
	return heat->all ? 0 : error__no_memory(err, "for times");
}

void heat__exit(struct heat *heat)
{
	free(heat->all);
	free(heat->rows);
	free(heat->cells);
	hash_index__exit(&heat->index);
	*heat = (struct heat){0};
}

/* ---- buckets ---- */

static uint32_t bucket_of(const struct heat *heat, uint64_t time)
{
	unsigned __int128 span = (unsigned __int128)(heat->end - heat->start) + 1;

	return (unsigned __int128)(time - heat->start) * heat->nr_buckets / span;
}

/* Returns the first time of @bucket; for the bucket after the last one, the time after the end. */
static uint64_t bucket_start(const struct heat *heat, uint32_t bucket)
{
	unsigned __int128 span = (unsigned __int128)(heat->end - heat->start) + 1;

	return heat->start + (span * bucket + heat->nr_buckets - 1) / heat->nr_buckets;
}

/* Sets [*first, *last), the buckets of column @col. There is at least one. */
static void buckets_of(const struct heat *heat, uint32_t nr_cols, uint32_t col, uint32_t *first,
		       uint32_t *last)
{
	*first = (uint64_t)col * heat->nr_buckets / nr_cols;
	*last = ((uint64_t)col + 1) * heat->nr_buckets / nr_cols;
	if (*last == *first)
		++*last;
}

/* ---- rows and cells ---- */

static bool has_key(const void *rows, uint32_t pos, const void *key)
{
	return ((const struct heat_row *)rows)[pos].key == *(const uint64_t *)key;
}

static int64_t find_row(struct heat *heat, uint64_t key)
{
	uint64_t hash;
	struct heat_row *rows;
	uint32_t pos;

	if (heat->row < heat->nr_rows && heat->rows[heat->row].key == key)
		return heat->row;
	hash = hash__u64(heat->hash_key, key);
	pos = hash_index__find(&heat->index, hash, has_key, heat->rows, &key);
	if (pos != HASH_INDEX_NONE)
		return heat->row = pos;
	rows = array__reserve(heat->rows, &heat->cap_rows, heat->nr_rows + 1, sizeof(*rows));
	if (!rows || heat->nr_rows >= UINT32_MAX - 1)
		return DEFER_ERR_NOMEM;
	heat->rows = rows;
	pos = heat->nr_rows;
	if (hash_index__add(&heat->index, hash, pos))
		return DEFER_ERR_NOMEM;
	rows[heat->nr_rows++] = (struct heat_row){.key = key};
	return heat->row = pos;
}

/*
 * Adds to the row's last cell if it has the same bucket, so that samples in order of time need one
 * cell per bucket.
 */
static int add_cell(struct heat *heat, uint32_t row, uint32_t bucket, uint64_t nr)
{
	uint64_t last = heat->rows[row].last;
	struct heat_cell *cells;

	if (last && heat->cells[last - 1].bucket == bucket) {
		heat->cells[last - 1].nr += nr;
		return 0;
	}
	cells = array__reserve(heat->cells, &heat->cap_cells, heat->nr_cells + 1, sizeof(*cells));
	if (!cells)
		return DEFER_ERR_NOMEM;
	heat->cells = cells;
	cells[heat->nr_cells++] = (struct heat_cell){row, bucket, nr};
	heat->rows[row].last = heat->nr_cells;
	return 0;
}

static int add_bucket(struct heat *heat, uint64_t key, uint32_t bucket, uint64_t nr)
{
	int64_t row = find_row(heat, key);

	if (row < 0 || add_cell(heat, row, bucket, nr))
		return DEFER_ERR_NOMEM;
	heat->rows[row].nr += nr;
	heat->all[bucket] += nr;
	heat->nr += nr;
	return 0;
}

/*
 * Returns the bucket of @time. Samples mostly come in order of time, so the last result often fits.
 */
static uint32_t find_bucket(struct heat *heat, uint64_t time)
{
	if (time < heat->bucket_start || time >= heat->bucket_end) {
		heat->bucket = bucket_of(heat, time);
		heat->bucket_start = bucket_start(heat, heat->bucket);
		heat->bucket_end = bucket_start(heat, heat->bucket + 1);
	}
	return heat->bucket;
}

int heat__add(struct heat *heat, uint64_t key, uint64_t time, uint64_t nr, struct defer_error *err)
{
	if (time < heat->start || time > heat->end || !nr)
		return 0;
	return add_bucket(heat, key, find_bucket(heat, time), nr)
		       ? error__no_memory(err, "for times")
		       : 0;
}

/* ---- order ---- */

static int compare_rows(const void *l, const void *r, void *arg)
{
	const struct heat *heat = arg;
	const struct heat_row *a = &heat->rows[*(const uint32_t *)l];
	const struct heat_row *b = &heat->rows[*(const uint32_t *)r];

	if (a->nr != b->nr)
		return a->nr > b->nr ? -1 : 1;
	return a->key < b->key ? -1 : a->key > b->key;
}

static int compare_cells(const void *l, const void *r)
{
	const struct heat_cell *a = l, *b = r;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return a->bucket < b->bucket ? -1 : a->bucket > b->bucket;
}

/*
 * Sorts the rows. @order gets the old index of each new row, @place the new index of each old one.
 */
static int sort_rows(struct heat *heat, uint32_t *order, uint32_t *place)
{
	struct heat_row *rows = malloc((heat->nr_rows + 1) * sizeof(*rows));

	if (!rows)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 0; i < heat->nr_rows; i++)
		order[i] = i;
	qsort_r(order, heat->nr_rows, sizeof(*order), compare_rows, heat);
	for (uint32_t i = 0; i < heat->nr_rows; i++) {
		rows[i] = heat->rows[order[i]];
		place[order[i]] = i;
	}
	free(heat->rows);
	heat->rows = rows;
	heat->cap_rows = heat->nr_rows + 1;
	return 0;
}

static void sort_cells(struct heat *heat, const uint32_t *place)
{
	size_t nr = 0;

	for (size_t i = 0; i < heat->nr_cells; i++)
		heat->cells[i].row = place[heat->cells[i].row];
	if (heat->nr_cells)
		qsort(heat->cells, heat->nr_cells, sizeof(*heat->cells), compare_cells);
	for (size_t i = 0; i < heat->nr_cells; i++) {
		struct heat_cell cell = heat->cells[i];
		struct heat_row *row = &heat->rows[cell.row];

		if (nr && !compare_cells(&heat->cells[nr - 1], &cell)) {
			heat->cells[nr - 1].nr += cell.nr;
			continue;
		}
		if (!row->nr_cells++)
			row->first = nr;
		heat->cells[nr++] = cell;
	}
	heat->nr_cells = nr;
}

int heat__finish(struct heat *heat, struct defer_error *err)
{
	uint32_t *order = malloc((heat->nr_rows + 1) * 2 * sizeof(*order));
	int ret = order ? sort_rows(heat, order, order + heat->nr_rows) : DEFER_ERR_NOMEM;

	if (!ret)
		sort_cells(heat, order + heat->nr_rows);
	free(order);
	hash_index__exit(&heat->index);
	return ret ? error__no_memory(err, "for times") : 0;
}

uint32_t heat__find(const struct heat *heat, uint64_t key)
{
	for (uint32_t i = 0; i < heat->nr_rows; i++) {
		if (heat->rows[i].key == key)
			return i;
	}
	return HEAT_ALL;
}

/* ---- columns ---- */

static void strip_all(const struct heat *heat, uint32_t nr_cols, double *strip)
{
	for (uint32_t col = 0; col < nr_cols; col++) {
		uint32_t first, last;
		double sum = 0;

		buckets_of(heat, nr_cols, col, &first, &last);
		for (uint32_t i = first; i < last; i++)
			sum += heat->all[i];
		strip[col] = sum / (last - first);
	}
}

void heat__strip(const struct heat *heat, uint32_t row, uint32_t nr_cols, double *strip)
{
	const struct heat_cell *cell, *end;

	if (row == HEAT_ALL) {
		strip_all(heat, nr_cols, strip);
		return;
	}
	cell = &heat->cells[heat->rows[row].first];
	end = cell + heat->rows[row].nr_cells;
	for (uint32_t col = 0; col < nr_cols; col++) {
		uint32_t first, last;
		double sum = 0;

		buckets_of(heat, nr_cols, col, &first, &last);
		while (cell < end && cell->bucket < first)
			cell++;
		for (const struct heat_cell *c = cell; c < end && c->bucket < last; c++)
			sum += c->nr;
		strip[col] = sum / (last - first);
	}
}

/* Returns the column of @bucket, and in *@width the number of buckets in that column. */
static uint32_t col_of(const struct heat *heat, uint32_t nr_cols, uint32_t bucket, uint32_t *width)
{
	uint32_t col = ((bucket + 1ULL) * nr_cols - 1) / heat->nr_buckets, first, last;

	buckets_of(heat, nr_cols, col, &first, &last);
	*width = last - first;
	return col;
}

/* Returns the value of the hottest column of one row. Visits only its cells. */
static double row_peak(const struct heat *heat, const struct heat_row *row, uint32_t nr_cols)
{
	const struct heat_cell *cells = &heat->cells[row->first];
	uint32_t col = UINT32_MAX, width;
	double peak = 0, sum = 0;

	for (uint64_t i = 0; i < row->nr_cells; i++) {
		uint32_t next = col_of(heat, nr_cols, cells[i].bucket, &width);

		sum = next == col ? sum + cells[i].nr : cells[i].nr;
		col = next;
		peak = sum / width > peak ? sum / width : peak;
	}
	return peak;
}

double heat__peak(const struct heat *heat, uint32_t nr_cols)
{
	uint32_t narrowest = heat->nr_buckets > nr_cols ? heat->nr_buckets / nr_cols : 1;
	double peak = 0;

	/*
	 * Rows are sorted by samples. Once all samples of a row in one column would not exceed the
	 * peak, no later row can.
	 */
	for (size_t i = 0; i < heat->nr_rows && heat->rows[i].nr > peak * narrowest; i++) {
		double of_row = row_peak(heat, &heat->rows[i], nr_cols);

		peak = of_row > peak ? of_row : peak;
	}
	return peak;
}

void heat__span(const struct heat *heat, uint32_t nr_cols, uint32_t col, uint64_t *start,
		uint64_t *end)
{
	uint32_t first, last;

	buckets_of(heat, nr_cols, col, &first, &last);
	*start = bucket_start(heat, first);
	*end = bucket_start(heat, last) - 1;
}

unsigned int heat__level(double value, double peak, unsigned int nr_levels)
{
	unsigned int level;

	if (!(value > 0) || !(peak > 0) || nr_levels < 2)
		return 0;
	level = ceil(sqrt(value / peak) * (nr_levels - 1));
	return level < 1 ? 1 : level < nr_levels ? level : nr_levels - 1;
}
