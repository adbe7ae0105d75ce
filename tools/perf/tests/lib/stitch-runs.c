// SPDX-License-Identifier: GPL-2.0-only
/* Records in order of their cookies, and those that disturb the order. */
#include <stdlib.h>

#include <perf/defer-feed.h>

#include "tests/rng.h"
#include "tests/stitch-world.h"
#include "tests/tale.h"
#include "util/base/array.h"

#define NR_CPUS	   3
#define MAX_TOLD   40000 /* more than a block */
#define MAX_ASLEEP 64

/* How many of a thousand records do what. */
struct habits {
	unsigned int moves;  /* are of another CPU than the one before */
	unsigned int sleeps; /* entries whose record comes later, or never */
	unsigned int shares; /* have the cookie of an older one, in another task */
	unsigned int copies; /* are written twice */
	unsigned int skips;  /* entries without a record */
	int part;	     /* records until another stitcher takes the next ones */
};

/* What was told to stitchers, in order. */
struct story {
	const struct habits *habits;
	uint64_t rng;
	struct defer_stitch_record *told;
	int nr, nr_copies, cpu;
	uint64_t entries[NR_CPUS];
	uint64_t asleep[MAX_ASLEEP];
	int nr_asleep;
};

static bool story__chance(struct story *story, unsigned int of_thousand)
{
	return rng__below(&story->rng, 1000) < of_thousand;
}

static uint64_t story__enter(struct story *story)
{
	uint64_t *entries = &story->entries[story->cpu];

	*entries += 1 + story__chance(story, story->habits->skips);
	return (2 * *entries + 1) << 32 | (story->cpu + 1);
}

/* Returns the cookie of the next record. */
static uint64_t story__cookie(struct story *story)
{
	uint64_t cookie, *asleep;

	if (story__chance(story, story->habits->moves))
		story->cpu = rng__below(&story->rng, NR_CPUS);
	if (story->nr && story__chance(story, story->habits->shares))
		return story->told[rng__below(&story->rng, story->nr)].cookie;
	if (!story__chance(story, story->habits->sleeps))
		return story__enter(story);
	if (story->nr_asleep < MAX_ASLEEP) {
		story->asleep[story->nr_asleep++] = story__enter(story);
		return story__enter(story);
	}
	asleep = &story->asleep[rng__below(&story->rng, MAX_ASLEEP)];
	cookie = *asleep;
	*asleep = story__enter(story);
	return cookie;
}

static void story__add(struct story *story)
{
	struct defer_stitch_record *rec = &story->told[story->nr];

	if (story->nr && story__chance(story, story->habits->copies)) {
		*rec = story->told[rng__below(&story->rng, story->nr)];
		story->nr_copies++;
	} else {
		*rec = (struct defer_stitch_record){
			.cookie = story__cookie(story),
			.time = 1000 + 10 * story->nr,
			.pid = 100,
			.tid = 1000 + story->nr, /* so that no two records fit one sample */
			.cpu = story->cpu,
			.nr = 3,
		};
	}
	rec->ref = story->nr++;
}

/* Tells the story to two stitchers by turns, and merges them. */
static int story__tell(struct story *story, int nr, struct defer_stitch *st)
{
	struct defer_stitch_opts opts = {0};
	struct defer_stitch *other = defer_stitch__new(&opts);

	T_CHECK(other);
	while (story->nr < nr) {
		struct defer_stitch *to = story->nr / story->habits->part % 2 ? other : st;

		story__add(story);
		T_EQ(defer_stitch__add_record(to, &story->told[story->nr - 1]), 0);
	}
	T_EQ(defer_stitch__merge(st, other), 0);
	T_EQ(defer_stitch__seal(st), 0);
	defer_stitch__delete(other);
	return TEST_OK;
}

/* Matches a sample of @rec's run, by a thread that remembers its last ones, or by one that does not. */
static int match_run(const struct defer_stitch *st, struct defer_signs *signs,
		     const struct defer_stitch_record *rec, struct defer_verdict *verdict)
{
	const uint64_t ips[2] = {DEFER_CONTEXT_USER_DEFERRED, rec->cookie};
	const struct defer_sample sample = {
		.time = rec->time - 1,
		.pid = rec->pid,
		.tid = rec->tid,
		.cpu = rec->cpu,
		.cpumode = DEFER_MISC_KERNEL,
		.chain = {.ips = (const uint8_t *)ips, .nr = 2},
	};
	const struct defer_stitch_sample key = defer_stitch__sample(st, &sample, rec->ref);

	if (signs)
		return defer_stitch__classify(st, &sample, rec->ref, signs, verdict);
	defer_stitch__match(st, &key, verdict);
	return 0;
}

