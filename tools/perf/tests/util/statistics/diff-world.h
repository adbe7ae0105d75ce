/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * diff_world: recordings that are drawn by chance, with a truth that is known. Each has a seed, so that a
 * figure can be repeated.
 */
#ifndef PERF_DEFER_TESTS_DIFF_WORLD_H
#define PERF_DEFER_TESTS_DIFF_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/statistics/difference.h"

/* How samples of one row depend on each other. */
enum diff_noise {
	NOISE_GAMMA, /* counts of a run: Poisson, of a mean that is gamma distributed; variance phi * mean */
	NOISE_MIXED,   /* the same with phi 1, 2 or 5, another one for each row */
	NOISE_BURSTS,  /* bursts of 1 to 50 samples, each of another length */
	NOISE_LENGTHS, /* bursts, of the same length in a row */
	NOISE_RUNS, /* independent samples, but a mean that differs by 5 % from run to run, in each row */
	NOISE_PHASES, /* independent samples, each row in a tenth of the time alone */
};

struct diff_world {
	enum diff_noise noise;
	double phi; /* of NOISE_GAMMA */
	size_t nr_rows;
	double samples; /* mean of a run */
	double top; /* share of the first row; the others' fall as 1 / n. 0: so does the first */
	unsigned int nr_before, nr_after;
	size_t nr_blocks; /* of each run; 0: none */
	double change;	  /* of the row @changed, after / before */
	size_t changed;
	enum difference_reference reference;
	uint64_t seed;
};

/* One comparison: counts, and what difference__all() makes of them. */
struct diff_trial {
	struct difference_opts opts;
	struct difference_run *runs;
	struct difference_row *rows;
	struct difference *differences;
	double *sums, *blocks, *block_totals;
};

/* Draws and compares; returns NULL without memory. Trials with other numbers are independent. */
struct diff_trial *diff_trial__new(const struct diff_world *world, uint64_t number);
void diff_trial__delete(struct diff_trial *trial);

/* Returns true if the rule of decision 0069 says that row @i has changed. */
bool diff_trial__old_rule(const struct diff_trial *trial, size_t i);

#endif /* PERF_DEFER_TESTS_DIFF_WORLD_H */
