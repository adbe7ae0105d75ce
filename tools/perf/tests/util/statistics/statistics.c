// SPDX-License-Identifier: GPL-2.0-only
/*
 * The distributions, beside values of mpmath 1.3 of 40 digits, and what is said of rows that are easily
 * divided by nothing. What the test finds and does not find is in diff-simulation.c.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/tests.h"
#include "util/statistics/difference.h"
#include "util/statistics/dispersion.h"
#include "util/statistics/distribution.h"

/* ---- distributions ---- */

static bool is_near(double got, double want)
{
	return fabs(got - want) <= 1e-9 * fabs(want);
}

#define T_NEAR(got, want)                                                    \
	do {                                                                 \
		double got_ = (got), want_ = (want);                         \
		if (!is_near(got_, want_))                                   \
			T_FAIL("%s is %.17g, not %.17g", #got, got_, want_); \
	} while (0)

static int test_beta(void)
{
	static const struct {
		double x, a, b, want;
	} rows[] = {
		{0.5, 0.5, 0.5, 0.5},
		{0.5, 2, 3, 0.6875},
		{0.5, 7.25, 7.25, 0.5},
		{0.01, 2, 0.5, 3.7625707846945492e-5},
		{0.3, 20, 30, 0.069987093300507387},
		{0.25, 30, 3, 2.4725230543531929e-16},
		{0.332, 100000, 200000, 0.060594913370758302},
		{0.5, 500000, 500000, 0.5},
		{0.9999, 25, 0.5, 0.94390729276773266},
		{0.01, 0.25, 0.5, 0.24144803269726162},
		{0.001, 90, 10, 1.7156836898826908e-258},
		{0, 2, 3, 0},
		{1, 2, 3, 1},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		T_NEAR(beta__part(rows[i].x, rows[i].a, rows[i].b), rows[i].want);
	return TEST_OK;
}

static int test_normal(void)
{
	static const struct {
		double z, tail;
	} rows[] = {
		{0.5, 0.3085375387259869},     {1.959963984540054, 0.025000000000000014},
		{3, 0.0013498980316300945},    {-1.5, 0.93319279873114193},
		{8, 6.2209605742717841e-16},   {20, 2.7536241186062337e-89},
		{35, 1.1249107064724062e-268},
	};

	T_NEAR(normal__tail(0), 0.5);
	T_CHECK(fabs(normal__tail_inverse(0.5)) < 1e-9);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		T_NEAR(normal__tail(rows[i].z), rows[i].tail);
		T_NEAR(normal__tail_inverse(rows[i].tail), rows[i].z);
	}
	return TEST_OK;
}

static int test_student(void)
{
	static const struct {
		double t, df, tails;
	} rows[] = {
		{1, 1, 0.5},
		{12.706204736432095, 1, 0.049999999998991307},
		{2.776445105197793, 4, 0.050000000000000069},
		{2.5, 6.9, 0.041467785320867916},
		{4, 54, 0.00019410994768763341},
		{30, 2.7, 0.00017361344409653256},
		{0.01, 1000, 0.99202328193218729},
		{10, 50, 1.6077334688335437e-13},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		T_NEAR(student__two_tails(rows[i].t, rows[i].df), rows[i].tails);
		T_NEAR(student__two_tails_inverse(rows[i].tails, rows[i].df), rows[i].t);
	}
	T_NEAR(student__two_tails(0, 3), 1);
	return TEST_OK;
}

static int test_binomial(void)
{
	static const struct {
		double k, n, p, want;
	} rows[] = {
		{0, 10, 0.5, 0.99951171875},
		{10, 10, 0.5, 0.00048828125},
		{7, 10, 0.5, 0.11328125}, /* (120 / 2 + 45 + 10 + 1) / 1024 */
		{3.5, 12.25, 0.25, 0.37536200561311237},
		{22, 60, 1. / 6, 0.00010242504589627072},
		{0.4, 0.9, 0.5, 0.52704425295293397},
		{700, 1000, 0.5, 6.2998448637504383e-38},
		{300, 1000, 0.5, 1},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double k = rows[i].k, n = rows[i].n, p = rows[i].p;

		T_NEAR(binomial__mid_tail(k, n, p), rows[i].want);
		T_NEAR(binomial__mid_tail(k, n, p) + binomial__mid_tail(n - k, n, 1 - p), 1);
	}
	return TEST_OK;
}

/* ---- dispersion ---- */

/* Counts 8, 10, 12 of equal runs have X^2 = (4 + 0 + 4) / 10, of two degrees of freedom. */
static int test_runs(void)
{
	static const double counts[] = {8, 10, 12}, runs[] = {1, 1, 1}, hits[] = {20, 20, 20};
	static const double with_empty[] = {8, 0, 10, 12}, exposures[] = {1, 0, 1, 1};
	const double none[] = {0, 0, 0};
	struct count_series series = {counts, runs, 3, false};

	T_NEAR(dispersion__of_runs(&series).value, 0.4);
	T_NEAR(dispersion__of_runs(&series).df, 2);
	series.exposures = hits;
	series.is_share = true; /* half of all: the variance is half as large */
	T_NEAR(dispersion__of_runs(&series).value, 0.8);
	series.nr = 1;
	T_NEAR(dispersion__of_runs(&series).df, 0);
	series = (struct count_series){with_empty, exposures, 4, false}; /* tells nothing */
	T_NEAR(dispersion__of_runs(&series).value, 0.4);
	T_NEAR(dispersion__of_runs(&series).df, 2);
	series = (struct count_series){none, runs, 3, false};
	T_NEAR(dispersion__of_runs(&series).df, 0);
	series = (struct count_series){hits, hits, 3, true}; /* no other row has hits */
	T_NEAR(dispersion__of_runs(&series).df, 0);
	return TEST_OK;
}

/* Each difference is 2 of a mean of 9, which independent hits have as well: its square is 4 / 18. */
static int test_blocks(void)
{
	static const double steps[] = {8, 10, 8, 10, 8, 10},
			    phases[] = {5, 5, 5, 5, 90, 90, 90, 90},
			    spike[] = {5, 5, 5, 90, 5, 5, 5}, ones[] = {1, 1, 1, 1, 1, 1, 1, 1};
	struct count_series series = {steps, ones, 6, false};

	T_NEAR(dispersion__of_blocks(&series).value, 4. / 18);
	T_NEAR(dispersion__of_blocks(&series).df, 5 * 2. / 3);
	series = (struct count_series){phases, ones, 8, false};
	T_NEAR(dispersion__of_blocks(&series).value, 0);
	series = (struct count_series){spike, ones, 7, false};
	T_CHECK(dispersion__of_blocks(&series).value > 50);
	return TEST_OK;
}

/* Rows whose dispersion is 3, but for the scatter of four degrees of freedom. */
static void spread_rows(struct dispersion_row *rows, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		/* quantiles of chi^2 / 4 by Wilson and Hilferty */
		double z = normal__tail_inverse((i + 0.5) / nr), root = 1 - 1. / 18 + z / sqrt(18);

		rows[i] = (struct dispersion_row){{3 * root * root * root, 4}, 1e4, 1e3};
	}
}

