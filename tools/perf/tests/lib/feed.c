// SPDX-License-Identifier: GPL-2.0-only
/*
 * The meaning of a stream of records to the stitcher: of each record by itself, and of several
 * together, such as the begin of a loss in a buffer.
 */
#include <stdlib.h>

#include <perf/defer-feed.h>

#include "tests/tale.h"

/* ---- each record by itself ------------------------------------------------------------------- */

static int test_match(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__record(&t, 1000, user_ips, 2);
	tale__record(&t, 1000, user_ips, 2); /* written twice */
	tale__seal(&t);
	T_EQ(tale__match(&t, 900, 3).cls, DEFER_MERGED);
	T_EQ(tale__match(&t, 900, 3).record.ref, 1);
	T_EQ(tale__match(&t, 900, 3).record.nr, 2);
	T_EQ(tale__match(&t, 1100, 9).cls, DEFER_MERGED_BACK);
	defer_stitch__stats(t.st, &stats);
	T_EQ(stats.records, 1);
	T_EQ(stats.duplicates, 1);
	tale__exit(&t);
	return TEST_OK;
}

/* Records that differ in their chains alone are no copies. */
static int test_sum(void)
{
	static const uint64_t other_ips[] = {0x401000, 0x402001};
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__record(&t, 1000, user_ips, 2);
	tale__record(&t, 1000, other_ips, 2);
	tale__seal(&t);
	defer_stitch__stats(t.st, &stats);
	T_EQ(stats.records, 2);
	T_EQ(stats.duplicates, 0);
	tale__exit(&t);
	return TEST_OK;
}

/* Marks in a chain are no addresses. */
static int test_marks(void)
{
	static const uint64_t marked[] = {DEFER_CONTEXT_USER, 0x401000};
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__record(&t, 1000, marked, 2);
	tale__seal(&t);
	T_EQ(tale__match(&t, 900, 3).record.nr, 1);
	tale__exit(&t);
	return TEST_OK;
}

static int test_no_time(void)
{
	struct tale t;

	tale__init(&t, WITH_CPU & ~DEFER_SAMPLE_TIME);
	t.order = 69;
	tale__record(&t, 0, user_ips, 2);
	tale__seal(&t);
	T_EQ(tale__match(&t, 0, 60).cls, DEFER_MERGED);
	T_EQ(tale__match(&t, 0, 80).cls, DEFER_MERGED_BACK);
	T_EQ(tale__match(&t, 0, 60).record.time, 70);
	tale__exit(&t);
	return TEST_OK;
}

/* The class of a sample at 9 ms when @ev lies between it and its record at 10 ms. */
static enum defer_class between(struct defer_event ev)
{
	enum defer_class cls;
	struct tale t;

	tale__init(&t, WITH_CPU);
	ev.id.time = 9500000;
	tale__tell(&t, &ev);
	tale__record(&t, 10000000, user_ips, 2);
	tale__seal(&t);
	cls = tale__match(&t, 9000000, 0).cls;
	tale__exit(&t);
	return cls;
}

static int test_between(void)
{
	struct defer_event comm = {.type = DEFER_RECORD_COMM, .comm = {.pid = 1, .tid = 5}};
	struct defer_event fork = {.type = DEFER_RECORD_FORK, .task = {.pid = 1, .tid = 5}};
	struct defer_event other = {.type = DEFER_RECORD_FORK, .task = {.pid = 1, .tid = 6}};

	T_EQ(between(comm), DEFER_MERGED);
	comm.comm.exec = true;
	T_EQ(between(comm), DEFER_EXEC);
	/* A fork is written by the parent and is about the child. */
	T_EQ(between(fork), DEFER_NO_RECORD);
	T_EQ(between(other), DEFER_MERGED);
	return TEST_OK;
}

static int test_counts(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__lost(&t, 100);
	tale__task_exit(&t, 110);
	tale__lost_samples(&t, 3);
	tale__seal(&t);
	defer_stitch__stats(t.st, &stats);
	T_EQ(stats.losses, 1);
	T_EQ(stats.lost, 3);
	T_EQ(stats.exits, 1);
	tale__exit(&t);
	return TEST_OK;
}

