// SPDX-License-Identifier: GPL-2.0-only
/* Heat over time, against plain counting. */
#include <stdlib.h>
#include <string.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "util/view/heat.h"

#define MAX_COLS 300

static int test_buckets(void)
{
	struct heat heat;
	double strip[5];

	T_EQ(heat__init(&heat, 100, 109, 5, NULL), 0);
	T_EQ(heat__add(&heat, 7, HEAT_USER, 100, 1, NULL), 0);
	T_EQ(heat__add(&heat, 7, HEAT_USER, 101, 2, NULL), 0);
	T_EQ(heat__add(&heat, 7, HEAT_USER, 109, 4, NULL), 0);
	T_EQ(heat__add(&heat, 9, HEAT_USER, 104, 10, NULL), 0);
	T_EQ(heat__add(&heat, 9, HEAT_USER, 99, 1000, NULL), 0);
	T_EQ(heat__add(&heat, 9, HEAT_USER, 110, 1000, NULL), 0);
	T_EQ(heat__finish(&heat, NULL), 0);
	T_EQ(heat.nr, 17);
	T_EQ(heat.nr_rows, 2);
	T_EQ(heat.rows[0].key, 9);
	T_EQ(heat.rows[1].nr, 7);
	T_EQ(heat__find(&heat, 7), 1);
	T_EQ(heat__find(&heat, 8), HEAT_ALL);
	heat__strip(&heat, 1, heat__axis(&heat, 5), strip);
	T_CHECK(strip[0] == 3 && strip[1] == 0 && strip[2] == 0 && strip[4] == 4);
	heat__strip(&heat, HEAT_ALL, heat__axis(&heat, 5), strip);
	T_CHECK(strip[0] == 3 && strip[2] == 10 && strip[4] == 4);
	T_CHECK(heat__peak(&heat, heat__axis(&heat, 5)) == 10);
	heat__exit(&heat);
	return TEST_OK;
}