static int test_trend(void)
{
	struct dispersion_row rows[200], one = {{20, 4}, 1e4, 1e3}, quiet = {{0, 4}, 1e4, 1e3};
	struct dispersion_trend trend;
	double phi0;

	spread_rows(rows, 200);
	trend = dispersion_trend__fit(rows, 200);
	T_EQ(trend.df, 50);
	phi0 = dispersion_trend__at(&trend, 1e3);
	T_CHECK(phi0 > 2.8 && phi0 < 3); /* the mean of F(4, 50) is 50 / 48 */
	T_NEAR(dispersion__moderate(&trend, &one).value, (50 * phi0 + 4 * 20) / 54);
	T_NEAR(dispersion__moderate(&trend, &one).df, 54);
	T_NEAR(dispersion__moderate(&trend, &quiet).value, dispersion_trend__at(&trend, 1e3));
	/* Rows of a greater mean scatter more. */
	for (int i = 0; i < 200; i++) {
		rows[i].mean = i % 2 ? 1e3 : 4e3;
		rows[i].own.value *= (1 + rows[i].mean / 500) / 3;
	}
	trend = dispersion_trend__fit(rows, 200);
	T_CHECK(fabs(dispersion_trend__at(&trend, 1e3) / 3 - 1) < 0.1);
	T_CHECK(fabs(dispersion_trend__at(&trend, 4e3) / 9 - 1) < 0.1);
	/* few rows, one, and none */
	spread_rows(rows, 10);
	T_NEAR(dispersion_trend__fit(rows, 10).df, 4);
	T_NEAR(dispersion_trend__fit(&one, 1).df, 0);
	trend = dispersion_trend__fit(NULL, 0);
	T_NEAR(trend.df, 0);
	T_NEAR(dispersion_trend__at(&trend, 1e3), 1);
	return TEST_OK;
}

