// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "util/statistics/dispersion.h"
#include "util/statistics/distribution.h"

#define MIN_HITS    10 /* independent ones */
#define ENOUGH_ROWS 50 /* to tell the degrees of freedom of the trend */
#define FEW_ROWS_DF 4
#define MAX_DF	    50
#define MAX_FITS    25
#define EDGE_BLOCKS 3 /* on each side of the edge of a phase */

/* Returns the variance that independent hits with this rate have, per unit of exposure. */
static double hit_variance(double rate, bool is_share)
{
	return is_share ? rate * (1 - rate) : rate;
}

struct dispersion dispersion__of_runs(const struct count_series *runs)
{
	struct dispersion own = {0};
	double count = 0, exposure = 0, rate, variance;

	for (size_t i = 0; i < runs->nr; i++) {
		count += runs->counts[i];
		exposure += runs->exposures[i];
	}
	rate = exposure > 0 ? count / exposure : 0;
	variance = hit_variance(rate, runs->is_share);
	if (!(variance > 0))
		return own;
	for (size_t i = 0; i < runs->nr; i++) {
		double off = runs->counts[i] - runs->exposures[i] * rate;

		if (!(runs->exposures[i] > 0))
			continue;
		own.value += off * off / (runs->exposures[i] * variance);
		own.df++;
	}
	own.df--;
	own.value = own.df > 0 ? own.value / own.df : 0;
	return own;
}

static double block_rate(const struct count_series *blocks, size_t i)
{
	return blocks->exposures[i] > 0 ? blocks->counts[i] / blocks->exposures[i] : 0;
}

/* The least and the greatest rate of some blocks. */
struct rates {
	double low, high;
};

static struct rates rates_of(const struct count_series *blocks, size_t first)
{
	struct rates rates = {INFINITY, 0};

	for (size_t i = first; i < first + EDGE_BLOCKS; i++) {
		double rate = block_rate(blocks, i);

		rates.low = fmin(rates.low, rate);
		rates.high = fmax(rates.high, rate);
	}
	return rates;
}

/*
 * Returns true if a phase ends with block @i: the rates of the blocks until then are all below, or all above
 * those of the blocks that follow, by at least half of what differs at the edge.
 */
static bool is_edge(const struct count_series *blocks, size_t i)
{
	struct rates before, after;

	if (i + 1 < EDGE_BLOCKS || i + EDGE_BLOCKS >= blocks->nr)
		return false;
	before = rates_of(blocks, i + 1 - EDGE_BLOCKS);
	after = rates_of(blocks, i + 1);
	return fmax(after.low - before.high, before.low - after.high) >
	       fabs(block_rate(blocks, i) - block_rate(blocks, i + 1)) / 2;
}

/* The sums over pairs of blocks of the squared difference, and of what it is if hits are independent. */
struct step_sums {
	double squares, expected, expected_squares;
};

/* Adds blocks @i and @i + 1. Rates are multiplied by the mean exposure, so that they are hits. */
static void add_step(const struct count_series *blocks, size_t i, struct step_sums *sums)
{
	const double *n = &blocks->counts[i], *e = &blocks->exposures[i];
	double off, mean, expected;

	if (!(e[0] > 0 && e[1] > 0) || is_edge(blocks, i))
		return;
	mean = 1 / (1 / e[0] + 1 / e[1]);
	off = (n[0] / e[0] - n[1] / e[1]) * mean;
	expected = mean * hit_variance((n[0] + n[1]) / (e[0] + e[1]), blocks->is_share);
	sums->squares += off * off;
	sums->expected += expected;
	sums->expected_squares += expected * expected;
}

/*
 * Each block is in two differences, so that m differences are worth 2/3 m squares of independent ones. If
 * they have different weights, m is (sum w)^2 / sum w^2.
 */
struct dispersion dispersion__of_blocks(const struct count_series *blocks)
{
	struct step_sums sums = {0};

	for (size_t i = 0; i + 1 < blocks->nr; i++)
		add_step(blocks, i, &sums);
	if (!(sums.expected > 0))
		return (struct dispersion){0};
	return (struct dispersion){
		.value = sums.squares / sums.expected,
		.df = sums.expected * sums.expected / sums.expected_squares * 2 / 3,
	};
}

struct dispersion dispersion__join(struct dispersion a, struct dispersion b)
{
	double df = a.df + b.df;

	if (!(df > 0))
		return (struct dispersion){0};
	return (struct dispersion){.value = (a.value * a.df + b.value * b.df) / df, .df = df};
}

/* ---- the trend ---- */

double dispersion_trend__at(const struct dispersion_trend *trend, double mean)
{
	return 1 + trend->a + trend->b * mean;
}

/* Returns the logarithm of the density of the row's dispersion, without terms that no trend changes. */
static double row_likelihood(const struct dispersion_trend *trend, const struct dispersion_row *row)
{
	double d = row->own.df, d0 = trend->df, phi0 = dispersion_trend__at(trend, row->mean);

	return gamma__log((d + d0) / 2) - gamma__log(d0 / 2) + d0 / 2 * log(d0 * phi0) -
	       (d + d0) / 2 * log(d0 * phi0 + d * row->own.value);
}