/* However many columns: each time is in one of them, in order. */
static int check_spans(const struct heat *heat, uint32_t nr_cols)
{
	uint64_t start, end = 0, next = heat->start;

	for (uint32_t col = 0; col < nr_cols; col++) {
		heat__span(heat, heat__axis(heat, nr_cols), col, &start, &end);
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
	T_EQ(heat__add(&heat, 1, HEAT_USER, UINT64_MAX, 1, NULL), 0);
	T_EQ(heat.all[63].nr[HEAT_USER], 1);
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

	heat__span(heat, heat__axis(heat, nr_cols), col, &start, &end);
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
		T_EQ(heat__add(&heat, samples[i].key, i % HEAT_NR_SAMPLED, samples[i].time, 1,
			       NULL),
		     0);
	}
	T_EQ(heat__finish(&heat, NULL), 0);
	T_EQ(heat.nr, NR);
	T_EQ(heat.nr_rows, 9);
	T_CHECK(heat.nr_cells <= 9 * 128);
	for (uint32_t row = 0; row < 9; row++) {
		T_CHECK(!row || heat.rows[row].nr <= heat.rows[row - 1].nr);
		heat__strip(&heat, row, heat__axis(&heat, 64), strip);
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
	T_EQ(heat__level(2.5, 10, 8), 2);
	T_EQ(heat__level(5, 10, 9), 4);
	T_EQ(heat__level(10, 10, 8), 7);
	T_EQ(heat__level(11, 10, 8), 7);
	T_EQ(heat__level(1, 0, 8), 0);
	return TEST_OK;
}

/* A strip costs its columns and cells, whatever the number of rows and samples. */
static int test_many(void)
{
	struct heat heat;

	T_EQ(heat__init(&heat, 0, 999999, 4096, NULL), 0);
	for (uint64_t i = 0; i < 1000000; i++)
		T_EQ(heat__add(&heat, i / 100 % 5000, HEAT_KERNEL, i, 1, NULL), 0);
	T_EQ(heat__finish(&heat, NULL), 0);
	T_EQ(heat.nr, 1000000);
	T_EQ(heat.nr_rows, 5000);
	T_CHECK(heat.nr_cells < 30000);
	T_CHECK(heat__peak(&heat, heat__axis(&heat, 200)) > 0);
	heat__exit(&heat);
	return TEST_OK;
}

/* The plainest way: all columns of all rows. */
static double plain_peak(const struct heat *heat, struct heat_axis axis)
{
	double strip[MAX_COLS], peak = 0;

	for (size_t row = 0; row < heat->nr_rows; row++) {
		heat__strip(heat, row, axis, strip);
		for (uint32_t col = 0; col < axis.nr_cols; col++)
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
		struct heat_axis axis;
		struct heat heat;

		T_EQ(heat__init(&heat, 50, 49 + span, 1 + rng__below(&rng, 400), NULL), 0);
		for (uint64_t i = rng__below(&rng, 300); i; i--)
			T_EQ(heat__add(&heat, rng__below(&rng, keys), HEAT_USER,
				       50 + rng__below(&rng, span), 1 + rng__below(&rng, 9), NULL),
			     0);
		T_EQ(heat__finish(&heat, NULL), 0);
		axis = heat__axis(&heat, nr_cols);
		T_CHECK(heat__peak(&heat, axis) == plain_peak(&heat, axis));
		/* A part of the time. */
		axis.first = rng__below(&rng, axis.nr);
		axis.nr = 1 + rng__below(&rng, axis.nr - axis.first);
		T_CHECK(heat__peak(&heat, axis) == plain_peak(&heat, axis));
		heat__exit(&heat);
	}
	return TEST_OK;
}

enum {
	NR_ROWS = 3,
	SPAN_NS = 600
};

/* The same rows, ns by ns. */
struct plain {
	uint32_t nr[NR_ROWS][HEAT_NR_SAMPLED][SPAN_NS];
	bool in[NR_ROWS][HEAT_NR_SPANS][SPAN_NS];   /* a span */
	bool kept[NR_ROWS][HEAT_NR_SPANS][SPAN_NS]; /* one of more than one bucket */
	int until[NR_ROWS][HEAT_NR_SPANS];	    /* end of the last one + 1 */
};

static int add_span(struct heat *heat, struct plain *plain, uint64_t *rng, int at)
{
	int row = rng__below(rng, NR_ROWS), kind = rng__below(rng, HEAT_NR_SPANS);
	int end = at + rng__below(rng, rng__below(rng, 4) ? 20 : 200), *until;
	bool keep;

	T_EQ(heat__add_span(heat, row, HEAT_FIRST_SPAN + kind, 1000 + at, 1000 + end, NULL), 0);
	end = end < SPAN_NS ? end : SPAN_NS - 1;
	until = &plain->until[row][kind];
	at = at > *until ? at : *until;
	keep = at <= end && heat__bucket(heat, 1000 + at) != heat__bucket(heat, 1000 + end);
	for (int i = at; i <= end; i++) {
		plain->in[row][kind][i] = true;
		plain->kept[row][kind][i] = keep;
	}
	*until = end + 1 > *until ? end + 1 : *until;
	return TEST_OK;
}

static void make_plain(struct heat *heat, struct plain *plain, uint64_t *rng)
{
	memset(plain, 0, sizeof(*plain));
	for (int i = 0; i < 40; i++) {
		int row = rng__below(rng, NR_ROWS), state = rng__below(rng, HEAT_NR_SAMPLED);
		int at = rng__below(rng, SPAN_NS), nr = 1 + rng__below(rng, 3);

		plain->nr[row][state][at] += nr;
		heat__add(heat, row, state, 1000 + at, nr, NULL);
	}
	for (int at = 0; at < SPAN_NS; at += rng__below(rng, 30))
		add_span(heat, plain, rng, at);
}

/* Returns the state of a row from @first to @last, both inclusive, or of all if @row is NR_ROWS. */
static int plain_state(const struct plain *plain, int row, int first, int last)
{
	uint32_t nr[HEAT_NR_SAMPLED] = {0};
	bool in[HEAT_NR_SPANS] = {false};
	int best = 0;

	for (int r = 0; r < NR_ROWS; r++) {
		for (int i = first; (row == NR_ROWS || r == row) && i <= last; i++) {
			for (int state = 0; state < HEAT_NR_SAMPLED; state++)
				nr[state] += plain->nr[r][state][i];
			for (int kind = 0; kind < HEAT_NR_SPANS; kind++)
				in[kind] |= row == NR_ROWS ? plain->in[r][kind][i]
							   : plain->kept[r][kind][i];
		}
	}
	for (int state = 1; state < HEAT_NR_SAMPLED; state++)
		best = nr[state] > nr[best] ? state : best;
	if (nr[best])
		return best;
	return in[0] ? HEAT_OFF_CPU : in[1] ? HEAT_WAITING : HEAT_NOTHING;
}

/* Columns of a part of the time. */
static int check_states(const struct heat *heat, const struct plain *plain, uint64_t *rng)
{
	uint64_t start = rng__below(rng, SPAN_NS), end = start + rng__below(rng, SPAN_NS - start);
	struct heat_axis axis =
		heat__axis_of(heat, 1000 + start, 1000 + end, 1 + rng__below(rng, MAX_COLS));
	uint8_t states[MAX_COLS];

	for (int row = 0; row <= NR_ROWS; row++) {
		uint32_t of = row == NR_ROWS ? HEAT_ALL : heat__find(heat, row);

		if (of == HEAT_ALL && row < NR_ROWS)
			continue;
		heat__states(heat, of, axis, states);
		for (uint32_t col = 0; col < axis.nr_cols; col++) {
			heat__span(heat, axis, col, &start, &end);
			T_EQ(states[col], plain_state(plain, row, start - 1000, end - 1000));
			T_CHECK(heat__col(heat, axis, start) <= col);
		}
	}
	return TEST_OK;
}

static int check_sums(const struct heat *heat, const struct plain *plain, uint64_t *rng)
{
	uint64_t start = 1000 + rng__below(rng, SPAN_NS), end = start + rng__below(rng, 300);
	struct heat_sums sums, want = {.nr = {0}};

	end = end < heat->end ? end : heat->end;
	heat__sum(heat, &start, &end, &sums);
	for (uint64_t i = start - 1000; i <= end - 1000; i++) {
		for (int row = 0; row < NR_ROWS; row++) {
			for (int state = 0; state < HEAT_NR_SAMPLED; state++)
				want.nr[state] += plain->nr[row][state][i];
			for (int kind = 0; kind < HEAT_NR_SPANS; kind++)
				want.ns[kind] += plain->in[row][kind][i];
		}
	}
	T_CHECK(!memcmp(&sums, &want, sizeof(sums)));
	return TEST_OK;
}

/* States of columns, and sums of any time, with spans that touch, overlap and exceed the heat. */
static int test_states(void)
{
	static struct plain plain;
	uint64_t rng = 5;

	for (int round = 0; round < 200; round++) {
		struct heat heat;

		T_EQ(heat__init(&heat, 1000, 1000 + SPAN_NS - 1, 1 + rng__below(&rng, 300), NULL),
		     0);
		make_plain(&heat, &plain, &rng);
		T_EQ(heat__finish(&heat, NULL), 0);
		for (int i = 0; i < 10; i++) {
			T_RUN(check_states(&heat, &plain, &rng));
			T_RUN(check_sums(&heat, &plain, &rng));
		}
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
	{"states of samples and spans", test_states},
	{0},
};

const struct test_suite suite__heat = {"heat", "samples over time", cases};