/* Rows of a single burst say nothing of the others. */
static int test_bursts(void)
{
	struct dispersion_row rows[260];
	struct dispersion_trend alone, trend;

	spread_rows(rows, 60);
	alone = dispersion_trend__fit(rows, 60);
	spread_rows(rows, 60);
	for (int i = 60; i < 260; i++)
		rows[i] = (struct dispersion_row){{8, 4}, 12, 4};
	trend = dispersion_trend__fit(rows, 260);
	T_NEAR(dispersion_trend__at(&trend, 1e3), dispersion_trend__at(&alone, 1e3));
	T_NEAR(trend.df, alone.df);
	return TEST_OK;
}

/* ---- differences ---- */

/* Six runs, three a side, each of 1,000 samples. */
static const struct difference_run runs[] = {
	{false, 1000, 1}, {true, 1000, 1}, {false, 1000, 1},
	{true, 1000, 1},  {true, 1000, 1}, {false, 1000, 1},
};

#define B(x)                     \
	{                        \
		x, 0, x, 0, 0, x \
	} /* before alone */
#define A(x)                     \
	{                        \
		0, x, 0, x, x, 0 \
	}
#define E(x)                     \
	{                        \
		x, x, x, x, x, x \
	}

static int compare(const double (*sums)[6], size_t nr, enum difference_reference reference,
		   struct difference *differences)
{
	struct difference_row rows[8] = {{0}};
	struct difference_opts opts = {
		.reference = reference,
		.runs = runs,
		.nr_runs = 6,
		.rows = rows,
		.nr_rows = nr,
		.q = 0.05,
		.level = 0.95,
	};

	for (size_t i = 0; i < nr; i++)
		rows[i] = (struct difference_row){.sums = sums[i], .unit = 1, .is_disjoint = true};
	T_EQ(difference__all(&opts, differences, NULL), 0);
	return TEST_OK;
}

static int test_sides(void)
{
	static const double sums[][6] = {E(200), B(300), A(300), E(0), {1, 0, 0, 0, 0, 0}};
	struct difference rows[5];
	struct difference_interval interval;

	T_RUN(compare(sums, 5, REFERENCE_SHARE, rows));
	/* all equal */
	T_NEAR(rows[0].p, 1);
	T_NEAR(rows[0].before, 0.2);
	T_CHECK(!rows[0].is_chosen);
	interval = difference__interval(&rows[0], 0.95);
	T_CHECK(interval.low < 1 && interval.high > 1 && interval.high < 1.3);
	/* a side of nothing: the interval is open where a ratio is not known */
	T_CHECK(rows[1].is_chosen && rows[2].is_chosen);
	T_NEAR(rows[1].after, 0);
	interval = difference__interval(&rows[1], 0.95);
	T_NEAR(interval.low, 0);
	T_CHECK(interval.high > 0 && interval.high < 0.05);
	interval = difference__interval(&rows[2], 0.95);
	T_CHECK(interval.low > 20);
	T_CHECK(isinf(interval.high));
	/* nothing at all, and next to nothing */
	T_EQ(rows[3].method, DIFFERENCE_NONE);
	T_CHECK(isnan(rows[3].p) && isnan(rows[3].q));
	T_CHECK(rows[4].p > 0.3 && isnan(rows[4].q));
	return TEST_OK;
}

/* Whatever the counts, there is an interval, and it is not upside down. */
static int test_ranges(void)
{
	for (double hits = 0.3; hits < 1e7; hits *= 2.7) {
		for (int part = 0; part <= 20; part++) {
			for (double df = 1; df < 60; df *= 7) {
				const struct difference row = {.method = DIFFERENCE_RUNS,
							       .hits = hits,
							       .hits_after = hits * part / 20,
							       .theta = part % 3 ? 0.5 : 1. / 6,
							       .df = df};
				struct difference_interval interval =
					difference__interval(&row, 0.95);
				double odds = (1 - row.theta) / row.theta;

				T_CHECK(interval.low <= interval.high && interval.low >= 0);
				if (part && part < 20) {
					odds *= part / (20. - part);
					T_CHECK(interval.low < odds && odds < interval.high);
				}
			}
		}
	}
	return TEST_OK;
}

