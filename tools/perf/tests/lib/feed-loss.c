// SPDX-License-Identifier: GPL-2.0-only
/* Since when a buffer lost records, and what that makes of samples. */
#include <stdlib.h>

#include <perf/defer-feed.h>

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

/* Each of 100 CPUs has a buffer of its own: how far that of CPU @lossy has come tells since when it loses. */
static int check_many_buffers(int32_t lossy, uint64_t latest, enum defer_class cls)
{
	struct tale t;

	tale__init(&t, WITH_CPU);
	t.cpu = 100;
	tale__task_exit(&t, 3000000);
	t.tid = 9;
	tale__comm(&t, 5000000, false);
	for (t.cpu = 0; t.cpu < 100; t.cpu++)
		tale__sample(&t, t.cpu == lossy ? latest : 4000000 - latest);
	t.cpu = lossy;
	tale__lost(&t, 8000000);
	t.tid = 5;
	tale__seal(&t);
	T_TALE(&t, 2000000, cls);
	tale__exit(&t);
	return TEST_OK;
}

static int test_many_buffers(void)
{
	for (int32_t cpu = 0; cpu < 100; cpu++) {
		T_RUN(check_many_buffers(cpu, 1000000, DEFER_LOST));
		T_RUN(check_many_buffers(cpu, 3500000, DEFER_EXITED));
	}
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

/* Passes the sign of a life that goes on, and ends a round. */
static void tale__round(struct tale *t, uint64_t time)
{
	tale__sample(t, time);
	defer_feed__round(t->feed, ++t->order);
}

/* Passes a trace in which the events account for all losses, and returns the class of a sample. */
static enum defer_class class_if_samples_lost(struct tale *t, bool unfinished)
{
	enum defer_class cls;

	t->id = 7;
	tale__lost(t, 5000000);
	tale__lost_samples(t, 3);
	t->id = 1;
	tale__record(t, 8000000, one_ip, 1);
	/* All of it was written before the last whole round. */
	tale__round(t, 9000000);
	tale__round(t, 9500000);
	if (unfinished)
		defer_feed__set_unfinished(t->feed);
	tale__seal(t);
	cls = tale__class(t, 2000000, t->order + 100);
	tale__exit(t);
	return cls;
}

/* The event that tracks tasks did not say, or could not, that it lost nothing. */
static int test_silence(void)
{
	struct tale t;

	tale__init(&t, WITH_IDS);
	T_EQ(class_if_samples_lost(&t, false), DEFER_MERGED);
	tale__init_silent(&t, WITH_IDS);
	T_EQ(class_if_samples_lost(&t, false), DEFER_AMBIGUOUS);
	tale__init(&t, WITH_IDS);
	T_EQ(class_if_samples_lost(&t, true), DEFER_AMBIGUOUS);
	return TEST_OK;
}

static enum defer_class class_at_end(struct tale *t, const uint64_t *ips, uint64_t nr)
{
	enum defer_class cls;

	tale__record(t, 8000000, ips, nr);
	defer_feed__set_unfinished(t->feed);
	tale__seal(t);
	cls = tale__class(t, 7000000, t->order + 100);
	tale__exit(t);
	return cls;
}

/*
 * An unfinished stream has what was written before its last whole round. An exec may be missing from
 * then on.
 */
static int test_unfinished(void)
{
	struct tale t;

	/* No whole round. */
	tale__init(&t, WITH_IDS);
	T_EQ(class_at_end(&t, one_ip, 1), DEFER_AMBIGUOUS);
	tale__init(&t, WITH_IDS);
	T_EQ(class_at_end(&t, user_ips, 2), DEFER_MERGED);
	/* One: buffers were read before the end of it, but since when is not known. */
	tale__init(&t, WITH_IDS);
	tale__round(&t, 9000000);
	T_EQ(class_at_end(&t, one_ip, 1), DEFER_AMBIGUOUS);
	/* The last whole round began after 9 ms: all before is there. */
	tale__init(&t, WITH_IDS);
	tale__round(&t, 9000000);
	tale__round(&t, 9500000);
	T_EQ(class_at_end(&t, one_ip, 1), DEFER_MERGED);
	/* It began after 7.5 ms: the exec may have come at 7.7 ms. */
	tale__init(&t, WITH_IDS);
	tale__round(&t, 7500000);
	tale__round(&t, 9500000);
	T_EQ(class_at_end(&t, one_ip, 1), DEFER_AMBIGUOUS);
	/* Only the last two rounds count. */
	tale__init(&t, WITH_IDS);
	tale__round(&t, 6500000);
	tale__round(&t, 9000000);
	tale__round(&t, 9500000);
	T_EQ(class_at_end(&t, one_ip, 1), DEFER_MERGED);
	return TEST_OK;
}

/* The class of a sample that no record follows, but an exec: its COMM, and its map on CPU @cpu. */
static enum defer_class class_before_exec(int32_t cpu)
{
	enum defer_class cls;
	struct tale t;

	tale__init(&t, WITH_IDS);
	t.tid = 1; /* as the process */
	tale__comm(&t, 7200000, true);
	t.cpu = cpu;
	tale__map(&t, 7500000, "[vdso]");
	defer_feed__set_unfinished(t.feed);
	tale__seal(&t);
	cls = tale__class(&t, 7000000, 0);
	tale__exit(&t);
	return cls;
}

/*
 * Where nothing is whole, a COMM and a map of two CPUs may belong to two execs, after which no entry goes
 * on. Between two records of one CPU nothing is missing.
 */
static int test_unfinished_exec(void)
{
	T_EQ(class_before_exec(0), DEFER_PENDING);
	T_EQ(class_before_exec(1), DEFER_LOST);
	return TEST_OK;
}

/* The rounds end in several parts of the stream, which several feeds take in any order. */
static int test_unfinished_parts(void)
{
	for (int first = 0; first < 3; first++) {
		struct defer_feed *feeds[3];
		struct tale t;

		tale__init(&t, WITH_IDS);
		for (int i = 0; i < 3; i++) {
			feeds[i] = i ? defer_feed__new(t.evlist) : t.feed;
			T_CHECK(feeds[i]);
		}
		for (int i = 0; i < 3; i++) {
			t.feed = feeds[(i + first) % 3];
			T_EQ(defer_feed__begin(t.feed, ++t.order), 0);
			/* The first part has the latest time; the rounds are in the other two. */
			tale__sample(&t, i ? 5000000 : 9000000);
			if (i)
				defer_feed__round(t.feed, ++t.order);
		}
		t.feed = feeds[0];
		for (int i = 1; i < 3; i++) {
			T_EQ(defer_feed__merge(t.feed, feeds[i]), 0);
			defer_feed__delete(feeds[i]);
		}
		T_EQ(class_at_end(&t, one_ip, 1), DEFER_MERGED);
	}
	return TEST_OK;
}

/* Lets another worker take what follows. Returns the feed of the one before. */
static struct defer_feed *tale__hand_over(struct tale *t)
{
	struct defer_feed *before = t->feed;

	t->feed = defer_feed__new(t->evlist);
	must(t->feed && !defer_feed__begin(t->feed, ++t->order));
	return before;
}

/* Merges what that one took into @before, adds the record, and returns the class of a sample. */
static enum defer_class class_of_both(struct tale *t, struct defer_feed *before)
{
	enum defer_class cls;

	must(!defer_feed__merge(before, t->feed));
	defer_feed__delete(t->feed);
	t->feed = before;
	tale__record(t, 8000000, one_ip, 1);
	tale__seal(t);
	cls = tale__class(t, 7000000, t->order + 100);
	tale__exit(t);
	return cls;
}

/* What only one worker was told counts for all. */
static int test_other_worker(void)
{
	struct defer_feed *before;
	struct tale t;

	/* Events say nothing of COMMs, but one worker reads one. */
	tale__init_flags(&t, WITH_IDS, FLAGS & ~DEFER_ATTR_COMM);
	tale__sample(&t, 1000000);
	T_EQ(class_of_both(&t, tale__hand_over(&t)), DEFER_AMBIGUOUS);
	tale__init_flags(&t, WITH_IDS, FLAGS & ~DEFER_ATTR_COMM);
	tale__sample(&t, 1000000);
	before = tale__hand_over(&t);
	tale__comm(&t, 2000000, false);
	T_EQ(class_of_both(&t, before), DEFER_MERGED);

	/* A loss that only the event's sum tells. */
	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	before = tale__hand_over(&t);
	tale__lost_samples(&t, 2);
	T_EQ(class_of_both(&t, before), DEFER_AMBIGUOUS);

	/* The sum of one worker accounts for the loss of the other: only samples were lost. */
	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	t.id = 7;
	tale__lost(&t, 7500000);
	before = tale__hand_over(&t);
	tale__lost_samples(&t, 3);
	t.id = 1;
	T_EQ(class_of_both(&t, before), DEFER_MERGED);
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
	{"losses of many buffers", test_many_buffers},
	{"a loss that no record tells", test_tail_loss},
	{"a loss of samples alone", test_samples_lost},
	{"an event that does not say what it lost", test_silence},
	{"a stream that ends before the recording", test_unfinished},
	{"the same, in several parts", test_unfinished_parts},
	{"an exec at the end", test_unfinished_exec},
	{"what only one worker was told", test_other_worker},
	{"what a filter left out", test_filtered},
	{"a loss of a buffer that nobody heard of", test_loss_of_unknown_buffer},
	{"a record that the recorder made up", test_made_up},
	{"a loss after a clock stepped back", test_loss_after_step},
	{"a loss of one of a CPU's buffers", test_loss_of_two_buffers},
	{0},
};

const struct test_suite suite__feed_loss = {"feed-loss", "Losses of buffers", cases};
