// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "util/statistics/distribution.h"

#define MAX_TERMS 20000 /* of the continued fraction; about sqrt(a + b) are needed */
#define TINY	  1e-300

/* Returns the factor by which term @i of the continued fraction of I_x(a, b) is multiplied. */
static double beta_term(double x, double a, double b, int i)
{
	int m = i / 2;

	if (i % 2)
		return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
	return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
}

static double away_from_zero(double value)
{
	return fabs(value) < TINY ? TINY : value;
}

/* Returns the continued fraction of I_x(a, b), which converges fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double x, double a, double b)
{
	double c = 1, d = 1 / away_from_zero(1 + beta_term(x, a, b, 1)), f = d;

	for (int i = 2; i < MAX_TERMS; i++) {
		double term = beta_term(x, a, b, i), step;

		d = 1 / away_from_zero(1 + term * d);
		c = away_from_zero(1 + term / c);
		step = c * d;
		f *= step;
		if (fabs(step - 1) < 1e-15)
			break;
	}
	return f;
}

static double beta_direct(double x, double a, double b)
{
	double front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x);

	return exp(front) * beta_fraction(x, a, b) / a;
}

double beta__part(double x, double a, double b)
{
	if (x <= 0 || x >= 1)
		return x > 0;
	return x < (a + 1) / (a + b + 2) ? beta_direct(x, a, b) : 1 - beta_direct(1 - x, b, a);
}

double normal__tail(double z)
{
	return erfc(z / M_SQRT2) / 2;
}

/* Newton's steps on the logarithm, which is concave: from the right they never overshoot. */
double normal__tail_inverse(double p)
{
	double z;

	if (p > 0.5)
		return -normal__tail_inverse(1 - p);
	z = sqrt(-2 * log(2 * p));
	for (int i = 0; i < 50; i++) {
		double tail = normal__tail(z), density = exp(-z * z / 2) / sqrt(2 * M_PI);
		double step = log(tail / p) * tail / density;

		z += step;
		if (fabs(step) < 1e-13 * (1 + z))
			break;
	}
	return z;
}

double student__two_tails(double t, double df)
{
	return beta__part(df / (df + t * t), df / 2, 0.5);
}

/* Bisects log(t): tails are powers of t, so that t may be large. */
double student__two_tails_inverse(double p, double df)
{
	double low = -40, high = 300;

	for (int i = 0; i < 70; i++) {
		double middle = (low + high) / 2;

		if (student__two_tails(exp(middle), df) > p)
			low = middle;
		else
			high = middle;
	}
	return exp((low + high) / 2);
}

/* Returns the probability of @k hits in @n trials. */
static double exactly(double k, double n, double p)
{
	return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + (k > 0 ? k * log(p) : 0) +
		   (k < n ? (n - k) * log1p(-p) : 0));
}

double binomial__mid_tail(double k, double n, double p)
{
	double more = k < n ? beta__part(p, k + 1, n - k) : 0;

	return more + exactly(k, n, p) / 2;
}
