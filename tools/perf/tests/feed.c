// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer.h>

#include "tests/tests.h"

#define COOKIE 0x300000001ULL

static const uint64_t user_ips[] = {0x401000, 0x402000};
static const uint64_t deferred_ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000ULL,
					DEFER_CONTEXT_USER_DEFERRED, COOKIE};

static struct defer_event event(uint32_t type, int32_t tid, uint64_t time)
{
	return (struct defer_event){
		.type = type,
		.id = {.pid = 1, .tid = tid, .cpu = 0, .time = time, .has_time = true},
	};
}

static int add_deferred(struct defer_stitch *st, uint64_t time, uint64_t order, bool has_time)
{
	struct defer_event ev = event(DEFER_RECORD_CALLCHAIN_DEFERRED, 5, time);

	ev.id.has_time = has_time;
	ev.deferred.cookie = COOKIE;
	ev.deferred.chain.ips = (const uint8_t *)user_ips;
	ev.deferred.chain.nr = 2;
	return defer_feed__event(st, &ev, order);
}

static struct defer_verdict match(const struct defer_stitch *st, uint64_t time, uint64_t order,
				  bool has_time)
{
	struct defer_sample sample = {
		.pid = 1,
		.tid = 5,
		.time = time,
		.has_time = has_time,
		.has_chain = true,
		.chain = {.ips = (const uint8_t *)deferred_ips, .nr = 4},
	};
	struct defer_verdict verdict;

	defer_feed__sample(st, &sample, order, &verdict);
	return verdict;
}

static int test_match(void)
{
	struct defer_stitch *st = defer_stitch__new(&(struct defer_stitch_opts){0});
	struct defer_stitch_stats stats;

	T_EQ(add_deferred(st, 1000, 7, true), 0);
	T_EQ(add_deferred(st, 1000, 8, true), 0); /* written twice */
	T_EQ(defer_stitch__seal(st), 0);
	T_EQ(match(st, 900, 3, true).cls, DEFER_MERGED);
	T_EQ(match(st, 900, 3, true).record->ref, 7);
	T_EQ(match(st, 900, 3, true).record->nr, 2);
	T_EQ(match(st, 1100, 9, true).cls, DEFER_MERGED_BACK);
	defer_stitch__stats(st, &stats);
	T_EQ(stats.records, 1);
	T_EQ(stats.duplicates, 1);
	defer_stitch__delete(st);
	return TEST_OK;
}

/* Records that differ in their chains alone are no copies. */
static int test_sum(void)
{
	static const uint64_t other_ips[] = {0x401000, 0x402001};
	struct defer_stitch *st = defer_stitch__new(&(struct defer_stitch_opts){0});
	struct defer_event ev = event(DEFER_RECORD_CALLCHAIN_DEFERRED, 5, 1000);
	struct defer_stitch_stats stats;

	T_EQ(add_deferred(st, 1000, 7, true), 0);
	ev.deferred.cookie = COOKIE;
	ev.deferred.chain.ips = (const uint8_t *)other_ips;
	ev.deferred.chain.nr = 2;
	T_EQ(defer_feed__event(st, &ev, 8), 0);
	T_EQ(defer_stitch__seal(st), 0);
	defer_stitch__stats(st, &stats);
	T_EQ(stats.records, 2);
	T_EQ(stats.duplicates, 0);
	defer_stitch__delete(st);
	return TEST_OK;
}

static int test_no_time(void)
{
	struct defer_stitch *st = defer_stitch__new(&(struct defer_stitch_opts){.no_time = true});

	T_EQ(add_deferred(st, 0, 70, false), 0);
	T_EQ(defer_stitch__seal(st), 0);
	T_EQ(match(st, 0, 60, false).cls, DEFER_MERGED);
	T_EQ(match(st, 0, 80, false).cls, DEFER_MERGED_BACK);
	T_EQ(match(st, 0, 60, false).record->time, 70);
	defer_stitch__delete(st);
	return TEST_OK;
}