static int test_own_class(void)
{
	static const uint64_t whole[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000ULL,
					 DEFER_CONTEXT_USER, 0x401000};
	struct defer_verdict verdict;
	struct defer_sample sample;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__seal(&t);
	sample = tale__deferred(&t, 1);
	sample.chain.ips = (const uint8_t *)whole;
	T_EQ(defer_stitch__classify(t.st, &sample, 1, t.signs, &verdict), 0);
	T_EQ(verdict.cls, DEFER_INLINE);
	T_CHECK(!verdict.has_record);
	sample.chain.nr = 2;
	T_EQ(defer_stitch__classify(t.st, &sample, 1, t.signs, &verdict), 0);
	T_EQ(verdict.cls, DEFER_KERNEL);
	tale__exit(&t);
	return TEST_OK;
}

/* A guest's cookies are those of another kernel. */
static int test_guest_record(void)
{
	struct defer_feed_stats stats;
	struct defer_event ev;
	struct tale t;

	tale__init(&t, WITH_CPU);
	ev = tale__event(&t, DEFER_RECORD_CALLCHAIN_DEFERRED, 2000);
	ev.misc = DEFER_MISC_GUEST_USER;
	ev.deferred.cookie = COOKIE;
	ev.deferred.chain.ips = (const uint8_t *)user_ips;
	ev.deferred.chain.nr = 2;
	tale__tell(&t, &ev);
	tale__seal(&t);
	T_TALE(&t, 1000, DEFER_PENDING);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.guest_records, 1);
	tale__exit(&t);
	return TEST_OK;
}

/* ---- execs ----------------------------------------------------------------------------------- */

static int test_vdso(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	/* The COMM of the second exec is not there. */
	tale__init(&t, WITH_CPU);
	tale__comm(&t, 1000000, true);
	tale__map(&t, 1100000, "[vdso]");
	tale__map(&t, 5000000, "[vdso]");
	tale__record(&t, 6000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 4000000, DEFER_EXEC);
	T_TALE(&t, 5500000, DEFER_MERGED);
	defer_stitch__stats(t.st, &stats);
	T_EQ(stats.execs, 2);
	T_EQ(stats.unseen_execs, 1);
	tale__exit(&t);

	/* One that the recorder made up has no time; other maps are no sign. */
	tale__init(&t, WITH_CPU);
	tale__map(&t, 0, "[vdso]");
	tale__map(&t, 5000000, "[vvar]");
	tale__record(&t, 6000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 4000000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

/* COMM of one exec, vdso of the next, and a loss between: both of them count. */
static int test_vdso_after_loss(void)
{
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__comm(&t, 1000000, true);
	tale__lost(&t, 3000000);
	tale__map(&t, 5000000, "[vdso]");
	tale__record(&t, 6000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 4000000, DEFER_EXEC);
	tale__exit(&t);
	return TEST_OK;
}

/* A loss, and a file is mapped: an exec does that, so the record may be of another program. */
static int check_map_after_loss(const char *map, bool loss, enum defer_class want)
{
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	if (loss)
		tale__lost(&t, 2000000);
	if (map)
		tale__map(&t, 3000000, map);
	tale__record(&t, 4000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 1500000, want);
	T_TALE(&t, 3500000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

static int test_map_after_loss(void)
{
	T_RUN(check_map_after_loss("/bin/new", true, DEFER_AMBIGUOUS));
	T_RUN(check_map_after_loss(NULL, true, DEFER_MERGED));
	T_RUN(check_map_after_loss("/lib/lib.so", false, DEFER_MERGED));
	return TEST_OK;
}

/* A data map is not a program. */
static int test_data_map_after_loss(void)
{
	struct defer_event ev;
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 1000000);
	tale__lost(&t, 2000000);
	ev = tale__event(&t, DEFER_RECORD_MMAP2, 3000000);
	ev.misc = DEFER_MISC_MMAP_DATA;
	ev.mmap.pid = 1;
	ev.mmap.tid = t.tid;
	ev.mmap.filename = "/var/data";
	tale__tell(&t, &ev);
	tale__record(&t, 4000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 1500000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

/* COMMs arrive though no event is said to have them. */
static int test_comm_unasked(void)
{
	struct tale t;

	tale__init_flags(&t, WITH_CPU, FLAGS & ~DEFER_ATTR_COMM);
	tale__comm(&t, 500000, false);
	tale__record(&t, 2000000, one_ip, 1);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

static int test_no_comm(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init_flags(&t, WITH_CPU, FLAGS & ~DEFER_ATTR_COMM);
	tale__record(&t, 2000000, one_ip, 1);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_AMBIGUOUS);
	T_TALE(&t, 3000000, DEFER_MERGED_BACK);
	defer_stitch__stats(t.st, &stats);
	T_CHECK(stats.no_comm);
	tale__exit(&t);

	tale__init_flags(&t, WITH_CPU, FLAGS & ~DEFER_ATTR_COMM);
	tale__record(&t, 2000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_MERGED);
	tale__exit(&t);
	return TEST_OK;
}

static int test_no_tasks(void)
{
	struct defer_stitch_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU & ~DEFER_SAMPLE_TID);
	tale__comm(&t, 2000000, true);
	tale__record(&t, 3000000, user_ips, 2);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_AMBIGUOUS);
	T_TALE(&t, 2500000, DEFER_MERGED);
	defer_stitch__stats(t.st, &stats);
	T_CHECK(stats.no_tasks);
	tale__exit(&t);

	/* Nothing shows what happened to it. */
	tale__init(&t, WITH_CPU & ~DEFER_SAMPLE_TID);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_LOST);
	tale__exit(&t);
	return TEST_OK;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* The clock goes back by 5 ms within the buffer: then the stream's order counts. */
static int check_clock_step(uint64_t sample_type, bool parts)
{
	struct defer_feed_stats stats;
	struct tale t;

	tale__init(&t, sample_type);
	tale__comm(&t, 10000000, false);
	if (parts)
		must(!defer_feed__begin(t.feed, t.order + 1));
	tale__comm(&t, 5000000, true);
	tale__record(&t, 5000100, user_ips, 2);
	tale__seal(&t);
	T_EQ(tale__match(&t, 9900000, 1).cls, DEFER_EXEC);
	T_EQ(tale__match(&t, 5000200, 4).cls, DEFER_MERGED_BACK);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.clock_steps, 1);
	T_EQ(stats.max_step, 5000000);
	T_EQ(stats.step_cpu, 0);
	tale__exit(&t);
	return TEST_OK;
}

static int test_clock_step(void)
{
	for (int parts = 0; parts < 2; parts++) {
		T_RUN(check_clock_step(WITH_IDS, parts));
		T_RUN(check_clock_step(WITH_CPU, parts));
	}
	return TEST_OK;
}

/* Two buffers, one read after the other: their times say nothing of a clock. */
static int test_no_clock_step(void)
{
	struct defer_feed_stats stats;
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__sample(&t, 10000000);
	t.id = 2;
	tale__sample(&t, 5000000);
	t.id = 1;
	tale__sample(&t, 10000000 - DEFER_CLOCK_MARGIN / 2); /* an NMI came between */
	tale__seal(&t);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.clock_steps, 0);
	tale__exit(&t);
	return TEST_OK;
}

/* Without ids, the buffer of another CPU or of another thread is one whose times say nothing. */
static int test_no_clock_step_of_others(void)
{
	struct defer_feed_stats stats;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__comm(&t, 10000000, false);
	t.cpu = 1;
	tale__comm(&t, 5000000, false);
	t.cpu = 0;
	t.tid++;
	tale__comm(&t, 5000000, false);
	tale__seal(&t);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.clock_steps, 0);
	tale__exit(&t);
	return TEST_OK;
}

