// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/tests.h"
#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>
#include <perf/defer-stitch.h>

#include "util/session/ledger.h"

/* One sample and all that it points to. */
struct fake {
	struct stitched stitched;
	struct defer_evsel evsel;
	struct defer_record rec;
	struct defer_sample sample;
};

static void fake__init(struct fake *fake, enum defer_class cls, int32_t tid, uint64_t time,
		       uint64_t cookie)
{
	*fake = (struct fake){
		.stitched =
			{
				.cls = cls,
				.time = time,
				.cookie = cookie,
				.task = {.pid = tid, .tid = tid, .comm_id = 1, .known = true},
			},
	};
	fake->stitched.evsel = &fake->evsel;
	fake->stitched.rec = &fake->rec;
	fake->stitched.sample = &fake->sample;
}

static int enter(struct ledger *ledger, enum defer_class cls, int32_t tid, uint64_t time,
		 uint64_t cookie, const struct defer_stitch_record *record)
{
	struct fake fake;

	fake__init(&fake, cls, tid, time, cookie);
	fake.stitched.record = record;
	fake.stitched.user.nr = record ? record->nr : 0;
	return ledger__add(ledger, &fake.stitched, NULL);
}

static const struct ledger_opts no_records = {0};

static int test_balance(void)
{
	struct ledger *ledger;

	T_EQ(ledger__new(&ledger, &no_records, NULL), 0);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		for (int i = 0; i <= cls; i++)
			T_EQ(enter(ledger, cls, 10 + i, 1000 * cls + i, 0, NULL), 0);
	}
	T_EQ(ledger__finish(ledger, NULL, NULL), 0);
	T_EQ(ledger->total.samples, DEFER_NR_CLASSES * (DEFER_NR_CLASSES + 1) / 2);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		T_EQ(ledger->total.classes[cls], cls + 1);
	T_EQ(ledger->threads.nr, DEFER_NR_CLASSES);
	T_EQ(ledger->threads.tally[0].samples, DEFER_NR_CLASSES);
	T_EQ(ledger_thread__tid(&ledger->threads.tally[0]), 10);
	T_EQ(ledger->causes[DEFER_MERGED].samples, 0);
	T_EQ(ledger->causes[DEFER_LOST].samples, DEFER_LOST + 1);
	T_EQ(ledger->causes[DEFER_LOST].tasks, DEFER_LOST + 1);
	T_EQ(ledger->causes[DEFER_LOST].first_time, 1000 * DEFER_LOST);
	T_EQ(ledger->causes[DEFER_LOST].last_time, 1001 * DEFER_LOST);
	ledger__delete(ledger);
	return TEST_OK;
}

/* A task that changes its name has two lines, and is one task of a cause. */
static int test_renamed(void)
{
	struct ledger *ledger;
	struct fake fake;

	T_EQ(ledger__new(&ledger, &no_records, NULL), 0);
	for (uint32_t comm = 1; comm <= 3; comm++) {
		for (int32_t tid = 10; tid < 12; tid++) {
			fake__init(&fake, DEFER_LOST, tid, 1000, 0);
			fake.stitched.task.comm_id = comm;
			T_EQ(ledger__add(ledger, &fake.stitched, NULL), 0);
		}
	}
	T_EQ(ledger__finish(ledger, NULL, NULL), 0);
	T_EQ(ledger->threads.nr, 6);
	T_EQ(ledger->causes[DEFER_LOST].tasks, 2);
	ledger__delete(ledger);
	return TEST_OK;
}

/* A manipulated ledger must not pass. */
static int test_cooked(void)
{
	for (int how = 0; how < 5; how++) {
		struct defer_error err = DEFER_ERROR_INIT;
		struct ledger *ledger;

		T_EQ(ledger__new(&ledger, &no_records, NULL), 0);
		T_EQ(enter(ledger, DEFER_LOST, 1, 1, 1, NULL), 0);
		T_EQ(enter(ledger, DEFER_MERGED, 1, 1, 1, NULL), 0);
		if (how == 0)
			ledger->total.samples++;
		else if (how == 1)
			ledger->events.tally[0].samples++;
		else if (how == 2)
			tally__count(&ledger->threads.tally[0], DEFER_LOST);
		else if (how == 3)
			ledger->causes[DEFER_LOST].samples--;
		else
			tallies__exit(&ledger->cpus);
		T_EQ(ledger__finish(ledger, NULL, &err), DEFER_ERR_INVAL);
		T_CHECK(strstr(err.text, "do not sum"));
		ledger__delete(ledger);
	}
	return TEST_OK;
}