/* A row that has all samples has no share that could differ, but it has a rate. */
static int test_one_row(void)
{
	static const double all[][6] = {E(1000)}, less[][6] = {{900, 700, 910, 710, 690, 890}};
	struct difference row;

	T_RUN(compare(all, 1, REFERENCE_SHARE, &row));
	T_EQ(row.method, DIFFERENCE_NONE);
	T_RUN(compare(all, 1, REFERENCE_RUN, &row));
	T_NEAR(row.p, 1);
	T_RUN(compare(less, 1, REFERENCE_RUN, &row));
	T_NEAR(row.df, 4);
	T_NEAR(row.before, 900);
	T_CHECK(row.is_chosen);
	return TEST_OK;
}

/* A large share and the rest differ alike, but for the fewer hits of the rest. */
static int test_large_share(void)
{
	static const double sums[][6] = {{800, 850, 790, 840, 860, 810},
					 {200, 150, 210, 160, 140, 190}};
	struct difference large, rest;

	T_RUN(compare(sums, 1, REFERENCE_SHARE, &large));
	T_RUN(compare(sums + 1, 1, REFERENCE_SHARE, &rest));
	T_NEAR(large.dispersion, rest.dispersion);
	T_CHECK(fabs(log(large.p / rest.p)) < 0.1);
	return TEST_OK;
}

/* Without runs of equal sides nothing is known of chance. */
static int test_one_each(void)
{
	static const struct difference_run two[] = {{false, 1000, 40}, {true, 900, 20}};
	static const double sums[] = {100, 300};
	double blocks[16], totals[16];
	struct difference_row row = {.sums = sums, .unit = 1, .is_disjoint = true};
	struct difference_opts opts = {REFERENCE_SECOND, two,	 2, &row, 1,
				       {8, 8},		 totals, 0, 0.05, 0.95};
	struct difference got;

	for (int i = 0; i < 16; i++) {
		blocks[i] = (i < 8 ? 100 : 300) / 8. + (i % 2 ? 2 : -2);
		totals[i] = (i < 8 ? 1000 : 900) / 8.;
	}
	T_EQ(difference__all(&opts, &got, NULL), 0);
	T_EQ(got.method, DIFFERENCE_NONE);
	T_NEAR(got.before, 2.5);
	T_NEAR(got.after, 15);
	row.blocks = blocks;
	T_EQ(difference__all(&opts, &got, NULL), 0);
	T_EQ(got.method, DIFFERENCE_BLOCKS);
	T_CHECK(got.p < 0.001 && isnan(got.q) && !got.is_chosen);
	opts.run_cv = 2; /* the mean varies so much from run to run */
	T_EQ(difference__all(&opts, &got, NULL), 0);
	T_CHECK(got.p > 0.3);
	return TEST_OK;
}

/* A sample with a weight of 50 is one hit: rows of the same samples have the same p, whatever they weigh. */
static int test_weights(void)
{
	static const double sums[][6] = {E(500), {15, 20, 16, 22, 23, 14}};
	struct difference rows[2], heavy;
	struct difference_run weighty[6];
	double fifty[6];
	struct difference_row row = {.sums = fifty, .unit = 50, .is_disjoint = true};
	struct difference_opts opts = {.reference = REFERENCE_SHARE,
				       .runs = weighty,
				       .nr_runs = 6,
				       .rows = &row,
				       .nr_rows = 1,
				       .q = 0.05,
				       .level = 0.95};
	struct difference one;

	for (int i = 0; i < 6; i++) {
		weighty[i] = (struct difference_run){runs[i].is_after, 50000, 1};
		fifty[i] = sums[1][i] * 50;
	}
	T_RUN(compare(sums + 1, 1, REFERENCE_SHARE, &one));
	T_EQ(difference__all(&opts, &heavy, NULL), 0);
	T_NEAR(heavy.p, one.p);
	T_NEAR(heavy.before, one.before);
	T_RUN(compare(sums, 2, REFERENCE_SHARE, rows));
	T_CHECK(rows[1].p < 1);
	return TEST_OK;
}

