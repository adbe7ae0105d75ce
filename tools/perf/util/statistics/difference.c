// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "util/base/error.h"
#include "util/statistics/difference.h"
#include "util/statistics/dispersion.h"
#include "util/statistics/distribution.h"

#define MIN_HITS     10	 /* of a row whose dispersion says anything */
#define MANY_HITS    1e5 /* that the normal distribution differs by less than 0.005 deviations */
#define MIN_TAIL     1e-290
#define MAX_NORMAL   1e6
#define MAX_LOGIT    30 /* theta can hardly be told from 0 or 1 */
#define MAX_BLOCKS   30
#define MIN_BLOCKS   8
#define BLOCK_HITS   50
#define BLOCK_LENGTH 1 /* s */

/* The state while differences are made. */
struct comparison {
	const struct difference_opts *opts;
	double *counts, *exposures;  /* of a row, by run or block; those of a side together */
	size_t nr_sides[2];	     /* runs before and after */
	struct dispersion_row *rows; /* by row */
	struct dispersion_trend trend;
};

/* The hits of a row and what they are a part of, before and after. */
struct sides {
	double hits[2], exposures[2];
};

/* Returns true if there is a side of which more than one run tells the variance. */
static bool has_runs(const struct difference_opts *opts)
{
	return opts->nr_runs > 2;
}

static bool is_share(const struct comparison *comparison)
{
	return comparison->opts->reference == REFERENCE_SHARE;
}

/* Returns what the row's hits in a run are a part of. */
static double run_exposure(const struct comparison *comparison, const struct difference_run *run,
			   double unit)
{
	if (is_share(comparison))
		return run->total / unit;
	return comparison->opts->reference == REFERENCE_RUN ? 1 : run->exposure;
}

/* Writes the row's counts and exposures, the runs before first. */
static void read_runs(struct comparison *comparison, const struct difference_row *row,
		      struct sides *sides)
{
	const struct difference_opts *opts = comparison->opts;
	size_t at[2] = {0, comparison->nr_sides[0]};

	*sides = (struct sides){0};
	for (size_t i = 0; i < opts->nr_runs; i++) {
		const struct difference_run *run = &opts->runs[i];
		size_t to = at[run->is_after]++;

		comparison->counts[to] = row->sums[i] / row->unit;
		comparison->exposures[to] = run_exposure(comparison, run, row->unit);
		sides->hits[run->is_after] += comparison->counts[to];
		sides->exposures[run->is_after] += comparison->exposures[to];
	}
}

/* Returns the dispersion of both sides, of which each has its own rate. */
static struct dispersion runs_dispersion(const struct comparison *comparison)
{
	struct count_series side = {
		.counts = comparison->counts,
		.exposures = comparison->exposures,
		.nr = comparison->nr_sides[0],
		.is_share = is_share(comparison),
	};
	struct dispersion before = dispersion__of_runs(&side);

	side.counts += side.nr;
	side.exposures += side.nr;
	side.nr = comparison->nr_sides[1];
	return dispersion__join(before, dispersion__of_runs(&side));
}

static struct dispersion blocks_dispersion(struct comparison *comparison,
					   const struct difference_row *row,
					   const struct sides *sides)
{
	const struct difference_opts *opts = comparison->opts;
	struct dispersion both = {0};

	for (int side = 0; side < 2 && row->blocks; side++) {
		const size_t first = side ? opts->nr_blocks[0] : 0, nr = opts->nr_blocks[side];
		const double *sums = row->blocks + first, *totals = opts->block_totals + first;
		const struct count_series blocks = {comparison->counts, comparison->exposures, nr,
						    is_share(comparison)};

		for (size_t i = 0; i < nr; i++) {
			comparison->counts[i] = sums[i] / row->unit;
			comparison->exposures[i] = is_share(comparison)
							   ? totals[i] / row->unit
							   : sides->exposures[side] / nr;
		}
		both = dispersion__join(both, dispersion__of_blocks(&blocks));
	}
	return both;
}

/* ---- the test of one row ---- */

/*
 * Returns z, of which @hits - @hits_after or fewer hits before are as improbable; > 0: there are more after.
 * Where it is close enough, or tails are too small, by the normal distribution.
 */
static double deviation(double hits, double hits_after, double theta)
{
	double variance = hits * theta * (1 - theta);
	double normal = (hits_after - hits * theta) / sqrt(variance), tail;

	normal = fmax(fmin(normal, MAX_NORMAL), -MAX_NORMAL);
	if (variance > MANY_HITS)
		return normal;
	tail = normal > 0 ? binomial__mid_tail(hits_after, hits, theta)
			  : binomial__mid_tail(hits - hits_after, hits, 1 - theta);
	if (tail < MIN_TAIL)
		return normal;
	return normal > 0 ? normal__tail_inverse(tail) : -normal__tail_inverse(tail);
}

