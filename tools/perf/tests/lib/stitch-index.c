// SPDX-License-Identifier: GPL-2.0-only
/* The stitcher's interface: its input, its order, its answers. */
#include <pthread.h>
#include <stdlib.h>

#include <perf/defer-attr.h>
#include <perf/defer-sample.h>

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
	struct defer_stitch_record rec;
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 900, DEFER_PENDING);
	T_CHECK(!defer_stitch__record(w.st, 0, &rec));
	world__exit(&w);
	return TEST_OK;
}

static int test_copies(void)
{
	struct defer_stitch_record rec = {
		.cookie = 7, .time = 1000, .pid = 100, .tid = 101, .nr = 3, .sum = 7};
	struct defer_stitch_stats stats;
	uint64_t nr = 0;
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
	T_EQ(world__match(&w, 101, 7, 900).record.ref, 0);
	T_EQ(stats.places, 8);
	for (uint64_t i = 0; i < stats.places; i++)
		nr += defer_stitch__record(w.st, i, &rec) && rec.place == i;
	T_EQ(nr, stats.records);
	T_CHECK(!defer_stitch__record(w.st, stats.places, &rec));
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
	T_CHECK(!defer_stitch__record(w.st, 0, &rec));
	world__seal(&w);
	T_EQ(defer_stitch__seal(w.st), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__add_record(w.st, &rec), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__add_fork(w.st, &task), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__add_loss(w.st, 1, 2, 1), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__merge(w.st, other.st), DEFER_ERR_INVAL);
	T_EQ(defer_stitch__merge(other.st, w.st), DEFER_ERR_INVAL);
	/* An interval that ends before it begins. */
	T_EQ(defer_stitch__add_loss(other.st, 2, 1, 1), DEFER_ERR_INVAL);
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
		T_EQ(world__match(&w, 100 + i % 3, 7, 10 * i + 1).record.time, 10 * i);
		T_EQ(world__match(&w, 100 + i % 3, 7, 10 * i - 1).record.time, 10 * i);
	}
	world__exit(&w);
	return TEST_OK;
}

