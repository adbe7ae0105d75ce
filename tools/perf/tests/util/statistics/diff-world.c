// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "tests/rng.h"
#include "tests/util/statistics/diff-world.h"

#define MAX_BURST 50
#define RUN_CV	  0.05

/* ---- chance ---- */

static double uniform(uint64_t *rng)
{
	return ((rng__next(rng) >> 11) + 0.5) * 0x1p-53;
}

static double gaussian(uint64_t *rng)
{
	return sqrt(-2 * log(uniform(rng))) * cos(2 * M_PI * uniform(rng));
}

/* G. Marsaglia, W. W. Tsang, A simple method for generating gamma variables, 2000. Scale 1. */
static double gamma_variable(uint64_t *rng, double shape)
{
	double d = (shape < 1 ? shape + 1 : shape) - 1. / 3, c = 1 / sqrt(9 * d), v, x;

	do {
		x = gaussian(rng);
		v = pow(1 + c * x, 3);
	} while (!(v > 0) || log(uniform(rng)) > x * x / 2 + d - d * v + d * log(v));
	return d * v * (shape < 1 ? pow(uniform(rng), 1 / shape) : 1);
}

/* Multiplies until less than exp(-@mean) is left. */
static unsigned int poisson_small(uint64_t *rng, double mean)
{
	double left = uniform(rng), limit = exp(-mean);
	unsigned int nr = 0;

	for (; left > limit; nr++)
		left *= uniform(rng);
	return nr;
}

/*
 * Splits large means at the m-th hit, which comes at a gamma distributed time (J. H. Ahrens, U. Dieter,
 * 1974): if that is before the end, the rest is Poisson, else the m - 1 hits before it are binomial.
 */
static double poisson(uint64_t *rng, double mean)
{
	double nr = 0;

	while (mean > 20) {
		unsigned int m = mean * 7 / 8, hits = 0;
		double at = gamma_variable(rng, m);

		if (at > mean) {
			for (unsigned int i = 1; i < m; i++)
				hits += uniform(rng) < mean / at;
			return nr + hits;
		}
		nr += m;
		mean -= at;
	}
	return nr + poisson_small(rng, mean);
}

/* ---- rows ---- */

static double row_mean(const struct diff_world *world, size_t i)
{
	double sum = 0;

	for (size_t j = world->top > 0; j < world->nr_rows; j++)
		sum += 1. / (j + 1);
	if (world->top > 0 && i == 0)
		return world->samples * world->top;
	return world->samples * (1 - world->top) / (i + 1) / sum;
}

static double with_phi(uint64_t *rng, double mean, double phi)
{
	if (phi > 1)
		mean = gamma_variable(rng, mean / (phi - 1)) * (phi - 1);
	return poisson(rng, mean);
}

static double bursts(uint64_t *rng, double mean, unsigned int length)
{
	double mean_length = length ? length : (1 + MAX_BURST) / 2.;
	double nr = poisson(rng, mean / mean_length), samples = 0;

	if (length)
		return nr * length;
	for (unsigned int i = 0; i < nr; i++)
		samples += 1 + rng__below(rng, MAX_BURST);
	return samples;
}

static double draw(const struct diff_world *world, uint64_t *rng, size_t row, double mean)
{
	static const double phis[] = {1, 2, 5};

	switch (world->noise) {
	case NOISE_GAMMA:
		return with_phi(rng, mean, world->phi);
	case NOISE_MIXED:
		return with_phi(rng, mean, phis[row % 3]);
	case NOISE_BURSTS:
		return bursts(rng, mean, 0);
	case NOISE_LENGTHS:
		return bursts(rng, mean, 1 + row * 7 % MAX_BURST);
	case NOISE_RUNS:
		return poisson(rng,
			       mean * gamma_variable(rng, 1 / (RUN_CV * RUN_CV)) * RUN_CV * RUN_CV);
	case NOISE_PHASES:
	default:
		break;
	}
	return poisson(rng, mean);
}

/* Returns the row's part of its samples in a block. */
static double block_part(const struct diff_world *world, size_t row, size_t block)
{
	size_t tenth = block * 10 / world->nr_blocks, first = (tenth * world->nr_blocks + 9) / 10;
	size_t next = ((tenth + 1) * world->nr_blocks + 9) / 10;

	if (world->noise != NOISE_PHASES)
		return 1. / world->nr_blocks;
	return row % 10 == tenth ? 1. / (next - first) : 0;
}