static int test_no_class(void)
{
	struct ledger *ledger;

	T_EQ(ledger__new(&ledger, &no_records, NULL), 0);
	T_EQ(enter(ledger, DEFER_NO_RECORD, 1, 1, 1, NULL), DEFER_ERR_INVAL);
	T_EQ(ledger->total.samples, 0);
	ledger__delete(ledger);
	return TEST_OK;
}

static int test_latency(void)
{
	const struct defer_stitch_record records[] = {
		{.cookie = 1, .time = 1000, .nr = 3},
		{.cookie = 2, .time = 2000, .nr = 0, .place = 1},
	};
	const struct ledger_opts opts = {.nr_places = 2};
	struct ledger *ledger;

	T_EQ(ledger__new(&ledger, &opts, NULL), 0);
	T_EQ(enter(ledger, DEFER_MERGED, 1, 900, 1, &records[0]), 0);
	T_EQ(enter(ledger, DEFER_MERGED, 1, 990, 1, &records[0]), 0);
	T_EQ(enter(ledger, DEFER_MERGED_BACK, 1, 1007, 1, &records[0]), 0);
	T_EQ(enter(ledger, DEFER_MERGED, 1, 2000, 2, &records[1]), 0);
	/* A negative duration caused by clock skew counts as zero. */
	T_EQ(enter(ledger, DEFER_MERGED, 1, 2001, 2, &records[1]), 0);
	T_EQ(ledger__finish(ledger, NULL, NULL), 0);

	T_EQ(ledger->latency.later.nr, 4);
	T_EQ(ledger->latency.later.min, 0);
	T_EQ(ledger->latency.later.max, 100);
	T_EQ(ledger->latency.earlier.nr, 1);
	T_EQ(ledger->latency.earlier.max, 7);
	T_EQ(ledger->empty, 2);
	T_EQ(ledger->shared.nr, 2);
	T_EQ(ledger->shared.max, 3);
	T_EQ(ledger->shared.min, 2);
	T_EQ(ledger->shared.sum, 5);
	ledger__delete(ledger);
	return TEST_OK;
}

/* Orders are no times. */
static int test_no_time(void)
{
	const struct defer_stitch_record record = {.cookie = 1, .time = 1000, .nr = 3};
	const struct ledger_opts opts = {.no_time = true, .nr_places = 1};
	struct ledger *ledger;

	T_EQ(ledger__new(&ledger, &opts, NULL), 0);
	T_EQ(enter(ledger, DEFER_MERGED, 1, 900, 1, &record), 0);
	T_EQ(ledger__finish(ledger, NULL, NULL), 0);
	T_EQ(ledger->latency.later.nr, 0);
	T_EQ(ledger->nr_used, 1);
	ledger__delete(ledger);
	return TEST_OK;
}

static int test_percent(void)
{
	struct tally tally = {0};

	T_EQ(tally__percent_known(&tally), 0);
	tally__count(&tally, DEFER_KERNEL);
	tally__count(&tally, DEFER_NOT_ASKED);
	T_EQ(tally__user(&tally), 0);
	T_EQ(tally__percent_known(&tally), 0);
	tally__count(&tally, DEFER_LOST);
	T_EQ(tally__percent_known(&tally), 0);
	tally__count(&tally, DEFER_MERGED);
	tally__count(&tally, DEFER_MERGED_BACK);
	tally__count(&tally, DEFER_INLINE);
	T_EQ(tally__percent_known(&tally), 75);
	T_EQ(tally__missing(&tally), 1);
	return TEST_OK;
}

