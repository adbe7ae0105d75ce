// SPDX-License-Identifier: GPL-2.0-only
/* Why a sample has no record; and files without timestamps. */

#include "tests/stitch-world.h"

/* ---- no record --------------------------------------------------------------------------- */

static int test_pending(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 5, 1000);
	world__record(&w, 102, 9, 3000);
	world__loss(&w, 400, 500);
	world__seal(&w);
	world__user(&w, 101, 5, 990);
	/* Neither progress of another task nor an earlier loss is a sign. */
	T_CLASS(&w, 101, 7, 1001, DEFER_PENDING);
	T_CLASS(&w, 103, 7, 501, DEFER_PENDING);
	/* A later loss may hide the sign. */
	T_CLASS(&w, 103, 7, 499, DEFER_LOST);
	T_CLASS(&w, 103, 7, 1, DEFER_LOST);
	world__exit(&w);
	return TEST_OK;
}

/* A task is in one entry at a time: a later sample of another one is a sign, in the kernel too. */
static int test_pending_once(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__seal(&w);
	world__unmatched(&w, 101, 7, 1000);
	world__unmatched(&w, 101, 9, 2000);
	world__unmatched(&w, 101, 9, 2500);
	world__unmatched(&w, 102, 11, 3000);
	T_CLASS(&w, 101, 7, 1000, DEFER_LOST);
	T_CLASS(&w, 101, 9, 2000, DEFER_PENDING);
	T_CLASS(&w, 101, 9, 2500, DEFER_PENDING);
	T_CLASS(&w, 102, 11, 3000, DEFER_PENDING);
	world__exit(&w);
	return TEST_OK;
}

static int test_lost_by_record(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 9, 3000);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 2999, DEFER_LOST);
	T_CLASS(&w, 101, 7, 3001, DEFER_PENDING);
	world__exit(&w);
	return TEST_OK;
}

static int test_lost_by_user_mode(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__seal(&w);
	world__user(&w, 101, 11, 5000);
	world__user(&w, 101, 0, 2000);
	T_CLASS(&w, 101, 7, 1000, DEFER_LOST);
	T_CLASS(&w, 101, 7, 2500, DEFER_LOST);
	T_CLASS(&w, 101, 7, 5000, DEFER_PENDING);
	T_CLASS(&w, 101, 7, 6000, DEFER_PENDING);
	T_CLASS(&w, 100, 7, 1000, DEFER_PENDING);
	world__exit(&w);
	return TEST_OK;
}

/* Signs of a task before and after those of so many others that they are stored anew. */
static int test_lost_among_many(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__seal(&w);
	for (int32_t tid = 101; tid < 121; tid++)
		world__user(&w, tid, 5, 1000);
	for (int32_t tid = 201; tid < 401; tid++)
		world__user(&w, tid, 5, 1000);
	for (int32_t tid = 101; tid < 121; tid++)
		world__user(&w, tid, 5, 2000);
	for (int32_t tid = 101; tid < 121; tid++) {
		T_CLASS(&w, tid, 7, 1999, DEFER_LOST);
		T_CLASS(&w, tid, 7, 2000, DEFER_PENDING);
	}
	for (int32_t tid = 201; tid < 401; tid++)
		T_CLASS(&w, tid, 7, 1000, DEFER_PENDING);
	world__exit(&w);
	return TEST_OK;
}

/* In user mode, but in the run that is asked about: it is not over by that. */
static int test_user_mode_of_own_run(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__seal(&w);
	world__user(&w, 101, 7, 2000);
	world__user(&w, 101, 7, 2500);
	world__user(&w, 101, 5, 1500);
	world__user(&w, 101, 3, 1200);
	T_CLASS(&w, 101, 7, 1900, DEFER_PENDING);
	T_CLASS(&w, 101, 7, 1400, DEFER_LOST);
	T_CLASS(&w, 101, 5, 1400, DEFER_LOST);
	T_CLASS(&w, 101, 9, 2400, DEFER_LOST);
	world__exit(&w);
	return TEST_OK;
}

static int test_exited(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 5, 1000);
	world__task_exit(&w, 101, 2000);
	world__record(&w, 101, 9, 2001);
	world__fork(&w, 101, 3000);
	world__seal(&w);
	world__user(&w, 101, 5, 990);
	T_CLASS(&w, 101, 7, 1500, DEFER_EXITED);
	T_CLASS(&w, 101, 7, 995, DEFER_LOST); /* the record of 5 comes first */
	T_CLASS(&w, 101, 7, 900, DEFER_LOST);
	T_CLASS(&w, 101, 7, 2500, DEFER_LOST); /* a new life without an exit */
	T_CLASS(&w, 101, 7, 3001, DEFER_PENDING);
	world__exit(&w);
	return TEST_OK;
}

static int test_exited_after_user_mode(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__task_exit(&w, 101, 2000);
	world__seal(&w);
	world__user(&w, 101, 11, 1700);
	T_CLASS(&w, 101, 7, 1500, DEFER_LOST);
	T_CLASS(&w, 101, 7, 1800, DEFER_EXITED);
	world__exit(&w);
	return TEST_OK;
}

