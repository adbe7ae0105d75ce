// SPDX-License-Identifier: GPL-2.0-only
/* The stitcher's interface: its input, its order, its answers. */
#include <pthread.h>

#include <perf/defer.h>

#include "tests/rng.h"
#include "tests/stitch-world.h"
#include "util/base/array.h"

static int test_no_output(void)
{
	struct world w;

	world__init(&w, WORLD_NO_OUTPUT);
	world__record(&w, 101, 7, 1000);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 900, DEFER_NOT_RECORDED);
	T_CLASS(&w, 101, 9, 900, DEFER_NOT_RECORDED);
	world__exit(&w);
	return TEST_OK;
}

static int test_empty(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 900, DEFER_PENDING);
	T_CHECK(!defer_stitch__record(w.st, 0));
	world__exit(&w);
	return TEST_OK;
}

static int test_copies(void)
{
	struct defer_stitch_record rec = {
		.cookie = 7, .time = 1000, .pid = 100, .tid = 101, .nr = 3, .sum = 7};
	struct defer_stitch_stats stats;
	struct world w;

	world__init(&w, WORLD_TIMED);
	for (int i = 0; i < 3; i++) {
		rec.ref = i;
		T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	}
	/* These differ in one thing each. */
	rec.cookie = 9;
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	rec.tid = 100;
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	rec.time = 1001;
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	rec.nr = 4;
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	rec.sum = 8;
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	world__seal(&w);
	defer_stitch__stats(w.st, &stats);
	T_EQ(stats.duplicates, 2);
	T_EQ(stats.records, 6);
	T_EQ(defer_stitch__record(w.st, 0)->ref, 0);
	T_EQ(world__match(&w, 101, 7, 900).record->ref, 0);
	T_CHECK(!defer_stitch__record(w.st, 6));
	world__exit(&w);
	return TEST_OK;
}

static int test_merge(void)
{
	struct defer_stitch_stats stats;
	struct world w, other;

	world__init(&w, WORLD_TIMED);
	world__init(&other, WORLD_TIMED);
	world__record(&w, 101, 5, 1000);
	world__loss(&w, 1, 2);
	other.order = 100;
	world__record(&other, 100, 9, 3000);
	world__exec(&other, 2000);
	world__fork(&other, 101, 1);
	world__task_exit(&other, 101, 4000);
	world__loss(&other, 5000, 6000);
	T_EQ(defer_stitch__merge(w.st, w.st), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__merge(w.st, other.st), 0);
	T_EQ(defer_stitch__merge(w.st, other.st), 0);
	w.order = 200;
	world__seal(&w);
	defer_stitch__stats(w.st, &stats);
	T_EQ(stats.records, 2);
	T_EQ(stats.forks, 1);
	T_EQ(stats.execs, 1);
	T_EQ(stats.exits, 1);
	T_EQ(stats.losses, 2);
	T_EQ(stats.lost, 10);
	T_CLASS(&w, 100, 9, 1500, DEFER_EXEC);
	T_CLASS(&w, 101, 5, 900, DEFER_MERGED);
	T_CLASS(&w, 101, 11, 2500, DEFER_EXITED);
	world__exit(&w);
	world__exit(&other);
	return TEST_OK;
}

/* Of several losses at the end the first one counts, in any feed. */
static int check_tail_losses(uint64_t of_one, uint64_t of_other)
{
	struct world w, other;

	world__init(&w, WORLD_TIMED);
	world__init(&other, WORLD_TIMED);
	T_EQ(defer_stitch__add_tail_loss(w.st, of_one), 0);
	T_EQ(defer_stitch__add_tail_loss(other.st, of_other), 0);
	world__task_exit(&w, 101, 4000);
	T_EQ(defer_stitch__merge(w.st, other.st), 0);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 2000, DEFER_LOST);
	world__exit(&w);
	world__exit(&other);
	return TEST_OK;
}

static int test_tail_losses(void)
{
	T_RUN(check_tail_losses(3000, 5000));
	T_RUN(check_tail_losses(5000, 3000));
	return TEST_OK;
}

/* A loss whose beginning and end are one moment is before what came then. */
static int test_moment(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__loss(&w, 1000, 1000);
	world__task_exit(&w, 101, 1000);
	world__task_exit(&w, 102, 998);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 900, DEFER_LOST);
	T_CLASS(&w, 102, 7, 900, DEFER_EXITED);
	world__exit(&w);
	return TEST_OK;
}

static int test_sealed(void)
{
	struct defer_stitch_record rec = {.cookie = 7};
	struct defer_stitch_task task = {.tid = 1};
	struct world w, other;

	world__init(&w, WORLD_TIMED);
	world__init(&other, WORLD_TIMED);
	T_CHECK(!defer_stitch__record(w.st, 0));
	world__seal(&w);
	T_EQ(defer_stitch__seal(w.st), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__add_record(w.st, &rec), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__add_fork(w.st, &task), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__add_loss(w.st, 0, 1, 2, 1), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__merge(w.st, other.st), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__merge(other.st, w.st), DEFER_ERR_INVAL);
	/* An interval that ends before it begins. */
	T_EQ(defer_stitch__add_loss(other.st, 0, 2, 1, 1), DEFER_ERR_INVAL);
	world__exit(&w);
	world__exit(&other);
	return TEST_OK;
}

