/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * heat: counts of samples per row (a thread, a class), state and bucket of time, and the spans of
 * time that rows spend in a state without being sampled.
 *
 *            bucket 0   1   2   3
 *   row 0           12   .   3   .
 *   row 1            .   .   7   .      '.': no cell, no memory
 *                        ~~~~~~~        a span: its begin and end, whatever its length
 *
 * Samples may come in any order, spans of a row by their begin.
 */
#ifndef PERF_DEFER_UTIL_VIEW_HEAT_H
#define PERF_DEFER_UTIL_VIEW_HEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/hash-index.h"

#define HEAT_MAX_BUCKETS 32768
#define HEAT_ALL	 UINT32_MAX /* stands for the sum of all rows */

/* What a row does. Samples have one of the first, spans one of the last. */
enum heat_state {
	HEAT_USER,
	HEAT_KERNEL,
	HEAT_MISSING, /* its user half is missing */
	HEAT_OFF_CPU,
	HEAT_WAITING, /* in the kernel, from a sample to the return to user mode */
	HEAT_NR_STATES,
	HEAT_NOTHING = HEAT_NR_STATES,
};

#define HEAT_NR_SAMPLED HEAT_WAITING /* states of samples */
#define HEAT_FIRST_SPAN HEAT_OFF_CPU /* states of spans begin here */
#define HEAT_NR_SPANS	(HEAT_NR_STATES - HEAT_FIRST_SPAN)

struct heat_cell {
	uint32_t row;
	uint32_t bucket;
	uint32_t nr[HEAT_NR_SAMPLED]; /* samples */
};

/* Those that lie in one bucket are summed up, but not kept. */
struct heat_span {
	uint32_t row;
	uint32_t state;
	uint64_t start, end; /* ns; both inclusive */
};

struct heat_row {
	uint64_t key;
	uint64_t nr;			/* samples */
	uint64_t begin;			/* time of its first sample or span, ns */
	uint64_t last;			/* before finish: index of its last cell + 1 */
	uint64_t until[HEAT_NR_SPANS];	/* before finish: end of its last span + 1, ns */
	uint64_t recent[HEAT_NR_SPANS]; /* before finish: index of that span + 1; 0: not kept */
	uint64_t first, nr_cells;	/* after finish: its part of cells */
	uint64_t first_span, nr_spans;	/* after finish: its part of spans */
};

/* Samples and spans of some rows in some time. */
struct heat_sums {
	uint64_t nr[HEAT_NR_SAMPLED]; /* samples */
	uint64_t ns[HEAT_NR_SPANS];   /* lengths; those of several rows add up */
};

struct heat {
	uint64_t start, end;   /* ns; both inclusive */
	uint32_t nr_buckets;   /* of equal length, except for rounding; at most one per ns */
	uint64_t nr;	       /* samples */
	struct heat_sums *all; /* of all rows per bucket; ns after finish */
	struct heat_row *rows; /* after finish: most samples first, then by key */
	size_t nr_rows, cap_rows;
	struct heat_cell *cells; /* after finish: by row and bucket, each pair once */
	size_t nr_cells, cap_cells;
	struct heat_span *spans; /* after finish: by row, state and start; they do not overlap */
	size_t nr_spans, cap_spans;
	uint64_t *covers; /* before finish: spans over each whole bucket, as differences */
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
int heat__add(struct heat *heat, uint64_t key, enum heat_state state, uint64_t time, uint32_t nr,
	      struct defer_error *err);

/*
 * Adds the span of @state, HEAT_OFF_CPU or HEAT_WAITING, from @start to @end, both inclusive, without
 * what lies outside of the heat or in a span of the same row and state that was added before.
 */
int heat__add_span(struct heat *heat, uint64_t key, enum heat_state state, uint64_t start,
		   uint64_t end, struct defer_error *err);

/* Sorts rows, cells and spans. Nothing may be added afterwards. */
int heat__finish(struct heat *heat, struct defer_error *err);

/* Returns the row of @key, or HEAT_ALL if there is none. Valid after finish. */
uint32_t heat__find(const struct heat *heat, uint64_t key);

/* Returns the bucket of @time, which must be in the heat. */
uint32_t heat__bucket(const struct heat *heat, uint64_t time);
/* Returns the first time of @bucket; for the bucket after the last one, the time after the end. */
uint64_t heat__bucket_start(const struct heat *heat, uint32_t bucket);

static inline void heat_sums__add(struct heat_sums *sums, const struct heat_sums *from)
{
	for (int state = 0; state < HEAT_NR_SAMPLED; state++)
		sums->nr[state] += from->nr[state];
	for (int kind = 0; kind < HEAT_NR_SPANS; kind++)
		sums->ns[kind] += from->ns[kind];
}

/* Sums up all rows from @start to @end, which are widened to whole buckets. */
void heat__sum(const struct heat *heat, uint64_t *start, uint64_t *end, struct heat_sums *sums);

/* Returns the samples of @row from @start to @end, which are in the heat, in all buckets that these touch. */
uint64_t heat__row_nr(const struct heat *heat, uint32_t row, uint64_t start, uint64_t end);

static inline uint64_t heat_sums__nr(const struct heat_sums *sums)
{
	uint64_t nr = 0;

	for (int state = 0; state < HEAT_NR_SAMPLED; state++)
		nr += sums->nr[state];
	return nr;
}

/*
 * Returns 0 for no samples, else 1 to @nr_levels - 1:
 *
 *   ceil(value / peak * (nr_levels - 1))
 */
unsigned int heat__level(double value, double peak, unsigned int nr_levels);

/* ---- columns ---- */

/* The buckets that are drawn, side by side in columns. */
struct heat_axis {
	uint32_t first, nr; /* buckets */
	uint32_t nr_cols;   /* at least 1 */
};

/* Returns the axis of the whole heat. */
static inline struct heat_axis heat__axis(const struct heat *heat, uint32_t nr_cols)
{
	return (struct heat_axis){0, heat->nr_buckets, nr_cols};
}

/* Returns the axis of the buckets from @start to @end, ns, both inclusive and in the heat. */
struct heat_axis heat__axis_of(const struct heat *heat, uint64_t start, uint64_t end,
			       uint32_t nr_cols);

/*
 * Fills *@strip with the samples of a row, or of HEAT_ALL, in the columns of @axis. Values are per
 * bucket, so that a column with one bucket more than the others does not look hotter.
 */
void heat__strip(const struct heat *heat, uint32_t row, struct heat_axis axis, double *strip);

/*
 * Fills *@states with the state of a row, or of HEAT_ALL, in the columns of @axis: that of most of its
 * samples; without samples, that of a span; else HEAT_NOTHING.
 */
void heat__states(const struct heat *heat, uint32_t row, struct heat_axis axis, uint8_t *states);

/* Returns the value of the hottest column of any row. */
double heat__peak(const struct heat *heat, struct heat_axis axis);

/* Sets the first and the last time of column @col, both inclusive. */
void heat__span(const struct heat *heat, struct heat_axis axis, uint32_t col, uint64_t *start,
		uint64_t *end);

/* Returns the column that @time lies in: the first or the last one if it is not on the axis. */
uint32_t heat__col(const struct heat *heat, struct heat_axis axis, uint64_t time);

#endif /* PERF_DEFER_UTIL_VIEW_HEAT_H */