/* The class of a sample at 900 when @ev lies between it and its record at 1000. */
static enum defer_class between(struct defer_event ev)
{
	struct defer_stitch *st = defer_stitch__new(&(struct defer_stitch_opts){0});
	enum defer_class cls;

	ev.id.time = 950;
	add_deferred(st, 1000, 9, true);
	defer_feed__event(st, &ev, 5);
	defer_stitch__seal(st);
	cls = match(st, 900, 3, true).cls;
	defer_stitch__delete(st);
	return cls;
}

static int test_between(void)
{
	struct defer_event comm = event(DEFER_RECORD_COMM, 5, 0);
	struct defer_event fork = event(DEFER_RECORD_FORK, 4, 0);
	struct defer_event other = event(DEFER_RECORD_FORK, 5, 0);
	struct defer_event mmap = event(DEFER_RECORD_MMAP2, 5, 0);

	comm.comm.pid = 1;
	comm.comm.tid = 5;
	T_EQ(between(comm), DEFER_MERGED);
	comm.comm.exec = true;
	T_EQ(between(comm), DEFER_EXEC);

	/* A fork is written by the parent and is about the child. */
	fork.task.pid = 1;
	fork.task.tid = 5;
	T_EQ(between(fork), DEFER_NO_RECORD);
	other.task.pid = 1;
	other.task.tid = 6;
	T_EQ(between(other), DEFER_MERGED);
	T_EQ(between(mmap), DEFER_MERGED);
	return TEST_OK;
}

static int test_counts(void)
{
	struct defer_stitch *st = defer_stitch__new(&(struct defer_stitch_opts){0});
	struct defer_event ev = event(DEFER_RECORD_LOST, 5, 100);
	struct defer_stitch_stats stats;

	ev.lost.lost = 12;
	T_EQ(defer_feed__event(st, &ev, 1), 0);
	ev = event(DEFER_RECORD_EXIT, 5, 110);
	T_EQ(defer_feed__event(st, &ev, 2), 0);
	ev = event(DEFER_RECORD_LOST_SAMPLES, 5, 120);
	T_EQ(defer_feed__event(st, &ev, 3), 0);
	T_EQ(defer_stitch__seal(st), 0);
	defer_stitch__stats(st, &stats);
	T_EQ(stats.losses, 1);
	T_EQ(stats.lost, 12);
	T_EQ(stats.exits, 1);
	T_EQ(defer_feed__event(st, &ev, 4), 0);
	T_EQ(add_deferred(st, 1, 1, true), DEFER_ERR_INVAL);
	defer_stitch__delete(st);
	return TEST_OK;
}

static int test_own_class(void)
{
	static const uint64_t whole[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000ULL,
					 DEFER_CONTEXT_USER, 0x401000};
	struct defer_stitch *st = defer_stitch__new(&(struct defer_stitch_opts){0});
	struct defer_sample sample = {
		.has_chain = true,
		.cpumode = DEFER_MISC_KERNEL,
		.chain = {.ips = (const uint8_t *)whole, .nr = 4},
	};
	struct defer_verdict verdict;

	T_EQ(defer_stitch__seal(st), 0);
	defer_feed__sample(st, &sample, 1, &verdict);
	T_EQ(verdict.cls, DEFER_INLINE);
	T_CHECK(!verdict.record);
	sample.chain.nr = 2;
	defer_feed__sample(st, &sample, 1, &verdict);
	T_EQ(verdict.cls, DEFER_KERNEL);
	defer_stitch__delete(st);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"records later and earlier, and one written twice", test_match},
	{"records that differ in their chains", test_sum},
	{"order stands for time where there is none", test_no_time},
	{"what lies between a sample and its record", test_between},
	{"losses and exits are counted", test_counts},
	{"samples that need no record", test_own_class},
	{0},
};

const struct test_suite suite__feed = {"feed", "Decoded records into the stitcher", cases};