/* Sums of a weighted regression of dispersions on means. */
struct regression {
	double w, x, xx, y, xy;
};

/* Sets a and b to what minimizes the squares, among those that are not negative. */
static void solve(const struct regression *sums, bool flat, struct dispersion_trend *trend)
{
	double det = sums->w * sums->xx - sums->x * sums->x;
	double a = sums->y / sums->w, b = 0;

	if (!flat && det > 1e-12 * sums->w * sums->xx) {
		b = (sums->w * sums->xy - sums->x * sums->y) / det;
		a = (sums->y - b * sums->x) / sums->w;
		if (a < 0)
			b = sums->xy / sums->xx;
		else if (b < 0)
			a = sums->y / sums->w;
	}
	trend->a = a > 0 ? a : 0;
	trend->b = b > 0 ? b : 0;
}

/*
 * Finds a and b of the greatest likelihood for this d0. Its derivative is that of a regression whose weights
 * depend on a and b, so the regression is repeated.
 */
static void fit_shape(const struct dispersion_row *rows, size_t nr, struct dispersion_trend *trend)
{
	const bool flat = nr < ENOUGH_ROWS / 5;

	for (int fit = 0; fit < MAX_FITS; fit++) {
		struct dispersion_trend last = *trend;
		struct regression sums = {0};

		for (size_t i = 0; i < nr; i++) {
			double d = rows[i].own.df, s = rows[i].own.value, x = rows[i].mean;
			double phi0 = dispersion_trend__at(trend, x);
			double w = d / (phi0 * (trend->df * phi0 + d * s));

			sums.w += w;
			sums.x += w * x;
			sums.xx += w * x * x;
			sums.y += w * (s - 1);
			sums.xy += w * x * (s - 1);
		}
		solve(&sums, flat, trend);
		if (fabs(trend->a - last.a) < 1e-4 * (1 + trend->a) &&
		    fabs(trend->b - last.b) <= 1e-4 * trend->b)
			break;
	}
}

static double all_df(const struct dispersion_row *rows, size_t nr)
{
	double df = 0;

	for (size_t i = 0; i < nr; i++)
		df += rows[i].own.df;
	return df;
}

/* The rows other than one say something about it, but not more than they know. */
static struct dispersion_trend fit_few(const struct dispersion_row *rows, size_t nr)
{
	double others = nr ? all_df(rows, nr) * (nr - 1) / nr : 0;
	struct dispersion_trend trend = {.df = others < FEW_ROWS_DF ? others : FEW_ROWS_DF};

	if (nr)
		fit_shape(rows, nr, &trend);
	return trend;
}

static struct dispersion_trend fit_rows(const struct dispersion_row *rows, size_t nr)
{
	static const double dfs[] = {1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 35, MAX_DF};
	struct dispersion_trend best = {0}, trend = {0};
	double greatest = -INFINITY;

	if (nr < ENOUGH_ROWS)
		return fit_few(rows, nr);
	for (size_t i = 0; i < sizeof(dfs) / sizeof(dfs[0]); i++) {
		double likelihood = 0;

		trend.df = dfs[i];
		fit_shape(rows, nr, &trend);
		for (size_t j = 0; j < nr; j++)
			likelihood += row_likelihood(&trend, &rows[j]);
		if (likelihood > greatest) {
			greatest = likelihood;
			best = trend;
		}
	}
	return best;
}

/* Leaves those rows whose dispersion says more than that hits are rare; returns their number. */
static size_t keep_counted(const struct dispersion_trend *trend, struct dispersion_row *rows,
			   size_t nr)
{
	size_t kept = 0;

	for (size_t i = 0; i < nr; i++) {
		if (dispersion_trend__counts(trend, &rows[i]))
			rows[kept++] = rows[i];
	}
	return kept;
}

struct dispersion_trend dispersion_trend__fit(struct dispersion_row *rows, size_t nr)
{
	struct dispersion_trend trend = fit_rows(rows, nr);
	size_t kept = keep_counted(&trend, rows, nr);

	if (kept >= ENOUGH_ROWS)
		return fit_rows(rows, kept);
	trend.df = fmin(trend.df, FEW_ROWS_DF);
	return trend;
}

bool dispersion_trend__counts(const struct dispersion_trend *trend,
			      const struct dispersion_row *row)
{
	return row->hits >= MIN_HITS * dispersion_trend__at(trend, row->mean);
}

struct dispersion dispersion__moderate(const struct dispersion_trend *trend,
				       const struct dispersion_row *row)
{
	struct dispersion usual = {dispersion_trend__at(trend, row->mean), trend->df};
	struct dispersion phi = dispersion__join(usual, row->own);

	phi.value = fmax(phi.value, usual.value);
	return phi;
}