static uint32_t next(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* Spreads the same @nr samples over @nr_ledgers, then merges these from the last to the first. */
static int spread(struct ledger **all, unsigned int nr_ledgers,
		  const struct defer_stitch_record *records)
{
	const struct ledger_opts opts = {.nr_places = 512};
	struct ledger *ledgers[8];
	uint32_t seed = 7;

	for (unsigned int i = 0; i < nr_ledgers; i++)
		T_EQ(ledger__new(&ledgers[i], &opts, NULL), 0);
	for (unsigned int i = 0; i < 20000; i++) {
		enum defer_class cls = next(&seed) % DEFER_NR_CLASSES;
		uint32_t nr = next(&seed) % 512, tid = next(&seed) % 100;
		uint64_t time = next(&seed);

		T_EQ(enter(ledgers[i % nr_ledgers], cls, tid, time, nr + 1,
			   cls <= DEFER_MERGED_BACK ? &records[nr] : NULL),
		     0);
	}
	for (unsigned int i = nr_ledgers - 1; i; i--) {
		T_EQ(ledger__merge(ledgers[i - 1], ledgers[i], NULL), 0);
		ledger__delete(ledgers[i]);
	}
	T_EQ(ledger__finish(ledgers[0], NULL, NULL), 0);
	*all = ledgers[0];
	return TEST_OK;
}

static int test_merge(void)
{
	struct defer_stitch_record *records = calloc(512, sizeof(*records));
	struct ledger *one, *many;

	T_CHECK(records);
	for (int i = 0; i < 512; i++)
		records[i] =
			(struct defer_stitch_record){.time = i * 30000, .place = i, .nr = i % 3};
	T_RUN(spread(&one, 1, records));
	T_RUN(spread(&many, 8, records));

	T_CHECK(!memcmp(&one->total, &many->total, sizeof(one->total)));
	T_CHECK(!memcmp(&one->latency, &many->latency, sizeof(one->latency)));
	T_CHECK(!memcmp(&one->shared, &many->shared, sizeof(one->shared)));
	T_EQ(one->threads.nr, many->threads.nr);
	T_CHECK(!memcmp(one->threads.tally, many->threads.tally,
			one->threads.nr * sizeof(*one->threads.tally)));
	T_EQ(one->nr_used, many->nr_used);
	T_CHECK(one->empty);
	T_EQ(one->empty, many->empty);
	for (int i = 0; i < DEFER_NR_CLASSES; i++) {
		T_EQ(one->causes[i].runs.nr, many->causes[i].runs.nr);
		T_EQ(one->causes[i].tasks, many->causes[i].tasks);
		T_EQ(one->causes[i].samples, many->causes[i].samples);
		T_EQ(one->causes[i].first_time, many->causes[i].first_time);
		T_EQ(one->causes[i].last_time, many->causes[i].last_time);
	}
	ledger__delete(one);
	ledger__delete(many);
	free(records);
	return TEST_OK;
}

static int test_histogram(void)
{
	struct histogram *h = calloc(1, sizeof(*h));

	T_CHECK(h);
	T_EQ(histogram__percentile(h, 50), 0);
	for (uint64_t v = 0; v < 100000; v++)
		histogram__add(h, v, 1);
	for (int percent = 1; percent <= 100; percent++) {
		uint64_t exact = percent * 1000 - 1, got = histogram__percentile(h, percent);

		T_CHECK(got >= exact && got <= exact + exact / 64);
	}
	T_EQ(histogram__percentile(h, 0), 0);
	T_EQ(histogram__power(h, 0), 1);
	T_EQ(histogram__power(h, 1), 1);
	T_EQ(histogram__power(h, 16), 32768);
	T_EQ(histogram__power(h, 17), 100000 - 65536);
	T_EQ(histogram__power(h, 64), 0);

	histogram__add(h, UINT64_MAX, 2);
	T_EQ(histogram__power(h, 64), 2);
	T_EQ(histogram__percentile(h, 100), UINT64_MAX);
	T_EQ(h->sum, UINT64_MAX);
	free(h);
	return TEST_OK;
}

static int test_counts(void)
{
	struct counts counts = {0};
	uint64_t sum = 0;

	for (int i = 0; i < 30000; i++)
		T_EQ(counts__add(&counts, (1 + (uint64_t)(i % 3000)) << 32, 1), 0);
	T_EQ(counts.nr, 3000);
	for (uint64_t i = 0; i < counts.nr_slots; i++) {
		T_CHECK(counts.slots[i].nr == 0 || counts.slots[i].nr == 10);
		sum += counts.slots[i].nr;
	}
	T_EQ(sum, 30000);
	counts__exit(&counts);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"every sample of every class is entered once", test_balance},
	{"a task that changes its name", test_renamed},
	{"books that do not balance are refused", test_cooked},
	{"a sample of no class is refused", test_no_class},
	{"latency counts later and earlier apart", test_latency},
	{"without timestamps there is no latency", test_no_time},
	{"the share of known user stacks leaves kernel samples out", test_percent},
	{"eight ledgers merged are the one", test_merge},
	{"percentiles are within one part in 64", test_histogram},
	{"counts find their keys again", test_counts},
	{0},
};

const struct test_suite suite__ledger = {"ledger", "The ledger of samples by class", cases};