/* A file that begins at a cut repeats records of the one before: no clock went back, and samples find them. */
static int test_repeated(void)
{
	struct defer_feed_user user = {.nr = 2, .is_repeated = true};
	struct defer_feed_stats stats;
	struct defer_event ev;
	struct tale t;

	tale__init(&t, WITH_IDS);
	tale__comm(&t, 10000000, false);
	ev = tale__event(&t, DEFER_RECORD_CALLCHAIN_DEFERRED, 5000000);
	ev.deferred.cookie = COOKIE;
	must(!defer_feed__event(t.feed, &ev, ++t.order, &user));
	tale__comm(&t, 10000100, false);
	tale__seal(&t);
	defer_feed__stats(t.feed, &stats);
	T_EQ(stats.clock_steps, 0);
	T_EQ(tale__match(&t, 10000200, 4).cls, DEFER_MERGED_BACK);
	tale__exit(&t);
	return TEST_OK;
}

/* ---- many feeds ------------------------------------------------------------------------------ */

/* The latter half of the trace went to another feed, which was done first. */
static int test_merge(void)
{
	struct tale t, other;

	tale__init(&other, WITH_IDS);
	other.order = 50;
	must(!defer_feed__begin(other.feed, other.order));
	tale__lost(&other, 20000000);
	tale__comm(&other, 5000000, true);
	tale__record(&other, 30000000, user_ips, 2);

	tale__init(&t, WITH_IDS);
	must(!defer_feed__begin(t.feed, 0));
	tale__comm(&t, 15000000, false);
	tale__task_exit(&t, 16000000);
	T_EQ(defer_feed__merge(t.feed, other.feed), 0);
	tale__seal(&t);
	T_EQ(tale__match(&t, 29000000, 60).cls, DEFER_MERGED);
	T_EQ(tale__match(&t, 4000000, 1).cls, DEFER_EXEC);
	tale__exit(&t);
	tale__exit(&other);
	return TEST_OK;
}

