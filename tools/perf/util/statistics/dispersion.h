/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * dispersion: how many times as much as independent hits the counts of a row vary.
 *
 * Independent hits vary by their number: a count has the variance mu, its mean, or T p (1 - p) if it is a
 * share p of T hits. Samples of one burst, of one slow run, or of one phase are not independent. A row then
 * varies phi times as much, its dispersion. Some runs tell little about phi of one row, but many rows
 * together tell what is usual: phi is drawn from the scaled inverse chi-squared distribution around a trend
 *
 *   phi0(mu) = 1 + a + b mu
 *
 * with d0 degrees of freedom. b is there because noise between runs is a part of the mean, so that its
 * variance grows with the square. Then s, that of one row with d degrees of freedom, is phi0 F(d, d0), and
 *
 *   phi = (d0 phi0 + d s) / (d0 + d)
 *
 * has d0 + d of them, and is at least phi0 (G. K. Smyth, Linear models and empirical Bayes methods, 2004; S. P. Lund et al.,
 * Detecting differential expression with quasi-likelihood, 2012). a, b and d0 are those of the greatest
 * likelihood, in which a row without any variation weighs no more than others. No allocation, no errors.
 */
#ifndef PERF_DEFER_UTIL_STATISTICS_DISPERSION_H
#define PERF_DEFER_UTIL_STATISTICS_DISPERSION_H

#include <stdbool.h>
#include <stddef.h>

/* A series of counts and of what they are a part of: hits in all rows, or seconds, or runs. */
struct count_series {
	const double *counts, *exposures; /* an exposure of 0: no run */
	size_t nr;
	bool is_share; /* counts are at most their exposures */
};

struct dispersion {
	double value; /* undefined without degrees of freedom */
	double df;    /* degrees of freedom */
};

/*
 * Returns the dispersion of equal runs, from Pearson's X^2. Without hits there are no degrees of freedom: if
 * the rate is not known, no run can be far from it.
 */
struct dispersion dispersion__of_runs(const struct count_series *runs);

/*
 * Returns the dispersion within one run, from the differences of neighbouring blocks in time (J. von Neumann,
 * The mean square successive difference, 1941). Differences between phases of at least three blocks are left
 * out. It is a ratio of sums, so blocks with more hits weigh more; df follows from how evenly they do.
 */
struct dispersion dispersion__of_blocks(const struct count_series *blocks);

/* Returns what both say together. */
struct dispersion dispersion__join(struct dispersion a, struct dispersion b);

/* What is usual among rows. */
struct dispersion_trend {
	double a, b;
	double df; /* d0; 0: nothing is known */
};

/* The dispersion of one row, its hits in all runs, and their mean in one. */
struct dispersion_row {
	struct dispersion own;
	double hits, mean;
};

/*
 * Fits the trend to @rows, all of which have degrees of freedom, and changes their order. @df is at most 50.
 * With fewer than 50 rows that count, it cannot be told from them: it is 4, or less if they have fewer.
 */
struct dispersion_trend dispersion_trend__fit(struct dispersion_row *rows, size_t nr);

/* Returns phi0 of rows with this mean. */
double dispersion_trend__at(const struct dispersion_trend *trend, double mean);

/*
 * Returns true if the row has at least 10 independent hits, by phi0. The dispersion of fewer is the same
 * whatever the length of bursts, and a test of them finds nothing.
 */
bool dispersion_trend__counts(const struct dispersion_trend *trend,
			      const struct dispersion_row *row);

/*
 * Returns the dispersion of @row by itself and by the trend. It is not below phi0: some rows of many seem to
 * vary little by chance, and those would seem to change.
 */
struct dispersion dispersion__moderate(const struct dispersion_trend *trend,
				       const struct dispersion_row *row);

#endif /* PERF_DEFER_UTIL_STATISTICS_DISPERSION_H */