/* So many records of one cookie that a scan of all of them for each sample would never end. */
static int test_crowd(void)
{
	const int nr = 100000;
	struct world w;

	world__init(&w, WORLD_TIMED);
	for (int i = 0; i < nr; i++)
		world__record(&w, 100 + i % 3, 7, 10 * (uint64_t)i);
	world__seal(&w);
	for (int i = 3; i < nr; i++) {
		T_EQ(world__match(&w, 100 + i % 3, 7, 10 * i + 1).record->time, 10 * i);
		T_EQ(world__match(&w, 100 + i % 3, 7, 10 * i - 1).record->time, 10 * i);
	}
	world__exit(&w);
	return TEST_OK;
}

/* Returns whether @a is before @b in the order of (cookie, tid, time, ref). */
static bool in_order(const struct defer_stitch_record *a, const struct defer_stitch_record *b)
{
	if (a->cookie != b->cookie)
		return a->cookie < b->cookie;
	if (a->tid != b->tid)
		return a->tid < b->tid;
	return a->time != b->time ? a->time < b->time : a->ref < b->ref;
}

/* Numbers that differ in all their bits, or in @bits of them. */
static int check_order(uint64_t *rng, int nr, unsigned int bits)
{
	struct defer_stitch_stats stats;
	struct world w;

	world__init(&w, WORLD_TIMED);
	for (int i = 0; i < nr; i++) {
		w.order = rng__next(rng) >> (64 - bits);
		world__record(&w, rng__next(rng) >> (64 - bits) & INT32_MAX,
			      rng__next(rng) >> (64 - bits), rng__next(rng) >> (64 - bits));
	}
	world__seal(&w);
	defer_stitch__stats(w.st, &stats);
	T_EQ(stats.records + stats.duplicates, nr);
	for (uint64_t i = 0; i < stats.records; i++) {
		const struct defer_stitch_record *rec = defer_stitch__record(w.st, i);
		const struct defer_stitch_record *prev =
			i ? defer_stitch__record(w.st, i - 1) : rec;

		/* Those of one cookie are sorted, and no others lie between them, or match() fails. */
		if (prev != rec && prev->cookie == rec->cookie)
			T_CHECK(in_order(prev, rec));
		w.order = rec->ref;
		T_CHECK(world__match(&w, rec->tid, rec->cookie, rec->time).record == rec);
	}
	world__exit(&w);
	return TEST_OK;
}

static int test_order(void)
{
	static const int nrs[] = {1, 2, 3, 47, 48, 49, 50, 1000, 5000};
	uint64_t rng = 1;

	for (size_t i = 0; i < ARRAY_SIZE(nrs); i++)
		for (unsigned int bits = 1; bits <= 64; bits += 3)
			T_RUN(check_order(&rng, nrs[i], bits));
	return TEST_OK;
}

#define NR_ASKERS     4
#define ASKED_TIDS    50
#define ASKED_RECORDS 200 /* of each tid, once every 10 ns */

struct asker {
	const struct world *w;
	int bad;
};

/* Asks for a cookie that no record has: how many of the task's come before it decides. */
static void *ask(void *arg)
{
	struct asker *asker = arg;

	for (int i = 0; i < ASKED_TIDS * ASKED_RECORDS; i++) {
		int tid = 100 + i % ASKED_TIDS, nr = i / ASKED_TIDS;
		struct defer_stitch_sample sample =
			world__sample(asker->w, tid, 1000000, 10 * nr + 1);
		bool last = nr == ASKED_RECORDS - 1;

		asker->bad += defer_stitch__settle(asker->w->st, asker->w->signs, &sample) !=
			      (last ? DEFER_PENDING : DEFER_LOST);
	}
	return NULL;
}