/* The interval at the level 1 - p ends where nothing has changed. */
static int test_agrees(void)
{
	static const double sums[][6] = {E(500), {30, 40, 36, 48, 43, 28}, {5, 1, 4, 0, 2, 6}};
	struct difference rows[3];

	T_RUN(compare(sums, 3, REFERENCE_RUN, rows));
	T_NEAR(difference__interval(&rows[1], 1 - rows[1].p).low, 1);
	T_NEAR(difference__interval(&rows[2], 1 - rows[2].p).high, 1);
	T_CHECK(difference__limit(&rows[1]) > rows[1].after / rows[1].before - 1);
	T_CHECK(difference__limit(&rows[2]) < 1 && difference__limit(&rows[2]) > 0.8);
	return TEST_OK;
}

/* The least q of many is their greatest p times their number: half of the rows are as improbable. */
static int test_q(void)
{
	static const double sums[][6] = {E(200),
					 E(200),
					 E(200),
					 {100, 150, 100, 150, 150, 100},
					 {150, 100, 150, 100, 100, 150},
					 E(50)};
	struct difference rows[6];

	T_RUN(compare(sums, 6, REFERENCE_RUN, rows));
	T_NEAR(rows[3].p, rows[4].p);
	T_NEAR(rows[3].q, rows[3].p * 6 / 2);
	T_NEAR(rows[0].q, 1);
	T_CHECK(rows[3].is_chosen && !rows[0].is_chosen);
	T_NEAR(rows[3].level, 1 - 0.05 * 2 / 6);
	T_NEAR(rows[0].level, 0.95);
	return TEST_OK;
}

/* ---- all figures ---- */

/* Prints with so few digits that no library of functions matters. */
static void print_row(FILE *out, const struct difference *row)
{
	struct difference_interval interval = {NAN, NAN};
	double limit = NAN;

	if (row->method != DIFFERENCE_NONE) {
		interval = difference__interval(row, row->level);
		limit = difference__limit(row);
	}
	fprintf(out, "%d %.4g..%.4g p %.4g q %.4g%s %.4g phi %.4g df %.4g hits %.4g/%.4g by %.4g",
		row->method, row->before, row->after, row->p, row->q, row->is_chosen ? "!" : "",
		row->level, row->dispersion, row->df, row->hits_after, row->hits, row->theta);
	fprintf(out, " in %.4g..%.4g below %.4g\n", interval.low, interval.high, limit);
}

/* Eight rows of any kind by each reference, of runs that differ in all that they have. */
static char *print_rows(void)
{
	static const double sums[8][6] = {
		{200, 230, 190, 260, 240, 210},
		{50, 20, 44, 25, 18, 61},
		{3, 1, 0, 2, 4, 1},
		{12, 0, 9, 0, 0, 15},
		{0, 7, 0, 6, 9, 0},
		{400, 410, 90, 380, 500, 800},
		{11, 30, 9, 33, 28, 12},
		{100, 101, 99, 100, 98, 102},
	};
	static const struct difference_run uneven[] = {
		{false, 1000, 10}, {true, 1100, 12}, {false, 900, 9},
		{true, 1050, 10},  {true, 990, 11},  {false, 1200, 13},
	};
	struct difference_row rows[8];
	struct difference differences[8];
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < 8; i++)
		rows[i] = (struct difference_row){
			.sums = sums[i], .unit = 1 + i % 3, .is_disjoint = i != 5};
	for (int reference = REFERENCE_SHARE; reference <= REFERENCE_UNIT; reference++) {
		const struct difference_opts opts = {reference, uneven, 6, rows, 8,
						     {0},	NULL,	0, 0.05, 0.95};

		fprintf(out, "reference %d\n", reference);
		if (difference__all(&opts, differences, NULL))
			break;
		for (size_t i = 0; i < 8; i++)
			print_row(out, &differences[i]);
	}
	fclose(out);
	return text;
}

