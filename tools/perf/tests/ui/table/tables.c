// SPDX-License-Identifier: GPL-2.0-only
/* The small tables that all stages share: hash_index, counts, tallies, histograms. */
#include <stdlib.h>

#include "tests/tests.h"
#include "util/base/counts.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/base/histogram.h"
#include "util/base/tally.h"
#include "util/machine/cgroups.h"

/* ---- hash_index ---- */

static bool is_number(const void *ctx, uint32_t pos, const void *key)
{
	return ((const uint64_t *)ctx)[pos] == *(const uint64_t *)key;
}

/* All keys in few slots, or all in one: the keys decide, and growing keeps them. */
static int check_index(uint64_t hashes)
{
	uint64_t numbers[1000] = {0}, absent = 5000;
	struct hash_index index = {0};

	T_EQ(hash_index__find(&index, 0, is_number, numbers, &absent), HASH_INDEX_NONE);
	for (uint32_t i = 0; i < 1000; i++) {
		numbers[i] = 7 * i;
		T_EQ(hash_index__add(&index, (i % hashes) << 32, i), 0);
		T_EQ(hash_index__find(&index, (i % hashes) << 32, is_number, numbers, &numbers[0]),
		     i % hashes ? HASH_INDEX_NONE : 0);
	}
	for (uint32_t i = 0; i < 1000; i++)
		T_EQ(hash_index__find(&index, (i % hashes) << 32, is_number, numbers, &numbers[i]),
		     i);
	T_EQ(hash_index__find(&index, 0, is_number, numbers, &absent), HASH_INDEX_NONE);
	hash_index__exit(&index);
	return TEST_OK;
}

static int test_hash_index(void)
{
	T_RUN(check_index(1));
	T_RUN(check_index(3));
	T_RUN(check_index(1000));
	return TEST_OK;
}

/* Slots of tids that follow each other are side by side, and the others somewhere. */
static int test_near(void)
{
	const uint64_t key = hash__key();
	uint64_t groups = 0;

	for (uint32_t tid = 0; tid < 8000; tid++) {
		uint32_t upper = hash__near(key, tid) >> 32;

		T_EQ(upper & 7, tid & 7);
		T_EQ(upper >> 3, hash__near(key, tid & ~7U) >> 35);
		groups += upper >> 3 != hash__near(key, tid + 8) >> 35;
	}
	T_EQ(groups, 8000);
	return TEST_OK;
}

/* ---- counts ---- */

static uint64_t count_of(const struct counts *counts, uint64_t key)
{
	uint64_t nr = 0;

	for (uint64_t i = 0; i < counts->nr_slots; i++)
		if (counts->slots[i].nr && counts->slots[i].key == key)
			nr += counts->slots[i].nr;
	return nr;
}

static int test_counts(void)
{
	struct counts a = {0}, b = {0};

	for (uint64_t i = 0; i < 2000; i++)
		T_EQ(counts__add(&a, 1 + i % 500, 1 + i % 2), 0);
	for (uint64_t key = 400; key < 600; key++)
		T_EQ(counts__add(&b, key, 10), 0);
	T_EQ(a.nr, 500);
	T_EQ(b.nr, 200);
	T_EQ(counts__merge(&a, &b), 0);
	T_EQ(a.nr, 599);
	T_EQ(count_of(&a, 1), 4);    /* four times 1 */
	T_EQ(count_of(&a, 2), 8);    /* four times 2 */
	T_EQ(count_of(&a, 500), 18); /* four times 2, and 10 */
	T_EQ(count_of(&a, 599), 10);
	T_EQ(count_of(&a, 600), 0);
	counts__exit(&a);
	counts__exit(&b);
	return TEST_OK;
}

/* ---- tallies ---- */