static int test_exited_after_loss(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__loss(&w, 1000, 1100);
	world__task_exit(&w, 101, 2000);
	world__loss(&w, 2000, 2100);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 1050, DEFER_LOST);
	T_CLASS(&w, 101, 7, 900, DEFER_LOST);
	T_CLASS(&w, 101, 7, 1100, DEFER_EXITED);
	world__exit(&w);
	return TEST_OK;
}

/* Signs belong to the life in which they were seen. */
static int test_signs_of_lives(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__fork(&w, 101, 1000);
	world__task_exit(&w, 101, 2000);
	world__fork(&w, 101, 3000);
	world__seal(&w);
	world__user(&w, 101, 11, 3500);
	T_CLASS(&w, 101, 7, 1500, DEFER_EXITED);
	T_CLASS(&w, 101, 7, 3100, DEFER_LOST);
	world__exit(&w);
	return TEST_OK;
}

/* A thread that execs continues under the tid of its process, which has the signs. */
static int test_after_takeover(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__task_exit(&w, 100, 1900);
	world__task_exit(&w, 102, 1901);
	world__exec(&w, 2000);
	world__record(&w, 100, 9, 4000);
	world__exec(&w, 5000);
	world__task_exit(&w, 100, 6000);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 1500, DEFER_LOST);
	T_CLASS(&w, 102, 7, 1500, DEFER_EXITED);
	T_CLASS(&w, 101, 7, 4500, DEFER_EXITED);
	T_CLASS(&w, 101, 7, 5500, DEFER_PENDING);
	world__exit(&w);
	return TEST_OK;
}

static int test_takeover_after_loss(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__loss(&w, 1600, 1700);
	world__exec(&w, 2000);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 1500, DEFER_LOST);
	T_CLASS(&w, 101, 7, 1800, DEFER_PENDING);
	world__exit(&w);
	return TEST_OK;
}

/* The same after a loss that only the number of samples shows. */
static int test_takeover_after_tail_loss(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	T_EQ(defer_stitch__add_tail_loss(w.st, 1600), 0);
	world__exec(&w, 2000);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 1500, DEFER_LOST);
	world__exit(&w);
	return TEST_OK;
}

/* Notes a sample of @tid with another cookie, before all that is at its time, or behind it. */
static int note_at(struct world *w, int tid, uint64_t time, bool behind)
{
	struct defer_stitch_sample sample = world__sample(w, tid, 13, time);

	if (!behind)
		sample.order = 0;
	T_EQ(defer_signs__note(w->signs, &sample), 0);
	return TEST_OK;
}

/*
 * A task exits at 980, and its tid is forked anew at 1000. A sample at that very time is the new task's, be it
 * before or behind the fork in the stream, and whichever of the two lives was looked at before.
 */
static int check_fork_time(uint64_t hint, bool behind, uint64_t time, enum defer_class want)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 102, 1, 500);
	world__task_exit(&w, 101, 980);
	world__fork(&w, 101, 1000);
	world__seal(&w);
	world__user(&w, 101, 7, hint);
	T_RUN(note_at(&w, 101, 1000, behind));
	T_CLASS(&w, 101, 7, time, want);
	world__exit(&w);
	return TEST_OK;
}

static int test_fork_time(void)
{
	T_RUN(check_fork_time(1500, false, 950, DEFER_EXITED));
	T_RUN(check_fork_time(1500, true, 950, DEFER_EXITED));
	T_RUN(check_fork_time(900, true, 950, DEFER_EXITED));
	T_RUN(check_fork_time(900, false, 950, DEFER_EXITED));
	return TEST_OK;
}

static int test_merged_signs(void)
{
	struct defer_stitch_sample sample;
	struct defer_signs *from;
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__seal(&w);
	from = defer_signs__new(w.st);
	T_CHECK(from);
	/* Enough of them that the tables grow. */
	for (int tid = 1000; tid < 2000; tid++) {
		world__user(&w, tid, 11, 1000 + tid % 7);
		sample = world__sample(&w, tid, 13, 2000 + tid % 7);
		T_EQ(defer_signs__note(from, &sample), 0);
		sample = world__sample(&w, tid, 15, 3000);
		T_EQ(defer_signs__note(from, &sample), 0);
	}
	T_EQ(defer_signs__merge(w.signs, from), 0);
	defer_signs__delete(from);
	for (int tid = 1000; tid < 2000; tid++) {
		T_CLASS(&w, tid, 7, 2999, DEFER_LOST);
		T_CLASS(&w, tid, 7, 3000, DEFER_PENDING);
		T_CLASS(&w, tid, 15, 1999 + tid % 7, DEFER_LOST);
		T_CLASS(&w, tid, 15, 2000 + tid % 7, DEFER_PENDING);
	}
	world__exit(&w);
	return TEST_OK;
}

/* ---- no timestamps ----------------------------------------------------------------------- */

