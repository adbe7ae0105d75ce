// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "util/statistics/distribution.h"

#define MAX_TERMS 20000 /* of the continued fraction; about sqrt(a + b) are needed */
#define TINY	  1e-300
#define MAX_LOG_T 300

/* ---- zeros ---- */

struct point {
	double x, y;
};

/* Returns the first point whose value is not positive, or is if @step is negative. */
static struct point bracket(const struct curve *curve, struct point from, double step, double limit)
{
	while ((from.y > 0) == (step > 0) && fabs(from.x) < limit) {
		from.x += step;
		from.y = curve->at(curve->ctx, from.x);
		step *= 2;
	}
	return from;
}

/*
 * The secant of the ends soon finds the place; the end that stays counts half (the Illinois algorithm:
 * M. Dowell, P. Jarratt, 1971).
 */
double curve__zero(const struct curve *curve, double from, double step, double limit)
{
	struct point start = {from, curve->at(curve->ctx, from)};
	struct point low = bracket(curve, start, -step, limit);
	struct point high = bracket(curve, start, step, limit);

	for (int i = 0; i < 60 && high.x - low.x > 1e-11 * (1 + fabs(low.x)); i++) {
		struct point middle = {.x = (low.x * high.y - high.x * low.y) / (high.y - low.y)};

		middle.y = curve->at(curve->ctx, middle.x);
		if (fabs(middle.y) < 1e-13)
			return middle.x;
		if (middle.y > 0) {
			low = middle;
			high.y /= 2;
		} else {
			high = middle;
			low.y /= 2;
		}
	}
	return (low.x + high.x) / 2;
}

/* ---- distributions ---- */

double gamma__log(double x)
{
	int sign;

	return lgamma_r(x, &sign);
}

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
	double front =
		gamma__log(a + b) - gamma__log(a) - gamma__log(b) + a * log(x) + b * log1p(-x);

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

struct student {
	double log_tails, df;
};

/* Tails are powers of a large t, so that their logarithms are straight. */
static double student_at(const void *ctx, double log_t)
{
	const struct student *wanted = ctx;
	double tails = student__two_tails(exp(log_t), wanted->df);

	return log(fmax(tails, TINY)) - wanted->log_tails;
}

double student__two_tails_inverse(double p, double df)
{
	const struct student wanted = {log(p), df};
	const struct curve curve = {student_at, &wanted};

	return exp(curve__zero(&curve, log(2), 0.5, MAX_LOG_T));
}

/* Returns the probability of @k hits in @n trials. */
static double exactly(double k, double n, double p)
{
	return exp(gamma__log(n + 1) - gamma__log(k + 1) - gamma__log(n - k + 1) +
		   (k > 0 ? k * log(p) : 0) + (k < n ? (n - k) * log1p(-p) : 0));
}

double binomial__mid_tail(double k, double n, double p)
{
	double more = k < n ? beta__part(p, k + 1, n - k) : 0;

	return more + exactly(k, n, p) / 2;
}