/* One reads parts 0 and 100, another one part 50: what the latter saw bounds a loss in part 100. */
static int test_loss_across_feeds(void)
{
	struct tale t, other;

	tale__init(&t, WITH_IDS);
	must(!defer_feed__begin(t.feed, 0));
	tale__sample(&t, 1000000);
	tale__task_exit(&t, 5000000);
	t.order = 100;
	must(!defer_feed__begin(t.feed, t.order));
	tale__lost(&t, 20000000);

	tale__init(&other, WITH_IDS);
	other.order = 50;
	must(!defer_feed__begin(other.feed, other.order));
	tale__sample(&other, 10000000);

	T_EQ(defer_feed__merge(t.feed, other.feed), 0);
	tale__seal(&t);
	T_TALE(&t, 4000000, DEFER_EXITED);
	T_TALE(&t, 15000000, DEFER_LOST);
	tale__exit(&t);
	tale__exit(&other);
	return TEST_OK;
}

/* A loss known to another feed may hide the exec. */
static int test_loss_of_other_feed(void)
{
	struct tale t, other;

	tale__init(&other, WITH_IDS);
	other.order = 50;
	must(!defer_feed__begin(other.feed, other.order));
	tale__lost(&other, 20000000);
	tale__init(&t, WITH_IDS);
	tale__comm(&t, 15000000, false);
	t.order = 60;
	must(!defer_feed__begin(t.feed, t.order));
	tale__record(&t, 30000000, one_ip, 1);
	T_EQ(defer_feed__merge(t.feed, other.feed), 0);
	tale__seal(&t);
	T_TALE(&t, 16000000, DEFER_AMBIGUOUS);
	T_TALE(&t, 25000000, DEFER_MERGED);
	tale__exit(&t);
	tale__exit(&other);
	return TEST_OK;
}

/* ---- signs ----------------------------------------------------------------------------------- */

/* A sample in user mode says that the task left the kernel: the earlier one's record was lost. */
static int test_user_sign(void)
{
	static const uint64_t user[] = {DEFER_CONTEXT_USER, 0x401000};
	struct defer_verdict verdict;
	struct defer_sample sample;
	struct tale t;

	tale__init(&t, WITH_CPU);
	tale__seal(&t);
	T_TALE(&t, 1000000, DEFER_PENDING);
	sample = tale__deferred(&t, 5000000);
	sample.cpumode = DEFER_MISC_USER;
	sample.chain.ips = (const uint8_t *)user;
	sample.chain.nr = 2;
	T_EQ(defer_stitch__classify(t.st, &sample, 1, t.signs, &verdict), 0);
	T_EQ(verdict.cls, DEFER_INLINE);
	T_TALE(&t, 1000000, DEFER_LOST);
	T_TALE(&t, 6000000, DEFER_PENDING);
	tale__exit(&t);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"records later and earlier, and one written twice", test_match},
	{"records that differ in their chains", test_sum},
	{"marks are no addresses", test_marks},
	{"order stands for time where there is none", test_no_time},
	{"what lies between a sample and its record", test_between},
	{"losses and exits are counted", test_counts},
	{"samples that need no record", test_own_class},
	{"a guest's deferred record", test_guest_record},
	{"an exec without a COMM", test_vdso},
	{"an exec without a COMM, after a loss", test_vdso_after_loss},
	{"a file mapped after a loss", test_map_after_loss},
	{"data mapped after a loss", test_data_map_after_loss},
	{"no event tells of execs", test_no_comm},
	{"COMMs come although no event tells of them", test_comm_unasked},
	{"records do not say their task", test_no_tasks},
	{"a clock that steps back", test_clock_step},
	{"times that go back without a clock's fault", test_no_clock_step},
	{"times of other CPUs and threads are no step", test_no_clock_step_of_others},
	{"a record that is repeated is no step", test_repeated},
	{"parts of a trace in several feeds", test_merge},
	{"a loss in a part that another feed did not see", test_loss_across_feeds},
	{"a loss that another feed was told of", test_loss_of_other_feed},
	{"a sample in user mode is a sign", test_user_sign},
	{0},
};

const struct test_suite suite__feed = {"feed", "A stream of records into the stitcher", cases};