static int test_tally(void)
{
	struct tally tally = {0}, sum = {0};

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		for (int i = 0; i <= cls; i++)
			tally__count(&tally, cls);
	T_EQ(tally.samples, DEFER_NR_CLASSES * (DEFER_NR_CLASSES + 1) / 2);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		T_EQ(tally.classes[cls], cls + 1);
	T_CHECK(tally__is_sound(&tally));
	T_EQ(tally__user(&tally), tally.samples - (DEFER_KERNEL + 1) - (DEFER_NOT_ASKED + 1));
	T_EQ(tally__known(&tally),
	     DEFER_MERGED + DEFER_MERGED_BACK + DEFER_INLINE + DEFER_UNWOUND + 4);
	T_EQ(tally__missing(&tally), tally__user(&tally) - tally__known(&tally));
	tally__add(&sum, &tally);
	tally__add(&sum, &tally);
	T_EQ(sum.samples, 2 * tally.samples);
	T_EQ(sum.classes[DEFER_EXEC], 2 * tally.classes[DEFER_EXEC]);
	sum.classes[DEFER_LOST]++;
	T_CHECK(!tally__is_sound(&sum));
	return TEST_OK;
}

static int by_samples(const struct tally *a, const struct tally *b, void *ctx)
{
	T_CHECK(ctx == &by_samples);
	return a->samples < b->samples ? -1 : a->samples > b->samples;
}

static int test_tallies(void)
{
	struct tallies a = {0}, b = {0};
	struct tally sum;

	for (uint64_t i = 0; i < 100; i++)
		for (uint64_t n = 0; n < 100 - i; n++)
			tally__count(tallies__get(&a, (struct tally_key){i / 10, i % 10}),
				     DEFER_MERGED);
	T_EQ(a.nr, 100);
	tally__count(tallies__get(&b, (struct tally_key){3, 4}), DEFER_LOST);
	tally__count(tallies__get(&b, (struct tally_key){3, 11}), DEFER_LOST);
	T_EQ(tallies__merge(&a, &b), 0);
	T_EQ(a.nr, 101);
	T_EQ(tallies__get(&a, (struct tally_key){3, 4})->samples, 100 - 34 + 1);
	T_EQ(tallies__get(&a, (struct tally_key){3, 4})->classes[DEFER_LOST], 1);
	T_EQ(tallies__get(&a, (struct tally_key){4, 3})->samples, 100 - 43);
	tallies__sum(&a, &sum);
	T_EQ(sum.samples, 5050 + 2);
	T_EQ(sum.classes[DEFER_LOST], 2);
	tallies__sort(&a, by_samples, (void *)&by_samples);
	for (uint32_t i = 1; i < a.nr; i++)
		T_CHECK(a.tally[i - 1].samples <= a.tally[i].samples);
	T_CHECK(!a.index.slots); /* its places are not those of before */
	tallies__exit(&a);
	tallies__exit(&b);
	return TEST_OK;
}

/* Keys of one hash: what is hashed is the first number's hash, changed by the second one. */
static int test_tallies_collide(void)
{
	struct tallies a = {.hash_key = 12345};
	struct tally_key keys[100];

	for (uint64_t i = 0; i < 100; i++) {
		keys[i] = (struct tally_key){i, 77 ^ hash__u64(a.hash_key, i)};
		tally__count(tallies__get(&a, keys[i]), DEFER_LOST);
	}
	T_EQ(a.nr, 100);
	for (uint64_t i = 0; i < 100; i++)
		T_EQ(tallies__get(&a, keys[i])->samples, 1);
	tallies__exit(&a);
	return TEST_OK;
}

/* ---- histograms ---- */

/* Checks the percentile of @value to one part in 64. */
static int check_alone(uint64_t value)
{
	struct histogram *h = calloc(1, sizeof(*h));

	T_CHECK(h);
	histogram__add(h, value, 3);
	T_EQ(h->nr, 3);
	T_CHECK(h->min == value && h->max == value);
	T_CHECK(histogram__percentile(h, 50) == value);
	/* One greater beside it: the step's end shows. */
	if (value < UINT64_MAX / 4) {
		uint64_t got;

		histogram__add(h, 4 * value + 4, 1);
		got = histogram__percentile(h, 50);
		if (got < value || got - value > value / 64)
			T_FAIL("%" PRIu64 " became %" PRIu64, value, got);
	}
	free(h);
	return TEST_OK;
}

