/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * heat: how many samples fell into each of many spans of time, for each of many things: threads,
 * classes. What holds nothing costs nothing. Samples come in any order, and those of several
 * workers can be gathered apart and merged.
 */
#ifndef PERF_DEFER_UTIL_VIEW_HEAT_H
#define PERF_DEFER_UTIL_VIEW_HEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/hash-index.h"

#define HEAT_MAX_BUCKETS 4096
#define HEAT_ALL	 UINT32_MAX /* a row: the sum of all */

struct heat_cell {
	uint32_t row;
	uint32_t bucket;
	uint64_t nr;
};

struct heat_row {
	uint64_t key;
	uint64_t nr;		  /* samples */
	uint64_t last;		  /* before finish: place of its last cell + 1 */
	uint64_t first, nr_cells; /* after finish: in cells */
};

struct heat {
	uint64_t start, end;   /* ns; both belong to it */
	uint32_t nr_buckets;   /* of equal time, but for rounding; no more than there are ns */
	uint64_t nr;	       /* samples */
	uint64_t *all;	       /* of each bucket */
	struct heat_row *rows; /* after finish: most samples first, then by key */
	size_t nr_rows, cap_rows;
	struct heat_cell *cells; /* after finish: by row and bucket, each pair once */
	size_t nr_cells, cap_cells;
	struct hash_index index;
	uint64_t hash_key;
	/* Of the sample that was added last: its row and bucket, which ends before bucket_end. */
	uint32_t row, bucket;
	uint64_t bucket_start, bucket_end;
};

/* @start <= @end. The caller exits it also after an error. */
int heat__init(struct heat *heat, uint64_t start, uint64_t end, uint32_t nr_buckets,
	       struct defer_error *err);
void heat__exit(struct heat *heat);

/* Counts @nr samples of @key at @time. Times outside count for nothing. */
int heat__add(struct heat *heat, uint64_t key, uint64_t time, uint64_t nr, struct defer_error *err);

/* The last change: sorts. */
int heat__finish(struct heat *heat, struct defer_error *err);

/* After finish: the place of the row of @key, or HEAT_ALL if nothing of it was counted. */
uint32_t heat__find(const struct heat *heat, uint64_t key);

/*
 * The samples of a row, or of HEAT_ALL, in @nr_cols columns: in *@strip, per bucket, so that
 * columns that hold one bucket more than others do not look hotter.
 */
void heat__strip(const struct heat *heat, uint32_t row, uint32_t nr_cols, double *strip);

/* The hottest column of any row. */
double heat__peak(const struct heat *heat, uint32_t nr_cols);

/* When column @col begins and ends; both times belong to it. */
void heat__span(const struct heat *heat, uint32_t nr_cols, uint32_t col, uint64_t *start,
		uint64_t *end);

/* 0 for nothing, else 1 to @nr_levels - 1, which is @peak; small values are drawn apart. */
unsigned int heat__level(double value, double peak, unsigned int nr_levels);

#endif /* PERF_DEFER_UTIL_VIEW_HEAT_H */
