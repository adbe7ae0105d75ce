// SPDX-License-Identifier: GPL-2.0-only
/*
 * How often the comparison of profiles finds changes that are none, and those that are: in recordings that
 * are drawn by chance, with fixed seeds. $PERF_DEFER_PROVE_DIFF is how many comparisons are drawn for each
 * figure; then all figures are printed that Documentation/statistics.md has. make prove-diff sets it.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/tests.h"
#include "tests/util/statistics/diff-world.h"

#define QUICK 40 /* comparisons for a figure in make test */
#define Q     0.05

static unsigned int nr_trials(void)
{
	const char *text = getenv("PERF_DEFER_PROVE_DIFF");
	int nr = text ? atoi(text) : 0;

	return nr > 0 ? nr : QUICK;
}

static bool proves(void)
{
	return getenv("PERF_DEFER_PROVE_DIFF");
}

/* Prints a line of a table. */
#define PROVE(...)                                    \
	do {                                          \
		if (proves())                         \
			fprintf(stderr, __VA_ARGS__); \
	} while (0)

/* Returns @share and twice the standard error of a share of @nr. */
static double at_most(double share, double nr)
{
	return share + 2 * sqrt(share * (1 - share) / nr);
}

/* ---- programs that are equal ---- */

struct noise {
	const char *name;
	enum diff_noise noise;
	double phi;
};

static const struct noise noises[] = {
	{"independent", NOISE_GAMMA, 1},     {"gamma, phi 2", NOISE_GAMMA, 2},
	{"gamma, phi 5", NOISE_GAMMA, 5},    {"gamma, phi 1, 2, 5", NOISE_MIXED, 0},
	{"bursts of 1-50", NOISE_BURSTS, 0}, {"bursts, 1-50 by row", NOISE_LENGTHS, 0},
	{"5 % between runs", NOISE_RUNS, 0}, {"phases", NOISE_PHASES, 0},
};

#define NR_NOISES (sizeof(noises) / sizeof(noises[0]))

struct null_counts {
	double trials, any, old_any; /* comparisons; with a row that is chosen; by the old rule */
	double rows, alarms,
		old_alarms; /* rows with a p, or in blocks those of 10 hits; p < 0.05 */
};

static void count_row(const struct diff_trial *trial, size_t i, struct null_counts *counts,
		      bool *any, bool *old_any)
{
	const struct difference *difference = &trial->differences[i];
	bool old;

	if (difference->method == DIFFERENCE_RUNS ? isnan(difference->q)
						  : !(difference->hits >= 10))
		return;
	old = diff_trial__old_rule(trial, i);
	counts->rows++;
	counts->alarms += difference->p < Q;
	counts->old_alarms += old;
	*any |= difference->is_chosen;
	*old_any |= old;
}

static int count_null(const struct diff_world *world, unsigned int nr, struct null_counts *counts)
{
	*counts = (struct null_counts){.trials = nr};
	for (unsigned int number = 0; number < nr; number++) {
		struct diff_trial *trial = diff_trial__new(world, number);
		bool any = false, old_any = false;

		T_CHECK(trial);
		for (size_t i = 0; i < world->nr_rows; i++)
			count_row(trial, i, counts, &any, &old_any);
		counts->any += any;
		counts->old_any += old_any;
		diff_trial__delete(trial);
	}
	return TEST_OK;
}

static void print_null(const char *name, const struct diff_world *world,
		       const struct null_counts *counts)
{
	PROVE("| %-19s | %u v %u | %-5s | %5.0f | %5.1f %% | %5.1f %% | %5.1f %% | %5.1f %% |\n",
	      name, world->nr_before, world->nr_after,
	      world->reference == REFERENCE_SHARE ? "share" : "run", counts->rows / counts->trials,
	      100 * counts->any / counts->trials, 100 * counts->alarms / counts->rows,
	      100 * counts->old_any / counts->trials, 100 * counts->old_alarms / counts->rows);
}

