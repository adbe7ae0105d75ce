// SPDX-License-Identifier: GPL-2.0-only
/* Since when a buffer lost records, and what that makes of samples. */
#include <stdlib.h>

#include "tests/tale.h"

/*
 * The buffer of CPU 0 loses the record of a task, then the CPU is idle for long. Its LOST comes
 * with its next record, when other CPUs' buffers were read many times.
 */
static void tell_idle_loss(struct tale *t, bool parts)
{
	t->cpu = 0;
	t->id = 1;
	tale__sample(t, 1000000);
	t->cpu = 1;
	t->id = 2;
	tale__task_exit(t, 2000000);
	for (uint64_t time = 3000000; time < 9000000; time += 1000000) {
		if (parts)
			must(!defer_feed__begin(t->feed, t->order + 1));
		tale__sample(t, time);
	}
	t->cpu = 0;
	t->id = 1;
	tale__lost(t, 20000000);
	tale__sample(t, 20000001);
}

static int check_idle_loss(uint64_t sample_type, bool parts, uint64_t known_since)
{
	struct tale t;

	tale__init(&t, sample_type);
	tell_idle_loss(&t, parts);
	tale__seal(&t);
	/* The loss lies on both sides of the exit. */
	T_TALE(&t, 1000000, DEFER_LOST);
	/* Nothing was lost before the last record of that buffer. */
	if (known_since) {
		tale__exit(&t);
		tale__init(&t, sample_type);
		t.cpu = 0;
		tale__task_exit(&t, known_since - 500000);
		tell_idle_loss(&t, parts);
		tale__seal(&t);
		T_TALE(&t, known_since - 900000, DEFER_EXITED);
	}
	tale__exit(&t);
	return TEST_OK;
}

static int test_idle_loss(void)
{
	for (int parts = 0; parts < 2; parts++) {
		T_RUN(check_idle_loss(WITH_IDS, parts, 1000000));
		/* The thread that LOST names was never heard of: its buffer may be that. */
		T_RUN(check_idle_loss(WITH_CPU, parts, 0));
		T_RUN(check_idle_loss(TIMED, parts, 0));
	}
	return TEST_OK;
}

/* Without ids the buffer is the CPU's or the thread's: the loss began after the earlier one. */
static int test_loss_of_cpu_or_thread(void)
{
	struct tale t;

	tale__init(&t, WITH_CPU);
	t.cpu = 0;
	tale__sample(&t, 1000000); /* of CPU 0 */
	t.tid = 9;
	t.cpu = 1;
	tale__comm(&t, 5000000, false); /* of thread 9 */
	t.tid = 5;
	tale__task_exit(&t, 3000000);
	t.cpu = 0;
	t.tid = 9;
	tale__lost(&t, 8000000);
	t.tid = 5;
	tale__seal(&t);
	T_TALE(&t, 2000000, DEFER_LOST);
	tale__exit(&t);

	tale__init(&t, WITH_CPU);
	t.tid = 9;
	tale__comm(&t, 5000000, false);
	t.tid = 5;
	tale__task_exit(&t, 3000000);
	tale__sample(&t, 6000000);
	t.tid = 9;
	tale__lost(&t, 8000000);
	t.tid = 5;
	tale__seal(&t);
	T_TALE(&t, 2000000, DEFER_EXITED);
	tale__exit(&t);
	return TEST_OK;
}

/*
 * A loss without a LOST record, because the buffer had no further record. The event's sum shows it.
 */