static int test_figures(void)
{
	char *text = print_rows();

	T_STREQ(text,
		"reference 0\n"
		"1 0.1935..0.2325 p 0.0217 q 0.02604! 0.9583 phi 1.745 df 8 hits 531.7/968.6 by 0.5032 in 1.027..1.405 below 0.3547\n"
		"1 0.05..0.02006 p 0.001759 q 0.003518! 0.9583 phi 1 df 8 hits 32.64/112.9 by 0.5032 in 0.2381..0.6562 below 0.7299\n"
		"1 0.00129..0.002229 p 0.6694 q nan 0.95 phi 1 df 8 hits 2.337/3.673 by 0.5032 in 0.1142..53.11 below 21.74\n"
		"1 0.01161..0 p 0.0004927 q 0.001966! 0.9583 phi 1 df 6 hits 0/36.21 by 0.5032 in 0..0.1344 below 1\n"
		"1 0..0.007006 p 0.01322 q 0.01982! 0.9583 phi 1 df 6 hits 11.04/11.04 by 0.5032 in 1.898..inf below inf\n"
		"1 0.4161..0.4108 p 0.9662 q nan 0.95 phi 31.11 df 8 hits 23.57/47.14 by 0.5032 in 0.4993..1.952 below 0.7077\n"
		"1 0.01032..0.02898 p 0.0006553 q 0.001966! 0.9583 phi 1 df 8 hits 92.83/125.5 by 0.5032 in 1.737..4.69 below 3.141\n"
		"1 0.0971..0.09522 p 0.8637 q 0.8637 0.95 phi 1 df 8 hits 165.4/331.9 by 0.5032 in 0.7609..1.264 below 0.2032\n"
		"reference 1\n"
		"1 18.75..22.12 p 0.1197 q 0.1436 0.95 phi 2.971 df 8 hits 245.7/447.7 by 0.5077 in 0.948..1.47 below 0.4085\n"
		"1 4.844..1.909 p 0.001736 q 0.003471! 0.9667 phi 1 df 8 hits 31.5/109 by 0.5077 in 0.224..0.669 below 0.7366\n"
		"1 0.125..0.2121 p 0.6809 q nan 0.95 phi 1 df 8 hits 2.333/3.667 by 0.5077 in 0.1119..52.41 below 21.41\n"
		"1 1.125..0 p 0.0004827 q 0.002359! 0.9667 phi 1 df 6 hits 0/36 by 0.5077 in 0..0.1482 below 1\n"
		"1 0..0.6667 p 0.01377 q 0.02065! 0.9667 phi 1 df 6 hits 11/11 by 0.5077 in 1.636..inf below inf\n"
		"1 40.31..39.09 p 0.9131 q nan 0.95 phi 15.9 df 8 hits 27.04/54.09 by 0.5077 in 0.5138..1.83 below 0.616\n"
		"1 1..2.758 p 0.0007862 q 0.002359! 0.9667 phi 1 df 8 hits 91/123 by 0.5077 in 1.652..4.785 below 3.084\n"
		"1 9.406..9.061 p 0.7543 q 0.7543 0.95 phi 1 df 8 hits 149.5/300 by 0.5077 in 0.7376..1.258 below 0.2232\n"
		"reference 2\n"
		"1 200..243.3 p 0.007337 q 0.01101! 0.9583 phi 1 df 8 hits 730/1330 by 0.5 in 1.065..1.391 below 0.3482\n"
		"1 51.67..21 p 0.002137 q 0.004274! 0.9583 phi 1 df 8 hits 31.5/109 by 0.5 in 0.2388..0.6705 below 0.7284\n"
		"1 1.333..2.333 p 0.6618 q nan 0.95 phi 1 df 8 hits 2.333/3.667 by 0.5 in 0.1154..54.04 below 22.11\n"
		"1 12..0 p 0.0005146 q 0.00193! 0.9583 phi 1 df 6 hits 0/36 by 0.5 in 0..0.137 below 1\n"
		"1 0..7.333 p 0.01303 q 0.01564! 0.9583 phi 1 df 6 hits 11/11 by 0.5 in 1.915..inf below inf\n"
		"1 430..430 p 1 q nan 0.95 phi 25.81 df 8 hits 16.66/33.32 by 0.5 in 0.4423..2.261 below 0.9248\n"
		"1 10.67..30.33 p 0.0006432 q 0.00193! 0.9583 phi 1 df 8 hits 91/123 by 0.5 in 1.751..4.777 below 3.212\n"
		"1 100.3..99.67 p 0.9555 q 0.9555 0.95 phi 1 df 8 hits 149.5/300 by 0.5 in 0.7606..1.297 below 0.2317\n"
		"reference 3\n"
		"1 18.75..22.12 p 0.1197 q 0.1436 0.95 phi 2.971 df 8 hits 245.7/447.7 by 0.5077 in 0.948..1.47 below 0.4085\n"
		"1 4.844..1.909 p 0.001736 q 0.003471! 0.9667 phi 1 df 8 hits 31.5/109 by 0.5077 in 0.224..0.669 below 0.7366\n"
		"1 0.125..0.2121 p 0.6809 q nan 0.95 phi 1 df 8 hits 2.333/3.667 by 0.5077 in 0.1119..52.41 below 21.41\n"
		"1 1.125..0 p 0.0004827 q 0.002359! 0.9667 phi 1 df 6 hits 0/36 by 0.5077 in 0..0.1482 below 1\n"
		"1 0..0.6667 p 0.01377 q 0.02065! 0.9667 phi 1 df 6 hits 11/11 by 0.5077 in 1.636..inf below inf\n"
		"1 40.31..39.09 p 0.9131 q nan 0.95 phi 15.9 df 8 hits 27.04/54.09 by 0.5077 in 0.5138..1.83 below 0.616\n"
		"1 1..2.758 p 0.0007862 q 0.002359! 0.9667 phi 1 df 8 hits 91/123 by 0.5077 in 1.652..4.785 below 3.084\n"
		"1 9.406..9.061 p 0.7543 q 0.7543 0.95 phi 1 df 8 hits 149.5/300 by 0.5077 in 0.7376..1.258 below 0.2232\n");
	free(text);
	return TEST_OK;
}