static int check_null(const struct noise *noise, const struct diff_world *world, unsigned int nr)
{
	struct null_counts counts;

	T_RUN(count_null(world, nr, &counts));
	print_null(noise->name, world, &counts);
	T_CHECK(counts.rows > 5 * counts.trials);
	if (counts.any / counts.trials > at_most(Q, counts.trials))
		T_FAIL("%s, %u v %u: %.1f %% of comparisons find a change", noise->name,
		       world->nr_before, world->nr_after, 100 * counts.any / counts.trials);
	/* rows of one comparison are not independent: the share of each varies as one of ten rows */
	if (counts.alarms / counts.rows > at_most(Q, 10 * counts.trials))
		T_FAIL("%s, %u v %u: %.1f %% of p are below 5 %%", noise->name, world->nr_before,
		       world->nr_after, 100 * counts.alarms / counts.rows);
	return TEST_OK;
}

static struct diff_world null_world(const struct noise *noise, enum difference_reference reference)
{
	return (struct diff_world){
		.noise = noise->noise,
		.phi = noise->phi,
		.nr_rows = 200,
		.samples = 20000,
		.change = 1,
		.reference = reference,
		.seed = 1,
	};
}

/* The share of comparisons of equal programs in which any row is chosen is at most q. */
static int test_null_runs(void)
{
	static const unsigned int designs[][2] = {{3, 3}, {5, 5}, {5, 1}};

	PROVE("| noise | runs | per | rows | any q < 5 %% | p < 5 %% | old rule: any | rows |\n");
	for (size_t i = 0; i < NR_NOISES; i++) {
		for (int by_run = 0; by_run < 2; by_run++) {
			struct diff_world world =
				null_world(&noises[i], by_run ? REFERENCE_RUN : REFERENCE_SHARE);

			for (int j = 0; j < 3; j++) {
				world.nr_before = designs[j][0];
				world.nr_after = designs[j][1];
				if (noises[i].noise != NOISE_PHASES && (proves() || !by_run || !j))
					T_RUN(check_null(&noises[i], &world, nr_trials()));
			}
		}
	}
	return TEST_OK;
}

/* Few rows, one of which has most samples. */
static int test_null_few(void)
{
	static const size_t sizes[] = {200, 20, 6};

	for (size_t i = 0; i < NR_NOISES - 1; i++) {
		for (int j = 0; j < 3; j++) {
			struct diff_world world = null_world(&noises[i], REFERENCE_SHARE);

			world.nr_rows = sizes[j];
			world.top = 0.6;
			world.nr_before = world.nr_after = 3;
			if (proves() || i == 2)
				T_RUN(check_null(&noises[i], &world, nr_trials()));
		}
	}
	return TEST_OK;
}

static int test_null_blocks(void)
{
	for (size_t i = 0; i < NR_NOISES; i++) {
		for (int by_run = 0; by_run < 2; by_run++) {
			struct diff_world world =
				null_world(&noises[i], by_run ? REFERENCE_RUN : REFERENCE_SHARE);

			world.nr_before = world.nr_after = 1;
			world.nr_blocks = 30;
			if (noises[i].noise != NOISE_RUNS)
				T_RUN(check_null(&noises[i], &world, nr_trials()));
		}
	}
	return TEST_OK;
}

/* ---- programs that differ ---- */

struct power {
	double trials, found, held,
		limited; /* chosen; change in its interval; limit not below the change */
	double p;	 /* found by p < 0.05 */
};

/* Row 1 changes, which has @share of the samples of a run. */
static int measure(const struct diff_world *world, unsigned int nr, struct power *power)
{
	const double change = fabs(world->change - 1);

	*power = (struct power){.trials = nr};
	for (unsigned int number = 0; number < nr; number++) {
		struct diff_trial *trial = diff_trial__new(world, number);
		const struct difference *row;
		struct difference_interval interval;

		T_CHECK(trial);
		row = &trial->differences[world->changed];
		T_CHECK(row->method != DIFFERENCE_NONE);
		interval = difference__interval(row, 0.95);
		power->found += row->is_chosen;
		power->p += row->p < Q;
		power->held += interval.low <= world->change && world->change <= interval.high;
		power->limited += difference__limit(row) >= change;
		diff_trial__delete(trial);
	}
	return TEST_OK;
}

