// SPDX-License-Identifier: GPL-2.0-only
/* Heat over time, against plain counting. */
#include <stdlib.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "util/view/heat.h"

#define MAX_COLS 300

static int test_buckets(void)
{
	struct heat heat;
	double strip[5];

	T_EQ(heat__init(&heat, 100, 109, 5, NULL), 0);
	T_EQ(heat__add(&heat, 7, 100, 1, NULL), 0);
	T_EQ(heat__add(&heat, 7, 101, 2, NULL), 0);
	T_EQ(heat__add(&heat, 7, 109, 4, NULL), 0);
	T_EQ(heat__add(&heat, 9, 104, 10, NULL), 0);
	T_EQ(heat__add(&heat, 9, 99, 1000, NULL), 0);
	T_EQ(heat__add(&heat, 9, 110, 1000, NULL), 0);
	T_EQ(heat__finish(&heat, NULL), 0);
	T_EQ(heat.nr, 17);
	T_EQ(heat.nr_rows, 2);
	T_EQ(heat.rows[0].key, 9);
	T_EQ(heat.rows[1].nr, 7);
	T_EQ(heat__find(&heat, 7), 1);
	T_EQ(heat__find(&heat, 8), HEAT_ALL);
	heat__strip(&heat, 1, 5, strip);
	T_CHECK(strip[0] == 3 && strip[1] == 0 && strip[2] == 0 && strip[4] == 4);
	heat__strip(&heat, HEAT_ALL, 5, strip);
	T_CHECK(strip[0] == 3 && strip[2] == 10 && strip[4] == 4);
	T_CHECK(heat__peak(&heat, 5) == 10);
	heat__exit(&heat);
	return TEST_OK;
}

/* However many columns: each time is in one of them, in order. */
static int check_spans(const struct heat *heat, uint32_t nr_cols)
{
	uint64_t start, end = 0, next = heat->start;

	for (uint32_t col = 0; col < nr_cols; col++) {
		heat__span(heat, nr_cols, col, &start, &end);
		T_CHECK(start <= end);
		T_CHECK(nr_cols > heat->nr_buckets || start == next);
		next = end + 1;
	}
	T_EQ(end, heat->end);
	return TEST_OK;
}

static int test_spans(void)
{
	static const uint64_t lens[] = {1, 2, 3, 100, 4095, 4096, 4097, 123456789};
	struct heat heat;

	for (size_t i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		T_EQ(heat__init(&heat, 50, 50 + lens[i] - 1, HEAT_MAX_BUCKETS, NULL), 0);
		T_CHECK(heat.nr_buckets <= lens[i]);
		for (uint32_t cols = 1; cols < MAX_COLS; cols += 13)
			T_RUN(check_spans(&heat, cols));
		heat__exit(&heat);
	}
	/* All times there are. */
	T_EQ(heat__init(&heat, 0, UINT64_MAX, 64, NULL), 0);
	T_EQ(heat__add(&heat, 1, UINT64_MAX, 1, NULL), 0);
	T_EQ(heat.all[63], 1);
	T_RUN(check_spans(&heat, 64));
	heat__exit(&heat);
	return TEST_OK;
}

struct sample {
	uint64_t key, time;
};

static double count(const struct sample *samples, int nr, const struct heat *heat, uint64_t key,
		    uint32_t nr_cols, uint32_t col)
{
	uint64_t start, end;
	double sum = 0;

	heat__span(heat, nr_cols, col, &start, &end);
	for (int i = 0; i < nr; i++)
		sum += samples[i].key == key && samples[i].time >= start && samples[i].time <= end;
	return sum;
}

/* Samples of all keys and times, in no order. */
static int test_order(void)
{
	enum {
		NR = 3000
	};
	static struct sample samples[NR];
	struct heat heat;
	double strip[64];
	uint64_t rng = 11;

	T_EQ(heat__init(&heat, 1000, 50999, 128, NULL), 0);
	for (int i = 0; i < NR; i++) {
		samples[i] = (struct sample){rng__below(&rng, 9), 1000 + rng__below(&rng, 50000)};
		T_EQ(heat__add(&heat, samples[i].key, samples[i].time, 1, NULL), 0);
	}
	T_EQ(heat__finish(&heat, NULL), 0);
	T_EQ(heat.nr, NR);
	T_EQ(heat.nr_rows, 9);
	T_CHECK(heat.nr_cells <= 9 * 128);
	for (uint32_t row = 0; row < 9; row++) {
		T_CHECK(!row || heat.rows[row].nr <= heat.rows[row - 1].nr);
		heat__strip(&heat, row, 64, strip);
		for (uint32_t col = 0; col < 64; col++)
			T_CHECK(strip[col] * 2 ==
				count(samples, NR, &heat, heat.rows[row].key, 64, col));
	}
	heat__exit(&heat);
	return TEST_OK;
}

static int test_level(void)
{
	T_EQ(heat__level(0, 10, 8), 0);
	T_EQ(heat__level(0.0001, 10, 8), 1);
	T_EQ(heat__level(2.5, 10, 8), 4);
	T_EQ(heat__level(10, 10, 8), 7);
	T_EQ(heat__level(11, 10, 8), 7);
	T_EQ(heat__level(1, 0, 8), 0);
	return TEST_OK;
}

/* A strip costs its columns and cells, whatever the number of rows and samples. */
static int test_many(void)
{
	struct heat heat;

	T_EQ(heat__init(&heat, 0, 999999, HEAT_MAX_BUCKETS, NULL), 0);
	for (uint64_t i = 0; i < 1000000; i++)
		T_EQ(heat__add(&heat, i / 100 % 5000, i, 1, NULL), 0);
	T_EQ(heat__finish(&heat, NULL), 0);
	T_EQ(heat.nr, 1000000);
	T_EQ(heat.nr_rows, 5000);
	T_CHECK(heat.nr_cells < 30000);
	T_CHECK(heat__peak(&heat, 200) > 0);
	heat__exit(&heat);
	return TEST_OK;
}

/* The plainest way: all columns of all rows. */
static double plain_peak(const struct heat *heat, uint32_t nr_cols)
{
	double strip[MAX_COLS], peak = 0;

	for (size_t row = 0; row < heat->nr_rows; row++) {
		heat__strip(heat, row, nr_cols, strip);
		for (uint32_t col = 0; col < nr_cols; col++)
			peak = strip[col] > peak ? strip[col] : peak;
	}
	return peak;
}

static int test_peak(void)
{
	uint64_t rng = 7;

	for (int round = 0; round < 300; round++) {
		uint64_t span = 1 + rng__below(&rng, 1000), keys = 1 + rng__below(&rng, 20);
		uint32_t nr_cols = 1 + rng__below(&rng, MAX_COLS);
		struct heat heat;

		T_EQ(heat__init(&heat, 50, 49 + span, 1 + rng__below(&rng, 400), NULL), 0);
		for (uint64_t i = rng__below(&rng, 300); i; i--)
			T_EQ(heat__add(&heat, rng__below(&rng, keys), 50 + rng__below(&rng, span),
				       1 + rng__below(&rng, 9), NULL),
			     0);
		T_EQ(heat__finish(&heat, NULL), 0);
		T_CHECK(heat__peak(&heat, nr_cols) == plain_peak(&heat, nr_cols));
		heat__exit(&heat);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"buckets of time", test_buckets},
	{"columns have all times", test_spans},
	{"samples in any order", test_order},
	{"levels", test_level},
	{"many samples and rows", test_many},
	{"the hottest of all", test_peak},
	{0},
};

const struct test_suite suite__heat = {"heat", "samples over time", cases};