double difference__of_shares(const double hits[2], const double totals[2], double dispersion)
{
	const double all = totals[0] + totals[1], both = hits[0] + hits[1];
	const double worth = dispersion * (1 - both / all);

	if (!(both > 0) || !(totals[0] > 0) || !(totals[1] > 0) || !(worth > 1e-9))
		return 1;
	return 2 * normal__tail(fabs(deviation(both / worth, hits[1] / worth, totals[1] / all)));
}

/* Returns the variance between runs that the user knows of, as a part of that of independent hits. */
static double known_dispersion(const struct comparison *comparison, const struct sides *sides,
			       double share, double rest)
{
	double cv = comparison->opts->run_cv;

	return 2 * cv * cv * share / (rest * (1 / sides->exposures[0] + 1 / sides->exposures[1]));
}

static void test_row(const struct comparison *comparison, const struct sides *sides,
		     struct dispersion phi, struct difference *result)
{
	double hits = sides->hits[0] + sides->hits[1];
	double exposure = sides->exposures[0] + sides->exposures[1];
	double share = hits / exposure, rest = is_share(comparison) ? 1 - share : 1;

	if (!(rest > 1e-9) || !(phi.df > 0))
		return;
	if (result->method == DIFFERENCE_BLOCKS)
		phi.value += known_dispersion(comparison, sides, share, rest);
	result->dispersion = phi.value;
	result->df = phi.df;
	result->hits = hits / (phi.value * rest);
	result->hits_after = sides->hits[1] / (phi.value * rest);
	result->theta = sides->exposures[1] / exposure;
	result->p = student__two_tails(
		fabs(deviation(result->hits, result->hits_after, result->theta)), result->df);
}

static bool has_sides(const struct sides *sides)
{
	return sides->hits[0] + sides->hits[1] > 0 && sides->exposures[0] > 0 &&
	       sides->exposures[1] > 0;
}

static void compare_row(struct comparison *comparison, size_t i, struct difference *result)
{
	const struct difference_row *row = &comparison->opts->rows[i];
	struct dispersion phi;
	struct sides sides;

	read_runs(comparison, row, &sides);
	*result = (struct difference){
		.p = NAN,
		.q = NAN,
		.level = comparison->opts->level,
		.before = sides.exposures[0] > 0 ? sides.hits[0] / sides.exposures[0] : 0,
		.after = sides.exposures[1] > 0 ? sides.hits[1] / sides.exposures[1] : 0,
	};
	if (!is_share(comparison)) {
		result->before *= row->unit;
		result->after *= row->unit;
	}
	if (!has_sides(&sides))
		return;
	result->method = has_runs(comparison->opts) ? DIFFERENCE_RUNS : DIFFERENCE_BLOCKS;
	phi = dispersion__moderate(&comparison->trend, &comparison->rows[i]);
	test_row(comparison, &sides, phi, result);
	if (isnan(result->p))
		result->method = DIFFERENCE_NONE;
}

/* ---- all rows ---- */

/* Fits the trend to the disjoint rows; all rows have their own dispersion afterwards. */
static int fit_trend(struct comparison *comparison, struct defer_error *err)
{
	const struct difference_opts *opts = comparison->opts;
	struct dispersion_row *fitted = calloc(opts->nr_rows + 1, sizeof(*fitted));
	size_t nr = 0;

	if (!fitted)
		return error__no_memory(err, "to compare rows");
	for (size_t i = 0; i < opts->nr_rows; i++) {
		struct dispersion_row *row = &comparison->rows[i];
		struct sides sides;

		read_runs(comparison, &opts->rows[i], &sides);
		row->hits = sides.hits[0] + sides.hits[1];
		row->mean = row->hits / opts->nr_runs;
		row->own = has_runs(opts) ? runs_dispersion(comparison)
					  : blocks_dispersion(comparison, &opts->rows[i], &sides);
		if (opts->rows[i].is_disjoint && row->hits >= MIN_HITS && row->own.df > 0)
			fitted[nr++] = *row;
	}
	comparison->trend = dispersion_trend__fit(fitted, nr);
	free(fitted);
	return 0;
}

/* Returns true if the row has a q. */
static bool is_counted(const struct comparison *comparison, size_t i,
		       const struct difference *difference)
{
	return difference->method == DIFFERENCE_RUNS && comparison->opts->rows[i].is_disjoint &&
	       dispersion_trend__counts(&comparison->trend, &comparison->rows[i]);
}

static int compare_p(const void *a, const void *b)
{
	const struct difference *const *x = a, *const *y = b;

	return ((*x)->p > (*y)->p) - ((*x)->p < (*y)->p);
}