static struct diff_world changed_world(double change, double samples, const struct noise *noise)
{
	struct diff_world world = null_world(noise, REFERENCE_RUN);

	world.nr_rows = 100;
	world.samples = samples;
	world.top = 0.05;
	world.nr_before = world.nr_after = 5;
	world.change = change;
	return world;
}

/* The amount of the change is in the 95 % interval in at least 930 of 1,000 comparisons. */
static int test_interval(void)
{
	static const double changes[] = {1.03, 1.1, 1.3, 0.5};

	PROVE("| noise | change | in the interval | within the limit |\n");
	for (int j = 0; j < 4; j++) {
		for (size_t i = 0; i < NR_NOISES - 1; i++) {
			struct diff_world world = changed_world(changes[j], 20000, &noises[i]);
			unsigned int nr = proves() ? nr_trials() : 2 * QUICK;
			struct power power;

			if (!proves() && i != 1 && i != 4)
				continue;
			T_RUN(measure(&world, nr, &power));
			PROVE("| %-19s | %+.0f %% | %5.1f %% | %5.1f %% |\n", noises[i].name,
			      100 * (changes[j] - 1), 100 * power.held / nr,
			      100 * power.limited / nr);
			T_CHECK(1 - power.held / nr <= (proves() ? 0.07 : at_most(0.07, nr)));
			T_CHECK(1 - power.limited / nr <= at_most(0.07, nr));
		}
	}
	return TEST_OK;
}

/* A row of 5 % that becomes slower is found if there are enough samples. */
static int test_power(void)
{
	static const struct {
		double change, enough; /* samples of a run with which 90 % are found */
	} rows[] = {{1.3, 3000}, {1.1, 25000}, {1.03, 300000}};
	static const double parts[] = {1. / 8, 1. / 4, 1. / 2, 1, 2};

	PROVE("| noise | change | samples of a run | of the row, all runs | found |\n");
	for (int i = 0; i < 2; i++) {
		for (int j = 0; j < 3; j++) {
			for (int k = 0; k < 5; k++) {
				double samples = rows[j].enough * parts[k] * noises[i].phi;
				struct diff_world world =
					changed_world(rows[j].change, samples, &noises[i]);
				struct power power;

				if (!proves() && (k != 3 || i || j > 1))
					continue;
				T_RUN(measure(&world, nr_trials(), &power));
				PROVE("| %-19s | %+.0f %% | %7.0f | %6.0f | %5.1f %% |\n",
				      noises[i].name, 100 * (rows[j].change - 1), samples,
				      samples * world.top * 10, 100 * power.found / power.trials);
				T_CHECK(k != 3 || power.found / power.trials >= 0.8);
			}
		}
	}
	return TEST_OK;
}

/* A function that runs in a tenth of the time is not hidden by its phase: one run against one. */
static int test_phase(void)
{
	struct diff_world world = null_world(&noises[NR_NOISES - 1], REFERENCE_RUN);
	struct power power;

	world.nr_before = world.nr_after = 1;
	world.nr_blocks = 30;
	world.changed = 3;
	world.change = 1.3;
	T_RUN(measure(&world, nr_trials(), &power));
	PROVE("one run against one, +30 %% in a tenth of the time: p < 5 %% in %.1f %%\n",
	      100 * power.p / power.trials);
	T_CHECK(power.p / power.trials > 0.8);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"equal programs, several runs", test_null_runs},
	{"equal programs, few rows", test_null_few},
	{"equal programs, one run against one", test_null_blocks},
	{"intervals hold the change", test_interval},
	{"changes are found", test_power},
	{"a change in one phase is found", test_phase},
	{0},
};

const struct test_suite suite__diff_simulation = {
	.name = "diff-simulation",
	.desc = "How often chance is called a change, and a change chance",
	.cases = cases,
};