static int test_tail_loss(void)
{
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	tale__sample(&t, 5000000);
	tale__task_exit(&t, 3000000);
	tale__record(&t, 8000000, one_ip, 1);
	tale__lost_samples(&t, 2);
	tale__seal(&t);
	T_TALE(&t, 7000000, DEFER_AMBIGUOUS); /* the exec may be what was lost */
	T_TALE(&t, 9000000, DEFER_MERGED_BACK);
	tale__exit(&t);

	/* The sum is that of the LOST records. */
	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	tale__lost(&t, 2000000);
	tale__sample(&t, 5000000);
	tale__record(&t, 8000000, one_ip, 1);
	tale__lost_samples(&t, 3);
	tale__seal(&t);
	T_TALE(&t, 7000000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

/* The events show that only samples were lost: no stack and no exec is missing. */
static int test_samples_lost(void)
{
	struct tale t;

	for (uint64_t told = 2; told < 4; told++) {
		tale__init(&t, WITH_IDS);
		tale__sample(&t, 1000000);
		t.id = 7;
		tale__lost(&t, 5000000);
		tale__lost_samples(&t, told);
		t.id = 1;
		tale__record(&t, 8000000, one_ip, 1);
		tale__seal(&t);
		/* Two of three accounted for: the third may be anything. */
		T_TALE(&t, 2000000, told == 3 ? DEFER_MERGED : DEFER_AMBIGUOUS);
		tale__exit(&t);
	}

	/* One of the lost records belonged to the event that tracks tasks. */
	tale__init(&t, WITH_IDS);
	tale__lost(&t, 5000000);
	tale__lost_samples(&t, 1);
	t.id = 7;
	tale__lost_samples(&t, 2);
	t.id = 1;
	tale__record(&t, 8000000, one_ip, 1);
	tale__seal(&t);
	T_TALE(&t, 2000000, DEFER_AMBIGUOUS);
	tale__exit(&t);
	return TEST_OK;
}

/* Samples that a user's filter dropped were not lost. */
static int test_filtered(void)
{
	struct defer_event ev;
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	tale__record(&t, 8000000, one_ip, 1);
	ev = tale__event(&t, DEFER_RECORD_LOST_SAMPLES, 0);
	ev.misc = DEFER_MISC_LOST_SAMPLES_BPF;
	ev.lost.lost = 9;
	tale__tell(&t, &ev);
	tale__seal(&t);
	T_TALE(&t, 7000000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

/* A loss in an unknown buffer may have begun at any time. */
static int test_loss_of_unknown_buffer(void)
{
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	tale__task_exit(&t, 5000000);
	tale__sample(&t, 9000000);
	t.id = 2;
	tale__lost(&t, 20000000);
	tale__seal(&t);
	T_TALE(&t, 4000000, DEFER_LOST);
	tale__exit(&t);
	return TEST_OK;
}

/* A synthesized record came through no buffer, so it does not advance the buffer's clock. */
static int test_made_up(void)
{
	struct defer_feed_stats stats;
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 50000000);
	tale__comm(&t, 0, false);
	tale__sample(&t, 50000001);
	tale__seal(&t);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.clock_steps, 0);
	tale__exit(&t);
	return TEST_OK;
}

/*
 * The clock of a buffer stepped back, then it lost records, perhaps that of an exec: the loss began
 * after the record before it, not after the latest time ever seen.
 */
static int check_loss_after_step(uint64_t sample_type, bool parts, enum defer_class want)
{
	struct tale t;

	tale__init(&t, sample_type);
	tale__sample(&t, 50000000);
	if (parts)
		must(!defer_feed__begin(t.feed, t.order + 1));
	tale__sample(&t, 5000000);
	if (parts)
		must(!defer_feed__begin(t.feed, t.order + 1));
	tale__lost(&t, 20000000);
	t.cpu = 1;
	t.id = 2;
	tale__record(&t, 15000000, one_ip, 1);
	t.cpu = 0;
	tale__seal(&t);
	T_TALE(&t, 6000000, want);
	tale__exit(&t);
	return TEST_OK;
}

static int test_loss_after_step(void)
{
	T_RUN(check_loss_after_step(WITH_IDS, false, DEFER_AMBIGUOUS));
	T_RUN(check_loss_after_step(WITH_IDS, true, DEFER_AMBIGUOUS));
	return TEST_OK;
}

/* Two threads' buffers on one CPU: the later one shows how far the CPU has come. */
static int check_loss_of_two_buffers(bool parts, bool thread_known, enum defer_class want)
{
	struct tale t;

	tale__init(&t, WITH_CPU);
	t.tid = 9;
	if (thread_known)
		tale__comm(&t, 50000000, false);
	t.tid = 5;
	tale__task_exit(&t, 30000000);
	tale__sample(&t, 50000000);
	if (parts)
		must(!defer_feed__begin(t.feed, t.order + 1));
	tale__sample(&t, 20000000);
	if (parts)
		must(!defer_feed__begin(t.feed, t.order + 1));
	t.tid = 9;
	tale__lost(&t, 60000000);
	t.tid = 5;
	tale__seal(&t);
	T_TALE(&t, 25000000, want);
	tale__exit(&t);
	return TEST_OK;
}

static int test_loss_of_two_buffers(void)
{
	for (int parts = 0; parts < 2; parts++) {
		T_RUN(check_loss_of_two_buffers(parts, true, DEFER_EXITED));
		T_RUN(check_loss_of_two_buffers(parts, false, DEFER_LOST));
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a loss that is told much later", test_idle_loss},
	{"a buffer that is a CPU's or a thread's", test_loss_of_cpu_or_thread},
	{"a loss that no record tells", test_tail_loss},
	{"a loss of samples alone", test_samples_lost},
	{"what a filter left out", test_filtered},
	{"a loss of a buffer that nobody heard of", test_loss_of_unknown_buffer},
	{"a record that the recorder made up", test_made_up},
	{"a loss after a clock stepped back", test_loss_after_step},
	{"a loss of one of a CPU's buffers", test_loss_of_two_buffers},
	{0},
};

const struct test_suite suite__feed_loss = {"feed-loss", "Losses of buffers", cases};
