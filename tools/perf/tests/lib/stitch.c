// SPDX-License-Identifier: GPL-2.0-only
/*
 * The record that a sample takes, for each sentence of the rule. Times are small numbers, distant
 * ones multiples of FAR. The process is 100, its threads are 100 and 101.
 */

#include "tests/stitch-world.h"

/* ---- which record -------------------------------------------------------------------- */

static int test_later_and_earlier(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 7, 1000);
	world__record(&w, 101, 9, 2000);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 900, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 1100, DEFER_MERGED_BACK);
	T_CLASS(&w, 101, 9, 1100, DEFER_MERGED);
	/* Within T_WRAP other records between do not matter. */
	T_CLASS(&w, 101, 9, 900, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 2100, DEFER_MERGED_BACK);
	T_EQ(world__match(&w, 101, 9, 900).record.time, 2000);
	T_EQ(world__match(&w, 101, 11, 900).cls, DEFER_NO_RECORD);
	world__exit(&w);
	return TEST_OK;
}

static int test_other_task(void)
{
	struct defer_stitch_sample sample;
	struct defer_verdict verdict;
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 7, 1000);
	world__seal(&w);
	T_EQ(world__match(&w, 100, 7, 900).cls, DEFER_NO_RECORD);
	T_EQ(world__match(&w, 102, 7, 900).cls, DEFER_NO_RECORD);
	sample = world__sample(&w, 101, 7, 900);
	sample.pid = 200;
	defer_stitch__match(w.st, &sample, &verdict);
	T_EQ(verdict.cls, DEFER_NO_RECORD);
	sample.pid = -1;
	defer_stitch__match(w.st, &sample, &verdict);
	T_EQ(verdict.cls, DEFER_MERGED);
	world__exit(&w);
	return TEST_OK;
}

static int test_lives(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__fork(&w, 101, 500);
	world__task_exit(&w, 101, 1000);
	world__record(&w, 101, 7, 1001);
	world__fork(&w, 101, 2000);
	world__record(&w, 101, 9, 2100);
	world__seal(&w);
	/* An exit does not end the life: the last record comes after it. */
	T_CLASS(&w, 101, 7, 990, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 1002, DEFER_MERGED_BACK);
	/* A fork does, to both sides. */
	T_EQ(world__match(&w, 101, 7, 2001).cls, DEFER_NO_RECORD);
	T_EQ(world__match(&w, 101, 7, 499).cls, DEFER_NO_RECORD);
	T_EQ(world__match(&w, 101, 9, 1999).cls, DEFER_NO_RECORD);
	T_CLASS(&w, 101, 9, 2001, DEFER_MERGED);
	/* The fork of another tid has nothing to say. */
	T_CLASS(&w, 101, 9, 2200, DEFER_MERGED_BACK);
	world__exit(&w);
	return TEST_OK;
}

static int test_exec(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 100, 7, 1000);
	world__exec(&w, 2000);
	world__record(&w, 100, 9, 3000);
	world__seal(&w);
	T_CLASS(&w, 100, 9, 1999, DEFER_EXEC);
	T_EQ(world__match(&w, 100, 9, 1999).record.cookie, 9);
	T_CLASS(&w, 100, 9, 2001, DEFER_MERGED);
	T_CLASS(&w, 100, 7, 1500, DEFER_MERGED_BACK);
	T_CLASS(&w, 100, 7, 2500, DEFER_EXEC);
	world__exit(&w);
	return TEST_OK;
}

static int test_exec_equal_times(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	w.order = 10;
	world__exec(&w, 1000);
	w.order = 12;
	world__record(&w, 100, 7, 1000);
	world__seal(&w);
	w.order = 9;
	T_CLASS(&w, 100, 7, 1000, DEFER_EXEC);
	w.order = 11;
	T_CLASS(&w, 100, 7, 1000, DEFER_MERGED);
	w.order = 13;
	T_CLASS(&w, 100, 7, 1000, DEFER_MERGED_BACK);
	world__exit(&w);
	return TEST_OK;
}

/* Thread 101 execs and goes on as 100. */
static int test_exec_takeover(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__task_exit(&w, 100, 1900);
	world__exec(&w, 2000);
	world__record(&w, 100, 9, 3000);
	world__seal(&w);
	T_CLASS(&w, 101, 9, 1500, DEFER_EXEC);
	T_EQ(world__match(&w, 101, 9, 1500).record.time, 3000);
	T_CLASS(&w, 100, 9, 2500, DEFER_MERGED);
	/* Without an exec in between, it is another task's record. */
	T_EQ(world__match(&w, 101, 9, 2500).cls, DEFER_NO_RECORD);
	T_EQ(world__match(&w, 101, 9, 3500).cls, DEFER_NO_RECORD);
	world__exit(&w);
	return TEST_OK;
}

