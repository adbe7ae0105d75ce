/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * difference: rows of counts before and after a change, and whether chance can explain how they differ.
 * It knows numbers only: no samples, no names, no files.
 *
 * Runs of both sides are compared row by row:
 *
 *   p       the probability that equal rows differ as much: see below
 *   q       the share of rows without a change among all whose q is as small (Y. Benjamini, Y. Hochberg,
 *           Controlling the false discovery rate, 1995); of disjoint rows with enough hits
 *   ratio   after / before, and the interval that holds the true one, by the same test
 *   limit   what no change is larger than, at 95 %: "not larger than 3 %"
 *
 * n hits, of which k are after, in exposures A and B: if nothing changed, k is binomial, of n with
 * probability theta = B / (A + B). Hits that are not independent are worth fewer:
 *
 *   n / (phi (1 - p))      phi the row's dispersion, p its share; without (1 - p) if rates are compared
 *
 * The mid-p probability of k hits is turned into the deviation z of a normal distribution, and z is compared
 * with Student's t with the degrees of freedom that phi has. With many hits, z^2 is the score statistic
 * (pB - pA)^2 / (phi p (1 - p) (1 / A + 1 / B)), and the test is that with F(1, df). Documentation/statistics.md
 * has the reasons, the sources, and what simulations say.
 *
 * Limits: one run against one has no variance between runs. Its dispersion is that within the runs, and it
 * has p, but no q. A run must be independent of the others, and those of one side equal but for chance.
 */
#ifndef PERF_DEFER_UTIL_STATISTICS_DIFFERENCE_H
#define PERF_DEFER_UTIL_STATISTICS_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>

struct defer_error;

/* What counts are divided by. */
enum difference_reference {
	REFERENCE_SHARE, /* all hits of the run */
	REFERENCE_SECOND,
	REFERENCE_RUN,
	REFERENCE_UNIT /* of work, as the user counted it */
};

struct difference_run {
	bool is_after;
	double total;	 /* weight of all its samples, in any row or none */
	double exposure; /* seconds or units; not used for shares and runs */
};

struct difference_row {
	const double *sums; /* weight of its samples in each run */
	double unit;	    /* sum of squared weights / sum of weights: what one hit weighs; > 0 */
	bool is_disjoint;   /* none of its samples is in another row for which this is set */

	/* One run against one: weight in each block, those before first; NULL: it has no test. */
	const double *blocks;
};

struct difference_opts {
	enum difference_reference reference;
	const struct difference_run *runs;
	size_t nr_runs;
	const struct difference_row *rows;
	size_t nr_rows;

	/* Spans of time of equal length, of one run against one: see difference__nr_blocks(). */
	size_t nr_blocks[2];	    /* before and after */
	const double *block_totals; /* weight of all samples, those before first */
	double run_cv; /* deviation between runs as a part of the mean, as the user knows it; 0: unknown */

	double q;     /* the greatest q of a row that is chosen, such as 0.05 */
	double level; /* of the intervals of rows that are not, such as 0.95 */
};

enum difference_method {
	DIFFERENCE_NONE,   /* nothing is known: no hits, or no dispersion */
	DIFFERENCE_RUNS,   /* several runs */
	DIFFERENCE_BLOCKS, /* blocks of one run a side: p is that within the run */
};

struct difference {
	enum difference_method method;
	double before, after; /* share, or weight by exposure */
	double p, q;	      /* NAN: none */
	bool is_chosen;	      /* q is not greater than that of the options */
	double level;	      /* of its interval; of chosen rows by their number */
	double dispersion, df;

	/* What the test is made of: see above. */
	double hits, hits_after; /* independent ones */
	double theta;
};

struct difference_interval {
	double low, high; /* of after / before; high is INFINITY if there may be nothing before */
};

/*
 * Sets @differences[i] to that of row i. Fails without memory. Rows without any hits have no method.
 */
int difference__all(const struct difference_opts *opts, struct difference *differences,
		    struct defer_error *err);

/*
 * Returns the interval of after / before at @level: all ratios that the same test does not refuse. It has a
 * method. Takes some microseconds.
 */
struct difference_interval difference__interval(const struct difference *difference, double level);

/* Returns x such that the change is not larger than x, as a part of what was before, at 95 %. */
double difference__limit(const struct difference *difference);

/*
 * Returns the probability that equal shares, of two sets of samples, differ as much as @hits[i] of @totals[i], before
 * and after, if all that is known is that @dispersion of them are worth one independent hit. 1 if a set is empty.
 */
double difference__of_shares(const double hits[2], const double totals[2], double dispersion);

/*
 * Returns the number of blocks for a run of so many @seconds and @samples: 30, or fewer, so that a block has
 * a second and 50 samples on average; 0 if that makes fewer than 8.
 */
size_t difference__nr_blocks(double seconds, double samples);

#endif /* PERF_DEFER_UTIL_STATISTICS_DIFFERENCE_H */
