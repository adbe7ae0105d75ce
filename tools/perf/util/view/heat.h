/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * heat: counts of samples per row (a thread, a class) and bucket of time.
 *
 *            bucket 0   1   2   3
 *   row 0           12   .   3   .
 *   row 1            .   .   7   .      '.': no cell, no memory
 *
 * Samples may come in any order.
 */
#ifndef PERF_DEFER_UTIL_VIEW_HEAT_H
#define PERF_DEFER_UTIL_VIEW_HEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/hash-index.h"

#define HEAT_MAX_BUCKETS 4096
#define HEAT_ALL	 UINT32_MAX /* stands for the sum of all rows */

struct heat_cell {
	uint32_t row;
	uint32_t bucket;
	uint64_t nr;
};

struct heat_row {
	uint64_t key;
	uint64_t nr;		  /* samples */
	uint64_t last;		  /* before finish: index of its last cell + 1 */
	uint64_t first, nr_cells; /* after finish: its part of cells */
};

struct heat {
	uint64_t start, end;   /* ns; both inclusive */
	uint32_t nr_buckets;   /* of equal length, except for rounding; at most one per ns */
	uint64_t nr;	       /* samples */
	uint64_t *all;	       /* samples per bucket */
	struct heat_row *rows; /* after finish: most samples first, then by key */
	size_t nr_rows, cap_rows;
	struct heat_cell *cells; /* after finish: by row and bucket, each pair once */
	size_t nr_cells, cap_cells;
	struct hash_index index;
	uint64_t hash_key;
	/* Cache of the last sample's row and bucket, [bucket_start, bucket_end). */
	uint32_t row, bucket;
	uint64_t bucket_start, bucket_end;
};

/* Requires @start <= @end. The caller must call heat__exit() even after an error. */
int heat__init(struct heat *heat, uint64_t start, uint64_t end, uint32_t nr_buckets,
	       struct defer_error *err);
void heat__exit(struct heat *heat);

/* Counts @nr samples of @key at @time. Ignores times outside of the heat. */
int heat__add(struct heat *heat, uint64_t key, uint64_t time, uint64_t nr, struct defer_error *err);

/* Sorts rows and cells. Nothing may be added afterwards. */
int heat__finish(struct heat *heat, struct defer_error *err);

/* Returns the row of @key, or HEAT_ALL if it has no samples. Valid after finish. */
uint32_t heat__find(const struct heat *heat, uint64_t key);

/*
 * Fills *@strip with the samples of a row, or of HEAT_ALL, in @nr_cols columns. Values are per
 * bucket, so that a column with one bucket more than the others does not look hotter.
 */
void heat__strip(const struct heat *heat, uint32_t row, uint32_t nr_cols, double *strip);

/* Returns the value of the hottest column of any row. */
double heat__peak(const struct heat *heat, uint32_t nr_cols);

/* Sets the first and the last time of column @col, both inclusive. */
void heat__span(const struct heat *heat, uint32_t nr_cols, uint32_t col, uint64_t *start,
		uint64_t *end);

/*
 * Returns 0 for no samples, else 1 to @nr_levels - 1:
 *
 *   ceil(sqrt(value / peak) * (nr_levels - 1))
 *
 * The root keeps small values distinguishable.
 */
unsigned int heat__level(double value, double peak, unsigned int nr_levels);

#endif /* PERF_DEFER_UTIL_VIEW_HEAT_H */