/* Sets q from the greatest p to the smallest: it is that of the next greater one, or less. */
static void set_q(const struct difference_opts *opts, struct difference **sorted, size_t nr)
{
	size_t nr_chosen = 0;
	double q = 1;

	qsort(sorted, nr, sizeof(*sorted), compare_p);
	for (size_t i = nr; i-- > 0;) {
		double own = sorted[i]->p * nr / (i + 1);

		q = own < q ? own : q;
		sorted[i]->q = q;
		sorted[i]->is_chosen = q <= opts->q;
		nr_chosen += sorted[i]->is_chosen;
	}
	for (size_t i = 0; i < nr_chosen; i++)
		sorted[i]->level = 1 - opts->q * nr_chosen / nr;
}

static int choose(const struct comparison *comparison, struct difference *differences,
		  struct defer_error *err)
{
	size_t nr_rows = comparison->opts->nr_rows, nr = 0;
	struct difference **sorted = calloc(nr_rows + 1, sizeof(struct difference *));

	if (!sorted)
		return error__no_memory(err, "to compare rows");
	for (size_t i = 0; i < nr_rows; i++) {
		if (is_counted(comparison, i, &differences[i]))
			sorted[nr++] = &differences[i];
	}
	set_q(comparison->opts, sorted, nr);
	free(sorted);
	return 0;
}

static int compare_all(struct comparison *comparison, struct difference *differences,
		       struct defer_error *err)
{
	const struct difference_opts *opts = comparison->opts;
	int ret = fit_trend(comparison, err);

	if (ret)
		return ret;
	for (size_t i = 0; i < opts->nr_rows; i++)
		compare_row(comparison, i, &differences[i]);
	return choose(comparison, differences, err);
}

int difference__all(const struct difference_opts *opts, struct difference *differences,
		    struct defer_error *err)
{
	size_t series = opts->nr_runs + opts->nr_blocks[0] + opts->nr_blocks[1];
	struct comparison comparison = {
		.opts = opts,
		.counts = calloc(series + 1, sizeof(double)),
		.exposures = calloc(series + 1, sizeof(double)),
		.rows = calloc(opts->nr_rows + 1, sizeof(*comparison.rows)),
	};
	int ret = 0;

	for (size_t i = 0; i < opts->nr_runs; i++)
		comparison.nr_sides[opts->runs[i].is_after]++;
	if (!comparison.counts || !comparison.exposures || !comparison.rows)
		ret = error__no_memory(err, "to compare rows");
	else
		ret = compare_all(&comparison, differences, err);
	free(comparison.counts);
	free(comparison.exposures);
	free(comparison.rows);
	return ret;
}

/* ---- intervals ---- */

struct wanted_theta {
	const struct difference *difference;
	double z;
};

/* Returns by how much the hits after are more than z too many, if theta has this logit. */
static double excess(const void *ctx, double logit)
{
	const struct wanted_theta *wanted = ctx;
	const struct difference *difference = wanted->difference;

	return deviation(difference->hits, difference->hits_after, 1 / (1 + exp(-logit))) -
	       wanted->z;
}

/* Returns the logit of theta at which the hits after are @z too many. More theta makes them fewer. */
static double logit_at(const struct difference *difference, double z)
{
	const struct wanted_theta wanted = {difference, z};
	const struct curve curve = {excess, &wanted};
	double part = (difference->hits_after + 0.5) / (difference->hits + 1);
	double step = 2 / sqrt(difference->hits * part * (1 - part));

	return curve__zero(&curve, log(part / (1 - part)), step, MAX_LOGIT);
}

/* Turns the logit of theta into after / before, whose logarithm is that without the exposures. */
static double ratio_at(const struct difference *difference, double logit)
{
	return exp(logit) * (1 - difference->theta) / difference->theta;
}

struct difference_interval difference__interval(const struct difference *difference, double level)
{
	double t = student__two_tails_inverse(1 - level, difference->df);
	struct difference_interval interval = {0, INFINITY};

	if (difference->hits_after > 0)
		interval.low = ratio_at(difference, logit_at(difference, t));
	if (difference->hits_after < difference->hits)
		interval.high = ratio_at(difference, logit_at(difference, -t));
	return interval;
}

double difference__limit(const struct difference *difference)
{
	struct difference_interval interval = difference__interval(difference, 0.9);

	return fmax(1 - interval.low, interval.high - 1);
}

size_t difference__nr_blocks(double seconds, double samples)
{
	double nr = fmin(fmin(seconds / BLOCK_LENGTH, samples / BLOCK_HITS), MAX_BLOCKS);

	return nr >= MIN_BLOCKS ? nr : 0;
}