static int test_histogram_steps(void)
{
	for (uint64_t value = 0; value < 1000; value++)
		T_RUN(check_alone(value));
	for (int shift = 10; shift < 64; shift++) {
		T_RUN(check_alone((1ULL << shift) - 1));
		T_RUN(check_alone(1ULL << shift));
		T_RUN(check_alone((1ULL << shift) + (1ULL << (shift - 1))));
	}
	T_RUN(check_alone(UINT64_MAX));
	return TEST_OK;
}

/* One histogram of all is what two of parts become, whichever is merged into which. */
static int check_merge(bool swapped)
{
	struct histogram *h = calloc(3, sizeof(*h)), *to, *from;

	T_CHECK(h);
	for (uint64_t i = 0; i < 100; i++) {
		histogram__add(&h[0], 1000 + i * i, 1);
		histogram__add(&h[2], 1000 + i * i, 1);
		histogram__add(&h[1], 5 + i * 300, 2);
		histogram__add(&h[2], 5 + i * 300, 2);
	}
	to = &h[swapped];
	from = &h[!swapped];
	histogram__merge(to, from);
	T_CHECK(!memcmp(to, &h[2], sizeof(*to)));
	histogram__add(to, UINT64_MAX, 1);
	histogram__add(to, UINT64_MAX, 1);
	T_CHECK(to->sum == UINT64_MAX); /* it stops there */
	free(h);
	return TEST_OK;
}

static int test_histogram_merge(void)
{
	struct histogram *empty = calloc(2, sizeof(*empty));

	T_CHECK(empty);
	histogram__add(&empty[0], 7, 1);
	histogram__merge(&empty[0], &empty[1]);
	T_EQ(empty[0].min, 7);
	histogram__merge(&empty[1], &empty[0]);
	T_EQ(empty[1].min, 7);
	T_EQ(empty[1].max, 7);
	free(empty);
	T_RUN(check_merge(false));
	T_RUN(check_merge(true));
	return TEST_OK;
}

/* ---- cgroups ---- */

static int test_cgroups(void)
{
	struct cgroups cgroups;
	char path[16];

	cgroups__init(&cgroups);
	T_STREQ(cgroups__name(&cgroups, 7), "unknown");
	for (uint64_t id = 1; id <= 1000; id++) {
		snprintf(path, sizeof(path), "/%u", (unsigned int)id);
		T_EQ(cgroups__add(&cgroups, id << 32, path), 0);
	}
	/* The first path of a cgroup stays. */
	T_EQ(cgroups__add(&cgroups, 5ULL << 32, "/other"), 0);
	T_EQ(cgroups.nr, 1000);
	for (uint64_t id = 1; id <= 1000; id++) {
		snprintf(path, sizeof(path), "/%u", (unsigned int)id);
		T_STREQ(cgroups__path(&cgroups, id << 32), path);
		T_STREQ(cgroups__name(&cgroups, id << 32), path);
	}
	T_CHECK(!cgroups__path(&cgroups, 5));
	T_CHECK(!cgroups__path(&cgroups, 0));
	T_STREQ(cgroups__name(&cgroups, 5), "unknown");
	/* Without a cgroup there is no id. */
	T_STREQ(cgroups__name(&cgroups, 0), "N/A");
	cgroups__exit(&cgroups);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"cgroups by their ids", test_cgroups},
	{"places are found by key, whatever their hashes", test_hash_index},
	{"numbers near each other have slots side by side", test_near},
	{"counts of numbers, and of two tables", test_counts},
	{"a tally's classes and what they come to", test_tally},
	{"tallies by both numbers of their key", test_tallies},
	{"tallies whose keys have one hash", test_tallies_collide},
	{"a histogram's steps are within one part in 64", test_histogram_steps},
	{"histograms merge to the same, either way", test_histogram_merge},
	{0},
};

const struct test_suite suite__tables = {"tables", "Tables that all stages share", cases};
