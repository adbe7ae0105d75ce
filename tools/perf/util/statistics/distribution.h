/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * distribution: probabilities of the distributions by which counts are compared. All parameters may be
 * fractions, since counts are divided by their dispersion.
 *
 * Accuracy: relative errors are below 1e-9 for parameters up to 1e6, tails down to 1e-300. The suite
 * statistics compares with values of mpmath, of 40 digits.
 */
#ifndef PERF_DEFER_UTIL_STATISTICS_DISTRIBUTION_H
#define PERF_DEFER_UTIL_STATISTICS_DISTRIBUTION_H

/* Returns the logarithm of the gamma function of @x > 0. Threads may call it, unlike lgamma(), which sets a global. */
double gamma__log(double x);

/*
 * Returns the regularized incomplete beta function I_x(a, b), 0 <= x <= 1; a, b > 0. By its continued
 * fraction (NIST Handbook of Mathematical Functions, 8.17.22), evaluated as by W. J. Lentz (1976).
 */
double beta__part(double x, double a, double b);

/* A falling function whose zero is looked for. */
struct curve {
	double (*at)(const void *ctx, double x);
	const void *ctx;
};

/*
 * Returns the zero, to some 1e-11 of it, or of 1. It is looked for from @from on, first in steps of @step, which
 * double, and not beyond @limit on both sides of 0. The curve should be nearly straight there.
 */
double curve__zero(const struct curve *curve, double from, double step, double limit);

/* Returns the probability that a standard normal variable is greater than @z. */
double normal__tail(double z);

/* Returns the z with normal__tail(z) = @p, 0 < @p < 1. */
double normal__tail_inverse(double p);

/* Returns the probability that |t| is greater than @t >= 0, with @df > 0 degrees of freedom. */
double student__two_tails(double t, double df);

/* Returns the t with student__two_tails(t, @df) = @p, 0 < @p < 1. */
double student__two_tails_inverse(double p, double df);

/*
 * Returns the mid-p probability of at least @k hits in @n trials of @p: that of more hits, and half of
 * that of as many. 0 <= @k <= @n, 0 < @p < 1. It is one minus that of at least n - k misses. (H. O.
 * Lancaster, Significance Tests in Discrete Distributions, 1961.)
 */
double binomial__mid_tail(double k, double n, double p);

#endif /* PERF_DEFER_UTIL_STATISTICS_DISTRIBUTION_H */