/* Numbers that differ in all their bits, or in @bits of them. */
static int check_order(uint64_t *rng, int nr, unsigned int bits)
{
	struct defer_stitch_stats stats;
	struct defer_stitch_record rec;
	struct defer_verdict verdict;
	uint64_t found = 0;
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
	for (uint64_t i = 0; i < stats.places; i++) {
		if (!defer_stitch__record(w.st, i, &rec))
			continue;
		found++;
		w.order = rec.ref;
		verdict = world__match(&w, rec.tid, rec.cookie, rec.time);
		T_CHECK(verdict.has_record);
		T_EQ(verdict.record.place, i);
	}
	T_EQ(found, stats.records);
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

#define FEW_RECORDS 112 /* as many as make 16 groups of slots, if those are not made odd */
#define FEW_WORLDS  3000

/* Cookies that begin in one slot of a group, in tables so small that some overflow. */
static int test_few(void)
{
	for (int n = 0; n < FEW_WORLDS; n++) {
		struct world w;

		world__init(&w, WORLD_TIMED);
		for (int i = 0; i < FEW_RECORDS; i++)
			world__record(&w, 101, 1 + i, 1000 + i);
		world__seal(&w);
		T_EQ(world__match(&w, 101, FEW_RECORDS, 900).record.time, 999 + FEW_RECORDS);
		T_EQ(world__match(&w, 101, 1 + FEW_RECORDS, 900).cls, DEFER_NO_RECORD);
		world__exit(&w);
	}
	return TEST_OK;
}

/* What the data of records points to. */
static const char crowds[500];

#define NR_CROWDS  3
#define CROWD_SIZE 65000 /* records: almost two blocks */
#define CROWD_STEP (1ULL << 33)
#define CROWD_EVERY \
	97 /* records of which one shares its cookie with those of the other stitchers */

static uint64_t crowd_cookie(int crowd, int i)
{
	return CROWD_STEP * i + (i % CROWD_EVERY ? 1 + crowd : 9);
}

/* Adds the records of @crowd: every 10 ns one, of ten tasks on three CPUs. */
static int add_crowd(struct defer_stitch *st, int crowd)
{
	for (int i = 0; i < CROWD_SIZE; i++) {
		struct defer_stitch_record rec = {
			.cookie = crowd_cookie(crowd, i),
			.time = 10 * (uint64_t)i + crowd,
			.ref = 10 * (uint64_t)i + crowd,
			.pid = 100,
			.tid = 100 + i % 10,
			.cpu = i % 3,
			.nr = 2 + i % 500,
			.sum = i % 500,
			.data = &crowds[i % 500],
		};

		T_EQ(defer_stitch__add_record(st, &rec), 0);
	}
	return TEST_OK;
}

static int check_crowd(const struct defer_stitch *st, int crowd)
{
	for (int i = 0; i < CROWD_SIZE; i++) {
		const struct defer_stitch_sample sample = {
			.cookie = crowd_cookie(crowd, i),
			.time = 10 * (uint64_t)i + crowd,
			.order = 10 * (uint64_t)i + crowd,
			.pid = 100,
			.tid = 100 + i % 10,
			.cpu = i % 3,
		};
		struct defer_verdict verdict;

		defer_stitch__match(st, &sample, &verdict);
		T_CHECK(verdict.has_record);
		T_EQ(verdict.record.ref, sample.order);
		T_EQ(verdict.record.tid, sample.tid);
		T_EQ(verdict.record.cpu, sample.cpu);
		T_EQ(verdict.record.nr, 2 + i % 500);
		T_CHECK(verdict.record.data == &crowds[i % 500]);
	}
	return TEST_OK;
}

static void *index_share(void *st)
{
	intptr_t ret = defer_stitch__index(st);

	return (void *)ret;
}

/* Several stitchers of more than a block each, merged, and indexed by several threads at once. */
static int check_index(int nr_threads)
{
	struct defer_stitch_opts opts = {0};
	struct defer_stitch_record rec = {.cookie = 7};
	struct defer_stitch *st = defer_stitch__new(&opts), *from = defer_stitch__new(&opts);
	struct defer_stitch_stats stats;
	pthread_t threads[4];
	void *ret;

	T_CHECK(st && from);
	T_RUN(add_crowd(st, 0));
	for (int i = 1; i < NR_CROWDS; i++) {
		T_RUN(add_crowd(from, i));
		T_EQ(defer_stitch__merge(st, from), 0);
	}
	for (int i = 0; i < nr_threads; i++)
		T_EQ(pthread_create(&threads[i], NULL, index_share, st), 0);
	for (int i = 0; i < nr_threads; i++) {
		pthread_join(threads[i], &ret);
		T_CHECK(!ret);
	}
	T_EQ(defer_stitch__add_record(st, &rec), nr_threads ? DEFER_ERR_INVAL : 0);
	T_EQ(defer_stitch__merge(st, from), nr_threads ? DEFER_ERR_INVAL : 0);
	T_EQ(defer_stitch__seal(st), 0);
	T_EQ(defer_stitch__index(st), DEFER_ERR_INVAL);
	defer_stitch__stats(st, &stats);
	T_EQ(stats.records, NR_CROWDS * CROWD_SIZE + !nr_threads);
	for (int i = 0; i < NR_CROWDS; i++)
		T_RUN(check_crowd(st, i));
	defer_stitch__delete(st);
	defer_stitch__delete(from);
	return TEST_OK;
}

static int test_index(void)
{
	T_RUN(check_index(0));
	T_RUN(check_index(1));
	T_RUN(check_index(4));
	return TEST_OK;
}

/* Memory that counts its bytes. */
struct counted {
	size_t now, most, rested;
};

static void *counted__resize(void *ctx, void *old, size_t size)
{
	struct counted *counted = ctx;
	size_t *head = old ? (size_t *)old - 2 : NULL, was = head ? *head : 0;
	size_t *grown = realloc(head, size + 2 * sizeof(*grown));

	if (!grown)
		return NULL;
	*grown = size;
	counted->now += size - was;
	if (counted->now > counted->most)
		counted->most = counted->now;
	return grown + 2;
}

static void counted__release(void *ctx, void *array)
{
	struct counted *counted = ctx;
	size_t *old = array ? (size_t *)array - 2 : NULL;

	if (old)
		counted->now -= *old;
	free(old);
}

static void counted__rest(void *ctx, void *array, size_t size)
{
	struct counted *counted = ctx;

	(void)array;
	counted->rested += size;
}

/*
 * 28 bytes of a record, 8 for the order of a task's records, and what is reserved. Few are in the hash.
 */
#define BYTES_PER_RECORD 38

#define FULL_BLOCK 32768

static int test_memory(void)
{
	struct counted counted = {0};
	const struct defer_memory memory = {
		.resize = counted__resize,
		.release = counted__release,
		.rest = counted__rest,
		.ctx = &counted,
	};
	struct defer_stitch_opts opts = {.memory = &memory};
	struct defer_stitch *st = defer_stitch__new(&opts), *from = defer_stitch__new(&opts);

	T_CHECK(st && from);
	T_RUN(add_crowd(st, 0));
	for (int i = 1; i < NR_CROWDS; i++) {
		T_RUN(add_crowd(from, i));
		T_EQ(defer_stitch__merge(st, from), 0);
	}
	T_EQ(defer_stitch__seal(st), 0);
	T_CHECK(counted.most < (size_t)BYTES_PER_RECORD * NR_CROWDS * CROWD_SIZE);
	/* Each full block rests when the next one begins, and each block when it was indexed. */
	T_EQ(counted.rested, (size_t)28 * NR_CROWDS * (FULL_BLOCK + CROWD_SIZE));
	defer_stitch__delete(st);
	defer_stitch__delete(from);
	T_EQ(counted.now, 0);
	return TEST_OK;
}

/* Records that are far from each other in the stream, forwards and back. */
static int test_far(void)
{
	static const uint64_t refs[] = {5, 1ULL << 32, 1ULL << 40, (1ULL << 40) - 8, 6, 9ULL << 60};
	struct defer_stitch_record rec = {.pid = 100, .tid = 101, .time = 1000};
	struct world w;

	world__init(&w, WORLD_TIMED);
	for (size_t i = 0; i < ARRAY_SIZE(refs); i++) {
		rec.cookie = 7 + 2 * i;
		rec.ref = refs[i];
		T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	}
	world__seal(&w);
	for (size_t i = 0; i < ARRAY_SIZE(refs); i++)
		T_EQ(world__match(&w, 101, 7 + 2 * i, 900).record.ref, refs[i]);
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

/* In the kernel, with a chain that has only @mark. */
static int class_of_branches(uint64_t mark, uint64_t branches)
{
	const struct defer_sample sample = {
		.cpumode = DEFER_MISC_KERNEL,
		.user_half = DEFER_USER_BRANCHES,
		.chain = {(const uint8_t *)&mark, 1, false},
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
	T_EQ(class_of(DEFER_USER_DUMP, DEFER_MISC_GUEST_USER, 0, 0), DEFER_NOT_UNWOUND);
	T_EQ(class_of(DEFER_USER_DUMP, DEFER_MISC_GUEST_KERNEL, 0, 0), DEFER_KERNEL);
	T_EQ(class_of(DEFER_USER_DUMP, DEFER_MISC_KERNEL, 2, 0), DEFER_NOT_UNWOUND);
	T_EQ(class_of(DEFER_USER_DUMP, DEFER_MISC_KERNEL, 0, 5), DEFER_KERNEL);
	/* Branches are this task's only if it has a user half: a kernel thread finds others. */
	T_EQ(class_of(DEFER_USER_BRANCHES, DEFER_MISC_KERNEL, 0, 5), DEFER_KERNEL);
	T_EQ(class_of_branches(DEFER_CONTEXT_USER, 5), DEFER_NOT_UNWOUND);
	T_EQ(class_of_branches(DEFER_CONTEXT_USER, 0), DEFER_INLINE);
	T_EQ(class_of_branches(DEFER_CONTEXT_GUEST_USER, 5), DEFER_INLINE);
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
	{"small tables whose slots are asked for unevenly", test_few},
	{"several threads index the records", test_index},
	{"the memory that records take", test_memory},
	{"records far from each other in the stream", test_far},
	{"names of classes", test_class_names},
	{"samples that need no record", test_own_class},
	{"user halves that are elsewhere", test_user_halves},
	{0},
};

const struct test_suite suite__stitch_index = {
	"stitch-index", "What the stitcher takes and how it orders it", cases};