static int test_takeover_of_another_life(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__exec(&w, 2000);
	world__fork(&w, 100, 2500);
	world__record(&w, 100, 9, 3000);
	world__seal(&w);
	T_EQ(world__match(&w, 101, 9, 1500).cls, DEFER_NO_RECORD);
	world__exit(&w);
	return TEST_OK;
}

/* ---- further apart than T_WRAP ----------------------------------------------------------- */

static int test_far_unbroken(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 5, 1000);
	world__record(&w, 101, 7, 2000 + 2 * FAR);
	world__record(&w, 100, 9, 2000 + FAR); /* another task's */
	world__seal(&w);
	T_CLASS(&w, 101, 7, 2000, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 1001, DEFER_MERGED);
	T_CLASS(&w, 101, 5, 1000 + FAR, DEFER_MERGED_BACK);
	world__exit(&w);
	return TEST_OK;
}

static int test_far_other_record(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 5, 1000);
	world__record(&w, 101, 7, 2000 + FAR);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 999, DEFER_AMBIGUOUS);
	T_EQ(world__match(&w, 101, 7, 999).record.cookie, 7);
	T_CLASS(&w, 101, 5, 2001 + FAR, DEFER_AMBIGUOUS);
	/* The very edge: T_WRAP apart is near enough, whatever is between. */
	T_CLASS(&w, 101, 7, 2001, DEFER_MERGED);
	T_CLASS(&w, 101, 5, 1000 + DEFER_T_WRAP, DEFER_MERGED_BACK);
	world__exit(&w);
	return TEST_OK;
}

static int test_far_loss(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__loss(&w, 10, 20);
	world__loss(&w, 5000, 6000);
	world__record(&w, 101, 7, 2000 + FAR);
	world__loss(&w, 3000 + FAR, 4000 + FAR);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 15, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 1900, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 1999, DEFER_AMBIGUOUS);
	/* Near: losses prove nothing against it. */
	T_CLASS(&w, 101, 7, 5500, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 6000, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 2500 + 2 * FAR, DEFER_AMBIGUOUS);
	world__exit(&w);
	return TEST_OK;
}

static int test_far_loss_elsewhere(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__loss(&w, 10, 20);
	world__record(&w, 101, 7, 2000 + FAR);
	world__loss(&w, 2000 + FAR, 4000 + FAR);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 20, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 19, DEFER_AMBIGUOUS);
	world__exit(&w);
	return TEST_OK;
}

/* A loss at one moment is one all the same. */
static int test_far_loss_moment(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__loss(&w, 5000, 5000);
	world__loss(&w, 0, 0);
	world__record(&w, 101, 7, 6000 + FAR);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 4999, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 5000, DEFER_MERGED);
	world__exit(&w);
	return TEST_OK;
}

/* What was lost at the end, after 1500, may have been an exec: one address may be its first return. */
static int test_tail_loss(void)
{
	struct defer_stitch_record rec = {
		.cookie = 7, .time = 2000, .pid = 100, .tid = 101, .nr = 1, .sum = 7};
	struct world w;

	world__init(&w, WORLD_TIMED);
	rec.ref = ++w.order;
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	T_EQ(defer_stitch__add_tail_loss(w.st, 1500), 0);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 1000, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 1600, DEFER_AMBIGUOUS);
	world__exit(&w);

	world__init(&w, WORLD_TIMED);
	rec.time = 1500;
	rec.ref = ++w.order;
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	T_EQ(defer_stitch__add_tail_loss(w.st, 1500), 0);
	world__seal(&w);
	T_CLASS(&w, 101, 7, 1000, DEFER_MERGED);
	world__exit(&w);
	return TEST_OK;
}

static int test_far_exec(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__exec(&w, 5000);
	world__record(&w, 100, 7, 5000 + FAR);
	world__record(&w, 100, 9, 6000 + FAR);
	world__seal(&w);
	T_CLASS(&w, 100, 7, 4000, DEFER_EXEC);
	/* The run is broken: it may not even be its record. */
	T_CLASS(&w, 100, 9, 4000, DEFER_AMBIGUOUS);
	world__exit(&w);
	return TEST_OK;
}

static int test_several(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 7, 1000);
	world__record(&w, 101, 7, 1200);
	world__record(&w, 101, 7, 1200 + 3 * FAR);
	world__seal(&w);
	T_EQ(world__match(&w, 101, 7, 900).record.time, 1000);
	T_EQ(world__match(&w, 101, 7, 1050).record.time, 1000);
	T_EQ(world__match(&w, 101, 7, 1150).record.time, 1200);
	T_EQ(world__match(&w, 101, 7, 2000).record.time, 1200);
	T_CLASS(&w, 101, 7, 1100, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 1200 + FAR, DEFER_AMBIGUOUS); /* far from all of them */
	/* Far from the last, and the one before that is as whole. */
	T_CLASS(&w, 101, 7, 1201 + 4 * FAR, DEFER_AMBIGUOUS);
	world__exit(&w);
	return TEST_OK;
}