/* Trends that rise from 0, that fall, and of rows of one mean. */
static int test_shapes(void)
{
	static const double powers[] = {1.5, -0.5, 0};
	struct dispersion_row rows[120];
	struct dispersion_trend trend;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < sizeof(powers) / sizeof(*powers); i++) {
		spread_rows(rows, 120);
		for (int j = 0; j < 120; j++) {
			rows[j].mean = 100 * (1 + j * 37 % 120);
			rows[j].own.value *= pow(rows[j].mean / 1e3, powers[i]);
		}
		trend = dispersion_trend__fit(rows, 120);
		fprintf(out, "a %.3g b %.3g df %.3g at 500 %.3g at 9000 %.3g\n", trend.a, trend.b,
			trend.df, dispersion_trend__at(&trend, 500),
			dispersion_trend__at(&trend, 9000));
	}
	fclose(out);
	T_STREQ(text, "a 0 b 0.00611 df 24 at 500 4.05 at 9000 56\n"
		      "a 0.157 b 0 df 6 at 500 1.16 at 9000 1.16\n"
		      "a 1.89 b 0 df 50 at 500 2.89 at 9000 2.89\n");
	free(text);
	return TEST_OK;
}

static int test_nr_blocks(void)
{
	T_EQ(difference__nr_blocks(100, 1e6), 30);
	T_EQ(difference__nr_blocks(12.5, 1e6), 12);
	T_EQ(difference__nr_blocks(100, 1000), 20);
	T_EQ(difference__nr_blocks(8, 400), 8);
	T_EQ(difference__nr_blocks(7.9, 1e6), 0);
	T_EQ(difference__nr_blocks(100, 399), 0);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the incomplete beta function", test_beta},
	{"the normal distribution", test_normal},
	{"Student's t", test_student},
	{"the binomial distribution, of fractions too", test_binomial},
	{"dispersion of runs", test_runs},
	{"dispersion within a run, without its phases", test_blocks},
	{"a trend, of many rows and of few", test_trend},
	{"a trend, without rows of a burst", test_bursts},
	{"sides without samples", test_sides},
	{"counts of all sizes", test_ranges},
	{"one row alone", test_one_row},
	{"a large share and its rest", test_large_share},
	{"one run against one", test_one_each},
	{"heavy samples are few", test_weights},
	{"interval and test agree", test_agrees},
	{"q and levels", test_q},
	{"each figure of rows, by each reference", test_figures},
	{"shapes of trends", test_shapes},
	{"the number of blocks", test_nr_blocks},
	{0},
};

const struct test_suite suite__statistics = {
	.name = "statistics",
	.desc = "Distributions, dispersion, and differences of rows",
	.cases = cases,
};