static double draw_blocks(const struct diff_world *world, uint64_t *rng, size_t row, double mean,
			  double *blocks, double *totals)
{
	double sum = 0;

	for (size_t i = 0; i < world->nr_blocks; i++) {
		double part = block_part(world, row, i);

		blocks[i] = part > 0 ? draw(world, rng, row, mean * part) : 0;
		totals[i] += blocks[i];
		sum += blocks[i];
	}
	return sum;
}

/* ---- trials ---- */

static void draw_row(const struct diff_world *world, struct diff_trial *trial, uint64_t *rng,
		     size_t i)
{
	size_t nr_runs = trial->opts.nr_runs;
	double *sums = &trial->sums[i * nr_runs],
	       *blocks = &trial->blocks[i * 2 * world->nr_blocks];
	double mean = row_mean(world, i);

	for (size_t run = 0; run < nr_runs; run++) {
		bool is_after = trial->runs[run].is_after;
		double now = is_after && i == world->changed ? mean * world->change : mean;
		size_t at = is_after * world->nr_blocks;

		sums[run] = world->nr_blocks ? draw_blocks(world, rng, i, now, blocks + at,
							   trial->block_totals + at)
					     : draw(world, rng, i, now);
		trial->runs[run].total += sums[run];
	}
	trial->rows[i] = (struct difference_row){.sums = sums,
						 .unit = 1,
						 .is_disjoint = true,
						 .blocks = world->nr_blocks ? blocks : NULL};
}

static bool allocate(const struct diff_world *world, struct diff_trial *trial)
{
	size_t nr_runs = world->nr_before + world->nr_after;

	trial->runs = calloc(nr_runs, sizeof(*trial->runs));
	trial->rows = calloc(world->nr_rows, sizeof(*trial->rows));
	trial->differences = calloc(world->nr_rows, sizeof(*trial->differences));
	trial->sums = calloc(world->nr_rows * nr_runs, sizeof(double));
	trial->blocks = calloc(world->nr_rows * world->nr_blocks * 2 + 1, sizeof(double));
	trial->block_totals = calloc(world->nr_blocks * 2 + 1, sizeof(double));
	trial->opts = (struct difference_opts){
		.reference = world->reference,
		.runs = trial->runs,
		.nr_runs = nr_runs,
		.rows = trial->rows,
		.nr_rows = world->nr_rows,
		.nr_blocks = {world->nr_blocks, world->nr_blocks},
		.block_totals = trial->block_totals,
		.q = 0.05,
		.level = 0.95,
	};
	return trial->runs && trial->rows && trial->differences && trial->sums && trial->blocks &&
	       trial->block_totals;
}

struct diff_trial *diff_trial__new(const struct diff_world *world, uint64_t number)
{
	struct diff_trial *trial = calloc(1, sizeof(*trial));
	uint64_t rng = world->seed ^ number * 0x9e3779b97f4a7c15ULL;

	rng = rng__next(&rng);
	if (!trial || !allocate(world, trial)) {
		diff_trial__delete(trial);
		return NULL;
	}
	for (size_t run = 0; run < trial->opts.nr_runs; run++) {
		trial->runs[run].is_after = run >= world->nr_before;
		trial->runs[run].exposure = 1;
	}
	for (size_t i = 0; i < world->nr_rows; i++)
		draw_row(world, trial, &rng, i);
	if (difference__all(&trial->opts, trial->differences, NULL)) {
		diff_trial__delete(trial);
		return NULL;
	}
	return trial;
}

void diff_trial__delete(struct diff_trial *trial)
{
	if (!trial)
		return;
	free(trial->runs);
	free(trial->rows);
	free(trial->differences);
	free(trial->sums);
	free(trial->blocks);
	free(trial->block_totals);
	free(trial);
}

/*
 * The rule that report once had: a change is noise if it is less than twice its standard deviation, as if hits were
 * independent.
 */
static bool is_noise(const double part[2], const double all[2])
{
	const double shares[] = {all[0] > 0 ? part[0] / all[0] : 0,
				 all[1] > 0 ? part[1] / all[1] : 0};
	const double points = fabs(shares[1] - shares[0]);

	if (!(all[0] > 0) || !(all[1] > 0) || points == 0)
		return true;
	return points < 2 * sqrt(shares[0] / all[0] + shares[1] / all[1]);
}

bool diff_trial__old_rule(const struct diff_trial *trial, size_t i)
{
	double part[2] = {0}, all[2] = {0};

	for (size_t run = 0; run < trial->opts.nr_runs; run++) {
		bool is_after = trial->runs[run].is_after;

		part[is_after] += (uint64_t)trial->rows[i].sums[run];
		all[is_after] += (uint64_t)trial->runs[run].total;
	}
	return !is_noise(part, all);
}