/* Checks that record @i of the story is found. Of copies, the first one is. */
static int check_told(const struct story *story, const struct defer_stitch *st,
		      struct defer_signs *signs, int i)
{
	const struct defer_stitch_record *rec = &story->told[i];
	struct defer_verdict verdict;

	T_EQ(match_run(st, signs, rec, &verdict), 0);
	T_EQ(verdict.cls, DEFER_MERGED);
	T_EQ(verdict.record.cookie, rec->cookie);
	T_EQ(verdict.record.tid, rec->tid);
	T_EQ(verdict.record.ref, rec->tid - 1000);
	return TEST_OK;
}

/* Checks that a cookie that no record has is not found. */
static int check_untold(const struct defer_stitch *st, struct defer_signs *signs, uint64_t cookie)
{
	const struct defer_stitch_record rec = {
		.cookie = cookie, .time = 1000, .pid = 100, .tid = 1000};
	struct defer_verdict verdict;

	T_EQ(match_run(st, signs, &rec, &verdict), 0);
	T_EQ(verdict.cls, DEFER_NO_RECORD);
	return TEST_OK;
}

static int check_answers(struct story *story, const struct defer_stitch *st)
{
	struct defer_signs *signs = defer_signs__new(st);
	struct defer_stitch_stats stats;

	T_CHECK(signs);
	defer_stitch__stats(st, &stats);
	T_EQ(stats.duplicates, story->nr_copies);
	for (int i = 0; i < story->nr; i++)
		T_RUN(check_told(story, st, signs, i));
	for (int i = 0; i < story->nr; i++) {
		T_RUN(check_told(story, st, signs, rng__below(&story->rng, story->nr)));
		T_RUN(check_told(story, st, NULL, i));
	}
	for (int i = 0; i < story->nr_asleep; i++) {
		T_RUN(check_untold(st, signs, story->asleep[i]));
		T_RUN(check_untold(st, NULL, story->asleep[i]));
	}
	T_RUN(check_untold(st, signs, 5ULL << 32 | (NR_CPUS + 1)));
	T_RUN(check_untold(st, signs, UINT64_MAX));
	T_RUN(check_untold(st, signs, 1));
	defer_signs__delete(signs);
	return TEST_OK;
}

static int check_story(const struct habits *habits, int nr, uint64_t seed)
{
	struct defer_stitch_opts opts = {0};
	struct defer_stitch *st = defer_stitch__new(&opts);
	struct story story = {
		.habits = habits, .rng = seed, .told = calloc(nr, sizeof(*story.told))};

	if (!st || !story.told)
		abort();
	T_RUN(story__tell(&story, nr, st));
	T_RUN(check_answers(&story, st));
	free(story.told);
	defer_stitch__delete(st);
	return TEST_OK;
}

static int check_habits(const struct habits *habits)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		T_RUN(check_story(habits, 15 + seed, seed));
		T_RUN(check_story(habits, 500, seed));
	}
	return check_story(habits, MAX_TOLD, 99);
}

static int test_in_order(void)
{
	static const struct habits habits[] = {
		{.part = MAX_TOLD},	   {.part = 1700}, {.part = 1700, .moves = 1, .skips = 100},
		{.part = 100, .moves = 5}, {.part = 1},
	};

	for (size_t i = 0; i < ARRAY_SIZE(habits); i++)
		T_RUN(check_habits(&habits[i]));
	return TEST_OK;
}

static int test_disturbed(void)
{
	static const struct habits habits[] = {
		{.part = MAX_TOLD, .sleeps = 10},
		{.part = 1700, .moves = 3, .sleeps = 10},
		{.part = 300, .moves = 3, .sleeps = 100},
		{.part = 1700, .moves = 300, .sleeps = 300},
		{.part = 1700, .sleeps = 1000},
	};

	for (size_t i = 0; i < ARRAY_SIZE(habits); i++)
		T_RUN(check_habits(&habits[i]));
	return TEST_OK;
}

static int test_shared(void)
{
	static const struct habits habits[] = {
		{.part = MAX_TOLD, .shares = 10},
		{.part = 1700, .moves = 3, .shares = 3, .copies = 3},
		{.part = 300, .moves = 3, .copies = 100},
		{.part = 1700, .sleeps = 20, .shares = 20, .copies = 20},
		{.part = 1700, .moves = 100, .shares = 300, .copies = 300},
	};

	for (size_t i = 0; i < ARRAY_SIZE(habits); i++)
		T_RUN(check_habits(&habits[i]));
	return TEST_OK;
}