/* Several threads are the first to ask for the order of the same tasks' records. */
static int test_askers(void)
{
	struct asker askers[NR_ASKERS];
	pthread_t threads[NR_ASKERS];
	struct world w;

	world__init(&w, WORLD_TIMED);
	/* From the last time to the first, and by turns of tasks, so nothing is in order. */
	for (int nr = ASKED_RECORDS; nr-- > 0;)
		for (int tid = 100; tid < 100 + ASKED_TIDS; tid++)
			world__record(&w, tid, 1000 * nr + tid, 10 * (nr ^ 1));
	world__seal(&w);
	for (int i = 0; i < NR_ASKERS; i++) {
		askers[i] = (struct asker){.w = &w};
		T_EQ(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
	}
	for (int i = 0; i < NR_ASKERS; i++) {
		pthread_join(threads[i], NULL);
		T_EQ(askers[i].bad, 0);
	}
	world__exit(&w);
	return TEST_OK;
}

static int test_class_names(void)
{
	T_STREQ(defer_class__name(DEFER_MERGED), "merged");
	T_STREQ(defer_class__name(DEFER_MERGED_BACK), "merged-back");
	T_STREQ(defer_class__name(DEFER_NOT_RECORDED), "not-recorded");
	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		for (int j = 0; j < i; j++)
			T_CHECK(strcmp(defer_class__name(i), defer_class__name(j)));
	T_CHECK(defer_class__name(1000));
	return TEST_OK;
}

static int own_class(uint16_t cpumode, const uint64_t *ips, uint64_t nr)
{
	struct defer_sample sample = {
		.cpumode = cpumode,
		.has_chain = nr,
		.chain = {.ips = (const uint8_t *)ips, .nr = nr},
	};

	return defer_sample__own_class(&sample);
}

#define OWN_CLASS(mode, ...)                                          \
	own_class(DEFER_MISC_##mode, (const uint64_t[]){__VA_ARGS__}, \
		  sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static int test_own_class(void)
{
	const uint64_t kernel = DEFER_CONTEXT_KERNEL, user = DEFER_CONTEXT_USER;
	const uint64_t deferred = DEFER_CONTEXT_USER_DEFERRED;

	T_EQ(OWN_CLASS(KERNEL, kernel, 1, 2, deferred, 7), DEFER_NO_RECORD);
	T_EQ(OWN_CLASS(USER, deferred, 7), DEFER_NO_RECORD);
	T_EQ(OWN_CLASS(KERNEL, kernel, 1, 2, user, 3), DEFER_INLINE);
	T_EQ(OWN_CLASS(KERNEL, kernel, 1, 2, user), DEFER_INLINE);
	T_EQ(OWN_CLASS(USER, user, 3), DEFER_INLINE);
	T_EQ(OWN_CLASS(KERNEL, kernel, 1, DEFER_CONTEXT_GUEST_USER, 3), DEFER_INLINE);
	T_EQ(OWN_CLASS(KERNEL, kernel, 1, 2), DEFER_KERNEL);
	T_EQ(own_class(DEFER_MISC_KERNEL, NULL, 0), DEFER_KERNEL);
	T_EQ(own_class(DEFER_MISC_USER, NULL, 0), DEFER_INLINE);
	T_EQ(own_class(DEFER_MISC_GUEST_USER, NULL, 0), DEFER_INLINE);
	return TEST_OK;
}

static int class_of(enum defer_user_half half, uint16_t cpumode, uint64_t abi, uint64_t branches)
{
	const struct defer_sample sample = {
		.cpumode = cpumode,
		.user_half = half,
		.user_regs.abi = abi,
		.branch.nr = branches,
	};

	return defer_sample__own_class(&sample);
}

/* A half that is not in the chain, or that was not requested. */
static int test_user_halves(void)
{
	T_EQ(class_of(DEFER_USER_NOT_ASKED, DEFER_MISC_USER, 0, 0), DEFER_NOT_ASKED);
	T_EQ(class_of(DEFER_USER_NOT_ASKED, DEFER_MISC_KERNEL, 0, 5), DEFER_NOT_ASKED);
	T_EQ(class_of(DEFER_USER_DUMP, DEFER_MISC_USER, 0, 0), DEFER_NOT_UNWOUND);
	T_EQ(class_of(DEFER_USER_DUMP, DEFER_MISC_KERNEL, 2, 0), DEFER_NOT_UNWOUND);
	T_EQ(class_of(DEFER_USER_DUMP, DEFER_MISC_KERNEL, 0, 5), DEFER_KERNEL);
	T_EQ(class_of(DEFER_USER_BRANCHES, DEFER_MISC_KERNEL, 0, 5), DEFER_NOT_UNWOUND);
	T_EQ(class_of(DEFER_USER_BRANCHES, DEFER_MISC_KERNEL, 2, 0), DEFER_KERNEL);
	T_EQ(class_of(DEFER_USER_BRANCHES, DEFER_MISC_USER, 0, 0), DEFER_INLINE);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"no event writes deferred records", test_no_output},
	{"nothing known", test_empty},
	{"records written twice", test_copies},
	{"merging stitchers", test_merge},
	{"losses at the end, merged", test_tail_losses},
	{"a loss of one moment", test_moment},
	{"a sealed stitcher takes no more", test_sealed},
	{"very many records of one cookie", test_crowd},
	{"the order of records", test_order},
	{"many threads ask for a task's records", test_askers},
	{"names of classes", test_class_names},
	{"samples that need no record", test_own_class},
	{"user halves that are elsewhere", test_user_halves},
	{0},
};

const struct test_suite suite__stitch_index = {
	"stitch-index", "What the stitcher takes and how it orders it", cases};