static int test_no_time_neighbours(void)
{
	struct world w;

	world__init(&w, WORLD_NO_TIME);
	world__record(&w, 101, 5, 10);
	world__record(&w, 100, 3, 15); /* another task's */
	world__record(&w, 101, 7, 20);
	world__record(&w, 101, 9, 30);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 18, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 11, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 22, DEFER_MERGED_BACK);
	T_CLASS(&w, 101, 9, 1000, DEFER_MERGED_BACK);
	/* Nearness proves nothing. */
	T_CLASS(&w, 101, 7, 9, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 5, 21, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 9, 19, DEFER_AMBIGUOUS);
	world__exit(&w);
	return TEST_OK;
}

static int test_no_time_two(void)
{
	struct defer_stitch_record rec = {
		.cookie = 7, .time = 40, .ref = 40, .pid = 100, .tid = 101, .nr = 3, .sum = 8};
	struct world w;

	world__init(&w, WORLD_NO_TIME);
	w.order = 20;
	world__record(&w, 101, 7, 20);
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 30, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 10, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 50, DEFER_AMBIGUOUS);
	world__exit(&w);
	return TEST_OK;
}

static int test_no_time_copies(void)
{
	struct defer_stitch_stats stats;
	struct world w;

	world__init(&w, WORLD_NO_TIME);
	world__record(&w, 101, 7, 20);
	world__record(&w, 101, 9, 30);
	world__record(&w, 101, 7, 40);
	world__record(&w, 101, 9, 50);
	world__seal(&w);
	defer_stitch__stats(w.st, &stats);
	T_EQ(stats.duplicates, 2);
	T_CLASS(&w, 101, 7, 10, DEFER_MERGED);
	T_CLASS(&w, 101, 9, 35, DEFER_MERGED_BACK);
	world__exit(&w);
	return TEST_OK;
}

static int test_no_time_loss(void)
{
	struct world w;

	world__init(&w, WORLD_NO_TIME);
	world__loss(&w, 12, 14);
	world__record(&w, 101, 7, 20);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 13, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 10, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 14, DEFER_MERGED);
	world__exit(&w);
	return TEST_OK;
}

/* Across CPUs the order of the file is not that of time: an exec nearby may lie between. */
static int test_no_time_exec(void)
{
	struct world w;

	world__init(&w, WORLD_NO_TIME);
	world__record(&w, 100, 5, 10);
	world__exec(&w, 15);
	world__record(&w, 100, 7, 20);
	world__record(&w, 100, 9, 30);
	world__seal(&w);
	T_CLASS(&w, 100, 7, 14, DEFER_EXEC);
	T_CLASS(&w, 100, 7, 16, DEFER_MERGED);
	T_CLASS(&w, 100, 7, 21, DEFER_MERGED_BACK);
	w.cpu = 1;
	T_CLASS(&w, 100, 7, 14, DEFER_EXEC);
	T_CLASS(&w, 100, 7, 16, DEFER_AMBIGUOUS);
	T_CLASS(&w, 100, 7, 21, DEFER_AMBIGUOUS);
	T_CLASS(&w, 100, 5, 12, DEFER_AMBIGUOUS);
	/* Further away from it there is nothing to fear. */
	T_CLASS(&w, 100, 9, 25, DEFER_MERGED);
	T_CLASS(&w, 100, 9, 35, DEFER_MERGED_BACK);
	world__exit(&w);
	return TEST_OK;
}

/*
 * A sample at the very time of an exec, but before it in the stream, is of the old program, whichever program
 * was looked at before.
 */
static int check_exec_time(uint64_t hint)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 102, 1, 500);
	world__task_exit(&w, 100, 980);
	world__exec(&w, 1000);
	world__seal(&w);
	world__user(&w, 100, 7, hint);
	T_RUN(note_at(&w, 100, 1000, false));
	T_CLASS(&w, 100, 7, 950, DEFER_LOST);
	world__exit(&w);
	return TEST_OK;
}

static int test_exec_time(void)
{
	T_RUN(check_exec_time(900));
	T_RUN(check_exec_time(1500));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"pending: nothing more is heard", test_pending},
	{"pending: in one entry only", test_pending_once},
	{"lost: another record comes first", test_lost_by_record},
	{"lost: it was in user mode since", test_lost_by_user_mode},
	{"lost: the same of many tasks", test_lost_among_many},
	{"user mode in the run itself", test_user_mode_of_own_run},
	{"exited", test_exited},
	{"exited after it was in user mode", test_exited_after_user_mode},
	{"exited after a loss", test_exited_after_loss},
	{"signs of several lives", test_signs_of_lives},
	{"exec under another tid, then silence or not", test_after_takeover},
	{"exec under another tid, after a loss", test_takeover_after_loss},
	{"exec under another tid, after a loss at the end", test_takeover_after_tail_loss},
	{"samples at the very time of a fork", test_fork_time},
	{"a sample at the very time of an exec", test_exec_time},
	{"signs of several workers", test_merged_signs},
	{"no times: the nearest records of the task", test_no_time_neighbours},
	{"no times: two records with the cookie", test_no_time_two},
	{"no times: records written twice", test_no_time_copies},
	{"no times: a loss between", test_no_time_loss},
	{"no times: an exec nearby", test_no_time_exec},
	{0},
};

const struct test_suite suite__stitch_settle = {
	"stitch-settle", "Samples without a record, files without timestamps", cases};