/* All tasks in an invisible pid namespace have number 0: the exec may be that of another task. */
static int test_hidden_exec(void)
{
	struct defer_stitch_record rec = {
		.cookie = 7, .time = 3000000, .ref = 50, .cpu = 0, .nr = 3, .sum = 8};
	struct defer_stitch_task task = {.time = 2000000, .order = 40};
	struct defer_stitch_sample sample = {.cookie = 7, .time = 1000000, .order = 30};
	struct defer_verdict verdict;
	struct world w;

	world__init(&w, WORLD_TIMED);
	T_EQ(defer_stitch__add_exec(w.st, &task), 0);
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	rec = (struct defer_stitch_record){
		.cookie = 9, .time = 3500000, .ref = 60, .nr = 1, .sum = 5};
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	world__seal(&w);
	defer_stitch__match(w.st, &sample, &verdict);
	T_EQ(verdict.cls, DEFER_MERGED);
	/* A record of one address may be the first of a new program. */
	sample.cookie = 9;
	defer_stitch__match(w.st, &sample, &verdict);
	T_EQ(verdict.cls, DEFER_AMBIGUOUS);
	world__exit(&w);
	return TEST_OK;
}

/* Things on unknown CPUs may have either order: clocks differ. */
static int test_unknown_cpus(void)
{
	struct world w;

	world__init(&w, WORLD_TIMED);
	w.cpu = -1;
	world__exec(&w, 1000005);
	world__record(&w, 100, 7, 5000000);
	world__seal(&w);
	T_CLASS(&w, 100, 7, 1000000, DEFER_MERGED); /* of more than one address */
	T_CLASS(&w, 100, 7, 900000, DEFER_EXEC);
	world__exit(&w);
	return TEST_OK;
}

/* @nr execs a little before a sample, then a record as a new program's first one. */
static enum defer_class class_after_execs(unsigned int nr)
{
	struct defer_stitch_record rec = {.cookie = 7,
					  .time = 3000000,
					  .ref = 500,
					  .pid = 100,
					  .tid = 100,
					  .nr = 1,
					  .sum = 8};
	enum defer_class cls;
	struct world w;

	world__init(&w, WORLD_TIMED);
	for (unsigned int i = 0; i < nr; i++)
		world__exec(&w, 1000000 + i);
	if (defer_stitch__add_record(w.st, &rec))
		return DEFER_NR_CLASSES;
	world__seal(&w);
	cls = world__match(&w, 100, 7, 1000100).cls;
	world__exit(&w);
	return cls;
}

/* More execs than are looked at one by one: one of the others may lie between. */
static int test_many_execs(void)
{
	T_EQ(class_after_execs(1), DEFER_MERGED);
	T_EQ(class_after_execs(8), DEFER_MERGED);
	T_EQ(class_after_execs(9), DEFER_AMBIGUOUS);
	T_EQ(class_after_execs(100), DEFER_AMBIGUOUS);
	return TEST_OK;
}

/* Two records that are near, but whose chains differ: they cannot be of one run. */
static int test_several_unlike(void)
{
	struct defer_stitch_record rec = {
		.cookie = 7, .time = 1200, .ref = 50, .pid = 100, .tid = 101, .nr = 3, .sum = 8};
	struct world w;

	world__init(&w, WORLD_TIMED);
	world__record(&w, 101, 7, 1000);
	T_EQ(defer_stitch__add_record(w.st, &rec), 0);
	w.order = 100;
	world__seal(&w);
	T_CLASS(&w, 101, 7, 900, DEFER_MERGED);
	T_CLASS(&w, 101, 7, 1001, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 1199, DEFER_AMBIGUOUS);
	T_CLASS(&w, 101, 7, 1201, DEFER_MERGED_BACK);
	/* One of them is far: it is the other one's. */
	T_CLASS(&w, 101, 7, 1001 + DEFER_T_WRAP, DEFER_MERGED_BACK);
	world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a record later, a record earlier", test_later_and_earlier},
	{"other tasks' records", test_other_task},
	{"a fork begins a life, an exit ends none", test_lives},
	{"an exec between", test_exec},
	{"an exec at the same time", test_exec_equal_times},
	{"an exec by another thread than the first", test_exec_takeover},
	{"an exec of a process that is gone", test_takeover_of_another_life},
	{"far apart, unbroken", test_far_unbroken},
	{"far apart, another record between", test_far_other_record},
	{"far apart, a loss between", test_far_loss},
	{"far apart, a loss before or after", test_far_loss_elsewhere},
	{"far apart, a loss without length", test_far_loss_moment},
	{"a loss at the end", test_tail_loss},
	{"far apart, an exec between", test_far_exec},
	{"an exec of a task that is not known", test_hidden_exec},
	{"CPUs that are not known", test_unknown_cpus},
	{"more execs than are looked at", test_many_execs},
	{"several records with the cookie", test_several},
	{"several records with the cookie, unlike chains", test_several_unlike},
	{0},
};

const struct test_suite suite__stitch = {"stitch", "Which deferred record a sample takes", cases};
