// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/mul-div.h"
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
	heat->covers = calloc((heat->nr_buckets + 1ULL) * HEAT_NR_SPANS, sizeof(*heat->covers));
	return heat->all && heat->covers ? 0 : error__no_memory(err, "for times");
}

void heat__exit(struct heat *heat)
{
	free(heat->all);
	free(heat->covers);
	free(heat->rows);
	free(heat->cells);
	free(heat->spans);
	hash_index__exit(&heat->index);
	*heat = (struct heat){0};
}

/* ---- buckets ---- */

uint32_t heat__bucket(const struct heat *heat, uint64_t time)
{
	return parts__find(time - heat->start, heat->end - heat->start, heat->nr_buckets);
}

uint64_t heat__bucket_start(const struct heat *heat, uint32_t bucket)
{
	return heat->start + parts__first(bucket, heat->end - heat->start, heat->nr_buckets);
}

/* ---- rows and cells ---- */

static bool has_key(const void *rows, uint32_t pos, const void *key)
{
	return ((const struct heat_row *)rows)[pos].key == *(const uint64_t *)key;
}

static int64_t find_row(struct heat *heat, uint64_t key)
{
	uint64_t hash;
	uint32_t pos;

	if (heat->row < heat->nr_rows && heat->rows[heat->row].key == key)
		return heat->row;
	hash = hash__u64(heat->hash_key, key);
	pos = hash_index__find(&heat->index, hash, has_key, heat->rows, &key);
	if (pos != HASH_INDEX_NONE)
		return heat->row = pos;
	if (!ARRAY_GROW(heat->rows, heat->cap_rows, heat->nr_rows + 1) ||
	    heat->nr_rows >= UINT32_MAX - 1)
		return DEFER_ERR_NOMEM;
	pos = heat->nr_rows;
	if (hash_index__add(&heat->index, hash, pos))
		return DEFER_ERR_NOMEM;
	heat->rows[heat->nr_rows++] = (struct heat_row){.key = key, .begin = UINT64_MAX};
	return heat->row = pos;
}

/*
 * Adds to the row's last cell if it has the same bucket, so that samples in order of time need one
 * cell per bucket.
 */
static int add_cell(struct heat *heat, uint32_t row, enum heat_state state, uint32_t bucket,
		    uint32_t nr)
{
	uint64_t last = heat->rows[row].last;

	if (last && heat->cells[last - 1].bucket == bucket) {
		heat->cells[last - 1].nr[state] += nr;
		return 0;
	}
	if (!ARRAY_GROW(heat->cells, heat->cap_cells, heat->nr_cells + 1))
		return DEFER_ERR_NOMEM;
	heat->cells[heat->nr_cells] = (struct heat_cell){.row = row, .bucket = bucket};
	heat->cells[heat->nr_cells++].nr[state] = nr;
	heat->rows[row].last = heat->nr_cells;
	return 0;
}

static void widen_row(struct heat_row *row, uint64_t time)
{
	row->begin = time < row->begin ? time : row->begin;
}

static int add_samples(struct heat *heat, uint64_t key, enum heat_state state, uint64_t time,
		       uint32_t bucket, uint32_t nr)
{
	int64_t row = find_row(heat, key);

	if (row < 0 || add_cell(heat, row, state, bucket, nr))
		return DEFER_ERR_NOMEM;
	heat->rows[row].nr += nr;
	widen_row(&heat->rows[row], time);
	heat->all[bucket].nr[state] += nr;
	heat->nr += nr;
	return 0;
}

/*
 * Returns the bucket of @time. Samples mostly come in order of time, so the last result often fits.
 */
static uint32_t find_bucket(struct heat *heat, uint64_t time)
{
	if (time < heat->bucket_start || time >= heat->bucket_end) {
		heat->bucket = heat__bucket(heat, time);
		heat->bucket_start = heat__bucket_start(heat, heat->bucket);
		heat->bucket_end = heat__bucket_start(heat, heat->bucket + 1);
	}
	return heat->bucket;
}

int heat__add(struct heat *heat, uint64_t key, enum heat_state state, uint64_t time, uint32_t nr,
	      struct defer_error *err)
{
	if (time < heat->start || time > heat->end || !nr)
		return 0;
	return add_samples(heat, key, state, time, find_bucket(heat, time), nr)
		       ? error__no_memory(err, "for times")
		       : 0;
}

/* ---- spans ---- */

/* Counts a span in the sums of its buckets. Those that it covers are counted by finish(). */
static void count_span(struct heat *heat, unsigned int kind, uint64_t start, uint64_t end)
{
	uint32_t first = heat__bucket(heat, start), last = heat__bucket(heat, end);

	if (first == last) {
		heat->all[first].ns[kind] += end - start + 1;
		return;
	}
	heat->all[first].ns[kind] += heat__bucket_start(heat, first + 1) - start;
	heat->all[last].ns[kind] += end - heat__bucket_start(heat, last) + 1;
	heat->covers[(first + 1ULL) * HEAT_NR_SPANS + kind]++;
	heat->covers[(uint64_t)last * HEAT_NR_SPANS + kind]--;
}

/* Keeps a span of more than one bucket, as part of the one before if that ends where it begins. */
static int keep_span(struct heat *heat, uint32_t row, enum heat_state state, uint64_t start,
		     uint64_t end)
{
	uint64_t *recent = &heat->rows[row].recent[state - HEAT_FIRST_SPAN];

	if (heat__bucket(heat, start) == heat__bucket(heat, end))
		return 0;
	if (*recent && heat->spans[*recent - 1].end + 1 == start) {
		heat->spans[*recent - 1].end = end;
		return 0;
	}
	if (!ARRAY_GROW(heat->spans, heat->cap_spans, heat->nr_spans + 1))
		return DEFER_ERR_NOMEM;
	heat->spans[heat->nr_spans++] = (struct heat_span){row, state, start, end};
	*recent = heat->nr_spans;
	return 0;
}