#define NR_WIDE 40

/* Runs that lie within others, or around them, and meet at their ends. */
static int test_overlaps(void)
{
	/* The first entry of each run, and the step to the next one. */
	static const struct {
		uint64_t first, step;
	} runs[] = {
		{1000, 1}, {1000 + NR_WIDE - 1, 1}, {1, 1000},		 {1000 + 2 * NR_WIDE, 1},
		{500, 1},  {1000 - NR_WIDE, 1},	    {1, (1U << 31) / 64}};
	struct defer_stitch_record rec = {.pid = 100, .tid = 101, .cpu = 0, .nr = 3};
	struct world w;

	world__init(&w, WORLD_TIMED);
	for (size_t r = 0; r < ARRAY_SIZE(runs); r++) {
		for (uint64_t i = 0; i < NR_WIDE; i++) {
			rec.tid = 101 + r;
			rec.cookie = (2 * (runs[r].first + runs[r].step * i) + 1) << 32 | 1;
			rec.time = 1000 + rec.ref;
			T_EQ(defer_stitch__add_record(w.st, &rec), 0);
			rec.ref++;
		}
	}
	world__seal(&w);
	for (size_t r = 0; r < ARRAY_SIZE(runs); r++)
		for (uint64_t i = 0; i < NR_WIDE; i++)
			T_EQ(world__match(&w, 101 + r,
					  (2 * (runs[r].first + runs[r].step * i) + 1) << 32 | 1,
					  900)
				     .record.ref,
			     r * NR_WIDE + i);
	world__exit(&w);
	return TEST_OK;
}

/* Memory of the arrays that grow with records, bytes. */
static void *counted__resize(void *ctx, void *old, size_t size)
{
	size_t *sum = ctx, *head = old ? (size_t *)old - 2 : NULL, was = head ? *head : 0;
	size_t *grown = realloc(head, size + 2 * sizeof(*grown));

	if (!grown)
		return NULL;
	*sum += size - was;
	*grown = size;
	return grown + 2;
}

static void counted__release(void *ctx, void *array)
{
	size_t *sum = ctx, *head = array ? (size_t *)array - 2 : NULL;

	if (head)
		*sum -= *head;
	free(head);
}

#define NR_FED	 20000 /* as many as two feeds have room for when each has half of them */
#define FED_PART 1000

/* Sets @bytes to the memory of records in order that @nr_feeds feeds take by turns. */
static int feed_by_turns(int nr_feeds, size_t *bytes)
{
	const struct defer_feed_user user = {.nr = 3};
	size_t counted = 0, now;
	const struct defer_memory memory = {
		.resize = counted__resize, .release = counted__release, .ctx = &counted};
	struct tale tales[2];

	for (int i = 0; i < nr_feeds; i++) {
		tale__init(&tales[i], WITH_CPU);
		defer_feed__keep_in(tales[i].feed, &memory);
	}
	for (int i = 0; i < NR_FED; i++) {
		struct tale *t = &tales[i / FED_PART % nr_feeds];
		struct defer_event ev = tale__event(t, DEFER_RECORD_CALLCHAIN_DEFERRED, 1000 + i);

		if (i % FED_PART == 0)
			T_EQ(defer_feed__begin(t->feed, i), 0);
		ev.deferred.cookie = (2ULL * i + 1) << 32 | 1;
		T_EQ(defer_feed__event(t->feed, &ev, i, &user), 0);
	}
	for (int i = 1; i < nr_feeds; i++)
		T_EQ(defer_feed__merge(tales[0].feed, tales[i].feed), 0);
	tale__seal(&tales[0]);
	now = counted;
	for (int i = 0; i < nr_feeds; i++)
		tale__exit(&tales[i]);
	T_EQ(counted, 0);
	*bytes = now;
	return TEST_OK;
}

/* Records need no hash, whichever workers take the parts of a stream. */
static int test_turns(void)
{
	size_t one, two;

	T_RUN(feed_by_turns(1, &one));
	T_RUN(feed_by_turns(2, &two));
	T_EQ(one, two);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"records in order, in parts", test_in_order},	    {"entries that sleep", test_disturbed},
	{"cookies that several records have", test_shared}, {"runs that overlap", test_overlaps},
	{"runs in parts that two feeds took", test_turns},  {0},
};

const struct test_suite suite__stitch_runs = {
	"stitch-runs", "Records in the order of their cookies, and others", cases};