int heat__add_span(struct heat *heat, uint64_t key, enum heat_state state, uint64_t start,
		   uint64_t end, struct defer_error *err)
{
	unsigned int kind = state - HEAT_FIRST_SPAN;
	struct heat_row *row;
	int64_t at;

	start = start < heat->start ? heat->start : start;
	end = end > heat->end ? heat->end : end;
	if (start > end)
		return 0;
	at = find_row(heat, key);
	if (at < 0)
		return error__no_memory(err, "for times");
	row = &heat->rows[at];
	if (row->until[kind] >= end)
		return 0;
	if (row->until[kind] >= start)
		start = row->until[kind] + 1;
	row->until[kind] = end;
	widen_row(row, start);
	count_span(heat, kind, start, end);
	return keep_span(heat, at, state, start, end) ? error__no_memory(err, "for times") : 0;
}

/* Adds the spans that cover whole buckets to the sums. */
static void count_covers(struct heat *heat)
{
	uint64_t now[HEAT_NR_SPANS] = {0};

	for (uint32_t i = 0; i < heat->nr_buckets; i++) {
		uint64_t len = heat__bucket_start(heat, i + 1) - heat__bucket_start(heat, i);

		for (unsigned int kind = 0; kind < HEAT_NR_SPANS; kind++) {
			now[kind] += heat->covers[(uint64_t)i * HEAT_NR_SPANS + kind];
			heat->all[i].ns[kind] += now[kind] * len;
		}
	}
	free(heat->covers);
	heat->covers = NULL;
}

/* ---- order ---- */

static int compare_rows(const void *l, const void *r)
{
	const struct heat_row *a = l, *b = r;

	return CMP(b->nr, a->nr) ?: CMP(a->key, b->key);
}

static int compare_cells(const void *l, const void *r)
{
	const struct heat_cell *a = l, *b = r;

	return CMP(a->row, b->row) ?: CMP(a->bucket, b->bucket);
}

static int compare_spans(const void *l, const void *r)
{
	const struct heat_span *a = l, *b = r;

	return CMP(a->row, b->row) ?: CMP(a->state, b->state) ?: CMP(a->start, b->start);
}

/* Sorts the rows. @place gets the new index of each old one. */
static void sort_rows(struct heat *heat, uint32_t *place)
{
	for (uint32_t i = 0; i < heat->nr_rows; i++)
		heat->rows[i].last = i;
	if (heat->nr_rows)
		qsort(heat->rows, heat->nr_rows, sizeof(*heat->rows), compare_rows);
	for (uint32_t i = 0; i < heat->nr_rows; i++)
		place[heat->rows[i].last] = i;
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
			for (int state = 0; state < HEAT_NR_SAMPLED; state++)
				heat->cells[nr - 1].nr[state] += cell.nr[state];
			continue;
		}
		if (!row->nr_cells++)
			row->first = nr;
		heat->cells[nr++] = cell;
	}
	heat->nr_cells = nr;
}

static void sort_spans(struct heat *heat, const uint32_t *place)
{
	for (size_t i = 0; i < heat->nr_spans; i++)
		heat->spans[i].row = place[heat->spans[i].row];
	if (heat->nr_spans)
		qsort(heat->spans, heat->nr_spans, sizeof(*heat->spans), compare_spans);
	for (size_t i = 0; i < heat->nr_spans; i++) {
		struct heat_row *row = &heat->rows[heat->spans[i].row];

		if (!row->nr_spans++)
			row->first_span = i;
	}
}

/* Makes the index anew for the rows in their order. */
static int index_rows(struct heat *heat)
{
	int ret = 0;

	hash_index__exit(&heat->index);
	for (uint32_t i = 0; !ret && i < heat->nr_rows; i++)
		ret = hash_index__add(&heat->index, hash__u64(heat->hash_key, heat->rows[i].key),
				      i);
	return ret ? DEFER_ERR_NOMEM : 0;
}

int heat__finish(struct heat *heat, struct defer_error *err)
{
	uint32_t *place = malloc((heat->nr_rows + 1) * sizeof(*place));

	if (!place)
		return error__no_memory(err, "for times");
	sort_rows(heat, place);
	sort_cells(heat, place);
	sort_spans(heat, place);
	count_covers(heat);
	free(place);
	return index_rows(heat) ? error__no_memory(err, "for times") : 0;
}

uint32_t heat__find(const struct heat *heat, uint64_t key)
{
	uint64_t hash = hash__u64(heat->hash_key, key);
	uint32_t row = hash_index__find(&heat->index, hash, has_key, heat->rows, &key);

	return row == HASH_INDEX_NONE ? HEAT_ALL : row;
}

void heat__sum(const struct heat *heat, uint64_t *start, uint64_t *end, struct heat_sums *sums)
{
	uint32_t first = heat__bucket(heat, *start), last = heat__bucket(heat, *end);

	*start = heat__bucket_start(heat, first);
	*end = heat__bucket_start(heat, last + 1) - 1;
	*sums = (struct heat_sums){0};
	for (uint32_t i = first; i <= last; i++)
		heat_sums__add(sums, &heat->all[i]);
}
